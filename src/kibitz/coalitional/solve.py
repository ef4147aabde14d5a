"""Choosing what to answer: a value, whether there is a core, and whatever is asked for by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.modified_nucleolus import modified_nucleolus
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    per_capita_nucleolus,
    per_capita_prenucleolus,
)
from kibitz.coalitional.lexicographic.prenucleolus import prenucleolus
from kibitz.coalitional.names import read_listed
from kibitz.coalitional.sets.balanced import balancedness
from kibitz.coalitional.sets.core import core
from kibitz.coalitional.sets.imputations import imputations
from kibitz.coalitional.sets.kernel import kernel_point
from kibitz.coalitional.sets.least_core import least_core, weak_least_core
from kibitz.coalitional.sets.prekernel import prekernel_point
from kibitz.coalitional.sets.weber_set import weber_set
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.banzhaf import banzhaf, normalized_banzhaf
from kibitz.coalitional.values.dividends import dividends
from kibitz.coalitional.values.gately import gately
from kibitz.coalitional.values.shapley import shapley
from kibitz.coalitional.values.solidarity import solidarity
from kibitz.coalitional.values.tau_value import tau_value
from kibitz.coalitional.voting.power_indices import power_indices
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.numbers import Number, plain, show
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.verbs import solve

Concept = Callable[[CoalitionalGame], Solution]

CONCEPTS: dict[str, Concept] = {
    "shapley": shapley,
    "banzhaf": banzhaf,
    "normalized-banzhaf": normalized_banzhaf,
    "tau": tau_value,
    "gately": gately,
    "solidarity": solidarity,
    "balanced": balancedness,
    "imputations": imputations,
    "core": core,
    "least-core": least_core,
    "weak-least-core": weak_least_core,
    "nucleolus": nucleolus,
    "prenucleolus": prenucleolus,
    "per-capita-nucleolus": per_capita_nucleolus,
    "per-capita-prenucleolus": per_capita_prenucleolus,
    "modified-nucleolus": modified_nucleolus,
    "kernel": kernel_point,
    "prekernel": prekernel_point,
    "weber": weber_set,
    "dividends": dividends,
    "power": power_indices,
}
"""What can be asked for by name, of a game alone."""
AUTO: dict[str, int] = {"shapley": 25, "core": 20, "nucleolus": 20}
"""What is answered when nothing is asked for, and up to how many players."""
MOST_LISTED = 5
"""Players up to which the vertices of a core are written as payments."""


@dataclass(frozen=True)
class CoalitionalSolution(Solution):
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
    names: tuple[str, ...]
    answers: tuple[Solution, ...]

    def __getitem__(self, name: str) -> Any:
        if name not in self.names:
            raise GameError(f"{name!r} was not asked for{did_you_mean(name, self.names)}")
        return self.answers[self.names.index(name)]

    @property
    def points(self) -> tuple[Allocation, ...]:
        """Those answers that give every player a payoff."""
        return tuple(answer for answer in self.answers if isinstance(answer, Allocation))

    def verify(self) -> Certificate:
        """Verify every answer by what characterizes it."""
        checks = []
        for name, answer in zip(self.names, self.answers, strict=True):
            certificate = answer.verify()
            found = certificate.theorem
            for check in certificate.checks:
                found = found if check.passed else f"{check.what} fails"
            checks.append(Check(f"{name}: {certificate.claim}", certificate.holds, found))
        claim = f"{', '.join(self.names)} as told"
        return Certificate(claim, "the theorem of each", tuple(checks))

    def explain(self) -> Explanation:
        """The game, and the derivation of every answer."""
        from kibitz.coalitional.explain import explain_answers

        return explain_answers(self.game, self.answers)

    def draw(self) -> Picture:
        """The payoffs of all answers that have some."""
        from kibitz.coalitional.draw import draw_allocations

        return draw_allocations(self.game, self.points or (shapley(self.game),))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "coalitional-solution",
            "players": list(self.game.players),
            "answers": {
                name: answer.to_json()
                for name, answer in zip(self.names, self.answers, strict=True)
            },
        }

    def __str__(self) -> str:
        return "\n".join(str(answer) for answer in self.answers)

    def _repr_html_(self) -> str:
        return self.draw().html()


@dataclass(frozen=True)
class CostSolution(Solution):
    """Answers to a cost game: those of its savings game, and what everybody pays by each.

    >>> from kibitz import cost_game
    >>> print(cost_game({"A": 100, "B": 110, "A,B": 140}).solve("shapley"))
    payments by Shapley value
      A  65 instead of 100
      B  75 instead of 110
    """

    game: CostGame
    savings: CoalitionalSolution

    def payments(self, name: str) -> dict[str, Number]:
        """What everybody pays by the answer of this name."""
        return dict(zip(self.game.players, self._payments(self.savings[name]), strict=True))

    def _payments(self, point: Allocation) -> tuple[Number, ...]:
        return self.game.payments(point.payoffs)

    def verify(self) -> Certificate:
        """Verify the answers to the savings game."""
        return self.savings.verify()

    def explain(self) -> Explanation:
        """The derivation of the savings."""
        return self.savings.explain()

    def draw(self) -> Picture:
        return self.savings.draw()

    def to_json(self) -> dict[str, Any]:
        points = {point.concept: point for point in self.savings.points}
        return {
            "kind": "cost-solution",
            "players": list(self.game.players),
            "payments": {
                name: [plain(x) for x in self._payments(point)] for name, point in points.items()
            },
            **self._core_payments(),
            "savings": self.savings.to_json(),
        }

    def _core_payments(self) -> dict[str, Any]:
        """The vertices of the core as payments, when it was asked for and the players are few."""
        if "core" not in self.savings.names or self.game.n > MOST_LISTED:
            return {}
        found = self.savings["core"].vertices
        return {"core_payments": [[plain(x) for x in self.game.payments(v)] for v in found]}

    def __str__(self) -> str:
        lines = []
        width = max(map(len, self.game.players))
        for point in self.savings.points:
            lines.append(f"payments by {point.concept}")
            lines += [
                f"  {p:<{width}}  {show(x)} instead of {show(c)}"
                for p, x, c in zip(
                    self.game.players, self._payments(point), self.game.alone, strict=True
                )
            ]
        others = [a for a in self.savings.answers if not isinstance(a, Allocation)]
        return "\n".join(lines + [f"of the savings, {answer}" for answer in others])


def solve_coalitional(
    game: CoalitionalGame, method: str = "auto", exact: bool | None = None
) -> CoalitionalSolution:
    """Answer what is asked for by name (several names with commas), or the usual questions.

    ``exact`` overrides the kind of the numbers.

    >>> from kibitz import coalition
    >>> solve_coalitional(coalition({"A": 1, "B": 3, "A,B": 6}), "shapley, tau").names
    ('shapley', 'tau')
    """
    if not isinstance(method, str):
        method = ",".join(str(name) for name in read_listed(method, "method"))
    if exact is not None and exact != game.exact:
        game = game.rational() if exact else game.floating()
    if method == "auto":
        names = tuple(name for name, most in AUTO.items() if game.n <= most)
        if imputations(game).empty:
            names = tuple("prenucleolus" if name == "nucleolus" else name for name in names)
    else:
        names = tuple(name.strip() for name in method.split(","))
    for name in names:
        if name not in CONCEPTS:
            near = did_you_mean(name, CONCEPTS) or f"; known: {', '.join(CONCEPTS)}"
            raise GameError(f"no answer is called {name!r}{near}")
    return CoalitionalSolution(game, names, tuple(CONCEPTS[name](game) for name in names))


@solve.register
def _(
    game: CoalitionalGame, method: str = "auto", exact: bool | None = None
) -> CoalitionalSolution:
    return solve_coalitional(game, method, exact)


@solve.register
def _(game: CostGame, method: str = "auto", exact: bool | None = None) -> CostSolution:
    return CostSolution(game, solve_coalitional(game.savings(), method, exact))
