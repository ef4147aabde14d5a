"""A two-person game of constant sum as a matrix game."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame


@extends(StrategicGame)
def strategic_to_matrix(game: StrategicGame) -> MatrixGame:
    """The matrix of the row player's payoffs, where payoffs add up to the same in every cell."""
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: a matrix game has two")
    total = game.constant_sum()
    if total is None:
        raise GameError(
            "the payoffs do not add up to the same number in every cell, so this "
            "is not a zero-sum game in disguise"
        )
    rows, columns = game.strategies
    first, second = game.players
    sum_of_payoffs = game.reported(total)
    return MatrixGame(game.payoffs[0], rows, columns, (first, second), game.title, sum_of_payoffs)
