"""Random trees of three players, and how they are written."""

from __future__ import annotations

from typing import Any

from kibitz.exercises.kind import Draft
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree


class ThreePlayers:
    """Trees in which A, B and C move in turn; their size depends on the level."""

    def __init__(self, draft: Draft) -> None:
        self.dice = draft.dice
        self.widths = [(2, 2), (2, 2, 2), (3, 2, 2)][draft.level - 1]
        self.leaves: list[tuple[int, ...]] = []

    def tree(self) -> GameTree:
        """Another tree, with other payoffs."""
        self.leaves.clear()
        return game_tree(self._node(0), players=("A", "B", "C"), title="The tree")

    def _node(self, level: int) -> Any:
        if level == len(self.widths):
            self.leaves.append(tuple(self.dice.sample(range(10), 3)))
            return self.leaves[-1]
        children = [self._node(level + 1) for _ in range(self.widths[level])]
        return {"player": level % 3, "children": children}

    @property
    def prose(self) -> str:
        """The tree in words."""
        listed = " ".join("(" + ", ".join(map(str, leaf)) + ")" for leaf in self.leaves)
        third = ", then C" if len(self.widths) > 2 else ""
        return (
            f"A moves at the root, then B{third}; the numbers of moves on each level are "
            f"{' x '.join(map(str, self.widths))}. The payoffs of A, B and C at the leaves, from "
            f"left to right, are {listed}."
        )
