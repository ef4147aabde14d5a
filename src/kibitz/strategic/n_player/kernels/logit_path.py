"""Compiled path of logit equilibria, from the uniform profile to an equilibrium."""

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
    worst_regret,
)

PATIENCE = 400
"""Steps taken back, beyond three for each one kept, after which a path counts as lost."""


@njit(**INNER)
def logit_equations(
    payoffs: Array,
    m: Array,
    starts: Array,
    z: Array,
    x: Array,
    values: Array,
    slopes: Array,
    F: Array,
    J: Array,
) -> None:
    """Logarithms of weights and lambda in ``z``: the equations of a logit equilibrium."""
    n, size = len(m), starts[len(m)]
    for s in range(size):
        x[s] = np.exp(z[s])
    rate = z[size]
    deviations(payoffs, m, starts, x, values, slopes)
    J[:size, :] = 0.0
    for i in range(n):
        first = starts[i]
        F[first] = -1.0
        for s in range(first, starts[i + 1]):
            F[first] += x[s]
            J[first, s] = x[s]
        for s in range(first + 1, starts[i + 1]):
            F[s] = z[s] - z[first] - rate * (values[s] - values[first])
            J[s, s] = 1.0
            J[s, first] = -1.0
            J[s, size] = -(values[s] - values[first])
            for j in range(n):
                if j != i:
                    for t in range(starts[j], starts[j + 1]):
                        J[s, t] -= rate * (slopes[s, t] - slopes[first, t]) * x[t]


@njit(**INNER)
def even_out(z: Array, alike: Array) -> None:
    """Give entries of the same number their mean, in place."""
    size = len(alike)
    total, count = np.zeros(size), np.zeros(size)
    for s in range(size):
        total[alike[s]] += z[s]
        count[alike[s]] += 1.0
    for s in range(size):
        z[s] = total[alike[s]] / count[alike[s]]


@njit(cache=True, nogil=True)
def logit_path(
    payoffs: Array,
    m: Array,
    starts: Array,
    alike: Array,
    highest: float,
    accuracy: float,
    most: int,
) -> tuple[Array, int, int]:
    """Logit equilibria from the uniform profile at lambda 0 on, by pseudo-arclength continuation.

    The sign of the determinant, bordered by the tangent, stays the same along a branch; a step
    that would change it has jumped to another one and is taken back. Where no step keeps it, other
    branches cross, as symmetric games have it, and the way goes straight on. Weights with the same
    number in ``alike`` stay equal: rounding must not lead away from a symmetric profile. Stops at
    lambda ``highest`` or at regret ``accuracy``. Returns the points (weights and lambda), their
    number, and how it ended.
    """
    n, size = len(m), starts[len(m)]
    z = np.zeros(size + 1)
    for i in range(n):
        for s in range(starts[i], starts[i + 1]):
            z[s] = -np.log(float(m[i]))
    x, values = np.zeros(size), np.zeros(size)
    slopes = np.zeros((size, size))
    F, J = np.zeros(size + 1), np.zeros((size + 1, size + 1))
    path = np.zeros((most, size + 1))
    tangent = np.zeros(size + 1)
    tangent[size] = 1.0
    right = np.zeros(size + 1)
    right[size] = 1.0
    logit_equations(payoffs, m, starts, z, x, values, slopes, F, J)
    path[0, :size] = x
    count, step, orientation, crossing = 1, 0.05, 0.0, False
    firm, heading, kept = z.copy(), tangent.copy(), 1
    tries = 0
    while count < most:
        tries += 1
        if tries > 3 * count + PATIENCE:  # it cycles at a crossing
            return path, count, LOST
        J[size, :] = tangent
        new = right.copy()
        if gauss(J, new) == 0.0:
            return path, count, LOST
        even_out(new, alike)
        new /= np.sqrt((new * new).sum())
        guess = z + step * new
        good, first_move, move = False, 0.0, 0.0
        for trial in range(8):
            logit_equations(payoffs, m, starts, guess, x, values, slopes, F, J)
            J[size, :] = new
            F[size] = ((guess - z) * new).sum() - step
            change = F.copy()
            move = np.inf
            if gauss(J, change) != 0.0:
                move = np.abs(change).max()
            if trial == 0:
                first_move = move
            guess = guess - change
            even_out(guess, alike)
            if not move < 2.0:
                break
            if move < 1e-9:
                good = True
                break
        if good and first_move < 0.1:
            logit_equations(payoffs, m, starts, guess, x, values, slopes, F, J)
            J[size, :] = new
            ahead = right.copy()
            turn = gauss(J, ahead)
            straight = (ahead * new).sum() > 0.95 * np.sqrt((ahead * ahead).sum())
            if orientation == 0.0 or (crossing and straight):
                orientation = turn
            good = turn == orientation
        if not good or first_move >= 0.1:
            step *= 0.5
            if step < 1e-9:
                if crossing:
                    return path, count, LOST
                far = np.sqrt(((z - firm) ** 2).sum())
                crossing, step = True, 2.0 * far + 0.02
                z, tangent, count = firm.copy(), heading.copy(), kept
            logit_equations(payoffs, m, starts, z, x, values, slopes, F, J)
            continue
        z = guess
        tangent = new
        crossing = False
        if step > 1e-3:
            firm, heading, kept = z.copy(), tangent.copy(), count + 1
        path[count, :size] = x
        path[count, size] = z[size]
        count += 1
        if z[size] >= highest or worst_regret(m, starts, x, values) < accuracy:
            return path, count, ARRIVED
        if first_move < 0.02:
            step *= 1.6
    return path, count, TIRED
