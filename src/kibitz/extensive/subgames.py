"""Subgames: parts of a tree that everyone knows to be in once they are reached."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.nodes import rebuilt
from kibitz.extensive.tree import LEAF, Tree


def preorder(tree: Tree) -> tuple[Any, Any]:
    """When a depth-first walk meets each node, and how many nodes hang on it (itself included)."""
    size = np.ones(len(tree), np.int64)
    for start, stop in reversed(tree.spans[1:]):
        np.add.at(size, tree.parent[start:stop], size[start:stop])
    when = np.zeros(len(tree), np.int64)
    for start, stop in tree.spans[1:]:
        before = np.concatenate([[0], np.cumsum(size[start : stop - 1])])
        parents = tree.parent[start:stop]
        when[start:stop] = when[parents] + 1 + before - before[tree.first[parents] - start]
    return when, size


def subgame_roots(game: ExtensiveGame) -> tuple[int, ...]:
    """The nodes at which a subgame begins, the whole game first; leaves are not counted.

    No information set may reach out of a subgame. Costs two passes over the tree.

    >>> from kibitz.extensive import decision, extensive_game
    >>> second = decision("Bob", "seen", x=(0, 1), y=(1, 0))
    >>> subgame_roots(extensive_game(decision("Ann", stay=(2, 2), go=second)))
    (0, 2)
    """
    tree = game.tree
    when, size = preorder(tree)
    lowest, highest = when.copy(), when.copy()
    inside = np.flatnonzero(tree.infoset >= 0)
    if len(inside):
        sets = tree.infoset[inside]
        first = np.full(game.infosets, len(tree), np.int64)
        last = np.zeros(game.infosets, np.int64)
        np.minimum.at(first, sets, when[inside])
        np.maximum.at(last, sets, when[inside])
        lowest[inside], highest[inside] = first[sets], last[sets]
    for start, stop in reversed(tree.spans[1:]):
        np.minimum.at(lowest, tree.parent[start:stop], lowest[start:stop])
        np.maximum.at(highest, tree.parent[start:stop], highest[start:stop])
    whole = (lowest >= when) & (highest < when + size) & (tree.actor != LEAF)
    return tuple(np.flatnonzero(whole).tolist())


def subgame(game: ExtensiveGame, node: int) -> ExtensiveGame:
    """The subgame that begins at a node."""
    if node not in subgame_roots(game):
        raise GameError(f"no subgame begins at node {node}; see subgame_roots")
    return rebuilt(game, node)


@extends(ExtensiveGame)
def subgames(game: ExtensiveGame, most: int = 1000) -> tuple[ExtensiveGame, ...]:
    """All subgames as games of their own, the whole one first."""
    roots = subgame_roots(game)
    if len(roots) > most:
        raise GameError(
            f"there are {count_of(len(roots), 'subgame')}; use subgame(node) for one of them"
        )
    return tuple(rebuilt(game, root) for root in roots)
