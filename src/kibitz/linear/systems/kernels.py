"""Compiled loops of exact linear algebra: p-adic and dyadic lifting, products, carries."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]

# Sums may be taken in any order, and so in vectors: those of integers below 2**53 are exact anyway.
SUMS = {"contract", "reassoc", "nsz"}
EXACT = 2.0**53

PANEL = 48  # columns eliminated together modulo p
BLOCK = 64  # terms of an integer product taken together


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
    matrix: Array,
    inverse: Array,
    p: float,
    right: Array,
    left: Array,
    x_digits: Array,
    y_digits: Array,
    start: int,
    stop: int,
) -> None:
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
    """Rows of little-endian two's complement bytes from columns of limbs of this many bytes.

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


@njit(cache=True, fastmath=SUMS)
def _reach(matrix: Array) -> float:
    """The greatest sum of absolute values in a row or a column."""
    k = matrix.shape[0]
    columns = np.zeros(k)
    reach = 0.0
    for i in range(k):
        total = 0.0
        for j in range(k):
            x = abs(matrix[i, j])
            total += x
            columns[j] += x
        reach = max(reach, total)
    for j in range(k):
        reach = max(reach, columns[j])
    return reach


@njit(cache=True, fastmath=SUMS)
def lift_dyadic(
    matrix: Array,
    inverse: Array,
    base: float,
    right: Array,
    left: Array,
    digits: Array,
    start: int,
    stop: int,
) -> tuple[float, float]:
    """Digits start..stop, highest first, of x and y with matrix x = right and y matrix = left.

    A row of digits holds x and then y. The right-hand sides are replaced by what is left of them,
    times the power of the base. Returns the reach of the matrix and the greatest remainder, which
    is infinite if a sum might have passed 2**53 or a digit the base.
    """
    k = matrix.shape[0]
    reach = _reach(matrix)
    greatest = 0.0
    for s in range(start, stop):
        x, y = digits[s, :k], digits[s, k:]
        for j in range(k):
            y[j] = 0.0
        for i in range(k):
            row, f, total = inverse[i], left[i], 0.0
            for j in range(k):
                total += row[j] * right[j]
                y[j] += f * row[j]
            x[i] = np.floor(base * total + 0.5)
        largest = largest_digit = 0.0
        for j in range(k):
            y[j] = np.floor(base * y[j] + 0.5)
            largest_digit = max(largest_digit, max(abs(x[j]), abs(y[j])))
            largest = max(largest, max(abs(left[j]), abs(right[j])))
        if not (largest_digit <= base and base * largest + reach * largest_digit < EXACT):
            return reach, np.inf
        for j in range(k):
            left[j] *= base
        for i in range(k):
            row, f, total = matrix[i], y[i], 0.0
            for j in range(k):
                total += row[j] * x[j]
                left[j] -= f * row[j]
            right[i] = base * right[i] - total
        for j in range(k):
            greatest = max(greatest, max(abs(left[j]), abs(right[j])))
    return reach, greatest


@njit(cache=True, fastmath=SUMS)
def round_product(digits: Array, width: int, factor: Array) -> tuple[Array, bool]:
    """The integers nearest to factor times the fractions with these digits, as in carry_bytes.

    Digits are of this many 16-bit limbs and come highest first, the factor as limbs lowest first.
    The flag says whether all products lie within 2**-39 of the integers. What is dropped, lower
    than six limbs below the point, is less than 2**-50.
    """
    count, n = digits.shape
    point = width * count
    cut = max(0, point - 6)
    high = point + factor.size + 1
    limbs = np.zeros((high - cut, n), np.int64)
    total = np.empty(n)
    for position in range(cut, point + factor.size):
        limb = limbs[position - cut]
        # Digit t has the position width * (count - 1 - t), and the factor's limb makes up the rest.
        first = max(0, count - 1 - position // width)
        last = min(count, count + (factor.size - 1 - position) // width)
        for block in range(first, last, 32):
            total[:] = 0.0
            for t in range(block, min(block + 32, last)):
                f, row = factor[position - width * (count - 1 - t)], digits[t]
                for i in range(n):
                    total[i] += f * row[i]
            for i in range(n):
                limb[i] += np.int64(total[i])
    return _round_limbs(limbs, point - cut)


@njit(cache=True)
def _round_limbs(limbs: Array, point: int) -> tuple[Array, bool]:
    """Rows of bytes of the integers nearest to the numbers with these limbs, if these are near."""
    count, n = limbs.shape
    result = np.empty((n, 2 * (count - point) + 6), np.uint8)
    carry = np.zeros(n, np.int64)
    fraction = np.zeros(n, np.int64)
    near = True
    for s in range(count):
        for i in range(n):
            x = carry[i] + limbs[s, i] + (32768 if s == point - 1 else 0)
            carry[i] = x >> 16
            if s < point:
                fraction[i] = (fraction[i] >> 16) + ((x & 65535) << 32)
            else:
                result[i, 2 * (s - point)] = x & 255
                result[i, 2 * (s - point) + 1] = (x >> 8) & 255
    for i in range(n):
        near = near and abs(fraction[i] - (1 << 47)) <= 128
        x = carry[i]
        for b in range(result.shape[1] - 6, result.shape[1]):
            result[i, b] = x & 255
            x >>= 8
    return result, near
