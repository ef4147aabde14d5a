"""Betting trees on [0, 1] as JSON.

``{"kind": "betting-tree", "tree": {"I": {"check": {"show": "1"}, "bet 2": {"II": {"fold": "1",
"call": {"show": "3"}}}}}, "title": "Von Neumann's poker"}``: whose turn it is, what may be done,
and at the ends what the first player gets, or for how much the hands are shown.
"""

from __future__ import annotations

from typing import Any

from kibitz.continuous.poker.betting_tree import BettingGame, betting_game, nested
from kibitz.formats.json_files.keys import check_keys, label


def to_json(game: BettingGame) -> dict[str, Any]:
    """Everything about a betting tree."""
    return {"title": game.title, "tree": nested(game)}


def from_json(data: dict[str, Any]) -> BettingGame:
    """The betting tree that this data describes."""
    check_keys(data, ["tree", "title"], ["tree"])
    return betting_game(data["tree"], label(data.get("title", ""), "title"))
