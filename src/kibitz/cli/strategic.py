"""The strategic game that a command about such games was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.strategic.game import StrategicGame


def strategic(noun: Noun, command: str) -> StrategicGame:
    """A strategic game as it is, a matrix game with a payoff for each player."""
    from kibitz.core.errors import GameError
    from kibitz.strategic.game import MatrixGame, StrategicGame

    if isinstance(noun, MatrixGame):
        return noun.strategic()
    if not isinstance(noun, StrategicGame):
        raise GameError(f"{command} is for strategic games, and this one is {noun.kind}")
    return noun
