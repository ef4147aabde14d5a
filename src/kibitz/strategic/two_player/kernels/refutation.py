"""Compiled loops that prove in floats that a basis is infeasible."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.two_player.kernels.vertex_walk import (
    DOUBTFUL,
    FALSE,
    ROUNDOFF,
    SINGULAR,
    SUMS,
    Array,
    has,
)


@njit(cache=True, error_model="numpy")
def _factor(system: Array, order: Array, k: int) -> bool:
    """Gaussian elimination in place with row exchanges; false where a pivot is too small."""
    for a in range(k):
        order[a] = a
    for s in range(k):
        p = s
        for a in range(s + 1, k):
            if abs(system[a, s]) > abs(system[p, s]):
                p = a
        if not abs(system[p, s]) > SINGULAR:
            return False
        if p != s:
            order[s], order[p] = order[p], order[s]
            for b in range(k):
                system[s, b], system[p, b] = system[p, b], system[s, b]
        for a in range(s + 1, k):
            f = system[a, s] / system[s, s]
            system[a, s] = f
            for b in range(s + 1, k):
                system[a, b] -= f * system[s, b]
    return True


@njit(cache=True, error_model="numpy")
def _solve_ones(system: Array, solution: Array, k: int) -> None:
    """The solution of M y = 1 from the factors of M."""
    for a in range(k):
        total = 1.0
        for b in range(a):
            total -= system[a, b] * solution[b]
        solution[a] = total
    for a in range(k - 1, -1, -1):
        total = solution[a]
        for b in range(a + 1, k):
            total -= system[a, b] * solution[b]
        solution[a] = total / system[a, a]


@njit(cache=True, error_model="numpy")
def _solve_left(
    system: Array, order: Array, target: Array, work: Array, solution: Array, k: int
) -> None:
    """The solution of z M = target from the factors of M."""
    for b in range(k):
        total = target[b]
        for a in range(b):
            total -= system[a, b] * work[a]
        work[b] = total / system[b, b]
    for a in range(k - 1, -1, -1):
        for b in range(a):
            work[b] -= system[a, b] * work[a]
    for a in range(k):
        solution[order[a]] = work[a]


@njit(cache=True, fastmath=SUMS, error_model="numpy")
def _refuted(
    matrix: Array,
    kept: Array,
    played: Array,
    reach: Array,
    weights: Array,
    target: Array,
    negative: bool,
    k: int,
) -> bool:
    """Whether multipliers of the equations prove that they have no solution in the polytope.

    Let z M = t + e for the wanted t and a small e. Every y in the polytope with M y = 1 has
    t y = z 1 - e y, and its coordinates are at most ``reach``. With t a unit vector this must not
    be negative; with t the coefficients of an inequality it must not be greater than one.
    """
    total, size, error = 0.0, 0.0, 0.0
    for a in range(k):
        total += weights[a]
        size += abs(weights[a])
    for b in range(k):
        line = matrix[played[b]]
        defect, bulk = -target[b], abs(target[b])
        for a in range(k):
            term = weights[a] * line[kept[a]]
            defect += term
            bulk += abs(term)
        error += reach[played[b]] * (abs(defect) + ROUNDOFF * (k + 4) * bulk)
    error = 1.01 * error + ROUNDOFF * (k + 4) * (size + 1.0)
    return total < -error if negative else total > 1.0 + error


@njit(cache=True)
def refute(
    matrix: Array, own: Array, other: Array, labels: int, bases: Array, status: Array
) -> None:
    """Mark the bases of a polytope that are proved to be infeasible as false."""
    d, c = matrix.shape
    most = min(d, c) + 1
    system = np.empty((most, most))
    order = np.empty(most, np.int64)
    played, kept = np.empty(most, np.int64), np.empty(most, np.int64)
    solution, target = np.empty(most), np.empty(most)
    work, weights = np.empty(most), np.empty(most)
    reach = np.empty(d)
    for i in range(d):
        reach[i] = 1.01 / matrix[i].max()
    loose = np.empty(c, np.int64)
    for at in range(bases.shape[0]):
        basis = bases[at]
        k, t, rest = 0, 0, 0
        for i in range(d):
            if not has(basis, own[i]):
                if k < most - 1:
                    played[k] = i
                k += 1
        for j in range(c):
            if has(basis, other[j]):
                if t < most - 1:
                    kept[t] = j
                t += 1
            else:
                loose[rest] = j
                rest += 1
        status[at] = DOUBTFUL
        if k != t or k >= most:
            continue
        for a in range(k):
            for b in range(k):
                system[a, b] = matrix[played[b], kept[a]]
        if not _factor(system, order, k):
            continue
        _solve_ones(system, solution, k)
        worst, least = -1, 0.0
        for b in range(k):
            if solution[b] < least:
                worst, least = b, solution[b]
        if worst >= 0:
            target[:k] = 0.0
            target[worst] = 1.0
            _solve_left(system, order, target, work, weights, k)
            if _refuted(matrix, kept, played, reach, weights, target, True, k):
                status[at] = FALSE
                continue
        worst, least = -1, 1.0
        for r in range(rest):
            total = 0.0
            for b in range(k):
                total += matrix[played[b], loose[r]] * solution[b]
            if total > least:
                worst, least = loose[r], total
        if worst >= 0:
            for b in range(k):
                target[b] = matrix[played[b], worst]
            _solve_left(system, order, target, work, weights, k)
            if _refuted(matrix, kept, played, reach, weights, target, False, k):
                status[at] = FALSE
