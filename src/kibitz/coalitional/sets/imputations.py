"""Imputations: payoffs that hand out v(N) and give no one less than they earn alone.

They form a simplex with one vertex for each player, who gets everything that is left when the
others get what they earn alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import DefinedAnswer, agree, slack
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.pictures import Picture

Payoffs = tuple[Number, ...]


@dataclass(frozen=True)
class Imputations(DefinedAnswer, kind="imputations"):
    """The set of imputations of a game.

    >>> from kibitz import coalition
    >>> worths = {"1": "1/2", "3": "3/4", "1,2": 3, "1,2,3": 9}
    >>> print(imputations(coalition(worths, missing="zero")))
    imputations, the convex hull of 3 vertices
      (33/4, 0, 3/4)
      (1/2, 31/4, 3/4)
      (1/2, 0, 17/2)
    """

    game: CoalitionalGame
    vertices: tuple[Payoffs, ...]

    @property
    def lower(self) -> Payoffs:
        """What every player earns alone."""
        return tuple(self.game.value(1 << i) for i in range(self.game.n))

    @property
    def surplus(self) -> Number:
        """What is left of v(N) when all get what they earn alone."""
        return self.game.total - sum(self.lower)

    @property
    def empty(self) -> bool:
        return not self.vertices

    @property
    def dimension(self) -> int:
        """That of the simplex: -1 if it is empty, 0 if it is a point."""
        return len(self.vertices) - 1

    def __contains__(self, payoffs: object) -> bool:
        return not self.objections(payoffs)

    def objections(self, payoffs: Any) -> tuple[str, ...]:
        """Why payoffs are not an imputation, in words; nothing if they are one.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        x = self.game.payoffs(payoffs)
        close = slack(self.game, x)
        objections = []
        handed = agree("", sum(x), self.game.total, close)
        if not handed.passed:
            objections.append(f"the payoffs add up to {show(sum(x))}, not {show(self.game.total)}")
        objections += [
            f"{name} gets {show(xi)}, alone {show(low)}"
            for name, xi, low in zip(self.game.players, x, self.lower, strict=True)
            if xi < low - close
        ]
        return tuple(objections)

    def draw(self) -> Picture:
        """The triangle for three players, the tetrahedron for four."""
        return call(self, "draw_imputations")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "lower_bounds": [plain(x) for x in self.lower],
            "sum": plain(self.game.total),
            "empty": self.empty,
            "dimension": self.dimension,
            "vertices": [[plain(x) for x in vertex] for vertex in self.vertices],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Imputations:
        given = data.get("vertices")
        return cls(game, tuple(game.payoffs(x) for x in given) if isinstance(given, list) else ())

    def __str__(self) -> str:
        if self.empty:
            return (
                f"no imputations: single players earn {show(sum(self.lower))}, all together "
                f"{show(self.game.total)}"
            )
        if self.dimension == 0:
            return f"one imputation, {show_all(self.vertices[0])}"
        lines = [f"  {show_all(vertex)}" for vertex in self.vertices]
        return "\n".join([f"imputations, the convex hull of {len(lines)} vertices", *lines])


@method(
    CoalitionalGame,
    "imputations",
    finds="the imputations",
    cost="O(n^2)",
    reference="von Neumann and Morgenstern 1944",
    applies=has_table,
)
def imputations(game: CoalitionalGame) -> Imputations:
    """The imputations of a game: a simplex, a point, or none.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Imputations
        The imputations.

    Notes
    -----
    Cost: O(n^2).

    References
    ----------
    von Neumann and Morgenstern 1944.
    """
    lower = tuple(game.value(1 << i) for i in range(game.n))
    surplus = game.total - sum(lower)
    if surplus < 0:
        return Imputations(game, ())
    vertices = (
        tuple(low + surplus * (i == k) for i, low in enumerate(lower)) for k in range(game.n)
    )
    return Imputations(game, tuple(dict.fromkeys(vertices)))


@extends(CoalitionalGame)
def is_imputation(game: CoalitionalGame, payoffs: Any) -> bool:
    """Whether payoffs share what all earn, and give each player what the player earns alone.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        A payoff for each player.

    Returns
    -------
    bool
        Whether they are an imputation; ``imputations().objections(payoffs)`` says why not.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A": 1, "B": 0, "A,B": 4})
    >>> is_imputation(game, [2, 2]), is_imputation(game, [0, 4])
    (True, False)
    """
    return payoffs in imputations(game)
