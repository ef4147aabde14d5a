"""What every coalition of a strategic game can guarantee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arrows.to_coalitional import to_coalitional
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.perfect_information import perfect_information
from kibitz.core.tensor import Tensor
from kibitz.strategic.coalitions.coalition_values import coalition_values
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.moves_in_order import moves_in_order
from kibitz.zero_sum.game import MatrixGame


@to_coalitional.register
def strategic_to_coalitional(
    game: StrategicGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a strategic game, by a reading, or with players who move in order."""
    if order is not None:
        return perfect_information(moves_in_order(game, order), game.players, game.title).game
    found = coalition_values(game, reading)
    return CoalitionalGame(Tensor.read(found.worths, 1, "worths"), game.players, game.title)


@to_coalitional.register
def matrix_to_coalitional(
    game: MatrixGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a matrix game, as of its strategic game."""
    return strategic_to_coalitional(game.strategic(), reading, order)
