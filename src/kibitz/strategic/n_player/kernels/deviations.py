"""Compiled path following and pivoting for one equilibrium of a game of n players.

``payoffs[i]`` is flat: own strategy first, then the others' in order. A profile is one vector, the
players' weights one after the other; ``starts`` says where each begins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]

ARRIVED, LOST, TIRED = 0, 1, 2
PATIENCE = 400
"""Steps taken back, beyond three for each one kept, after which a path counts as lost."""

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
        if tries > 3 * count + PATIENCE:  # it goes round in circles at a crossing
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
