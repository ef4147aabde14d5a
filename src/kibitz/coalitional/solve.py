"""Answers by name: the usual questions about a game, and whatever else is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.lexicographic.prenucleolus import prenucleolus
from kibitz.coalitional.sets.core import core
from kibitz.coalitional.sets.imputations import imputations
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.shapley import shapley
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Answers, Solution
from kibitz.pictures import Picture

MOST_BOUNDED = 20
"""Players up to which the core and the nucleolus are among the usual questions."""
MOST_LISTED = 5
"""Players up to which the vertices of a core are written as payments."""


@dataclass(frozen=True)
class CoalitionalSolution(Answers, kind="coalitional-solution"):
    """Several answers to one game, by name.

    >>> from kibitz import coalition
    >>> solution = coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}).solve("shapley")
    >>> print(solution)
    Shapley value
      S  1750/3
      F  1000/3
      B  250/3
    found by marginal contributions, weighted by size
    >>> solution["shapley"]["F"]
    Fraction(1000, 3)
    """

    game: CoalitionalGame

    @property
    def points(self) -> tuple[Allocation, ...]:
        """Those answers that give every player a payoff."""
        return tuple(answer for answer in self if isinstance(answer, Allocation))

    def explain(self) -> Explanation:
        """The game, and the derivation of every answer."""
        from kibitz.coalitional.explain import explain_answers

        return explain_answers(self.game, tuple(self))

    def draw(self) -> Picture:
        """The payoffs of all answers that have some."""
        from kibitz.coalitional.draw import draw_allocations

        return draw_allocations(self.game, self.points or (shapley(self.game),))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            **super().to_json(),
        }

    def __str__(self) -> str:
        return "\n".join(str(answer) for answer in self)


@dataclass(frozen=True)
class CostSolution(Answers, kind="cost-solution"):
    """Answers to a cost game: those of its savings game, and what each player pays by each.

    >>> from kibitz import cost_game
    >>> print(cost_game({"A": 100, "B": 110, "A,B": 140}).solve("shapley"))
    payments by the Shapley value
      A  65 instead of 100
      B  75 instead of 110
    """

    game: CostGame

    @property
    def savings(self) -> CoalitionalSolution:
        """The answers to the savings game."""
        return CoalitionalSolution(self.game.savings(), self.answers)

    def payments(self, name: str) -> dict[str, Number]:
        """What each player pays by the answer of this name.

        Parameters
        ----------
        name : str
            The name of an answer, such as "shapley" or "nucleolus".
        """
        return dict(zip(self.game.players, self._payments(self[name]), strict=True))

    def _payments(self, point: Allocation) -> tuple[Number, ...]:
        return self.game.payments(point.payoffs)

    def explain(self) -> Explanation:
        """The derivation of the payments, in costs."""
        return call(self, "explain_costs")

    def draw(self) -> Picture:
        return self.savings.draw()

    def to_json(self) -> dict[str, Any]:
        points = {point.concept: point for point in self.savings.points}
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "payments": {
                name: [plain(x) for x in self._payments(point)] for name, point in points.items()
            },
            **self._core_payments(),
            "savings": self.savings.to_json(),
        }

    @classmethod
    def from_json(cls, game: CostGame, data: dict[str, Any]) -> CostSolution:
        savings = CoalitionalSolution.from_json(game.savings(), data.get("savings", {}))
        return cls(game, savings.answers)

    def _core_payments(self) -> dict[str, Any]:
        """The vertices of the core as payments, when it was asked for and the players are few."""
        corners = self._core_corners()
        if corners is None:
            return {}
        return {"core_payments": [[plain(x) for x in corner] for corner in corners]}

    def _core_corners(self) -> list[tuple[Number, ...]] | None:
        """What the players pay at each vertex of the core; None where no vertices are listed."""
        if "core" not in self.names or self.game.n > MOST_LISTED:
            return None
        return [self.game.payments(vertex) for vertex in self["core"].vertices]

    def __str__(self) -> str:
        lines = []
        width = max(map(len, self.game.players))
        for point in self.savings.points:
            lines.append(f"payments by the {point.concept}")
            lines += [
                f"  {p:<{width}}  {show(x)} instead of {show(c)}"
                for p, x, c in zip(
                    self.game.players, self._payments(point), self.game.alone, strict=True
                )
            ]
        lines += [str(answer) for answer in self if not isinstance(answer, Allocation)]
        if corners := self._core_corners():
            paid = "; ".join(f"({', '.join(map(show, corner))})" for corner in corners)
            lines.append(f"payments at the vertices of the core: {paid}")
        return "\n".join(lines)


@method(
    CoalitionalGame,
    "auto",
    finds="the Shapley value, the core and the nucleolus",
    cost="the sum of the individual costs",
    applies=has_table,
)
def automatic(game: CoalitionalGame) -> CoalitionalSolution:
    """The Shapley value, the core and the nucleolus, or the prenucleolus without imputations.

    Beyond 20 players the Shapley value alone.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoalitionalSolution
        The Shapley value, the core and the nucleolus.

    Notes
    -----
    Cost: that of each.

    Examples
    --------
    >>> from kibitz import coalition
    >>> automatic(coalition({"A": 1, "B": 3, "A,B": 2})).names
    ('shapley', 'core', 'prenucleolus')
    """
    answers: dict[str, Solution] = {"shapley": shapley(game)}
    if game.n <= MOST_BOUNDED:
        answers["core"] = core(game)
        if imputations(game).empty:
            answers["prenucleolus"] = prenucleolus(game)
        else:
            answers["nucleolus"] = nucleolus(game)
    return CoalitionalSolution(game, tuple(answers.items()))


@method(
    CostGame,
    "auto",
    finds="the payments by the Shapley value and the nucleolus, and the core of the savings",
    cost="the sum of the individual costs",
)
def automatic_payments(game: CostGame) -> CostSolution:
    """What each player pays by the usual solutions of the savings game.

    Parameters
    ----------
    game : CostGame
        The game.

    Returns
    -------
    CostSolution
        What each player pays by the Shapley value and the nucleolus, and the core of the savings.

    Notes
    -----
    Cost: that of each.
    """
    return CostSolution(game, automatic(game.savings()).answers)


def solve_coalitional(
    game: CoalitionalGame, method: Any = "auto", exact: bool | None = None
) -> CoalitionalSolution:
    """Answer by the methods named (several, with commas), or the usual questions.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    method : str or sequence of str, default "auto"
        Names of methods.
    exact : bool, optional
        Exact arithmetic or floating point; None follows the worths.

    Returns
    -------
    CoalitionalSolution
        The answers.

    Examples
    --------
    >>> from kibitz import coalition
    >>> solve_coalitional(coalition({"A": 1, "B": 3, "A,B": 6}), "shapley, tau").names
    ('shapley', 'tau')
    """
    return game.solve(method, exact=exact)
