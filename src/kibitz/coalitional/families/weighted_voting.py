"""Weighted voting: a coalition wins when its weights reach the quota.

Its power indices come from generating functions, without the table of all coalitions, so that an
electoral college of 51 voters takes a fraction of a second, exactly.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kibitz.coalitional.coalitions import subset_sums, tensor_over
from kibitz.coalitional.families.counting import Counts, check_work
from kibitz.coalitional.families.parametric import (
    ParametricGame,
    name_players,
    names_of,
    read_numbers,
)
from kibitz.coalitional.families.swings import Swings
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.coalitional.banzhaf import BanzhafValue
    from kibitz.coalitional.families.voting_power import VotingPower
    from kibitz.coalitional.shapley import ShapleyValue

MOST_VOTERS = 1000
METHOD = "generating functions, by size and weight"
Chair = Literal["equal", "casting", "veto"]


class WeightedVoting(ParametricGame):
    """Voters with weights, and the quota a winning coalition reaches.

    >>> game = weighted_voting(51, [10, 20, 30, 40])
    >>> print(game)
    [51; 10, 20, 30, 40], 4 voters
    >>> game.wins(2, 4), game.wins(1, 4)
    (True, False)
    >>> [str(x) for x in game.shapley()]
    ['1/12', '1/4', '1/4', '5/12']
    """

    instead = "ask for power_indices(), which counts coalitions by weight"

    quota: Fraction
    weights: tuple[Fraction, ...]

    @property
    def exact(self) -> bool:
        return True

    @property
    def total(self) -> Number:
        return Fraction(1)

    def parameters(self) -> tuple[Any, ...]:
        return self.quota, self.weights

    def whole(self) -> tuple[tuple[int, ...], int]:
        """Weights and quota of the same game in the smallest whole numbers in proportion.

        >>> weighted_voting("1/2", ["0.2", "0.4", "0.4"]).whole()
        ((1, 2, 2), 3)
        """
        numerators, bottom = common_denominator([*self.weights, self.quota])
        *weights, quota = numerators
        common = gcd(*weights)
        return tuple(w // common for w in weights), -(-quota // common)

    def wins(self, *voters: Any) -> bool:
        """Whether the coalition of these voters reaches the quota."""
        from kibitz.coalitional.coalitions import members

        inside = members(self.mask(*voters))
        return sum((self.weights[i] for i in inside), Fraction(0)) >= self.quota

    def _tabled(self) -> Tensor:
        weights, quota = self.whole()
        sums = subset_sums([Fraction(w) for w in weights]).array
        return tensor_over(np.asarray(sums >= quota, dtype=np.int64))

    def swings(self) -> Swings:
        """The swings of every voter by size. Cost n^2 additions of integers of n q digits."""
        weights, quota = self.whole()
        kinds = set(weights)
        check_work(self.n, quota, len(kinds), "voters", "round the weights, or sample orders")
        counts = Counts.of(weights, quota)
        by_weight = {w: tuple(counts.without(w).between(quota - w, quota)) for w in kinds}
        losing = tuple(counts.between(0, quota))
        return Swings(losing, tuple(by_weight[w] for w in weights), METHOD)

    def losing_without(self, voter: int) -> list[int]:
        """How many coalitions of the others lose, by size, counted afresh."""
        weights, quota = self.whole()
        return Counts.of([*weights[:voter], *weights[voter + 1 :]], quota).between(0, quota)

    def kinds(self) -> tuple[int, ...]:
        """For each voter the first voter with the same weight."""
        return tuple(self.weights.index(w) for w in self.weights)

    def power_indices(self) -> VotingPower:
        """All power indices, without the table of coalitions."""
        from kibitz.coalitional.families.voting_power import voting_power

        return voting_power(self)

    def shapley(self) -> ShapleyValue:
        """The Shapley-Shubik index."""
        from kibitz.coalitional.families.voting_power import shapley_shubik

        return shapley_shubik(self)

    def banzhaf(self) -> BanzhafValue:
        """The Banzhaf value."""
        from kibitz.coalitional.families.voting_power import swing_chance

        return swing_chance(self)

    def solve(self, method: str = "auto", exact: bool | None = None) -> Any:
        """All power indices, or what is asked for by name."""
        return self.power_indices() if method == "auto" else super().solve(method, exact)

    def __str__(self) -> str:
        weights = ", ".join(map(show, self.weights[:16])) + ", ..." * (self.n > 16)
        head = f"[{show(self.quota)}; {weights}]"
        return f"{self.title or head}, {self.n} voters" + (f", {head}" if self.title else "")


def weighted_voting(
    quota: Any,
    weights: Any,
    players: Any = None,
    title: str = "",
    *,
    strict: bool = False,
) -> WeightedVoting:
    """The game in which coalitions win whose weights add up to the quota, or more.

    ``weights`` is a list, or a dict by name. With ``strict`` the weights must exceed the quota.
    Floats are read at their shortest decimal spelling: the game only asks which sums reach it.

    >>> game = weighted_voting(57, [31, 31, 28, 21, 2, 2], strict=True)
    >>> str(game.quota), game.null_voters()
    ('58', ('4', '5', '6'))
    >>> weighted_voting(120, [10, 20, 30, 40])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the quota is 120; it must be above 0 and at most 100, the sum ...
    """
    heavy = tuple(exact(w) for w in read_numbers(weights, "weights", "voter"))
    names = name_players(names_of(weights, players), len(heavy), "voters")
    if len(heavy) > MOST_VOTERS:
        raise GameError(f"weights: {len(heavy)} voters; there can be at most {MOST_VOTERS}")
    for name, weight in zip(names, heavy, strict=True):
        if weight < 0:
            raise GameError(f"the weight of {name} is {show(weight)}; weights are not negative")
    need, total = exact(quota, "quota"), sum(heavy)
    if strict and need < 0:
        raise GameError(f"the quota is {show(need)}; weights must exceed it, so it is not negative")
    if strict:
        need = _next_sum(heavy, need)
    if not 0 < need <= total:
        said = exact(quota)
        limit = f"below {show(total)}" if strict else f"above 0 and at most {show(total)}"
        raise GameError(
            f"the quota is {show(said)}; it must be {limit}, the sum of the weights, or everybody "
            "or nobody would win"
        )
    return WeightedVoting(names, title, quota=need, weights=heavy)


def _next_sum(weights: tuple[Fraction, ...], bound: Fraction) -> Fraction:
    """The least multiple of the unit of the weights that exceeds a bound."""
    numerators, bottom = common_denominator(weights)
    unit = Fraction(gcd(*numerators), bottom)
    return unit * (bound // unit + 1) if unit else bound
