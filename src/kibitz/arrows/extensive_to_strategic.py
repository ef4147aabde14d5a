"""The normal form of a tree, as a strategic game."""

from __future__ import annotations

from kibitz.arrows.to_strategic import to_strategic
from kibitz.core.extension import extends
from kibitz.extensive.arrows.normal_form import normal_form
from kibitz.extensive.game import ExtensiveGame
from kibitz.strategic.game import StrategicGame


@extends(ExtensiveGame)
@to_strategic.register
def extensive_to_strategic(
    game: ExtensiveGame, reduced: bool = True, merge: bool = False
) -> StrategicGame:
    """The normal form of a tree, by default reduced."""
    form = normal_form(game, reduced, merge)
    return StrategicGame(form.payoffs, game.players, form.strategies, game.title)
