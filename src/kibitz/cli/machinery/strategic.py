"""The strategic game that a command about such games was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.strategic.game import StrategicGame


def strategic(noun: Noun, command: str) -> StrategicGame:
    """A strategic game as it is, a matrix game with payoffs for both, a tree in normal form.

    Games with moves are unfolded when they have hidden information; others are for searches.
    """
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    if isinstance(noun, MatrixGame):
        return noun.strategic()
    if isinstance(noun, ExtensiveGame) or (
        isinstance(noun, Rules) and noun.has("information_state")
    ):
        from kibitz.arrows import to_strategic

        made: StrategicGame = to_strategic(noun)
        return made
    if not isinstance(noun, StrategicGame):
        raise GameError(f"{command} applies to strategic games only, not to {noun.several}")
    return noun
