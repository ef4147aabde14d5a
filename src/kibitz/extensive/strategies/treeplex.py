"""The decisions of the players as they follow one another: information sets and sequences.

A sequence is a move together with all own moves before it; move ``k`` at information set ``i`` has
the number ``offset[i] + k``, and the number after the last stands for having made no move at all.
With perfect recall an information set follows one sequence, its parent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.extensive.strategies.recall import sequences

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame


@dataclass(frozen=True, eq=False)
class Treeplex:
    """For all players together: which sequence leads to which information set."""

    offset: Any
    """int64: the number of each information set's first sequence; at the end, how many."""
    parent: Any
    """int64: the sequence before each information set; ``empty`` when there is none."""
    owner: Any
    """int8: the player of each information set."""
    at_leaf: Any
    """int64: for each leaf and player, the player's last sequence on the way there."""

    @property
    def empty(self) -> int:
        """The number of the empty sequence, the same for everyone."""
        return int(self.offset[-1])

    @property
    def sequences(self) -> int:
        """How many sequences there are without the empty one."""
        return int(self.offset[-1])

    @cached_property
    def infoset_of(self) -> Any:
        """The information set of each sequence."""
        return np.repeat(np.arange(len(self.parent)), np.diff(self.offset))

    @cached_property
    def rounds(self) -> tuple[Any, ...]:
        """Information sets by how many own moves come before; each round depends on the last."""
        depth = np.zeros(len(self.parent), np.int64)
        deeper = np.flatnonzero(self.parent != self.empty)
        while len(deeper):
            below = depth[self.infoset_of[self.parent[deeper]]] + 1
            moved = below != depth[deeper]
            depth[deeper] = below
            deeper = deeper[moved]
        return tuple(np.flatnonzero(depth == d) for d in range(int(depth.max(initial=-1)) + 1))

    def spans(self, infosets: Any) -> tuple[Any, Any]:
        """All sequences of some information sets in a row, and where each set begins in it."""
        sizes = (self.offset[infosets + 1] - self.offset[infosets]).astype(np.int64)
        starts = np.zeros(len(infosets), np.int64)
        starts[1:] = np.cumsum(sizes)[:-1]
        inside = np.arange(int(sizes.sum())) - np.repeat(starts, sizes)
        return np.repeat(self.offset[infosets], sizes) + inside, starts

    @cached_property
    def sequences_of(self) -> tuple[Any, Any]:
        """The sequences of each of two players, in order, without the empty one."""
        mine = self.owner[self.infoset_of]
        return np.flatnonzero(mine == 0), np.flatnonzero(mine == 1)

    @cached_property
    def pairs(self) -> tuple[Any, Any, Any]:
        """The pairs of sequences of two players that end in leaves, and the pair of each leaf.

        Sequences of a player are counted from 1, and 0 is the empty one; pairs are in order.
        """
        place = np.zeros((2, self.sequences + 1), np.int64)
        for player, mine in enumerate(self.sequences_of):
            place[player, mine] = np.arange(1, len(mine) + 1)
        width = len(self.sequences_of[1]) + 1
        keys = place[0, self.at_leaf[:, 0]] * width + place[1, self.at_leaf[:, 1]]
        keys, back = np.unique(keys, return_inverse=True)
        first, second = np.divmod(keys, width)
        return first, second, back.reshape(-1)

    @cached_property
    def constraints_of(self) -> tuple[tuple[Any, Any, Any], tuple[Any, Any, Any]]:
        """Rows, columns and values (1 and -1) of what realization plans of two players obey.

        The first row is for the empty sequence, which comes first among the columns, too; each
        other is for an information set, whose moves share the probability of what came before.
        """
        return self._constraints(0), self._constraints(1)

    def _constraints(self, player: int) -> tuple[Any, Any, Any]:
        mine = np.flatnonzero(self.owner == player)
        sequences = self.sequences_of[player]
        column = np.zeros(self.sequences + 1, np.int64)
        column[sequences] = np.arange(1, len(sequences) + 1)
        own, _ = self.spans(mine)
        order = np.arange(1, len(mine) + 1)
        split = 1 + len(own)
        rows, columns = np.zeros((2, split + len(mine)), np.int64)
        rows[1:split] = np.repeat(order, self.offset[mine + 1] - self.offset[mine])
        rows[split:] = order
        columns[1:split], columns[split:] = column[own], column[self.parent[mine]]
        data = np.ones(len(rows), np.int64)
        data[split:] = -1
        return rows, columns, data


def treeplex(game: ExtensiveGame) -> Treeplex:
    """The treeplex of a game of perfect recall; others are refused with the place."""
    if game.forgetting:
        raise GameError(
            f"this needs perfect recall, but {game.players[_owner(game)]} forgets: "
            f"{game.forgetting[0]}"
        )
    last, offset = sequences(game)
    tree = game.tree
    nodes = np.flatnonzero(tree.infoset >= 0)
    parent = np.full(game.infosets, offset[-1], np.int64)
    before = last[nodes, tree.actor[nodes]].astype(np.int64)
    parent[tree.infoset[nodes]] = np.where(before < 0, offset[-1], before)
    leaves = np.flatnonzero(tree.row >= 0)
    at_leaf = last[leaves].astype(np.int64)
    at_leaf[at_leaf < 0] = offset[-1]
    return Treeplex(offset, parent, game.owners, at_leaf)


def _owner(game: ExtensiveGame) -> int:
    return int(game.tree.actor[game.forgetting[0].nodes[1]])
