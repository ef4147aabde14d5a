"""Multistage games as JSON: stochastic games in which play never returns to a state."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.formats.json_files import stochastic as json_stochastic
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components

to_json = json_stochastic.to_json


def from_json(data: dict[str, Any]) -> Noun:
    """The game that this data describes; refused, with the cycle, when play may return."""
    game = json_stochastic.from_json(data)
    if isinstance(game, StochasticGame):
        parts = components(game.table)
        for block, cyclic in zip(parts.members(), parts.cyclic, strict=True):
            if cyclic:
                names = " -> ".join(str(game.states[s]) for s in [*block, block[0]])
                raise GameError(
                    f"play can return to a state: {names}; this is not a multistage game"
                )
    return game
