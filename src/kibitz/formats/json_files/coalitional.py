"""Coalitional games as JSON.

``{"kind": "coalitional", "worths": {"A": "1", "B": "3", "A,B": "6"}}``, with a key of names and
commas for every coalition, and if wanted ``"players"``, which gives their order, and ``"title"``.
Coalitions may be left out as ``"missing"`` says: ``"auto"``, ``"zero"``, ``"refuse"`` or
``"cover"``. The worths may also be a list of 2^n numbers indexed by bitmask, ``"v"`` is another
word for them, and instead of them there may be ``"weights"`` and a ``"quota"``, or the ``"tree"``
of a game of perfect information: payoffs at its ends, ``{"player": ..., "moves": ...}`` elsewhere.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.make import coalition
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.formats.json_files.keys import array, check_keys, label, nested

MOST_NAMED = 10
"""Players up to which worths are written by name."""


def to_json(game: CoalitionalGame) -> dict[str, Any]:
    """Everything about a coalitional game."""
    return {
        "title": game.title,
        "players": list(game.players),
        "worths": table(game.worths, game),
    }


def table(numbers: Any, game: Any) -> Any:
    """Numbers for all coalitions: by name for few players, by bitmask for many."""
    if game.n > MOST_NAMED:
        return nested(numbers.numbers())
    naming = game if isinstance(game, CoalitionalGame) else game.as_worths()
    return {naming.spell(mask): plain(numbers[mask,]) for mask in naming.coalitions()}


def from_json(data: dict[str, Any]) -> CoalitionalGame:
    """The coalitional game that this data describes."""
    known = ["worths", "v", "weights", "quota", "tree", "players", "missing", "title"]
    check_keys(data, known, [])
    if "worths" in data and "v" in data:
        raise GameError("v: the worths are already given by 'worths'")
    worths = data.get("worths", data.get("v"))
    if worths is not None and not isinstance(worths, (dict, list)):
        raise GameError(f"worths: expected an object or a list, found {worths!r:.40}")
    return coalition(
        worths,
        players(data),
        weights=data.get("weights"),
        quota=data.get("quota"),
        tree=data.get("tree"),
        missing=label(data.get("missing", "auto"), "missing"),
        title=label(data.get("title", ""), "title"),
    )


def players(data: dict[str, Any]) -> list[str] | None:
    """The players, if they are given."""
    if data.get("players") is None:
        return None
    given = array(data["players"], "players")
    return [label(name, f"players[{i}]") for i, name in enumerate(given)]


def with_letters(data: dict[str, Any]) -> Any:
    """The games whose worths are linear in letters: one letter or several, as the worths say."""
    check_keys(data, ["worths", "players", "title"], ["worths"])
    if not isinstance(data["worths"], dict):
        raise GameError(f"worths: expected an object, found {data['worths']!r:.40}")
    title = label(data.get("title", ""), "title")
    return coalition(data["worths"], players(data), missing="refuse", title=title)
