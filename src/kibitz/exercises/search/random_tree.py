"""Random trees, and how they are written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.dice import Dice
from kibitz.core.explanation import Explanation, Step
from kibitz.rules.trees.game_tree import GameTree


def nested(dice: Dice, widths: tuple[int, ...], low: int = 0, high: int = 20) -> Any:
    """Nested lists with these numbers of children on each level, and whole numbers as leaves.

    >>> nested(Dice("x"), (2, 2))
    [[2, 13], [14, 14]]
    """
    if not widths:
        return dice.integer(low, high)
    return [nested(dice, widths[1:], low, high) for _ in range(widths[0])]


def bracketed(tree: Any) -> str:
    """A tree in brackets.

    >>> bracketed([[1, 2], [3, 4]])
    '[[1 2] [3 4]]'
    """
    if isinstance(tree, list):
        return "[" + " ".join(map(bracketed, tree)) + "]"
    return str(tree)


def searched(game: GameTree, method: str) -> Explanation:
    """The derivation of a search, which begins with the tree as it was searched."""
    found = game.explain(method=method)
    words = "Values are backed up from the leaves; the line of best play is drawn bold."
    if method == "alpha-beta":
        words += " Each node shows its window; cutoffs are crossed out."
    drawn = Step("The tree", words, None, game.draw(what=method))
    return replace(found, steps=(drawn, *found.steps[1:]))
