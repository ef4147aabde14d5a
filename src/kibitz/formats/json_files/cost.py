"""Cost games as JSON.

``{"kind": "cost", "costs": {"A": 100, "B": 110, "A,B": 140}}``, with a key of names and commas for
every coalition, and if wanted ``"players"`` and ``"title"``. The costs may also be a list of 2^n
numbers indexed by bitmask.
"""

from __future__ import annotations

from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.make import cost_game
from kibitz.core.errors import GameError
from kibitz.formats.json_files.coalitional import players, table
from kibitz.formats.json_files.keys import check_keys, label


def to_json(game: CostGame) -> dict[str, Any]:
    """Everything about a cost game."""
    return {
        "title": game.title,
        "players": list(game.players),
        "costs": table(game.costs, game),
    }


def from_json(data: dict[str, Any]) -> CostGame:
    """The cost game that this data describes."""
    check_keys(data, ["costs", "players", "title"], ["costs"])
    costs = data["costs"]
    if not isinstance(costs, (dict, list)):
        raise GameError(f"costs: expected an object or a list, found {costs!r:.40}")
    return cost_game(costs, players(data), label(data.get("title", ""), "title"))
