"""Coalitional games with a letter as JSON.

``{"kind": "coalitional-family", "worths": {"A": "0", "B": "0", "A,B": "a"}}``, with a key of names
and commas for every coalition; the worths are numbers, or linear in one letter. If wanted there are
``"players"``, which gives their order, and ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.core.errors import GameError
from kibitz.formats.json_files.coalitional import with_letters


def to_json(family: CoalitionalFamily) -> dict[str, Any]:
    """Everything about a family."""
    game = family.constant
    return {
        "title": family.title,
        "players": list(family.players),
        "worths": {
            game.spell(mask): family.worth(mask).write(family.letter) for mask in game.coalitions()
        },
    }


def from_json(data: dict[str, Any]) -> CoalitionalFamily:
    """The family that this data describes."""
    game = with_letters(data)
    if not isinstance(game, CoalitionalFamily):
        raise GameError(f"worths: expected one letter; the kind of this game is {game.kind}")
    return game
