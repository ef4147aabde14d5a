"""The quadratic program of a bimatrix game: its optimum is 0, at the equilibria and nowhere else.

Maximize x'(A + B)y - p - q subject to Ay <= p and x'B <= q for mixed x and y. The objective is
never positive, since p and q are at least what best responses pay; it is minus the sum of the
regrets when they are exactly that. A local optimum below 0 is not an equilibrium. Mangasarian and
Stone (1964).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, rounding, show, show_all
from kibitz.core.solution import Solution
from kibitz.strategic.concepts.equilibrium_test import EquilibriumTest, equilibrium_test
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile
from kibitz.strategic.two_player.best_response_polytope import require_two_players
from kibitz.strategic.two_player.lemke_howson import quick_equilibrium
from kibitz.zero_sum.strategies.mixture import Mixture


@dataclass(frozen=True)
class QuadraticPoint(Solution, kind="quadratic-program"):
    """A feasible point of the program, with the least p and q that go with its strategies.

    >>> from kibitz import bimatrix
    >>> found = quadratic_program(bimatrix("2,1 0,0; 0,0 1,2"), [["1/2", "1/2"], ["1/2", "1/2"]])
    >>> print(found)
    x (1/2, 1/2)   y (1/2, 1/2)   p 1   q 1
    objective -1/2: no equilibrium
    """

    game: StrategicGame
    profile: Profile
    p: Number
    q: Number

    @property
    def x(self) -> Mixture:
        return self.profile[0]

    @property
    def y(self) -> Mixture:
        return self.profile[1]

    @property
    def objective(self) -> Number:
        """x'(A + B)y - p - q; costs count as negative payoffs."""
        payoffs = equilibrium_test(self.game, self.profile).payoffs
        paid = [self.game.reported(v) for v in payoffs]
        return paid[0] + paid[1] - self.p - self.q

    @property
    def optimal(self) -> bool:
        """Is the objective 0, so that this is an equilibrium?"""
        if isinstance(self.objective, Fraction):
            return self.objective == 0
        spread = [float(t.floats().max() - t.floats().min()) for t in self.game.payoffs]
        return magnitude(self.objective) <= rounding([1.0, *spread])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "profile": [[plain(w) for w in side] for side in self.profile],
            "p": plain(self.p),
            "q": plain(self.q),
            "objective": plain(self.objective),
            "optimal": self.optimal,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> QuadraticPoint:
        claim = Claim(data)
        return cls(game, claim.table("profile", 2), claim.number("p"), claim.number("q"))

    def __str__(self) -> str:
        point = f"x {show_all(self.x)}   y {show_all(self.y)}   p {show(self.p)}   q {show(self.q)}"
        verdict = "an equilibrium" if self.optimal else "no equilibrium"
        return f"{point}\nobjective {show(self.objective)}: {verdict}"


@method(
    StrategicGame,
    "quadratic-program",
    finds="an optimum of the quadratic program of a bimatrix game",
    cost="same as lemke-howson",
    reference="Mangasarian and Stone 1964",
    applies=needs_two_players,
    aliases=(
        "qp",
        "mangasarian-stone",
    ),
)
def quadratic_program(game: StrategicGame, profile: Any = None) -> QuadraticPoint:
    """The point of the program at a profile; without one, an optimum, by Lemke-Howson.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    profile : profile, optional
        A strategy for each player; an equilibrium by default.

    Returns
    -------
    QuadraticPoint
        The point, and its objective, which is 0 at equilibria.

    References
    ----------
    Mangasarian and Stone 1964.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> quadratic_program(bimatrix("3,3 0,4; 4,0 1,1")).objective
    Fraction(0, 1)
    """
    require_two_players(game)
    test: EquilibriumTest = equilibrium_test(
        game, quick_equilibrium(game).profile if profile is None else profile
    )
    p, q = (game.reported(v) for v in test.best)
    return QuadraticPoint(game, test.profile, p, q)
