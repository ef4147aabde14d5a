"""Compiled loops of the linear layer: the game tableau, p-adic lifting, carries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

Array = np.ndarray[Any, np.dtype[Any]]

# Sums of integers below 2**53 are exact in any order, so the p-adic loops may be vectorised freely.
EXACT = {"contract", "reassoc", "nsz"}

ENTERING = 1e-12  # a reduced cost above minus this counts as zero
PIVOT = 1e-9  # a smaller pivot is taken for rounding noise
TIE = 1e-12  # ratios closer than this are tied
SNAP = 1e-13  # a smaller right-hand side is zero

OPTIMAL, LIMIT, BREAKDOWN, NOT_FINITE = 0, 1, 2, 3


@njit(cache=True)
def _extent(matrix: Array, highest: Array) -> tuple[float, float, bool]:
    """Least and greatest entry, whether all are finite; fills in the greatest of each column."""
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
    greatest = highest[0]
    for j in range(n):
        greatest = max(greatest, highest[j])
    return least, greatest, nothing == 0.0


@njit(cache=True)
def _entering(cost: Array, norm: Array) -> int:
    """The column of steepest descent, -1 at the optimum."""
    column = -1
    best = 0.0
    best_norm = 1.0
    for j in range(cost.size):
        x = cost[j]
        if x < -ENTERING and x * x * best_norm > best * norm[j]:
            column = j
            best = x * x
            best_norm = norm[j]
    return column


@njit(cache=True, error_model="numpy")
def _leaving(column: Array, right: Array, shift: Array) -> int:
    """The row of least ratio, ties broken by the ratio of the symbolic shifts; -1 if none."""
    least = np.inf
    for i in range(column.size):
        if column[i] > PIVOT:
            least = min(least, right[i] / column[i])
    row = -1
    least_shift = np.inf
    for i in range(column.size):
        a = column[i]
        if a > PIVOT and right[i] <= (least + TIE) * a and shift[i] < least_shift * a:
            row = i
            least_shift = shift[i] / a
    return row


@njit(cache=True, fastmath={"contract"}, error_model="numpy")
def _pivot(
    body: Array, right: Array, shift: Array, cost: Array, norm: Array,
    column: Array, pivot_row: Array, p: int, q: int,
) -> float:  # fmt: skip
    """Exchange row p and column q, recompute the column norms, return the change of the value."""
    height, n = body.shape
    inverse = 1.0 / column[p]
    right[p] *= inverse
    shift[p] *= inverse
    step = right[p]
    shift_step = shift[p]
    price = cost[q]
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
        f = column[i]
        g = column[i + 1]
        upper = body[i]
        lower = body[i + 1]
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
    return price * step


@njit(cache=True, error_model="numpy")
def game_tableau(matrix: Array) -> tuple[float, Array, Array, Array, Array, int, int]:
    """Solve the matrix game: value, both strategies, basic rows and columns, pivots, status.

    The opening pivot on a greatest entry of a column eliminates the value and the equation
    "probabilities sum to one" together, which leaves a feasible tableau of the size of the
    matrix whose entries do not depend on the payoffs' location. Row i is labelled i, column j
    is labelled m + j.
    """
    m, n = matrix.shape
    height = m + m % 2  # one row of zeros makes the rows come in pairs
    body = np.zeros((height, n))
    right = np.zeros(height)
    shift = np.zeros(height)
    column = np.zeros(height)
    cost = np.empty(n)
    norm = np.empty(n)
    pivot_row = np.empty(n)
    left = np.arange(m)
    top = np.arange(m, m + n)
    row_strategy = np.zeros(m)
    column_strategy = np.zeros(n)

    least, greatest, finite = _extent(matrix, norm)
    if not finite:
        return 0.0, row_strategy, column_strategy, left, top, 0, NOT_FINITE
    q = 0
    for j in range(n):
        if norm[j] < norm[q]:
            q = j
    p = 0
    for i in range(m):
        if matrix[i, q] > matrix[p, q]:
            p = i
    corner = matrix[p, q]
    exponent = math.frexp(0.5 * greatest - 0.5 * least)[1] + 1
    scale = math.ldexp(1.0, -exponent)
    for j in range(n):
        cost[j] = (matrix[p, j] - corner) * scale
        norm[j] = 1.0
    for i in range(m):
        right[i] = (corner - matrix[i, q]) * scale
        shift[i] = 0.5 + (i * 0.6180339887498949) % 1.0
        for j in range(n):
            x = (matrix[i, j] - corner) * scale - cost[j] + right[i]
            body[i, j] = x
            norm[j] += x * x
        body[i, q] = -1.0
    for j in range(n):
        body[p, j] = 1.0
        norm[j] += 1.0
    body[p, q] = 0.0
    right[p] = 1.0
    cost[q] = 1.0
    norm[q] = m
    left[p] = m + q
    top[q] = p

    value = 0.0
    pivots = 0
    status = OPTIMAL
    while True:
        q = _entering(cost, norm)
        if q < 0:
            break
        if pivots == 100 * (m + n) + 1000:
            status = LIMIT
            break
        for i in range(height):
            column[i] = body[i, q]
            body[i, q] = 0.0
        p = _leaving(column, right, shift)
        if p < 0:
            status = BREAKDOWN
            break
        value += _pivot(body, right, shift, cost, norm, column, pivot_row, p, q)
        left[p], top[q] = top[q], left[p]
        pivots += 1

    rows = np.empty(min(m, n), np.int64)
    columns = np.empty(min(m, n), np.int64)
    k = 0
    for j in range(n):
        if top[j] < m:
            rows[k] = top[j]
            row_strategy[top[j]] = max(cost[j], 0.0)
            k += 1
    k = 0
    for i in range(m):
        if left[i] >= m:
            columns[k] = left[i] - m
            column_strategy[left[i] - m] = max(right[i], 0.0)
            k += 1
    value = corner + math.ldexp(value, exponent)
    return value, row_strategy, column_strategy, rows[:k], columns[:k], pivots, status


@njit(cache=True, fastmath=EXACT)
def _balanced(x: float, p: float, inverse: float) -> float:
    """The residue of x modulo p in [-p/2, p/2]; inverse is 1 / p."""
    return x - p * np.floor(x * inverse + 0.5)


@njit(cache=True)
def _reciprocal(a: int, p: int) -> int:
    """The number b with a b = 1 modulo the prime p."""
    r, s = p, a % p
    t, u = 0, 1
    while s:
        quotient = r // s
        r, s = s, r - quotient * s
        t, u = u, t - quotient * u
    return t


@njit(cache=True, fastmath=EXACT, error_model="numpy")
def eliminate_panel(body: Array, swaps: Array, start: int, stop: int, p: float) -> bool:
    """Gauss-Jordan elimination modulo p, in place, of columns start..stop; False if singular.

    Columns outside the panel only take part in the row exchanges. Entries are left unreduced:
    each pivot adds at most p**2 / 4 to them.
    """
    k = body.shape[0]
    inverse = 1.0 / p
    column = np.empty(k)
    for c in range(start, stop):
        for i in range(k):
            column[i] = _balanced(body[i, c], p, inverse)
            body[i, c] = 0.0
        r = c
        while r < k and column[r] == 0.0:
            r += 1
        if r == k:
            return False
        swaps[c] = r
        if r != c:
            column[c], column[r] = column[r], column[c]
            for j in range(k):
                body[c, j], body[r, j] = body[r, j], body[c, j]
        factor = _balanced(float(_reciprocal(int(column[c]), int(p))), p, inverse)
        pivot_row = body[c, start:stop]
        pivot_row[c - start] = 1.0
        for j in range(stop - start):
            x = _balanced(pivot_row[j], p, inverse)
            pivot_row[j] = _balanced(factor * x, p, inverse)
        for i in range(k):
            if i != c:
                f = column[i]
                row = body[i, start:stop]
                for j in range(stop - start):
                    row[j] -= f * pivot_row[j]
    return True


@njit(cache=True, fastmath=EXACT)
def reduce_modulo(body: Array, p: float) -> None:
    """Replace every entry by its balanced residue modulo p."""
    inverse = 1.0 / p
    for i in range(body.shape[0]):
        for j in range(body.shape[1]):
            body[i, j] = _balanced(body[i, j], p, inverse)


@njit(cache=True, fastmath=EXACT)
def lift(
    matrix: Array, inverse: Array, p: float, right: Array, left: Array,
    x_digits: Array, y_digits: Array, start: int, stop: int,
) -> None:  # fmt: skip
    """Digits start..stop to the base p of x and y with matrix x = right and y matrix = left.

    The right-hand sides are replaced by what is left of them, divided by the power of p.
    """
    k = matrix.shape[0]
    one_pth = 1.0 / p
    u = np.empty(k)
    v = np.empty(k)
    for s in range(start, stop):
        x = x_digits[s]
        y = y_digits[s]
        for j in range(k):
            u[j] = _balanced(right[j], p, one_pth)
            v[j] = _balanced(left[j], p, one_pth)
            y[j] = 0.0
        for i in range(k):
            row = inverse[i]
            f = v[i]
            total = 0.0
            for j in range(k):
                total += row[j] * u[j]
                y[j] += f * row[j]
            x[i] = _balanced(total, p, one_pth)
        for j in range(k):
            y[j] = _balanced(y[j], p, one_pth)
        for i in range(k):
            row = matrix[i]
            f = y[i]
            total = 0.0
            for j in range(k):
                total += row[j] * x[j]
                left[j] -= f * row[j]
            right[i] = np.floor((right[i] - total) * one_pth + 0.5)
        for j in range(k):
            left[j] = np.floor(left[j] * one_pth + 0.5)


@njit(cache=True, fastmath=EXACT)
def carry_modulo(digits: Array, p: float) -> None:
    """Make the digits of each column, lowest first, balanced to the base p; drop the last carry."""
    inverse = 1.0 / p
    count, k = digits.shape
    carry = np.zeros(k)
    for s in range(count):
        for i in range(k):
            x = digits[s, i] + carry[i]
            digit = _balanced(x, p, inverse)
            digits[s, i] = digit
            carry[i] = np.floor((x - digit) * inverse + 0.5)


@njit(cache=True, fastmath=EXACT)
def carry_bytes(limbs: Array, places: int) -> Array:
    """Rows of little-endian two's complement bytes from columns of limbs of so many bytes.

    Limbs come lowest first, may be negative, and stay below 2**53; ten bytes take the last carry.
    """
    count, n = limbs.shape
    result = np.empty((n, count * places + 10), np.uint8)
    carry = np.zeros(n, np.int64)
    for s in range(count):
        for i in range(n):
            x = carry[i] + np.int64(limbs[s, i])
            for b in range(places):
                result[i, s * places + b] = x & 255
                x >>= 8
            carry[i] = x
    for i in range(n):
        x = carry[i]
        for b in range(count * places, count * places + 10):
            result[i, b] = x & 255
            x >>= 8
    return result


@njit(cache=True)
def lehmer(a: int, b: int, stop: int) -> tuple[int, int, int, int]:
    """Euclid's steps that every pair of integers with the leading bits a and b shares.

    Knuth's Algorithm L; halts before a remainder falls under stop. The step is
    (a, b) -> (w a + x b, y a + z b).
    """
    w, x, y, z = 1, 0, 0, 1
    while b + y != 0 and b + z != 0:
        quotient = (a + w) // (b + y)
        remainder = a - quotient * b
        if quotient != (a + x) // (b + z) or remainder < stop:
            break
        a, b = b, remainder
        w, y = y, w - quotient * y
        x, z = z, x - quotient * z
    return w, x, y, z
