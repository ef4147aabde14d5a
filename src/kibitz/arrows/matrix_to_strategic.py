"""A matrix game with a payoff array for each player."""

from __future__ import annotations

from fractions import Fraction

from kibitz.arrows.to_strategic import to_strategic
from kibitz.core.extension import extends
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame


@extends(MatrixGame)
@to_strategic.register
def matrix_to_strategic(
    game: MatrixGame, reduced: bool = True, merge: bool = False
) -> StrategicGame:
    """The same game with a payoff array for each player: the second gets the rest of the total."""
    return StrategicGame(
        (game.matrix, (-game.matrix).affine(Fraction(1), game.total)),
        game.players,
        (game.rows, game.columns),
        game.title,
    )
