"""Equalizing equilibria: each player leaves the other one indifferent among all strategies.

Where p makes all columns pay the second player the same, and q all rows the first, no one can gain,
whatever the supports. There may be none, one, or a whole product of polytopes of such pairs.
Ferguson III.2.2. Cost: the vertices of two polytopes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.linear.polyhedra.vertices import vertices
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import require_two_players
from kibitz.strategic.two_player.equilibrium import fractions
from kibitz.zero_sum.strategies.expected_payoff import product

Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class EqualizingEquilibria(Solution, kind="equalizing-equilibria"):
    """The extreme equalizing strategies of both; every pair of mixtures of them is an equilibrium.

    >>> from kibitz import bimatrix
    >>> print(equalizing(bimatrix("4,1 0,0; 0,0 1,4")))
    I makes all columns the same by (4/5, 1/5)
    II makes all rows the same by (1/5, 4/5)
    payoffs 4/5 and 4/5
    >>> print(equalizing(bimatrix("3,3 0,4; 4,0 1,1")))
    no strategy of I makes all columns the same, no strategy of II makes all rows the same
    """

    game: StrategicGame
    rows: tuple[Weights, ...]
    columns: tuple[Weights, ...]

    def __bool__(self) -> bool:
        return bool(self.rows and self.columns)

    @property
    def unique(self) -> bool:
        """Is there exactly one?"""
        return len(self.rows) == len(self.columns) == 1

    @property
    def payoffs(self) -> tuple[Number, Number] | None:
        """What they pay, when both have one; of several pairs, the first."""
        if not self:
            return None
        first, second = self._matrices()
        own = product(self.columns[0], first.transpose())[0]
        other = product(self.rows[0], second)[0]
        return self.game.reported(own), self.game.reported(other)

    def _matrices(self) -> tuple[Tensor, Tensor]:
        first, second = self.game.in_numbers(True).payoffs
        return first, second

    def to_json(self) -> dict[str, Any]:
        paid = self.payoffs
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "exists": bool(self),
            "rows": [[plain(x) for x in p] for p in self.rows],
            "columns": [[plain(x) for x in q] for q in self.columns],
            f"{self.game.word}s": None if paid is None else [plain(x) for x in paid],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> EqualizingEquilibria:
        claim = Claim(data)
        return cls(game, fractions(claim, "rows"), fractions(claim, "columns"))

    def __str__(self) -> str:
        one, two = self.game.players
        sides = ((one, "columns", self.rows), (two, "rows", self.columns))
        missing = [
            f"no strategy of {who} makes all {what} the same" for who, what, s in sides if not s
        ]
        if missing:
            return ", ".join(missing)
        lines = [
            f"{who} makes all {what} the same by {' or '.join(map(show_all, side))}"
            for who, what, side in sides
        ]
        paid = self.payoffs
        assert paid is not None
        return "\n".join([*lines, f"{self.game.word}s {show(paid[0])} and {show(paid[1])}"])


@method(
    StrategicGame,
    "equalizing",
    finds="all equalizing strategies of both players",
    cost="the vertices of two polytopes",
    reference="Ferguson III.2.2",
    applies=needs_two_players,
    aliases=(
        "equalizing-equilibria",
        "indifference",
    ),
)
def equalizing(game: StrategicGame) -> EqualizingEquilibria:
    """All equalizing strategies of both players, exactly.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    EqualizingEquilibria
        The strategies, and the equilibria that they form.

    Notes
    -----
    Cost: the vertices of two polytopes.

    References
    ----------
    Ferguson III.2.2.
    """
    require_two_players(game)
    first, second = game.in_numbers(True).payoffs
    return EqualizingEquilibria(game, _level(second), _level(first.transpose()))


def _level(payoffs: Tensor) -> tuple[Weights, ...]:
    """The extreme mixtures of rows against which all columns pay the same."""
    m, n = payoffs.shape
    array = payoffs.array.astype(object)
    equal = [[1] * m] + [[int(x) for x in array[:, j] - array[:, 0]] for j in range(1, n)]
    nonnegative = [[-int(i == k) for i in range(m)] for k in range(m)]
    points = vertices(nonnegative, [0] * m, equal, [1] + [0] * (n - 1)).vertices
    return tuple(sorted(points, reverse=True))
