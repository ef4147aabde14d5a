"""Fixed-threat games: both players have threats that are best at every rate of exchange.

When one pair of strategies is optimal both in the matrix game A and in -B, it is optimal in every
game t A - B, so the disagreement point does not depend on how utilities are compared, and the
solution is Nash's with that point. Ferguson III.4.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.bargaining.game import Threats, threat_point
from kibitz.bargaining.sets.feasible import Pair
from kibitz.bargaining.sets.read import exact_payoffs, two_person
from kibitz.core.numbers import exact
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix


@dataclass(frozen=True)
class FixedThreats:
    """The cells that are saddle points of A and of -B, and one pair of fixed threats, if any."""

    game: StrategicGame
    cells: tuple[tuple[int, int], ...]
    threats: Threats | None

    @property
    def point(self) -> Pair | None:
        """What the fixed threats lead to."""
        return None if self.threats is None else threat_point(self.game, self.threats)

    def __bool__(self) -> bool:
        return self.threats is not None


def fixed_threats(game: Any) -> FixedThreats:
    """The fixed threats of a game: pure ones, and otherwise mixed ones if there are any.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    FixedThreats
        The threats and the payoffs they lead to.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> found = fixed_threats(bimatrix("-1 1; 0 3", "1 3; 0 -1"))
    >>> found.cells, found.point
    (((1, 0),), (Fraction(0, 1), Fraction(0, 1)))
    """
    noun = two_person(game)
    first, second = exact_payoffs(noun)
    mine = matrix(first)
    theirs = matrix([[-b for b in row] for row in second])
    saddles = set(theirs.saddle_points())
    cells = tuple(cell for cell in mine.saddle_points() if cell in saddles)
    p, q = (_common([mine, theirs], side) for side in (0, 1))
    pair = None if p is None or q is None else (p, q)
    if cells:
        i, j = cells[0]
        m, n = mine.shape
        pair = (_unit(i, m), _unit(j, n))
    return FixedThreats(noun, cells, pair)


def _unit(k: int, size: int) -> Any:
    return tuple(exact(int(i == k)) for i in range(size))


def _common(games: list[MatrixGame], side: int) -> Any:
    """A mixture that is optimal in both games for one side; None if there is none."""
    rows, bounds = [], []
    for game in games:
        value = exact(game.solve(exact=True).value)
        table = game.matrix.numbers()
        if side == 0:
            rows += [[-x for x in column] for column in zip(*table, strict=True)]
            bounds += [-value] * game.shape[1]
        else:
            rows += [list(row) for row in table]
            bounds += [value] * game.shape[0]
    size = games[0].shape[side]
    senses = ["<="] * len(rows) + ["="]
    program = LinearProgram.read([0] * size, [*rows, [1] * size], senses, [*bounds, 1])
    answer = program.solve()
    if isinstance(answer, Infeasible):
        return None
    assert isinstance(answer, Optimum), "an objective of zero is bounded"
    return tuple(map(exact, answer.x))
