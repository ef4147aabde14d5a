"""Games with a parameter as JSON.

``{"kind": "parametric", "entries": [["0", "2"], ["t", "1"]]}``, and if wanted ``"parameter"`` (one
letter), ``"interval"`` (two numbers, null for an open end), ``"rows"``, ``"columns"``, ``"title"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.formats.json_files.keys import array, check_keys, label
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, parametric_game

KEYS = ["entries", "parameter", "interval", "rows", "columns", "title"]


def to_json(game: ParametricMatrixGame) -> dict[str, Any]:
    """Everything about a game with a parameter."""
    ends = [None if end is None else plain(end) for end in (game.start, game.end)]
    return {
        "title": game.title,
        "parameter": game.parameter,
        "interval": ends,
        "rows": list(game.rows),
        "columns": list(game.columns),
        "entries": game.written(),
    }


def from_json(data: dict[str, Any]) -> ParametricMatrixGame:
    """The game with a parameter that this data describes."""
    check_keys(data, KEYS, ["entries"])
    ends = array(data.get("interval", [None, None]), "interval")
    if len(ends) != 2:
        raise GameError(f"interval: it has two ends, not {len(ends)}")
    return parametric_game(
        array(data["entries"], "entries"),
        (ends[0], ends[1]),
        label(data.get("parameter", "t"), "parameter"),
        data.get("rows"),
        data.get("columns"),
        label(data.get("title", ""), "title"),
    )
