"""A strategic game as a tree in which no one sees what the others chose."""

from __future__ import annotations

from kibitz.arrows.to_extensive import to_extensive
from kibitz.extensive.arrows.simultaneous import simultaneous
from kibitz.extensive.game import ExtensiveGame
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame


@to_extensive.register
def strategic_to_extensive(game: StrategicGame) -> ExtensiveGame:
    """The tree in which players choose one after the other and see nothing."""
    return simultaneous(game.payoffs, game.players, game.strategies, game.title)


@to_extensive.register
def matrix_to_extensive(game: MatrixGame) -> ExtensiveGame:
    """The tree of a matrix game, as of its strategic game."""
    return strategic_to_extensive(game.strategic())
