"""One basis of a polytope {z >= 0, z G <= 1} in exact arithmetic, and its neighbors.

Ties are broken by adding powers of an infinitesimal to the right sides, a smaller one for every
further inequality: the polytope that results is simple, and the vertices of the old one are the
limits of its vertices. Charnes (1952); Dantzig, Orden and Wolfe (1955).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.strategic.two_player.best_response_polytope import Polytope


@dataclass(frozen=True)
class Dictionary:
    """The basic variables as functions of the others: integers over one positive denominator.

    ``rows[r]`` is [right side, coefficients of the nonbasic variables]; a variable is named by the
    label that says that it is zero.
    """

    polytope: Polytope
    rows: list[list[int]]
    basic: list[int]
    nonbasic: list[int]
    denominator: int

    @cached_property
    def feasible(self) -> bool:
        """Is every basic variable positive, or zero and positive when the ties are broken?"""
        return all(row[0] > 0 or self._lexically_positive(r) for r, row in enumerate(self.rows))

    @cached_property
    def tight(self) -> int:
        """Every label of the vertex, as bits: the nonbasic ones, and basic variables at zero."""
        names = [
            *self.nonbasic,
            *(b for b, row in zip(self.basic, self.rows, strict=True) if not row[0]),
        ]
        return sum(1 << label for label in names)

    def leaving(self, column: int) -> int:
        """The label that leaves the basis when a nonbasic variable (from 0) becomes positive."""
        chosen = -1
        for r, row in enumerate(self.rows):
            if row[column + 1] > 0 and (chosen < 0 or self._precedes(r, chosen, column)):
                chosen = r
        return self.basic[chosen]

    def neighbors(self) -> Iterator[int]:
        """The bases, as bits, of the vertices at the other ends of the edges."""
        basis = sum(1 << label for label in self.nonbasic)
        for column, label in enumerate(self.nonbasic):
            yield basis ^ 1 << label ^ 1 << self.leaving(column)

    def _shares(self, r: int) -> Iterator[int]:
        """The coefficients of the infinitesimals in a row, the greatest infinitesimal first."""
        place = {label: c for c, label in enumerate(self.nonbasic)}
        for label in self.polytope.other:
            if label in place:
                yield self.rows[r][place[label] + 1]
            else:
                yield self.denominator if self.basic[r] == label else 0

    def _lexically_positive(self, r: int) -> bool:
        if self.rows[r][0] < 0:
            return False
        return next(x for x in self._shares(r) if x) > 0

    def _precedes(self, r: int, other: int, column: int) -> bool:
        """Whether row r reaches zero before another row, when a nonbasic variable grows."""
        step, other_step = self.rows[r][column + 1], self.rows[other][column + 1]
        difference = self.rows[r][0] * other_step - self.rows[other][0] * step
        if difference:
            return difference < 0
        for mine, theirs in zip(self._shares(r), self._shares(other), strict=True):
            if mine * other_step != theirs * step:
                return mine * other_step < theirs * step
        return False


def exact_dictionary(polytope: Polytope, basis: int) -> Dictionary | None:
    """The dictionary of a basis, given as the bits of its nonbasic labels; None if singular.

    O(d^3) operations on integers as long as the determinants of the payoffs.
    """
    from flint import fmpq_mat, fmpz_mat

    played, tight = polytope.split(basis)
    if len(played) != len(tight):
        return None
    d, k = polytope.dimension, len(played)
    idle = [i for i in range(d) if i not in set(played)]
    loose = [j for j in range(len(polytope.other)) if j not in set(tight)]
    matrix = polytope.matrix

    def block(rows: list[int], columns: list[int]) -> Any:
        return fmpz_mat(len(rows), len(columns), matrix[np.ix_(rows, columns)].ravel().tolist())

    inverse: Any = fmpz_mat(0, 0)
    bottom: Any = 1
    if k:
        try:
            inverse, bottom = fmpq_mat(block(played, tight).transpose()).inv().numer_denom()
        except ZeroDivisionError:
            return None
    denominator = int(bottom)
    ones = fmpz_mat(k, 1, [1] * k)
    upper = [inverse * ones, inverse * block(idle, tight).transpose(), inverse]
    across = block(played, loose).transpose()
    lower = [
        fmpz_mat(len(loose), 1, [denominator] * len(loose)) - across * upper[0],
        block(idle, loose).transpose() * denominator - across * upper[1],
        -(across * inverse),
    ]
    rows = [
        [int(x) for part in parts for x in part]
        for blocks in (upper, lower)
        for parts in zip(*(b.tolist() for b in blocks), strict=True)
    ]
    basic = [polytope.own[i] for i in played] + [polytope.other[j] for j in loose]
    nonbasic = [polytope.own[i] for i in idle] + [polytope.other[j] for j in tight]
    return Dictionary(polytope, rows, basic, nonbasic, denominator)
