"""Exact solutions of integer linear systems from an approximate inverse.

A float inverse yields the leading digits of the solution, the exact remainder times the base
yields the next ones, and so on: iterative refinement that never forgets. The fractions are
recovered from enough digits. Where the inverse is at hand this is quicker than p-adic lifting,
whose primes are shorter than these digits and which needs an inverse of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.linear.systems.exact_product import EXACT, compiled, integers_of_bytes
from kibitz.linear.systems.rational_reconstruction import (
    HEAVIEST,
    MARGIN,
    denominator_of,
    lowest_terms,
    weights,
)

Array = np.ndarray[Any, np.dtype[Any]]
Pair = tuple[list[int], int, list[int], int]

SMOOTH = 5040
"""A weighted sum may lack a small factor of the common denominator; so each is tried at once."""
ATTEMPTS = 6
"""Weighted sums that are tried; one lacks a prime factor p with probability 1/p."""


def lift_pair(
    matrix: Array, inverse: Array, right: Sequence[int], left: Sequence[int], bits: float
) -> Pair | None:
    """Solve B x = right and y B = left for an integer matrix B, held in floats, exactly.

    ``inverse`` is an approximate inverse and ``bits`` about log2 of the determinant. The solutions
    come as in :func:`kibitz.linear.systems.dixon.solve_pair`; None where the inverse is too
    rough or the
    numbers are too large. O(k^2) for each digit, and about 2 bits / 32 digits (Z. Wan, An
    algorithm to solve integer linear systems exactly using numerical methods, 2006).

    >>> lift_pair(np.array([[2.0, 1], [1, 3]]), np.array([[0.6, -0.2], [-0.2, 0.4]]),
    ...           [1, 0], [0, 1], 2.3)
    ([3, -1], 5, [-1, 2], 5)
    """
    k = len(matrix)
    if not 0 <= bits < math.inf:
        return None
    sums = 2.0 * k * max(float(np.abs(matrix).max()), HEAVIEST)
    for width in (2, 1):  # shorter digits forgive a rougher inverse
        if sums * 2 ** (16 * width) < EXACT:
            found = _lifted(matrix, inverse, right, left, bits, width)
            if found is not None:
                numerators, denominator = found
                x = lowest_terms(numerators[:k], denominator)
                y = lowest_terms(numerators[k:], denominator)
                return *x, *y
    return None


def _lifted(
    matrix: Array,
    inverse: Array,
    right: Sequence[int],
    left: Sequence[int],
    bits: float,
    width: int,
) -> tuple[list[int], int] | None:
    """Numerators of x and y and their denominator, from digits of this many 16-bit limbs."""
    k = len(matrix)
    wanted = 2 * bits + MARGIN + math.log2(2 * k * HEAVIEST)
    length = math.ceil(wanted / (16 * width)) + 1
    lift = compiled().lift_dyadic
    base = 2.0 ** (16 * width)
    remainders = np.array(right, np.float64), np.array(left, np.float64)
    digits = np.empty((length, 2 * k))
    start, greatest = 0, 0.0
    for stop in (length // 4, length) if length > 12 else (length,):
        reach, most = lift(matrix, inverse, base, *remainders, digits, start, stop)
        start, greatest = stop, max(greatest, most)
        if math.isinf(greatest):
            return None
        found = _fractions(digits[:stop], width, reach, greatest)
        if found is not None:
            return found
    return None


def _fractions(
    digits: Array, width: int, reach: float, greatest: float
) -> tuple[list[int], int] | None:
    """Numerators and common denominator of the numbers with these digits, None if too few.

    Let X / 2^h be the digits and N the integers nearest to d X / 2^h, off by e at most. Then
    B N - d b = B (N - d X / 2^h) - d (b - B X / 2^h) is at most reach * e + d * greatest / 2^h,
    which is less than one; it is an integer, so it is zero, and N / d is the solution.
    """
    denominator = SMOOTH
    for attempt in range(ATTEMPTS):
        more = _denominator(digits, width, attempt)
        if more is None:
            return None
        denominator = math.lcm(denominator, more * SMOOTH)
        size = denominator.bit_length() + math.ceil(math.log2(greatest + 1.0))
        count = (size + MARGIN + 16) // (16 * width) + 1
        if count > len(digits) or reach * 2.0**-38 > 0.5:
            return None
        limbs = _limbs(denominator)
        rows, near = compiled().round_product(digits[:count], width, limbs)
        if near:
            return integers_of_bytes(rows), denominator
    return None


def _denominator(digits: Array, width: int, attempt: int) -> int | None:
    """The denominator of a weighted sum of the numbers, None if there are too few digits."""
    count, n = digits.shape
    sums = (digits @ weights(n, attempt))[::-1].reshape(count, 1)
    (total,) = integers_of_bytes(compiled().carry_bytes(sums, 2 * width))
    return denominator_of(total, 1 << (16 * width * count))


def _limbs(number: int) -> Array:
    """16-bit limbs, lowest first."""
    size = (number.bit_length() + 15) // 16
    return np.frombuffer(number.to_bytes(2 * size, "little"), dtype="<u2").astype(np.float64)
