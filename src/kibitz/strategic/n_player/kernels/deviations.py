"""Compiled payoffs of deviations, and the steps that paths to an equilibrium share.

``payoffs[i]`` is flat: own strategy first, then the others' in order. A profile is one vector, the
players' weights one after the other; ``starts`` says where each begins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]

ARRIVED, LOST, TIRED = 0, 1, 2


INNER: dict[str, Any] = {"cache": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For functions that only compiled ones call."""


@njit(cache=True)
def deviations(
    payoffs: Array, m: Array, starts: Array, x: Array, values: Array, slopes: Array
) -> None:
    """What every pure strategy pays against ``x``, and its derivatives in the others' weights."""
    n = len(m)
    values[:] = 0.0
    slopes[:] = 0.0
    digit = np.zeros(n, np.int64)
    weight = np.ones(n)
    for i in range(n):
        cells = 1
        for j in range(n):
            cells *= m[j] if j != i else 1
        digit[:] = 0
        for cell in range(cells):
            for j in range(n):
                weight[j] = 1.0
                for k in range(n):
                    if k != i and k != j:
                        weight[j] *= x[starts[k] + digit[k]]
            for s in range(m[i]):
                paid = payoffs[i, s * cells + cell]
                row = starts[i] + s
                values[row] += paid * weight[i]
                for j in range(n):
                    if j != i:
                        slopes[row, starts[j] + digit[j]] += paid * weight[j]
            for j in range(n - 1, -1, -1):
                if j != i:
                    digit[j] += 1
                    if digit[j] < m[j]:
                        break
                    digit[j] = 0


@njit(**INNER)
def gauss(A: Array, b: Array) -> float:
    """Solve ``A x = b`` in place of ``b``; the sign of the determinant, 0 when it vanishes."""
    size = len(b)
    A = A.copy()
    sign = 1.0
    for c in range(size):
        at = c
        for r in range(c + 1, size):
            at = r if abs(A[r, c]) > abs(A[at, c]) else at
        pivot = A[at, c]
        if not abs(pivot) > 1e-14:
            return 0.0
        if at != c:
            sign = -sign
            for k in range(size):
                A[c, k], A[at, k] = A[at, k], A[c, k]
            b[c], b[at] = b[at], b[c]
        sign = -sign if pivot < 0.0 else sign
        for r in range(c + 1, size):
            factor = A[r, c] / pivot
            if factor != 0.0:
                for k in range(c, size):
                    A[r, k] -= factor * A[c, k]
                b[r] -= factor * b[c]
    for c in range(size - 1, -1, -1):
        for k in range(c + 1, size):
            b[c] -= A[c, k] * b[k]
        b[c] /= A[c, c]
    return sign


@njit(**INNER)
def worst_regret(m: Array, starts: Array, x: Array, values: Array) -> float:
    """The most that a player gains by a pure strategy."""
    worst = 0.0
    for i in range(len(m)):
        mine, best = 0.0, values[starts[i]]
        for s in range(starts[i], starts[i + 1]):
            mine += x[s] * values[s]
            best = max(best, values[s])
        worst = max(worst, best - mine)
    return worst


@njit(cache=True)
def polish(payoffs: Array, m: Array, starts: Array, x: Array, used: Array) -> bool:
    """Newton's method for indifference on the used strategies, in place; did it converge?"""
    n, size = len(m), starts[len(m)]
    values, slopes = np.zeros(size), np.zeros((size, size))
    F, J = np.zeros(size), np.zeros((size, size))
    for _ in range(30):
        deviations(payoffs, m, starts, x, values, slopes)
        J[:] = 0.0
        for i in range(n):
            first = -1
            for s in range(starts[i], starts[i + 1]):
                if not used[s]:
                    F[s] = x[s]
                    J[s, s] = 1.0
                elif first < 0:
                    first = s
                    F[s] = -1.0
                    for t in range(starts[i], starts[i + 1]):
                        F[s] += x[t]
                        J[s, t] = 1.0
                else:
                    F[s] = values[s] - values[first]
                    for t in range(size):
                        J[s, t] = slopes[s, t] - slopes[first, t]
        if gauss(J, F) == 0.0:
            return False
        step = 0.0
        for s in range(size):
            x[s] -= F[s]
            step = max(step, abs(F[s]))
        if not step < 1e3:
            return False
        if step < 1e-13:
            return True
    return step < 1e-10
