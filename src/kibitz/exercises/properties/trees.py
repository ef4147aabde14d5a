"""Properties of game trees."""

from __future__ import annotations

from kibitz.exercises.wish import wish
from kibitz.rules.trees.game_tree import GameTree


@wish("{} cutoffs", GameTree)
def cutoffs(game: GameTree, count: int) -> bool:
    """Alpha-beta from left to right makes this many cutoffs."""
    return bool(game.solve("alpha-beta").to_json()["counts"].get("cutoffs", 0) == count)


@wish("{} leaves searched", GameTree)
def leaves(game: GameTree, count: int) -> bool:
    """Alpha-beta from left to right looks at this many leaves."""
    return bool(game.solve("alpha-beta").to_json()["counts"]["leaves"] == count)
