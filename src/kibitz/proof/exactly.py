"""Exact arithmetic for checkers: integers over one denominator, ranks, and faces of a polytope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.numbers import Number, common_denominator, is_root, over
from kibitz.core.tensor import Array, Tensor

FACES = 5_000
"""A polytope with more faces is not looked at: who lists its corners must leave it open."""


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


def dimension(points: Sequence[Sequence[Fraction]]) -> int:
    """The dimension of the least flat that holds some points; -1 for none.

    >>> dimension([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))])
    1
    """
    first = points[0] if points else ()
    moves = [[a - b for a, b in zip(p, first, strict=True)] for p in points[1:]]
    return rank(moves) if points else -1


class Hull:
    """The convex hull of some points inside a polytope, whose constraints tell which are tight.

    ``tight[i]`` holds the positions of the points that constraint i meets with equality.
    """

    def __init__(self, points: Sequence[Sequence[Fraction]], tight: Iterable[Any]) -> None:
        self._points = points
        self._tight = {frozenset(t) for t in tight}
        self._dimensions: dict[frozenset[int], int] = {}
        self._closed: dict[frozenset[int], bool | None] = {}

    def is_all(self) -> bool | None:
        """Whether every facet of the hull lies in a constraint; None when there are too many faces.

        Facets in a constraint are known by their dimension. They are all there are if each of
        their own facets, by the same test, lies in a second one: the facets of a polytope are
        connected through common facets. So a hull of full dimension is the whole polytope.
        """
        return self._is_closed(frozenset(range(len(self._points))))

    def dimension(self, face: frozenset[int]) -> int:
        if face not in self._dimensions:
            self._dimensions[face] = dimension([self._points[k] for k in sorted(face)])
        return self._dimensions[face]

    def _facets(self, face: frozenset[int]) -> set[frozenset[int]]:
        inside = {face & t for t in self._tight} - {face, frozenset()}
        return {f for f in inside if self.dimension(f) == self.dimension(face) - 1}

    def _is_closed(self, face: frozenset[int]) -> bool | None:
        if face not in self._closed:
            if len(self._closed) > FACES:
                return None
            self._closed[face] = self._look(face)
        return self._closed[face]

    def _look(self, face: frozenset[int]) -> bool | None:
        if self.dimension(face) <= 0:
            return len(face) == 1
        facets = self._facets(face)
        if self.dimension(face) == 1:
            return len(face) == 2 and len(facets) == 2
        for facet in facets:
            closed = self._is_closed(facet)
            if not closed:
                return closed
            if not all(any(r < f for f in facets - {facet}) for r in self._facets(facet)):
                return False
        return bool(facets)
