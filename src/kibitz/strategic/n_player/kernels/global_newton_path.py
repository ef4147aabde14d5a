"""Compiled global Newton method: the path of equilibria as a bonus shrinks to zero."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.n_player.kernels.deviations import (
    ARRIVED,
    INNER,
    LOST,
    TIRED,
    Array,
    deviations,
    gauss,
)


@njit(**INNER)
def cell_profile(z: Array, m: Array, starts: Array, used: Array, x: Array) -> tuple[float, int]:
    """The profile of ``z`` with these positive weights: by how much, and where, it fails most.

    On its cell it is the point of the product of simplices nearest to ``z``.
    """
    least, where = np.inf, -1
    for i in range(len(m)):
        level, count = -1.0, 0
        for s in range(starts[i], starts[i + 1]):
            if used[s]:
                level += z[s]
                count += 1
        level /= count
        for s in range(starts[i], starts[i + 1]):
            x[s] = z[s] - level if used[s] else 0.0
            room = x[s] if used[s] else level - z[s]
            if room < least:
                least, where = room, s
    return least, where


@njit(**INNER)
def newton_matrix(slopes: Array, m: Array, starts: Array, used: Array, DF: Array) -> None:
    """Derivative of ``z - x(z) - v(x(z))`` on the cell with these positive weights."""
    n, size = len(m), starts[len(m)]
    for r in range(size):
        for j in range(n):
            mean, count = 0.0, 0
            for t in range(starts[j], starts[j + 1]):
                if used[t]:
                    mean += slopes[r, t] + (1.0 if r == t else 0.0)
                    count += 1
            mean /= max(count, 1)
            for t in range(starts[j], starts[j + 1]):
                through = slopes[r, t] + (1.0 if r == t else 0.0) - mean if used[t] else 0.0
                DF[r, t] = (1.0 if r == t else 0.0) - through


@njit(cache=True, nogil=True)
def global_newton_path(
    payoffs: Array, m: Array, starts: Array, ray: Array, accuracy: float, most: int
) -> tuple[Array, int, int]:
    """Follow equilibria of the game with ``lambda * ray`` added to payoffs, down to lambda 0.

    The graph of the equilibrium correspondence is parametrized by ``z``, a profile plus payoffs;
    ``z = x(z) + v(x(z)) + lambda * ray`` is smooth on each set of positive weights, and the
    orientation of the path is the sign of a determinant. Returns profiles with lambda.
    """
    n, size = len(m), starts[len(m)]
    x, values = np.zeros(size), np.zeros(size)
    slopes, DF = np.zeros((size, size)), np.zeros((size + 1, size + 1))
    gap = np.zeros(size + 1)
    used = np.zeros(size, np.bool_)
    for i in range(n):
        best = starts[i]
        for s in range(starts[i], starts[i + 1]):
            best = s if ray[s] > ray[best] else best
        x[best] = 1.0
    deviations(payoffs, m, starts, x, values, slopes)
    rate = 0.0
    for i in range(n):
        for s in range(starts[i], starts[i + 1]):
            if x[s] == 1.0:
                for t in range(starts[i], starts[i + 1]):
                    if t != s:
                        rate = max(rate, (values[t] - values[s] + 1.0) / (ray[s] - ray[t]))
    rate = 1.1 * rate + 0.1
    z = np.zeros(size + 1)
    z[:size] = x + values + rate * ray
    z[size] = rate
    used[:] = x > 0.5
    path = np.zeros((most, size + 1))
    tangent, right = np.zeros(size + 1), np.zeros(size + 1)
    tangent[size] = -1.0
    border, end = tangent.copy(), np.zeros(size + 1)
    end[size] = 1.0
    right[size] = 1.0
    step, sign = 0.1, 0.0
    for count in range(most):
        newton_system(payoffs, m, starts, z, ray, used, x, values, slopes, gap, DF)
        path[count, :size] = x
        path[count, size] = z[size]
        if z[size] <= 0.0:
            return path, count + 1, ARRIVED
        DF[size] = border
        tangent[:] = right
        turn = gauss(DF, tangent)
        if turn == 0.0:
            return path, count + 1, LOST
        sign = turn if sign == 0.0 else sign
        tangent *= sign * turn / np.sqrt((tangent * tangent).sum())
        near, far, where = 0.0, 0.0, -1
        trial, good = z, False
        while True:
            trial, good = newton_step(
                payoffs, m, starts, z, ray, tangent, tangent, step, used, x, values, slopes, gap, DF
            )
            if good and trial[size] < 0.0:
                part = step * z[size] / (z[size] - trial[size])
                trial, good = newton_step(
                    payoffs, m, starts, z, ray, tangent, end, part, used, x, values, slopes, gap, DF
                )
            room = -1.0
            if good:
                room, where = cell_profile(trial, m, starts, used, x)
                if room >= -1e-10 and (far == 0.0 or room < 1e-10):
                    break
            elif far == 0.0:
                step *= 0.5
                if step < 1e-10:
                    return path, count + 1, LOST
                continue
            if room >= -1e-10:
                near = step
            else:
                far = step
            step = 0.5 * (near + far)
            if far - near < 1e-14:
                break
        if not good:
            return path, count + 1, LOST
        z = trial
        border[:] = tangent
        if far > 0.0:
            flip(used, m, starts, where)
            step = 0.05
        else:
            step = min(1.7 * step, 2.0)
    return path, most, TIRED


@njit(**INNER)
def flip(used: Array, m: Array, starts: Array, where: int) -> None:
    """Cross a face of a cell: a weight becomes positive or ceases to be."""
    if not used[where]:
        used[where] = True
        return
    for i in range(len(m)):
        if starts[i] <= where < starts[i + 1]:
            used[where] = used[starts[i] : starts[i + 1]].sum() == 1


@njit(**INNER)
def newton_system(
    payoffs: Array,
    m: Array,
    starts: Array,
    z: Array,
    ray: Array,
    used: Array,
    x: Array,
    values: Array,
    slopes: Array,
    gap: Array,
    DF: Array,
) -> None:
    """``z - x(z) - v(x(z)) - lambda * ray`` on a cell, and its derivatives in z and lambda."""
    size = starts[len(m)]
    cell_profile(z, m, starts, used, x)
    deviations(payoffs, m, starts, x, values, slopes)
    newton_matrix(slopes, m, starts, used, DF)
    for s in range(size):
        gap[s] = z[s] - x[s] - values[s] - z[size] * ray[s]
        DF[s, size] = -ray[s]


@njit(**INNER)
def newton_step(
    payoffs: Array,
    m: Array,
    starts: Array,
    z: Array,
    ray: Array,
    tangent: Array,
    row: Array,
    step: float,
    used: Array,
    x: Array,
    values: Array,
    slopes: Array,
    gap: Array,
    DF: Array,
) -> tuple[Array, bool]:
    """Go along the tangent and back to the path in the same cell, at right angles to ``row``."""
    size = starts[len(m)]
    trial = z + step * tangent
    ends = row[size] == 1.0
    for _ in range(8):
        newton_system(payoffs, m, starts, trial, ray, used, x, values, slopes, gap, DF)
        gap[size] = trial[size] if ends else ((trial - z) * row).sum() - step
        if np.abs(gap).max() < 1e-12:
            if ends:
                trial[size] = 0.0
            return trial, np.abs(trial - z).max() < 3.0 * step + 1e-9
        DF[size] = row
        if gauss(DF, gap) == 0.0 or not np.abs(gap).max() < 2.0:
            break
        trial = trial - gap
    return trial, False
