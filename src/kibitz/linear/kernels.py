"""Compiled loops of the linear layer: the game tableau, p-adic lifting, carries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

Array = np.ndarray[Any, np.dtype[Any]]
Tableau = tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array]
Solution = tuple[float, Array, Array, Array, Array, int, int, float]

# Sums may be taken in any order, and so in vectors: those of integers below 2**53 are exact anyway.
SUMS = {"contract", "reassoc", "nsz"}

ENTERING = 1e-14  # a reduced cost above minus this counts as zero
PIVOT = 1e-10  # a pivot smaller than this part of its column is taken for rounding noise
TIE = 1e-13  # ratios closer than this are tied
REFINE = 1e-14  # a wider gap is worth a step of iterative refinement
SNAP = 1e-14  # a smaller right-hand side is zero

PANEL = 48  # columns eliminated together modulo p
BLOCK = 64  # terms of an integer product taken together

OPTIMAL, LIMIT, BREAKDOWN = 0, 1, 2


@njit(cache=True)
def _blank(m: int, n: int) -> Tableau:
    """Body, right-hand side, its shift, costs, column norms, left and top labels, two buffers."""
    height = m + m % 2  # one row of zeros makes the rows come in pairs
    left = np.empty(m, np.int64)
    top = np.empty(n, np.int64)
    right, shift, column = np.zeros(height), np.zeros(height), np.zeros(height)
    cost, norm, pivot_row = np.empty(n), np.empty(n), np.empty(n)
    return np.zeros((height, n)), right, shift, cost, norm, left, top, column, pivot_row


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
    matrix: Array, scale: float, corner: float, body: Array, left: Array, top: Array,
    value: float, p: Array, q: Array, p_new: Array, q_new: Array,
) -> None:  # fmt: skip
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


@njit(cache=True)
def _sorted_below(labels: Array, bound: int) -> Array:
    """The labels in 0 .. bound - 1, in order."""
    present = np.zeros(bound, np.int64)
    count = 0
    for label in labels:
        if 0 <= label < bound:
            present[label] = 1
            count += 1
    result = np.empty(count, np.int64)
    for i in range(bound - 1, -1, -1):
        if present[i]:
            count -= 1
            result[count] = i
    return result


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
    Row i is labelled i, column j is labelled m + j.
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
def _optimize(tableau: Tableau) -> tuple[int, int]:
    """Pivot till no column improves: the number of pivots and the status."""
    body, right, shift, cost, norm, left, top, column, _ = tableau
    limit = 100 * (left.size + top.size) + 1000
    for pivots in range(limit):
        q = _entering(cost, norm)
        if q < 0:
            return pivots, OPTIMAL
        _take_column(body, q, column)
        p = _leaving(column, right, shift, PIVOT * math.sqrt(norm[q]))
        if p < 0:
            return pivots, BREAKDOWN
        _pivot(tableau, p, q)
    return limit, LIMIT


@njit(cache=True, error_model="numpy")
def _solution(
    matrix: Array, half_spread: float, corner: float, tableau: Tableau, pivots: int, status: int
) -> Solution:
    """Value, both strategies, basic rows and columns, pivots, status and gap of a final tableau.

    The gap between what the two strategies guarantee, in units of the payoffs' spread, proves
    the answer whatever errors the pivots accumulated; the value is given as its middle.
    """
    body, right, _, cost, norm, left, top, _, _ = tableau
    m, n = matrix.shape
    exponent = _exponent(half_spread)
    scale = math.ldexp(1.0, -exponent)
    corner *= scale
    p, q = np.zeros(m), np.zeros(n)
    for j in range(n):
        if top[j] < m:
            p[top[j]] = cost[j]
    for i in range(m):
        if left[i] >= m:
            q[left[i] - m] = right[i]
    p_new, q_new = p, q
    lower, upper = -np.inf, np.inf
    for _ in range(4):
        _make_strategy(p_new)
        _make_strategy(q_new)
        low, high = _guarantees(matrix, scale, corner, p_new, q_new, norm)
        if not high - low < upper - lower:
            break
        p, q, lower, upper = p_new, q_new, low, high
        if upper - lower < REFINE:
            break
        p_new, q_new = np.zeros(m), np.zeros(n)
        value = 0.5 * (lower + upper)
        _refine(matrix, scale, corner, body, left, top, value, p, q, p_new, q_new)
    gap = (upper - lower) / (2.0 * half_spread * scale) if half_spread != 0.0 else 0.0
    value = math.ldexp(corner + 0.5 * (lower + upper), exponent)
    rows = _sorted_below(top, m)
    for i in range(m):
        left[i] -= m
    return value, p, q, rows, _sorted_below(left, n), pivots, status, gap


@njit(cache=True)
def _exponent(half_spread: float) -> int:
    """The payoffs times two to the minus this spread over less than one."""
    return max(math.frexp(half_spread)[1] + 1, -1021)


@njit(cache=True)
def game_tableau(matrix: Array) -> Solution:
    """Solve the game from the greatest entry of the column whose greatest entry is least."""
    tableau = _blank(*matrix.shape)
    half_spread, p, q = _extent(matrix, tableau[4])
    _open(matrix, math.ldexp(1.0, -_exponent(half_spread)), p, q, tableau)
    pivots, status = (0, BREAKDOWN) if math.isnan(half_spread) else _optimize(tableau)
    return _solution(matrix, half_spread, matrix[p, q], tableau, pivots, status)


@njit(cache=True)
def restart_tableau(matrix: Array, rows: Array, columns: Array) -> Solution:
    """Solve the game from the basis of these rows and columns."""
    tableau = _blank(*matrix.shape)
    half_spread = _extent(matrix, tableau[4])[0]
    p, q = rows[0], columns[0]
    _open(matrix, math.ldexp(1.0, -_exponent(half_spread)), p, q, tableau)
    pivots, status = _optimize(tableau) if _reach(rows, columns, tableau) else (0, BREAKDOWN)
    return _solution(matrix, half_spread, matrix[p, q], tableau, pivots, status)


@njit(cache=True, fastmath=SUMS)
def _balanced(x: float, p: float, inverse: float) -> float:
    """The residue of x modulo p in [-p/2, p/2]; inverse is 1 / p."""
    return float(x - p * np.floor(x * inverse + 0.5))


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


@njit(cache=True, fastmath=SUMS)
def _add_product(total: Array, a: Array, offset: int, b: Array) -> None:
    """Add to the total the product of b and the columns of a from the offset on."""
    k, n = b.shape
    for i in range(a.shape[0]):
        row = total[i]
        for t in range(0, k - 3, 4):
            c = offset + t
            f0, f1, f2, f3 = a[i, c], a[i, c + 1], a[i, c + 2], a[i, c + 3]
            b0, b1, b2, b3 = b[t], b[t + 1], b[t + 2], b[t + 3]
            for j in range(n):
                row[j] += f0 * b0[j] + f1 * b1[j] + f2 * b2[j] + f3 * b3[j]
        for t in range(k - k % 4, k):
            f0, b0 = a[i, offset + t], b[t]
            for j in range(n):
                row[j] += f0 * b0[j]


@njit(cache=True, fastmath=SUMS)
def integer_product(a: Array, b: Array) -> Array:
    """a b in float64, exact while the sums of products stay below 2**53.

    A single thread in blocks of 64 terms: on a busy machine a threaded BLAS waits for cores.
    """
    total = np.zeros((a.shape[0], b.shape[1]))
    for start in range(0, b.shape[0], BLOCK):
        _add_product(total, a, start, b[start : start + BLOCK])
    return total


@njit(cache=True, fastmath=SUMS, error_model="numpy")
def _eliminate_panel(body: Array, swaps: Array, start: int, stop: int, p: float) -> bool:
    """Gauss-Jordan elimination modulo p, in place, of columns start..stop; False if singular.

    Columns outside the panel only take part in the row exchanges.
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


@njit(cache=True, fastmath=SUMS)
def _reduce_modulo(body: Array, top: int, bottom: int, first: int, last: int, p: float) -> None:
    """Replace the entries of a block by their balanced residues modulo p."""
    inverse = 1.0 / p
    for i in range(top, bottom):
        row = body[i, first:last]
        for j in range(last - first):
            row[j] = _balanced(row[j], p, inverse)


@njit(cache=True, fastmath=SUMS)
def inverse_modulo(matrix: Array, p: float) -> tuple[Array, bool]:
    """The inverse modulo the prime p, and whether there is one.

    Gauss-Jordan in panels of columns. A panel once eliminated holds the columns of the
    transformation, which the other columns then receive in one matrix product. Entries are
    reduced when their turn comes: till then each pivot adds at most p**2 / 4 to them.
    """
    k = matrix.shape[0]
    body = matrix.copy()
    _reduce_modulo(body, 0, k, 0, k, p)
    swaps = np.empty(k, np.int64)
    pivot_rows = np.empty((PANEL, k))
    for start in range(0, k, PANEL):
        stop = min(start + PANEL, k)
        if not _eliminate_panel(body, swaps, start, stop, p):
            return body, False
        _reduce_modulo(body, 0, k, start, stop, p)
        _reduce_modulo(body, start, stop, 0, k, p)
        for i in range(start, stop):
            for j in range(k):
                outside = j < start or j >= stop
                pivot_rows[i - start, j] = body[i, j] if outside else 0.0
                body[i, j] = 0.0 if outside else body[i, j]
        _add_product(body, body, start, pivot_rows[: stop - start])
    _reduce_modulo(body, 0, k, 0, k, p)
    for c in range(k - 1, -1, -1):
        r = swaps[c]
        if r != c:
            for i in range(k):
                body[i, c], body[i, r] = body[i, r], body[i, c]
    return body, True


@njit(cache=True, fastmath=SUMS)
def lift(
    matrix: Array, inverse: Array, p: float, right: Array, left: Array,
    x_digits: Array, y_digits: Array, start: int, stop: int,
) -> None:  # fmt: skip
    """Digits start..stop to the base p of x and y with matrix x = right and y matrix = left.

    The right-hand sides are replaced by what is left of them, divided by the power of p.
    """
    k = matrix.shape[0]
    one_pth = 1.0 / p
    u, v = np.empty(k), np.empty(k)
    for s in range(start, stop):
        x, y = x_digits[s], y_digits[s]
        for j in range(k):
            u[j] = _balanced(right[j], p, one_pth)
            v[j] = _balanced(left[j], p, one_pth)
            y[j] = 0.0
        for i in range(k):
            row, f, total = inverse[i], v[i], 0.0
            for j in range(k):
                total += row[j] * u[j]
                y[j] += f * row[j]
            x[i] = _balanced(total, p, one_pth)
        for j in range(k):
            y[j] = _balanced(y[j], p, one_pth)
        for i in range(k):
            row, f, total = matrix[i], y[i], 0.0
            for j in range(k):
                total += row[j] * x[j]
                left[j] -= f * row[j]
            right[i] = np.floor((right[i] - total) * one_pth + 0.5)
        for j in range(k):
            left[j] = np.floor(left[j] * one_pth + 0.5)


@njit(cache=True, fastmath=SUMS)
def multiply_modulo(digits: Array, factor: Array, p: float) -> Array:
    """Balanced base p digits of each column's number times factor, the digits beyond dropped.

    Digits come lowest first; the sums of their products must stay below 2**53.
    """
    count, k = digits.shape
    inverse = 1.0 / p
    product = np.zeros((count, k))
    carry = np.zeros(k)
    for s in range(count):
        total = product[s]
        for t in range(max(0, s + 1 - factor.size), s + 1):
            f, row = factor[s - t], digits[t]
            for i in range(k):
                total[i] += f * row[i]
        for i in range(k):
            x = total[i] + carry[i]
            total[i] = _balanced(x, p, inverse)
            carry[i] = np.floor((x - total[i]) * inverse + 0.5)
    return product


@njit(cache=True, fastmath=SUMS)
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
