"""Compiled iterated polymatrix approximation: Lemke's method on the game near a profile."""

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
    worst_regret,
)


@njit(**INNER)
def lemke(M: Array, q: Array, cover: Array, most: int) -> tuple[Array, bool]:
    """A solution z >= 0 of w = M z + q >= 0 with z.w = 0, by Lemke's method, if it ends in one."""
    size = len(q)
    T = np.zeros((size, 2 * size + 2))
    basis = np.arange(size)
    for r in range(size):
        T[r, r] = 1.0
        for c in range(size):
            T[r, size + c] = -M[r, c]
        T[r, 2 * size] = -cover[r]
        T[r, 2 * size + 1] = q[r]
    z = np.zeros(size)
    row = 0
    for r in range(size):
        row = r if q[r] / cover[r] < q[row] / cover[row] else row
    if q[row] >= 0.0:
        return z, True
    entering = 2 * size
    for _ in range(most):
        pivot = 1.0 / T[row, entering]
        for c in range(2 * size + 2):
            T[row, c] *= pivot
        for r in range(size):
            factor = T[r, entering]
            if r != row and factor != 0.0:
                for c in range(2 * size + 2):
                    T[r, c] -= factor * T[row, c]
        leaving = basis[row]
        basis[row] = entering
        if leaving == 2 * size:
            for r in range(size):
                if size <= basis[r] < 2 * size:
                    z[basis[r] - size] = T[r, 2 * size + 1]
            return z, True
        entering = leaving + size if leaving < size else leaving - size
        row, least = -1, np.inf
        for r in range(size):
            if T[r, entering] > 1e-11:
                ratio = T[r, 2 * size + 1] / T[r, entering]
                if ratio < least - 1e-13 or (ratio < least + 1e-13 and basis[r] == 2 * size):
                    row, least = r, ratio
        if row < 0:
            return z, False
    return z, False


@njit(**INNER)
def polymatrix_equilibrium(
    values: Array, slopes: Array, m: Array, starts: Array, cover: Array, noise: Array, x: Array
) -> bool:
    """An equilibrium of the game of sums over pairs that agrees to first order; into ``x``."""
    n, size = len(m), starts[len(m)]
    top = slopes.max() + 1.0
    part = (n - 2.0) / (n - 1.0)
    M = np.zeros((size + n, size + n))
    q = np.zeros(size + n)
    for i in range(n):
        for s in range(starts[i], starts[i + 1]):
            q[s] = noise[s]
            M[s, size + i] = -1.0
            M[size + i, s] = 1.0
            for j in range(n):
                if j != i:
                    for t in range(starts[j], starts[j + 1]):
                        M[s, t] = top - slopes[s, t] + part * values[s]
        q[size + i] = -1.0
    z, ended = lemke(M, q, cover, 60 * (size + n))
    if not ended:
        return False
    for i in range(n):
        total = 0.0
        for s in range(starts[i], starts[i + 1]):
            x[s] = max(0.0, z[s])
            total += x[s]
        if total <= 0.0:
            return False
        for s in range(starts[i], starts[i + 1]):
            x[s] /= total
    return True


@njit(cache=True, nogil=True)
def iterated_polymatrix(
    payoffs: Array,
    m: Array,
    starts: Array,
    x: Array,
    cover: Array,
    noise: Array,
    most: int,
    accuracy: float,
    path: Array,
) -> tuple[int, int]:
    """Solve the polymatrix game that agrees with payoffs to first order, move there, repeat."""
    size = starts[len(m)]
    values, slopes = np.zeros(size), np.zeros((size, size))
    target = np.zeros(size)
    share = 1.0
    for count in range(most):
        deviations(payoffs, m, starts, x, values, slopes)
        path[count] = x
        if worst_regret(m, starts, x, values) < accuracy:
            return count + 1, ARRIVED
        if not polymatrix_equilibrium(values, slopes, m, starts, cover, noise, target):
            return count + 1, LOST
        if count > 9:
            share = max(0.2, share * 0.8)
        for s in range(size):
            x[s] += share * (target[s] - x[s])
    return most, TIRED
