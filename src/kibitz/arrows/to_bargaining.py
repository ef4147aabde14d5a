"""The arrow to bargaining problems."""

from __future__ import annotations

from typing import Any

from kibitz.arrows.to_strategic import to_strategic
from kibitz.bargaining.game import BargainingProblem, bargaining
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.noun import Noun
from kibitz.extensive.game import ExtensiveGame
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame


@extends(Noun)
def to_bargaining(
    game: StrategicGame | MatrixGame | ExtensiveGame,
    disagreement: Any = None,
    threats: Any = None,
    transferable: bool = False,
) -> BargainingProblem:
    """A two-person game as a bargaining problem: what can be reached, with or without payments.

    Threats are open unless they, or the point they lead to, are given.

    Parameters
    ----------
    game : StrategicGame or MatrixGame or ExtensiveGame
        A game of two players.
    disagreement : pair of numbers, optional
        What both get without an agreement.
    threats : pair of mixtures, optional
        The strategies that both threaten with.
    transferable : bool, default False
        Whether the players may pay each other.

    Returns
    -------
    BargainingProblem
        The bargaining problem.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(to_bargaining(bimatrix("4 0; 2 1", "3 0; 2 4"), threats=("2", "1")).nash().point)
    (Fraction(4, 1), Fraction(3, 1))
    """
    game = to_strategic(game) if isinstance(game, ExtensiveGame) else game
    if not isinstance(game, (StrategicGame, MatrixGame)):
        raise GameError(
            f"cannot bargain in a {type(game).__name__}; give it a strategic game of two players"
        )
    return bargaining(game, disagreement, threats=threats, transferable=transferable)
