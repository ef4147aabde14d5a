"""Determinants and systems of integers too small to load a library for.

Fraction-free elimination keeps every number a minor of the matrix, so divisions leave no remainder
and numbers stay short. E. Bareiss, Sylvester's identity and multistep integer-preserving Gaussian
elimination, Math. Comp. 22, 1968.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

MOST_ROWS = 24
"""The order up to which elimination in Python is quicker than loading FLINT."""


def suits(order: int) -> bool:
    """Whether a matrix of this order is for the functions here: small, and FLINT not loaded."""
    return order <= MOST_ROWS and "flint" not in sys.modules


def determinant(matrix: Sequence[Sequence[int]]) -> int:
    """The determinant of a square matrix of integers, in O(n^3) multiplications.

    >>> determinant([[2, 1], [1, 3]]), determinant([[0, 1], [1, 0]]), determinant([])
    (5, -1, 1)
    """
    return _eliminate([list(row) for row in matrix])


def solve(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> tuple[list[int], int]:
    """Solve B x = right: the numerators of x and their positive denominator, in lowest terms.

    Raises ZeroDivisionError if B is singular.

    >>> solve([[2, 1], [1, 3]], [1, 0])
    ([3, -1], 5)
    """
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    bottom = _eliminate(rows)
    if not bottom:
        raise ZeroDivisionError("the matrix is singular")
    bottom = rows[0][0] if rows else 1
    common = math.gcd(bottom, *(row[-1] for row in rows)) * (1 if bottom > 0 else -1)
    return [row[-1] // common for row in rows], bottom // common


def _eliminate(rows: list[list[int]]) -> int:
    """Make the square part a multiple of the identity; the determinant of what it was."""
    before, sign = 1, 1
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        line = rows[k]
        lead = line[k]
        for i, row in enumerate(rows):
            factor = row[k]
            if i != k and (factor or lead != before):  # else the row stays as it is
                rows[i] = [
                    (lead * x - factor * y) // before for x, y in zip(row, line, strict=True)
                ]
        before = lead
    return sign * before
