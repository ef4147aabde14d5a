"""Denominators of rational numbers from their residues or their leading digits."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.linear.systems.exact_product import compiled

Array = np.ndarray[Any, np.dtype[Any]]

MARGIN = 40  # bits to spare before a reconstructed fraction is believed
HEAVIEST = 1009


def denominator_of(residue: int, modulus: int) -> int | None:
    """The denominator of the one fraction of small terms with this residue, None if none.

    The same steps find the denominator of the one simple fraction near residue / modulus: either
    way a small multiple of the residue is small modulo the modulus. Euclid's algorithm, with
    Lehmer's leading digits; O(b^2) for b bits (P. Wang, A p-adic algorithm for univariate partial
    fractions, 1981).

    >>> denominator_of(pow(12, -1, 7**40) * 5, 7**40), denominator_of(2**80 * 7 // 12, 2**80)
    (12, 12)
    """
    lehmer = compiled().lehmer
    half = modulus.bit_length() // 2
    a, b = modulus, residue % modulus
    t, u = 0, 1
    while b.bit_length() > half:
        shift = max(a.bit_length() - 62, 0)
        stop = 1 << max(half + 1 - shift, 0)
        w, x, y, z = lehmer(a >> shift, b >> shift, stop)
        if x == 0:
            quotient, remainder = divmod(a, b)
            a, b = b, remainder
            t, u = u, t - quotient * u
        else:
            a, b = w * a + x * b, y * a + z * b
            t, u = w * t + x * u, y * t + z * u
    if b.bit_length() + u.bit_length() + MARGIN > modulus.bit_length():
        return None
    return abs(u)


@lru_cache(maxsize=256)
def weights(k: int, attempt: int) -> Array:
    """Weights of k numbers whose weighted sum should have their common denominator."""
    return np.arange(attempt + 2.0, attempt + k + 2.0) ** 3 % HEAVIEST


def lowest_terms(numerators: list[int], denominator: int) -> tuple[list[int], int]:
    """The same numbers with the least common denominator.

    >>> lowest_terms([4, 6], 8)
    ([2, 3], 4)
    """
    common = math.gcd(denominator, *numerators)
    if common == 1:
        return numerators, denominator
    return [e // common for e in numerators], denominator // common
