"""Exact arithmetic for checkers: integers over one denominator, and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import CLOSE
from kibitz.core.numbers import Number, common_denominator, is_root, over
from kibitz.core.tensor import Array, Tensor


def whole(tensor: Tensor) -> tuple[Array, int]:
    """Numbers as integers over a common denominator; floats are the binary fractions they are.

    >>> numerators, bottom = whole(Tensor.read([[0.5, 0.25]]))
    >>> numerators.tolist(), bottom
    ([[2, 1]], 4)
    """
    if tensor.exact:
        return tensor.array.astype(object), tensor.denominator
    numerators, bottom = common_denominator(map(Fraction, tensor.array.ravel().tolist()))
    return np.array(numerators, object).reshape(tensor.shape), bottom


def fractions(numbers: Iterable[Number | int]) -> list[Fraction]:
    """Numbers as the exact ones that they are."""
    return [Fraction(x) for x in numbers]


def ends(tensor: Tensor) -> list[Number]:
    """The least and the greatest number of a table, as it has them."""
    both = tensor.array.min(), tensor.array.max()
    return [Fraction(int(x), tensor.denominator) if tensor.exact else float(x) for x in both]


def summed(numbers: Iterable[Fraction]) -> Fraction:
    """A sum, which of no numbers is 0."""
    return sum(numbers, Fraction(0))


def dot(weights: Sequence[Any], numbers: Sequence[Any]) -> Fraction:
    """A weighted sum of exact numbers."""
    return summed(w * x for w, x in zip(weights, numbers, strict=True) if w)


def mixture(weights: Sequence[Any]) -> list[Any]:
    """Weights that are a distribution up to rounding, made one; others as the numbers they are.

    What floats lack of 1 would count as payoffs: of millions, far more than their spread.

    >>> mixture([0.5, 0.4999999999]) == [Fraction(0.5), Fraction(0.4999999999)]
    False
    """
    if not any(isinstance(w, float) for w in weights) or any(map(is_root, weights)):
        return list(weights)
    found, slack = [Fraction(w) for w in weights], CLOSE
    if min(found) < -slack or abs(summed(found) - 1) > slack:
        return found
    kept = [max(w, Fraction(0)) for w in found]
    whole = summed(kept)
    return [w / whole for w in kept]


def near(numbers: Sequence[Number], right: Sequence[Number], slack: Fraction) -> bool:
    """Whether numbers are as many as they should be, and each is off by at most the slack."""
    return len(numbers) == len(right) and all(
        abs(Fraction(a) - Fraction(b)) <= slack for a, b in zip(numbers, right, strict=True)
    )


def times(weights: Iterable[Number], matrix: Array, bottom: int) -> list[Fraction]:
    """A vector times a matrix of integers over a denominator, exactly. O(mn)."""
    given = list(weights)
    if any(map(is_root, given)):
        return [x * Fraction(1, bottom) for x in np.array(given, object) @ matrix]
    numerators, below = common_denominator(fractions(given))
    if not matrix.size:
        return [Fraction(0)] * matrix.shape[1]
    used = [k for k, x in enumerate(numerators) if x]
    total = np.array([numerators[k] for k in used], object) @ matrix[used]
    return over(total.tolist() if used else [0] * matrix.shape[1], below * bottom)


def rank(rows: Sequence[Sequence[Fraction | int]]) -> int:
    """The rank of a matrix, by elimination."""
    from flint import fmpz_mat

    table = [common_denominator(fractions(row))[0] for row in rows]
    return int(fmpz_mat(table).rank()) if table and table[0] else 0


def sign_of_determinant(rows: Sequence[Sequence[Fraction | int]]) -> int:
    """The sign of the determinant of a square matrix.

    >>> sign_of_determinant([[0, Fraction(1, 2)], [1, 1]])
    -1
    """
    from flint import fmpz_mat

    found = fmpz_mat([common_denominator(row)[0] for row in rows]).det()
    return int(found > 0) - int(found < 0)


def dimension(points: Sequence[Sequence[Fraction]]) -> int:
    """The dimension of the least flat that holds some points; -1 for none.

    >>> dimension([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))])
    1
    """
    first = points[0] if points else ()
    moves = [[a - b for a, b in zip(p, first, strict=True)] for p in points[1:]]
    return rank(moves) if points else -1
