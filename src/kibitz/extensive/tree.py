"""A finite tree as flat arrays, level by level, so that a million nodes are a few megabytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.core.errors import GameError

LEAF = -1
CHANCE = -2
NONE = -1


@dataclass(frozen=True, eq=False)
class Tree:
    """The nodes in order of their depth; the children of a node stand together, in order.

    Node 0 is the root. All arrays are read-only.
    """

    parent: Any
    """int32: the parent, -1 for the root."""
    actor: Any
    """int8: the player to move, LEAF or CHANCE."""
    infoset: Any
    """int32: the information set, -1 for leaves and chance."""
    first: Any
    """int32: the first child; leaves have none."""
    count: Any
    """int32: how many children."""
    chance: Any
    """int32: which of the game's probabilities leads here, -1 unless chance does."""
    row: Any
    """int32: the row of the payoffs, -1 unless it is a leaf."""
    levels: Any
    """int64: where each level begins; the last entry is the number of nodes."""

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def depth(self) -> int:
        """The number of moves on the longest path."""
        return len(self.levels) - 2

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where each level begins and ends, the root's first."""
        return tuple(pairwise(self.levels.tolist()))

    @cached_property
    def move(self) -> Any:
        """int32: the number of the move that leads to a node, counted among its siblings."""
        move = np.arange(len(self), dtype=np.int32) - self.first[self.parent]
        move[0] = NONE
        return move

    def children(self, node: int) -> range:
        first = int(self.first[node])
        return range(first, first + int(self.count[node]))

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the root down to this one."""
        nodes = [node]
        while nodes[-1]:
            nodes.append(int(self.parent[nodes[-1]]))
        return tuple(reversed(nodes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in _ARRAYS
        )

    def __hash__(self) -> int:
        return hash((len(self), self.actor.tobytes()[:4096]))


_ARRAYS = ("parent", "actor", "infoset", "chance", "row")


def from_preorder(parent: Any, actor: Any, infoset: Any, chance: Any, depth: Any) -> Tree:
    """A tree from nodes in the order in which a depth-first walk meets them.

    Costs a stable sort by depth; afterwards leaves are numbered in the order of the nodes.
    """
    size = len(parent)
    if size >= 2**31 - 1:
        raise GameError(f"{size:,} nodes are too many; a tree holds at most {2**31 - 2:,}")
    order = np.argsort(depth, kind="stable")
    place = np.empty(size, np.int32)
    place[order] = np.arange(size, dtype=np.int32)
    new_parent = parent[order].astype(np.int32)
    new_parent[1:] = place[new_parent[1:]]
    new_parent[0] = NONE
    count = np.bincount(new_parent[1:], minlength=size).astype(np.int32)
    first = np.ones(size, np.int64)
    first[1:] += np.cumsum(count[:-1], dtype=np.int64)
    levels = np.zeros(int(depth.max()) + 2, np.int64)
    levels[1:] = np.cumsum(np.bincount(depth))
    actor = actor[order].astype(np.int8)
    leaf = actor == LEAF
    row = np.full(size, NONE, np.int32)
    row[leaf] = np.arange(int(leaf.sum()), dtype=np.int32)
    arrays = {
        "parent": new_parent,
        "actor": actor,
        "infoset": infoset[order].astype(np.int32),
        "first": first.astype(np.int32),
        "count": count,
        "chance": chance[order].astype(np.int32),
        "row": row,
        "levels": levels,
    }
    for array in arrays.values():
        array.flags.writeable = False
    return Tree(**arrays)


def leaf_order(depth: Any, actor: Any) -> Any:
    """The leaves of a preorder walk, in the order in which :func:`from_preorder` numbers them."""
    order = np.argsort(depth, kind="stable")
    walked = np.cumsum(actor == LEAF) - 1
    return walked[order[actor[order] == LEAF]]
