"""Swings: the coalitions a voter turns from losing to winning, counted by size.

The power indices of Shapley and Shubik, Banzhaf, Coleman and Rae depend on nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Index = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Swings:
    """What was counted: losing coalitions by size, and each voter's swings by size.

    ``by_voter[i][s]`` is how many coalitions of s others lose and win once voter i joins them.

    >>> swings = Swings((1, 3, 1, 0), ((0, 2, 1), (0, 1, 0), (0, 1, 0)), "hand")
    >>> swings.wins, [str(x) for x in swings.shapley_shubik()]
    (3, ['2/3', '1/6', '1/6'])
    """

    losing: tuple[int, ...]
    by_voter: tuple[tuple[int, ...], ...]
    method: str

    @property
    def n(self) -> int:
        return len(self.by_voter)

    @property
    def losses(self) -> int:
        """How many coalitions lose."""
        return sum(self.losing)

    @property
    def wins(self) -> int:
        """How many coalitions win."""
        return (1 << self.n) - self.losses

    def totals(self) -> tuple[int, ...]:
        """How many swings each voter has."""
        return tuple(map(sum, self.by_voter))

    def pivots(self) -> tuple[int, ...]:
        """In how many of the n! orders of arrival each voter brings the win."""
        weights = [math.factorial(s) * math.factorial(self.n - 1 - s) for s in range(self.n)]
        return tuple(sum(w * c for w, c in zip(weights, row, strict=True)) for row in self.by_voter)

    def shapley_shubik(self) -> Index:
        """The share of all orders of arrival in which a voter brings the win."""
        return _over(self.pivots(), math.factorial(self.n))

    def banzhaf(self) -> Index:
        """The chance to swing the vote when all coalitions of others are equally likely."""
        return _over(self.totals(), 2 ** (self.n - 1))

    def normalized_banzhaf(self) -> Index:
        """Each voter's share of all swings."""
        return _over(self.totals(), sum(self.totals()))

    def coleman_prevent(self) -> Index:
        """The share of winning coalitions that a voter can bring down."""
        return _over(self.totals(), self.wins)

    def coleman_initiate(self) -> Index:
        """The share of losing coalitions that a voter can make win."""
        return _over(self.totals(), self.losses)

    def rae(self) -> Index:
        """How often a voter is on the side of the outcome."""
        return tuple(Fraction(1, 2) + x / 2 for x in self.banzhaf())


def _over(counts: Sequence[int], total: int) -> Index:
    return tuple(Fraction(c, total) for c in counts)
