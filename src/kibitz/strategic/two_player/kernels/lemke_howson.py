"""Compiled loops in floats: the path of Lemke and Howson."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.two_player.kernels.vertex_walk import Array, aligned, go, pivot, start

SMALL_STEP = 1e-11  # a smaller step is rounding noise, as is a smaller difference of ratios
GOOD, FAIR = 1e-13, 1e-9  # regrets at the end of a path that are accepted at once, and at last
REFRESH = 2000  # pivots between two computations of a dictionary from the payoffs


@njit(cache=True)
def _float_share(body: Array, left: Array, place: Array, r: int, label: int) -> float:
    """The coefficient in a row of the infinitesimal that belongs to an inequality."""
    if place[label] > 0:
        return float(body[r, place[label]])
    return 1.0 if left[r] == label else 0.0


@njit(cache=True, error_model="numpy")
def _leaving(body: Array, left: Array, place: Array, other: Array, q: int, ratios: Array) -> int:
    """The row that first reaches zero, ties broken by the infinitesimals; -1 if there is none.

    ``ratios`` is room for one number a row: to walk down a column takes as long as half a pivot.
    """
    least, row = np.inf, -1
    for r in range(body.shape[0]):
        step = body[r, q]
        ratio = body[r, 0] / step if step > SMALL_STEP else np.inf
        ratios[r] = ratio
        if ratio < least:
            least, row = ratio, r
    limit = least + SMALL_STEP
    for r in range(body.shape[0]):
        if ratios[r] <= limit and r != row and row >= 0:
            step = body[r, q]
            for label in other:
                mine = _float_share(body, left, place, r, label) / step
                theirs = _float_share(body, left, place, row, label) / body[row, q]
                if abs(mine - theirs) > SMALL_STEP * (1.0 + abs(theirs)):
                    if mine < theirs:
                        row = r
                    break
    return row


@njit(cache=True)
def _refresh(
    body: Array,
    matrix: Array,
    own: Array,
    other: Array,
    left: Array,
    top: Array,
    place: Array,
    basis: Array,
    pivot_row: Array,
) -> bool:
    """Compute the dictionary of the current basis again from the payoffs."""
    basis[:] = 0
    for q in range(top.size):
        basis[top[q] >> 6] |= np.uint64(1) << np.uint64(top[q] & 63)
    start(body, matrix, own, other, left, top)
    good = go(body, left, top, basis, pivot_row)
    place[:] = 0
    for q in range(top.size):
        place[top[q]] = q + 1
    return good


@njit(cache=True)
def _between(payoffs: Array, turned: bool) -> Array:
    """Payoffs moved and scaled to lie between 1/9 and 1, which changes no best response."""
    low, high = payoffs.min(), payoffs.max()
    scale = 8.0 / (9.0 * (high - low)) if high > low else 1.0
    m, n = payoffs.shape
    made = np.empty((n, m) if turned else (m, n))
    for i in range(m):
        for j in range(n):
            x = (payoffs[i, j] - low) * scale + 1.0 / 9.0
            if turned:
                made[j, i] = x
            else:
                made[i, j] = x
    return made


@njit(cache=True)
def _read_off(body: Array, left: Array, first: int, point: Array) -> None:
    """The strategy at a vertex; the label of its first coordinate is given."""
    point[:] = 0.0
    for r in range(left.size):
        k = left[r] - first
        if 0 <= k < point.size:
            point[k] = max(body[r, 0], 0.0)
    point /= point.sum()


@njit(cache=True)
def regret(matrix: Array, mine: Array, theirs: Array) -> float:
    """How much the player whose strategies are the columns could gain, for payoffs up to 1."""
    best, mean = 0.0, 0.0
    for j in range(matrix.shape[1]):
        total = 0.0
        for i in range(matrix.shape[0]):
            total += matrix[i, j] * mine[i]
        best = max(best, total)
        mean += total * theirs[j]
    return best - mean


@njit(cache=True)
def lemke_howson(
    first: Array, second: Array, label: int, most: int, trace: Array
) -> tuple[int, Array, Array, Array, Array]:
    """Follow the path of a label; the number of pivots, the bases at its end, and the point.

    The number is -1 when the path does not end within ``most`` pivots, or floats give out.
    """
    m, n = first.shape
    rows, columns = _between(second, False), _between(first, True)
    own1, own2 = np.arange(m), np.arange(m, m + n)
    body1, body2 = aligned(n, m + 1), aligned(m, n + 1)
    left1, left2 = own2.copy(), own1.copy()
    top1, top2 = own1.copy(), own2.copy()
    place1, place2 = np.zeros(m + n, np.int64), np.zeros(m + n, np.int64)
    basis = np.zeros((m + n + 63) // 64, np.uint64)
    x, y = np.zeros(m), np.zeros(n)
    row1, row2 = aligned(1, m + 1)[0], aligned(1, n + 1)[0]
    ratios = np.empty(max(m, n))
    _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
    _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
    mine = place1[label] > 0
    dropped, length, ended = label, 0, False
    while length < most and not ended:
        if mine:
            q = place1[dropped]
            r = _leaving(body1, left1, place1, own2, q, ratios)
        else:
            q = place2[dropped]
            r = _leaving(body2, left2, place2, own1, q, ratios)
        if r < 0:
            return -1, top1, top2, x, y
        if mine:
            picked = left1[r]
            pivot(body1, left1, top1, r, q, row1)
            place1[dropped], place1[picked] = 0, q
        else:
            picked = left2[r]
            pivot(body2, left2, top2, r, q, row2)
            place2[dropped], place2[picked] = 0, q
        if length < trace.shape[0]:
            trace[length, 0], trace[length, 1] = dropped, picked
        length += 1
        ended = picked == label
        good = True
        if length % REFRESH < 2 and mine:
            good = _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
        elif length % REFRESH < 2:
            good = _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
        if not good:
            return -1, top1, top2, x, y
        mine, dropped = not mine, picked
    if not ended:
        return -1, top1, top2, x, y
    for attempt in range(2):
        _read_off(body1, left1, 0, x)
        _read_off(body2, left2, m, y)
        worst = max(regret(rows, x, y), regret(columns, y, x))
        if worst <= (GOOD if attempt == 0 else FAIR):
            return length, top1, top2, x, y
        _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
        _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
    return -1, top1, top2, x, y
