"""A coalitional game as one in which everyone names a coalition."""

from __future__ import annotations

from kibitz.arrows.to_strategic import to_strategic
from kibitz.coalitional.convert_strategic import naming_game
from kibitz.coalitional.game import CoalitionalGame
from kibitz.strategic.game import StrategicGame


@to_strategic.register
def coalitional_to_strategic(
    game: CoalitionalGame, reduced: bool = True, merge: bool = False
) -> StrategicGame:
    """The game in which everyone names a coalition, and those who name the same form it."""
    form = naming_game(game)
    return StrategicGame(form.payoffs, form.players, form.strategies, game.title)
