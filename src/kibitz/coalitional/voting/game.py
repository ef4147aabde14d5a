"""What voting games share that are known by weights and quotas: they count swings."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.coalitional.families.parametric import ParametricCoalitionalGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS
from kibitz.coalitional.voting.swings import Swings
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number
from kibitz.core.verbs import explain

if TYPE_CHECKING:
    from kibitz.coalitional.voting.power_by_weights import ShapleyShubik, SwingChance, VotingPower
    from kibitz.core.solution import AnySolution


MOST_LISTED = 60
"""Voters up to which each is listed."""


class VotingGame(ParametricCoalitionalGame):
    """A simple game whose coalitions are counted without a table of them."""

    instead = "ask for power_indices(), which counts coalitions without a table"

    @property
    def exact(self) -> bool:
        return True

    @property
    def total(self) -> Number:
        return Fraction(1)

    @abstractmethod
    def wins(self, *voters: Any) -> bool:
        """Whether the coalition of these voters wins.

        Parameters
        ----------
        *voters : str or int
            The members of the coalition.
        """

    @abstractmethod
    def swings(self) -> Swings:
        """The swings of every voter, by size."""

    @abstractmethod
    def kinds(self) -> tuple[int, ...]:
        """For each voter the first voter with the same weights."""

    def listed(self) -> list[tuple[str, int]]:
        """Labels and positions of the voters to be listed: of many, one of each kind.

        >>> from kibitz.coalitional.voting.weighted import weighted_voting
        >>> weighted_voting(40, [9] + [1] * 70).listed()
        [('1', 0), ('2 and 69 alike', 1)]
        """
        if self.n <= MOST_LISTED:
            return [(player, i) for i, player in enumerate(self.players)]
        alike = Counter(self.kinds())
        return [
            (self.players[i] + (f" and {count - 1} alike" if count > 1 else ""), i)
            for i, count in alike.items()
        ]

    def rational(self) -> CoalitionalGame:
        """Itself, for votes are counted exactly."""
        return self

    def floating(self) -> CoalitionalGame:
        """The table of coalitions in floating point."""
        if self.n > MOST_PLAYERS:
            raise GameError("votes are counted in whole numbers; leave out exact=False")
        return self.as_table().floating()

    def null_voters(self) -> tuple[str, ...]:
        """The voters whose vote never matters."""
        totals = self.swings().totals()
        return tuple(p for p, t in zip(self.players, totals, strict=True) if t == 0)

    def power_indices(self) -> VotingPower:
        """All power indices, without the table of coalitions."""
        return call(self, "voting_power")

    def shapley(self) -> ShapleyShubik:
        """The Shapley-Shubik index."""
        return call(self, "shapley_shubik")

    def banzhaf(self) -> SwingChance:
        """The Banzhaf value."""
        return call(self, "swing_chance")

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> AnySolution: ...


@explain.register
def _(game: VotingGame, method: str = "auto", exact: bool | None = None) -> Explanation:
    explanation: Explanation = game.solve(method, exact=exact).explain()
    return explanation
