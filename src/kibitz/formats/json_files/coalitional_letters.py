"""Coalitional games with several letters as JSON.

``{"kind": "coalitional-letters", "worths": {"A": "0", "B": "b", "A,B": "a"}}``, with a key of names
and commas for every coalition; the worths are numbers, or linear in the letters. If wanted there
are ``"players"``, which gives their order, and ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.algebra.linear_form import write_form
from kibitz.coalitional.letters import CoalitionalLetters
from kibitz.core.errors import GameError
from kibitz.formats.json_files.coalitional import with_letters


def to_json(family: CoalitionalLetters) -> dict[str, Any]:
    """Everything about the games."""
    game = family.constant
    return {
        "title": family.title,
        "players": list(family.players),
        "worths": {
            game.spell(mask): write_form(family.worth(mask), family.letters)
            for mask in game.coalitions()
        },
    }


def from_json(data: dict[str, Any]) -> CoalitionalLetters:
    """The games that this data describes."""
    game = with_letters(data)
    if not isinstance(game, CoalitionalLetters):
        raise GameError(f"worths: expected several letters; the kind of this game is {game.kind}")
    return game
