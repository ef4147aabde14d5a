"""Coalitional games with a letter as JSON.

``{"kind": "coalitional-family", "worths": {"A": "0", "B": "0", "A,B": "a"}}``, with a key of names
and commas for every coalition; the worths are numbers, or linear in one letter. If wanted there are
``"players"``, which gives their order, and ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.coalitional.make import coalition
from kibitz.core.errors import GameError
from kibitz.formats.json_files.coalitional import players
from kibitz.formats.json_files.keys import check_keys, label


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
    check_keys(data, ["worths", "players", "title"], ["worths"])
    if not isinstance(data["worths"], dict):
        raise GameError(f"worths: expected an object, found {data['worths']!r:.40}")
    title = label(data.get("title", ""), "title")
    found: Any = coalition(data["worths"], players(data), missing="refuse", title=title)
    if not isinstance(found, CoalitionalFamily):
        raise GameError("worths: none contains a letter; use kind 'coalitional'")
    return found
