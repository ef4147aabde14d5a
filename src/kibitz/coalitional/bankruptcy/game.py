"""Bankruptcy: an estate, and claims on it that are too large together.

A coalition is worth what is left of the estate when all others are paid in full:
v(S) = max(0, E - claims outside S). The game is convex; its Shapley value, nucleolus and tau-value
are old rules of sharing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import SAFE, add_subset_sums, tensor_over
from kibitz.coalitional.families.parametric import (
    ParametricCoalitionalGame,
    all_floats,
    by_player,
    name_players,
    names_of,
    read_amounts,
    remember,
)
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, common_denominator, exact, number, show
from kibitz.core.tensor import Tensor
from kibitz.core.verbs import explain

if TYPE_CHECKING:
    from kibitz.coalitional.bankruptcy.division import Division
    from kibitz.coalitional.bankruptcy.schedule import EstateSchedule
    from kibitz.core.solution import AnySolution

MOST_CLAIMANTS = 1000


class Bankruptcy(ParametricCoalitionalGame):
    """An estate, and what each claimant has a right to.

    >>> problem = bankruptcy(200, [100, 200, 300])
    >>> print(problem)
    an estate of 200 and claims of 100, 200, 300
    >>> problem.worth(2, 3)
    Fraction(100, 1)
    >>> [str(x) for x in problem.divide()["talmud"]]
    ['50', '75', '75']
    """

    kind: ClassVar[str] = "bankruptcy"

    instead = "ask for divide(), whose rules need no table"

    estate: Number
    claims: tuple[Number, ...]

    @property
    def exact(self) -> bool:
        return not all_floats((self.estate,), self.claims)

    @property
    def total(self) -> Number:
        return self.estate

    @property
    def shortfall(self) -> Number:
        """What the claimants lose together."""
        return sum(self.claims) - self.estate

    def parameters(self) -> tuple[Any, ...]:
        return self.estate, self.claims

    def _tabled(self) -> Tensor:
        if not self.exact:
            sums = add_subset_sums(np.zeros(1), [float(c) for c in self.claims])
            return tensor_over(np.maximum(sums - float(self.shortfall), 0.0))
        amounts = [exact(x) for x in (*self.claims, self.shortfall)]
        (*claims, short), bottom = common_denominator(amounts)
        kind = np.int64 if sum(claims) < SAFE else object
        sums = add_subset_sums(np.zeros(1, kind), claims)
        return tensor_over(np.maximum(sums - short, 0), bottom)

    def divide(self) -> Division:
        """What each player gets by each of the classical rules."""
        return call(self, "division_of")

    def award(self, rule: str) -> tuple[Number, ...]:
        """What each player gets by the rule of this name.

        Parameters
        ----------
        rule : str
            The name of a rule, such as "talmud" or "proportional".

        Examples
        --------
        >>> [str(x) for x in bankruptcy(300, [100, 200, 300]).award("random arrival")]
        ['50', '100', '150']
        """
        return call(self, "awards", rule)

    def schedule(self, rule: str | None = None) -> EstateSchedule:
        """What each player gets as a function of the estate, by one rule or by all.

        Parameters
        ----------
        rule : str, optional
            The name of a rule; all that are linear in the estate piece by piece if None.
        """
        return call(self, "schedule_of", rule)

    def dual_problem(self) -> Bankruptcy:
        """The same claims on what is lost: awards here are losses there."""
        title = f"losses of {self.title}" if self.title else ""
        return Bankruptcy(self.players, title, estate=self.shortfall, claims=self.claims)

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> AnySolution: ...

    def rational(self) -> Bankruptcy:
        """The same problem in exact numbers, floats read at their shortest decimal spelling."""
        return bankruptcy(exact(self.estate), map(exact, self.claims), self.players, self.title)

    def floating(self) -> Bankruptcy:
        """The same problem in floating point."""
        claims = tuple(map(float, self.claims))
        return bankruptcy(float(self.estate), claims, self.players, self.title)

    def __str__(self) -> str:
        claims = ", ".join(map(show, self.claims[:16])) + ", ..." * (self.n > 16)
        words = f"an estate of {show(self.estate)} and claims of {claims}"
        return f"{self.title}: {words}" if self.title else words


def bankruptcy(estate: Any, claims: Any, players: Any = None, title: str = "") -> Bankruptcy:
    """A bankruptcy problem; ``claims`` is a list, or a dict by name.

    Parameters
    ----------
    estate : number
        The amount to divide, at most the sum of the claims.
    claims : sequence of numbers or dict
        The claims, in order or by name.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    Bankruptcy
        The problem.

    References
    ----------
    O'Neill 1982; Aumann and Maschler 1985.

    Examples
    --------
    >>> bankruptcy(700, [100, 200, 300])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the estate is 700, more than the sum of the claims, 600; ...
    """
    claims = by_player(claims, players)
    demands = read_amounts(claims, "claims", "claim")
    if len(demands) > MOST_CLAIMANTS:
        raise GameError(f"claims: {len(demands)} claimants; there can be at most {MOST_CLAIMANTS}")
    names = name_players(names_of(claims, players), len(demands))
    amount = number(estate, "estate")
    if all_floats((amount,), demands):
        amount, demands = float(amount), tuple(map(float, demands))
    if amount < 0:
        raise GameError(f"the estate is {show(amount)}; it must not be negative")
    if amount > sum(demands):
        raise GameError(
            f"the estate is {show(amount)}, more than the sum of the claims, "
            f"{show(sum(demands))}; every claim can be paid in full"
        )
    problem = Bankruptcy(names, title, estate=amount, claims=demands)
    remember(problem, problem.kind, estate=amount, claims=demands, players=names, title=title)
    return problem


@explain.register
def _(problem: Bankruptcy, method: str = "auto", exact: bool | None = None) -> Explanation:
    explanation: Explanation = problem.solve(method, exact=exact).explain()
    return explanation
