"""The noun for costs: what serving each coalition would cost, and the savings game behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.coalitional.coalitions import subset_sums, tensor_difference
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import check_players, read_coalition, read_payoffs
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.coalitional.families.cost_shares import CostShares
    from kibitz.coalitional.solve import CostSolution


@dataclass(frozen=True, eq=True, repr=False)
class CostGame(Noun):
    """Players, and what serving each coalition of them costs; the empty coalition costs nothing.

    Its answers are those of the savings game, v(S) = sum of c(i) over S - c(S): a player who is
    given the savings x pays c(i) - x.

    >>> from kibitz.coalitional.make import cost_game
    >>> books = cost_game({"A": 100, "B": 110, "A,B": 140})
    >>> books.savings()
    coalition({'A': 0, 'B': 0, 'A,B': 70})
    >>> [str(x) for x in books.payments([35, 35])]
    ['65', '75']
    """

    kind: ClassVar[str] = "cost"
    also: ClassVar[dict[str, str]] = {"CoalitionalGame": "savings"}
    answers_by_name: ClassVar[str] = "cost-solution"

    costs: Tensor
    players: tuple[str, ...]
    title: str = ""

    def __post_init__(self) -> None:
        check_players(self.players)
        if self.costs.shape != (1 << len(self.players),):
            raise GameError(
                f"costs: shape {self.costs.shape} for "
                f"{count_of(len(self.players), 'player')}; it must be one "
                f"list of {1 << len(self.players)}"
            )
        if self.costs.array[0] != 0:
            raise GameError(
                f"the empty coalition costs {show(self.costs[0,])}; it must cost nothing"
            )

    @property
    def n(self) -> int:
        return len(self.players)

    @property
    def exact(self) -> bool:
        return self.costs.exact

    @property
    def alone(self) -> tuple[Number, ...]:
        """What each player pays alone."""
        return tuple(self.costs[1 << i,] for i in range(self.n))

    def cost(self, *names: Any) -> Number:
        """The cost of a coalition, its players named.

        Parameters
        ----------
        *names : str or int
            The players of the coalition, singly, as ``"A,B"`` or as a set.
        """
        return self.costs[read_coalition(names, self.players),]

    def savings(self) -> CoalitionalGame:
        """What each coalition saves by being served together."""
        worths = tensor_difference(subset_sums(self.alone), self.costs)
        title = f"{self.title}: savings" * bool(self.title)
        return CoalitionalGame(worths, self.players, title, "savings")

    def as_worths(self) -> CoalitionalGame:
        """The game whose worths are the costs."""
        return CoalitionalGame(self.costs, self.players, self.title)

    def negated(self) -> CoalitionalGame:
        """The game whose worths are minus the costs."""
        return CoalitionalGame(-self.costs, self.players, self.title)

    def payments(self, savings: Any) -> tuple[Number, ...]:
        """What each player pays who is given these savings.

        Parameters
        ----------
        savings : sequence or mapping
            What each player saves, in their order or by name.

        Returns
        -------
        tuple of numbers
            What a player pays for being served alone, less the savings.
        """
        given = read_payoffs(savings, self.players, "savings")
        return tuple(c - x for c, x in zip(self.alone, given, strict=True))

    def shapley(self) -> CostShares:
        """What each player pays by the Shapley value.

        >>> from kibitz.coalitional.make import cost_game
        >>> [str(x) for x in cost_game({"A": 100, "B": 110, "A,B": 140}).shapley()]
        ['65', '75']
        """
        return call(self, "shapley_shares")

    def nucleolus(self) -> CostShares:
        """What each player pays by the nucleolus of the savings."""
        return call(self, "nucleolus_shares")

    def rational(self) -> CostGame:
        """The same game in exact numbers, floats read at their shortest decimal spelling."""
        return CostGame(self.costs.rational(), self.players, self.title)

    def floating(self) -> CostGame:
        """The same game in floating point."""
        return CostGame(self.costs.floating(), self.players, self.title)

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> CostSolution: ...

    def with_numbers(self, exact: bool) -> CostGame:
        """The same game in exact numbers, or in floats."""
        return self.rational() if exact else self.floating()

    def __str__(self) -> str:
        return str(self.as_worths()).replace("coalitional game", "cost game").replace("v(", "c(")

    def __repr__(self) -> str:
        return f"<CostGame {count_of(self.n, 'player')} {self.title}>".replace(" >", ">")
