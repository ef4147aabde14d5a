"""Compiled loops of the simplex method for matrix games."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kibitz.core.compiling.borrowed import box, integers, line
from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]
Tableau = tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array]

# Sums may be taken in any order, and so in vectors.
SUMS = {"contract", "reassoc", "nsz"}

ENTERING = 1e-14  # a reduced cost above minus this counts as zero
PIVOT = 1e-10  # a pivot smaller than this part of its column is taken for rounding noise
TIE = 1e-13  # ratios closer than this are tied
REFINE = 1e-14  # a wider gap is worth a step of iterative refinement
SNAP = 1e-14  # a smaller right-hand side is zero

OPTIMAL, LIMIT, BREAKDOWN = 0, 1, 2
SHARP = 1e-13  # a wider gap is worth another start from the basis found
SIZE = 5  # where the size of the kernel stands in a packed answer
START = 6  # where the strategies begin


@njit(cache=True)
def _blank(m: int, n: int, work: Array) -> Tableau:
    """Body, right-hand side, its shift, costs, column norms, left and top labels, two buffers.

    All of them are parts of one array, of as many numbers as ``game_simplex.room`` says: allocating
    memory nine times takes longer than the pivots of a small game.
    """
    height = m + m % 2  # one row of zeros makes the rows come in pairs
    right = line(work, 0, height)
    shift = line(work, height, height)
    column = line(work, 2 * height, height)
    start = 3 * height
    cost, norm, pivot_row = (
        line(work, start, n),
        line(work, start + n, n),
        line(work, start + 2 * n, n),
    )
    start += 3 * n
    left, top = integers(work, start, m), integers(work, start + m, n)
    body = box(work, start + m + n, height, n)
    if height > m:
        right[m] = shift[m] = column[m] = 0.0
        for j in range(n):
            body[m, j] = 0.0
    return body, right, shift, cost, norm, left, top, column, pivot_row


@njit(cache=True)
def _extent(matrix: Array, highest: Array) -> tuple[float, int, int]:
    """Half the spread, NaN if not finite, and the least of the columns' greatest entries."""
    m, n = matrix.shape
    least = matrix[0, 0]
    nothing = 0.0
    for j in range(n):
        highest[j] = matrix[0, j]
    for i in range(m):
        for j in range(n):
            x = matrix[i, j]
            highest[j] = max(highest[j], x)
            least = min(least, x)
            nothing += x - x
    column, greatest = 0, highest[0]
    for j in range(n):
        greatest = max(greatest, highest[j])
        column = j if highest[j] < highest[column] else column
    row = 0
    for i in range(m):
        row = i if matrix[i, column] > matrix[row, column] else row
    return 0.5 * greatest - 0.5 * least + nothing, row, column


@njit(cache=True)
def _entering(cost: Array, norm: Array) -> int:
    """The column of steepest descent, -1 at the optimum."""
    column, best, best_norm = -1, 0.0, 1.0
    for j in range(cost.size):
        x = cost[j]
        if x < -ENTERING and x * x * best_norm > best * norm[j]:
            column, best, best_norm = j, x * x, norm[j]
    return column


@njit(cache=True, error_model="numpy")
def _leaving(column: Array, right: Array, shift: Array, tiny: float) -> int:
    """The row of least ratio, ties broken by the ratio of the symbolic shifts; -1 if none."""
    least = np.inf
    for i in range(column.size):
        if column[i] > tiny:
            least = min(least, right[i] / column[i])
    row, least_shift = -1, np.inf
    for i in range(column.size):
        a = column[i]
        if a > tiny and right[i] <= (least + TIE) * a and shift[i] < least_shift * a:
            row, least_shift = i, shift[i] / a
    return row


@njit(cache=True, fastmath={"contract"}, error_model="numpy")
def _pivot(tableau: Tableau, p: int, q: int) -> None:
    """Exchange row p and column q, which has been taken out, and recompute the column norms."""
    body, right, shift, cost, norm, left, top, column, pivot_row = tableau
    height, n = body.shape
    inverse = 1.0 / column[p]
    right[p] *= inverse
    shift[p] *= inverse
    step, shift_step, price = right[p], shift[p], cost[q]
    cost[q] = 0.0
    body[p, q] = 1.0
    for j in range(n):
        x = body[p, j] * inverse
        body[p, j] = x
        pivot_row[j] = x
        cost[j] -= price * x
        norm[j] = 1.0
    column[p] = 0.0
    for i in range(0, height, 2):
        f, g = column[i], column[i + 1]
        upper, lower = body[i], body[i + 1]
        for j in range(n):
            x = upper[j] - f * pivot_row[j]
            y = lower[j] - g * pivot_row[j]
            upper[j] = x
            lower[j] = y
            norm[j] += x * x + y * y
    for i in range(height):
        x = right[i] - column[i] * step
        right[i] = x if abs(x) > SNAP else 0.0
        shift[i] -= column[i] * shift_step
    left[p], top[q] = top[q], left[p]


@njit(cache=True)
def _take_column(body: Array, q: int, column: Array) -> None:
    """Move column q out of the body."""
    for i in range(column.size):
        column[i] = body[i, q]
        body[i, q] = 0.0


@njit(cache=True, fastmath=SUMS)
def _guarantees(
    matrix: Array, scale: float, corner: float, p: Array, q: Array, p_payoffs: Array
) -> tuple[float, float]:
    """Least entry of p A and greatest of A q, the matrix scaled and moved to the corner."""
    m, n = matrix.shape
    for j in range(n):
        p_payoffs[j] = 0.0
    upper = -np.inf
    for i in range(m):
        f, total = p[i], 0.0
        for j in range(n):
            x = matrix[i, j] * scale - corner
            total += x * q[j]
            p_payoffs[j] += f * x
        upper = max(upper, total)
    lower = np.inf
    for j in range(n):
        lower = min(lower, p_payoffs[j])
    return lower, upper


@njit(cache=True, fastmath=SUMS)
def _refine(
    matrix: Array,
    scale: float,
    corner: float,
    body: Array,
    left: Array,
    top: Array,
    value: float,
    p: Array,
    q: Array,
    p_new: Array,
    q_new: Array,
) -> None:
    """One step of iterative refinement of p and q; the tableau holds the kernel's inverse."""
    m, n = matrix.shape
    row_error = np.zeros(n)  # of the rows that are not basic it stays zero
    for s in range(n):
        i = top[s]
        if i < m:
            p_new[i] = p[i]
            payoff = 0.0
            for j in range(n):
                payoff += (matrix[i, j] * scale - corner) * q[j]
            row_error[s] = value - payoff
    for r in range(m):
        j = left[r] - m
        if j >= 0:
            column_error = value
            for i in range(m):
                column_error -= (matrix[i, j] * scale - corner) * p[i]
            correction = 0.0
            for s in range(n):
                correction += body[r, s] * row_error[s]
                if top[s] < m:
                    p_new[top[s]] += body[r, s] * column_error
            q_new[j] = q[j] + correction


@njit(cache=True, error_model="numpy")
def _make_strategy(weights: Array) -> None:
    """Drop the negative weights and make the rest sum to one."""
    total = 0.0
    for i in range(weights.size):
        weights[i] = max(weights[i], 0.0)
        total += weights[i]
    for i in range(weights.size):
        weights[i] /= total


@njit(cache=True)
def _open(matrix: Array, scale: float, p: int, q: int, tableau: Tableau) -> None:
    """Fill in the tableau of the basis of row p and column q, scaled and moved to that entry.

    Two pivots in one: they eliminate the value and the equation that probabilities sum to one.
    Row i is labeled i, column j is labeled m + j.
    """
    body, right, shift, cost, norm, left, top, _, _ = tableau
    m, n = matrix.shape
    corner = matrix[p, q] * scale
    for j in range(n):
        cost[j] = matrix[p, j] * scale - corner
        norm[j] = 2.0
        top[j] = m + j
    for i in range(m):
        left[i] = i
        right[i] = corner - matrix[i, q] * scale
        shift[i] = 0.5 + (i * 0.6180339887498949) % 1.0
        for j in range(n):
            x = (matrix[i, j] * scale - corner) - cost[j] + right[i]
            body[i, j] = x
            norm[j] += x * x
        body[i, q] = -1.0
    for j in range(n):
        body[p, j] = 1.0
    body[p, q] = 0.0
    right[p] = 1.0
    cost[q] = 1.0
    norm[q] = m
    left[p] = m + q
    top[q] = p


@njit(cache=True)
def _largest_wanted(body: Array, left: Array, top: Array, wanted: Array) -> tuple[int, int]:
    """The largest entry where a row and a column meet that are wanted in the basis."""
    m = left.size
    row, column, largest = -1, -1, 0.0
    for i in range(m):
        if left[i] < m and wanted[left[i]]:
            for j in range(top.size):
                if top[j] >= m and wanted[top[j]] and abs(body[i, j]) > largest:
                    row, column, largest = i, j, abs(body[i, j])
    return row, column


@njit(cache=True)
def _reach(rows: Array, columns: Array, tableau: Tableau) -> bool:
    """Pivot to the basis by way of the largest entries, which keeps rounding errors small.

    Infeasible right-hand sides are then taken to be zero. False if the basis is singular.
    """
    body, right, shift, _, _, left, top, column, _ = tableau
    m = left.size
    wanted = np.zeros(m + top.size, np.bool_)
    for t in range(rows.size):
        wanted[rows[t]] = True
        wanted[m + columns[t]] = True
    for _ in range(rows.size - 1):
        p, q = _largest_wanted(body, left, top, wanted)
        if p < 0:
            return False
        _take_column(body, q, column)
        _pivot(tableau, p, q)
    for i in range(m):
        right[i] = max(right[i], 0.0)
        shift[i] = 0.5 + (i * 0.6180339887498949) % 1.0
    return True


@njit(cache=True)
def _optimize(tableau: Tableau) -> tuple[int, int, float]:
    """Pivot till no column improves: the pivots, the status, and log2 of their product."""
    body, right, shift, cost, norm, left, top, column, _ = tableau
    limit = 100 * (left.size + top.size) + 1000
    bits = 0.0
    for pivots in range(limit):
        q = _entering(cost, norm)
        if q < 0:
            return pivots, OPTIMAL, bits
        _take_column(body, q, column)
        p = _leaving(column, right, shift, PIVOT * math.sqrt(norm[q]))
        if p < 0:
            return pivots, BREAKDOWN, bits
        bits += math.log2(abs(column[p]))
        _pivot(tableau, p, q)
    return limit, LIMIT, bits


@njit(cache=True, error_model="numpy")
def read_off(
    matrix: Array,
    half_spread: float,
    corner: float,
    tableau: Tableau,
    pivots: int,
    status: int,
    bits: float,
    answer: Array,
) -> float:
    """What a final tableau says, all in one array; the value, if it is sharp, else NaN.

    Value, gap, pivots, status, log2 of the determinant of the kernel, its size, both strategies;
    and as integers the basic rows and columns. Passing one array takes a fourth of the time of
    passing four, which would be as long as the pivots of a small game.

    The gap between what the two strategies guarantee, in units of the payoffs' spread, proves
    the answer whatever errors the pivots accumulated; the value is given as its middle.
    """
    body, right, _, cost, norm, left, top, column, pivot_row = tableau
    m, n = matrix.shape
    exponent = exponent_of(half_spread)
    scale = math.ldexp(1.0, -exponent)
    corner *= scale
    k = 0
    for j in range(n):
        if top[j] < m:
            k += 1
    p, q = line(answer, START, m), line(answer, START + m, n)
    p[:] = 0.0
    q[:] = 0.0
    for j in range(n):
        if top[j] < m:
            p[top[j]] = cost[j]
    for i in range(m):
        if left[i] >= m:
            q[left[i] - m] = right[i]
    _make_strategy(p)
    _make_strategy(q)
    lower, upper = _guarantees(matrix, scale, corner, p, q, norm)
    for _ in range(3):
        if upper - lower < REFINE:
            break
        p_new, q_new = np.zeros(m), np.zeros(n)
        value = 0.5 * (lower + upper)
        _refine(matrix, scale, corner, body, left, top, value, p, q, p_new, q_new)
        _make_strategy(p_new)
        _make_strategy(q_new)
        low, high = _guarantees(matrix, scale, corner, p_new, q_new, norm)
        if not high - low < upper - lower:
            break
        p[:] = p_new
        q[:] = q_new
        lower, upper = low, high
    answer[0] = math.ldexp(corner + 0.5 * (lower + upper), exponent)
    answer[1] = (upper - lower) / (2.0 * half_spread * scale) if half_spread != 0.0 else 0.0
    answer[2], answer[3], answer[4] = pivots, status, bits + (k - 1) * exponent
    answer[SIZE] = k
    _sort_labels(top, 0, column[:m], integers(answer, START + m + n, k))
    _sort_labels(left, m, pivot_row, integers(answer, START + m + n + k, k))
    return float(answer[0]) if answer[1] <= SHARP else np.nan


@njit(cache=True)
def _sort_labels(labels: Array, first: int, marks: Array, chosen: Array) -> None:
    """The labels that count from the first one as many as there are marks, in order."""
    marks[:] = 0.0
    for label in labels:
        if first <= label < first + marks.size:
            marks[label - first] = 1.0
    count = 0
    for i in range(marks.size):
        if marks[i] != 0.0:
            chosen[count] = i
            count += 1


@njit(cache=True)
def exponent_of(half_spread: float) -> int:
    """The payoffs times two to the minus this spread over less than one."""
    return max(math.frexp(half_spread)[1] + 1, -1021)


@njit(cache=True)
def _inverse(answer: Array, tableau: Tableau, scale: float) -> Array:
    """The inverse [[C, q], [-p, v]] of the bordered kernel, from the tableau of an answer."""
    body, left, top = tableau[0], tableau[5], tableau[6]
    m, n = left.size, top.size
    p, q, k = answer[START:], answer[START + m :], int(answer[SIZE])
    rows = integers(answer, START + m + n, k)
    columns = integers(answer, START + m + n + k, k)
    place = np.empty(m, np.int64)
    for s in range(k):
        place[rows[s]] = s
    inverse = np.empty((k + 1, k + 1))
    for r in range(m):
        if left[r] >= m:
            t = np.searchsorted(columns, left[r] - m)
            for s in range(n):
                if top[s] < m:
                    inverse[t, place[top[s]]] = body[r, s] * scale
    for s in range(k):
        inverse[s, k] = q[columns[s]]
        inverse[k, s] = -p[rows[s]]
    inverse[k, k] = answer[0]
    return inverse


@njit(cache=True)
def last_tableau(matrix: Array, work: Array) -> tuple[Tableau, float, int, int, int, int, float]:
    """The last tableau, from the greatest entry of the column whose greatest entry is least.

    With it half the spread, the row and the column of that entry, the number of pivots, the status,
    and log2 of the determinant of the scaled kernel.
    """
    m, n = matrix.shape
    tableau = _blank(m, n, work)
    half_spread, p, q = _extent(matrix, tableau[4])
    _open(matrix, math.ldexp(1.0, -exponent_of(half_spread)), p, q, tableau)
    ill = math.isnan(half_spread)
    pivots, status, bits = (0, BREAKDOWN, 0.0) if ill else _optimize(tableau)
    return tableau, half_spread, p, q, pivots, status, bits


@njit(cache=True)
def _solved(matrix: Array, answer: Array, work: Array) -> tuple[float, Tableau, float]:
    """The value, the tableau that the answer was read from, and its scale."""
    tableau, half_spread, p, q, pivots, status, bits = last_tableau(matrix, work)
    corner = matrix[p, q]
    value = read_off(matrix, half_spread, corner, tableau, pivots, status, bits, answer)
    return value, tableau, math.ldexp(1.0, -exponent_of(half_spread))


@njit(cache=True)
def borrowed(matrix: Array) -> Array:
    """The matrix, whose references are not counted."""
    return box(matrix, 0, matrix.shape[0], matrix.shape[1])


@njit(cache=True, nogil=True)
def game_tableau(matrix: Array, answer: Array, work: Array) -> float:
    """Solve the game, and pack the answer into one array; the value, if it is sharp, else NaN."""
    return _solved(borrowed(matrix), answer, work)[0]


@njit(cache=True, nogil=True)
def game_tableau_inverse(matrix: Array, answer: Array, work: Array) -> Array:
    """Solve the game; also the inverse of the bordered kernel."""
    _, tableau, scale = _solved(borrowed(matrix), answer, work)
    return _inverse(answer, tableau, scale)


@njit(cache=True, nogil=True)
def restart_tableau(
    matrix: Array, answer: Array, work: Array, rows: Array, columns: Array
) -> float:
    """Solve the game from the basis of these rows and columns."""
    m, n = matrix.shape
    tableau = _blank(m, n, work)
    half_spread = _extent(matrix, tableau[4])[0]
    p, q = rows[0], columns[0]
    _open(matrix, math.ldexp(1.0, -exponent_of(half_spread)), p, q, tableau)
    ill = not _reach(rows, columns, tableau)
    pivots, status, _ = (0, BREAKDOWN, 0.0) if ill else _optimize(tableau)
    return read_off(matrix, half_spread, matrix[p, q], tableau, pivots, status, 0.0, answer)
