"""2x2 games in closed form."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.saddle_point import saddle_point
from kibitz.zero_sum.solution import MatrixSolution


@dataclass(frozen=True)
class TwoByTwoWorking:
    """The denominator a - b - c + d of the formula, which is not zero without a saddle point."""

    denominator: Number


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    return None if (m, n) == (2, 2) else f"it needs a 2 x 2 game, but this one is {m} x {n}"


@method(
    MatrixGame,
    "two-by-two",
    finds="the value and an optimal strategy of each player",
    cost="O(1)",
    reference="Ferguson II.2.2",
    applies=_not_applicable,
    aliases=("2x2", "oddments"),
)
def two_by_two(game: MatrixGame) -> MatrixSolution:
    """A saddle point if there is one, otherwise the mixtures that make the other side indifferent.

    Without a saddle point the entries alternate around the square, so that the denominator a - b -
    c + d of [[a, b], [c, d]] is not zero.

    Parameters
    ----------
    game : MatrixGame
        A game with two rows and two columns.

    Returns
    -------
    MatrixSolution
        The solution.

    Notes
    -----
    Cost: O(1).

    References
    ----------
    Ferguson II.2.2.

    Examples
    --------
    >>> from kibitz import matrix
    >>> two_by_two(matrix("0 -10; 1 2")).method
    'a saddle point'
    >>> two_by_two(matrix("5 3; 2 8")).value
    Fraction(17, 4)
    """
    if game.shape != (2, 2):
        raise GameError(
            f"the 2x2 formula needs a 2 x 2 game, not {game.shape[0]} x {game.shape[1]}"
        )
    saddle = saddle_point(game)
    if saddle is not None:
        return saddle
    (a, b), (c, d) = game.matrix.numbers()
    bottom = a - b - c + d
    p, q = (d - c) / bottom, (d - b) / bottom
    value = a * p + c * (1 - p)
    return MatrixSolution(
        game, value, (p, 1 - p), (q, 1 - q), "the 2x2 formula", TwoByTwoWorking(bottom)
    )
