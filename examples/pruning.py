"""Alpha-beta on a tree of nine leaves: which branches are cut off, and with which window."""

from __future__ import annotations

from kibitz.rules.trees.build import GameTree, game_tree


def tree() -> GameTree:
    """Max chooses among three moves, then Min among three."""
    return game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]], title="Three by three")


if __name__ == "__main__":
    print(tree().explain(method="alpha-beta"))
