"""Exact solutions of integer linear systems by Dixon's p-adic lifting.

The inverse modulo one prime p yields the digits of the solution to the base p, one matrix-vector
product each; the fractions are recovered from enough of them. Numbers are held in float64 and
kept below 2**53, where sums and products are exact and run at the speed of the hardware.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.core.compiling.ahead import is_ahead
from kibitz.linear.systems.exact_product import EXACT, are_compiled, compiled, integers_of_limbs
from kibitz.linear.systems.fraction_free import solve, suits
from kibitz.linear.systems.rational_reconstruction import (
    MARGIN,
    denominator_of,
    lowest_terms,
    weights,
)

Array = np.ndarray[Any, np.dtype[Any]]
Pair = tuple[list[int], int, list[int], int]

SMALL = 14  # up to this order FLINT's elimination beats the lifting
COLD = 400  # and up to this one while the loops are not compiled, which takes seconds
WORTHWHILE = 0.7
"""Seconds of elimination after which they are."""
LEAST_PRIME = 1 << 10


def solve_pair(matrix: Array, right: Sequence[int], left: Sequence[int]) -> Pair:
    """Solve B x = right and y B = left for a square integer matrix B, exactly.

    Returns the numerators of x, their denominator, the numerators of y and theirs; both
    denominators are positive and in lowest terms. Raises ZeroDivisionError if B is singular.
    One modular inverse serves both systems; O(k^3 log k) bit operations in all (J. Dixon,
    Exact solution of linear equations using p-adic expansions, Numer. Math. 40, 1982).

    >>> solve_pair(np.array([[2, 1], [1, 3]]), [1, 0], [0, 1])
    ([3, -1], 5, [-1, 2], 5)
    """
    if len(matrix) <= SMALL or matrix.dtype == object:
        return _eliminated_pair(matrix, right, left)
    if len(matrix) > COLD or are_compiled() or is_ahead() or _SPENT[0] > WORTHWHILE:
        answer = _lifted_pair(matrix, right, left)
        return answer or _eliminated_pair(matrix, right, left)
    began = time.perf_counter()
    answer = _eliminated_pair(matrix, right, left)
    _SPENT[0] += time.perf_counter() - began
    return answer


_SPENT = [0.0]
"""Seconds of eliminations in this process that lifting could have done."""


def _eliminated_pair(matrix: Array, right: Sequence[int], left: Sequence[int]) -> Pair:
    """The pair of solutions by elimination, for any order and any size of the entries."""
    k = len(matrix)
    if suits(k):
        whole = matrix.tolist()
        sideways = [list(column) for column in zip(*whole, strict=True)]
        return *solve(whole, list(map(int, right))), *solve(sideways, list(map(int, left)))
    from flint import fmpz_mat

    body: Any = fmpz_mat(k, k, matrix.ravel().tolist())
    x, x_denominator = body.solve(fmpz_mat(k, 1, [int(b) for b in right])).numer_denom()
    transpose = body.transpose()
    y, y_denominator = transpose.solve(fmpz_mat(k, 1, [int(b) for b in left])).numer_denom()
    return (
        [int(e) for e in x.entries()],
        int(x_denominator),
        [int(e) for e in y.entries()],
        int(y_denominator),
    )


def _lifted_pair(matrix: Array, right: Sequence[int], left: Sequence[int]) -> Pair | None:
    """The pair of solutions by lifting; None where the entries are too large or no prime fits."""
    k = len(matrix)
    largest = max(int(matrix.max()), -int(matrix.min()))
    if largest * k * LEAST_PRIME >= EXACT:
        return None
    right_size = max(abs(int(x)) for x in right)
    left_size = max(abs(int(x)) for x in left)
    if max(right_size, left_size) >= EXACT // 4:
        return None
    body = matrix.astype(np.float64)
    bits = _solution_bits(body, math.log2(right_size + 1), math.log2(left_size + 1))
    p, inverse = _inverse(body, _largest_prime(k, largest, bits))
    if inverse is None:
        return None

    kernels = compiled()
    length = math.ceil(bits / math.log2(p)) + 2
    guard = math.ceil(math.log(2 * k * largest + 1, p))
    residue_x = np.array(right, dtype=np.float64)
    residue_y = np.array(left, dtype=np.float64)
    x_digits = np.empty((length, k))
    y_digits = np.empty((length, k))
    start = 0
    for stop in [length // part for part in (8, 4, 2, 1) if part == 1 or length >= 10 * part]:
        kernels.lift(body, inverse, p, residue_x, residue_y, x_digits, y_digits, start, stop)
        start = stop
        x = _fractions(x_digits[:stop], p, guard, right_size, 1)
        if x is None:
            continue
        y = _fractions(y_digits[:stop], p, guard, left_size, x[1])
        if y is not None:
            return *lowest_terms(*x), *lowest_terms(*y)
    return None


def _solution_bits(body: Array, right_bits: float, left_bits: float) -> float:
    """How many bits of a p-adic expansion surely determine both solutions.

    Cramer's rule and Hadamard's inequality bound numerators and denominators; a weighted sum
    of the entries is reconstructed first, which adds the bits of the weights.
    """
    squares = body * body
    columns = 0.5 * np.log2(np.maximum(squares.sum(axis=0), 1.0))
    rows = 0.5 * np.log2(np.maximum(squares.sum(axis=1), 1.0))
    half_order = 0.5 * math.log2(len(body))
    by_columns = float(columns.sum())
    by_rows = float(rows.sum())
    x_bits = by_columns + max(0.0, right_bits + half_order - float(columns.min()))
    y_bits = by_rows + max(0.0, left_bits + half_order - float(rows.min()))
    return 2.0 * (max(x_bits, y_bits) + 2.0 * half_order + 10.0) + 2 * MARGIN


def _largest_prime(k: int, largest: int, bits: float) -> int:
    """A bound on the prime that keeps all sums of products below 2**53."""
    terms = max(k, int(bits / 10.0))
    bound = min(math.isqrt(4 * EXACT // terms), EXACT // (k * max(largest, 1)), 1 << 24)
    keep = max(bound.bit_length() - 4, 0)
    return (bound >> keep << keep) - bound // 64


def _inverse(body: Array, bound: int) -> tuple[float, Array | None]:
    """A prime below the bound and the inverse modulo it; None after three singular primes."""
    for _ in range(3):
        bound = _prime_below(bound)
        inverse, regular = compiled().inverse_modulo(body, float(bound))
        if regular:
            return float(bound), inverse
    return float(bound), None


@lru_cache(maxsize=256)
def _prime_below(bound: int) -> int:
    candidate = bound - 1
    while any(candidate % d == 0 for d in range(2, math.isqrt(candidate) + 1)):
        candidate -= 1
    return candidate


def _fractions(
    digits: Array, p: float, guard: int, size: int, denominator: int
) -> tuple[list[int], int] | None:
    """Numerators and common denominator of the numbers with these digits, None if too few.

    The denominator given is the first guess. With N = d x modulo p^h, the top `guard` digits of
    N being zero and 8 d |b| < p^h, the entries of B N - d b are below p^h in absolute value and
    divisible by p^h: they vanish, and N / d is the solution.
    """
    kernels = compiled()
    enough = len(digits)
    for attempt in range(12):
        if denominator > 1 or attempt:
            factor = _digits(denominator, p)
            for length in (_length(denominator, p, guard, enough), enough):
                product = kernels.multiply_modulo(digits[:length], factor, p)
                clear = not product[length - guard :].any()
                if clear and 8 * denominator * size < int(p) ** length:
                    return _integers(product, p), denominator
        else:
            product = digits
        more = _denominator(product, p, attempt)
        if more is None:
            return None
        denominator *= more
    return None


def _length(denominator: int, p: float, guard: int, enough: int) -> int:
    """Digits that numerators of about the size of the denominator take, with the guard."""
    return min(enough, int((denominator.bit_length() + MARGIN) / math.log2(p)) + 1 + guard)


def _denominator(digits: Array, p: float, attempt: int) -> int | None:
    """The denominator of a weighted sum of the numbers, None if there are too few digits."""
    count, k = digits.shape
    base = int(p)
    residue = 0
    for digit in reversed((digits @ weights(k, attempt)).tolist()):
        residue = residue * base + int(digit)
    return denominator_of(residue, base**count)


def _digits(number: int, p: float) -> Array:
    """Balanced base p digits of a number, lowest first."""
    base = int(p)
    half = base // 2
    digits = []
    while number:
        number, digit = divmod(number + half, base)
        digits.append(digit - half)
    return np.array(digits, dtype=np.float64)


def _integers(digits: Array, p: float) -> list[int]:
    """The integer of each column of balanced base p digits."""
    used = np.flatnonzero(digits.any(axis=1))
    count = int(used[-1]) + 1 if used.size else 1
    limbs = compiled().integer_product(_power_limbs(int(p), count), digits[:count])
    return integers_of_limbs(limbs, 2)


def _power_limbs(p: int, count: int) -> Array:
    """16-bit limbs, one column for each power of p below the count."""
    rounded = 1 << (count - 1).bit_length()
    limbs = (count * p.bit_length() + 15) // 16
    return _power_table(p, rounded)[:limbs, :count]


@lru_cache(maxsize=16)
def _power_table(p: int, count: int) -> Array:
    width = (count * p.bit_length() + 15) // 16
    table = np.empty((count, width))
    power = 1
    for s in range(count):
        table[s] = np.frombuffer(power.to_bytes(2 * width, "little"), dtype="<u2")
        power *= p
    return np.ascontiguousarray(table.T)
