"""Perfect recall: no one forgets what they knew or did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Two nodes that a player cannot tell apart, though their own moves that led there differ."""

    infoset: str
    nodes: tuple[int, int]
    remembered: tuple[str, str]
    """The player's own last move before each of the two."""

    def __str__(self) -> str:
        one, two = self.remembered
        return (
            f"at {self.infoset!r}, node {self.nodes[0]} follows {one}, node {self.nodes[1]} {two}"
        )


def sequences(game: ExtensiveGame) -> tuple[Any, Any]:
    """For each node and player, the player's last own move before it, as a number; and the offsets.

    The move ``k`` at information set ``i`` has the number ``offset[i] + k``; -1 stands for no move
    at all. Costs one pass over the tree, level by level.
    """
    tree = game.tree
    offset = np.zeros(game.infosets + 1, np.int64)
    offset[1:] = np.cumsum(game.sizes)
    last = np.full((len(tree), len(game.players)), NOTHING, np.int32)
    for level in range(1, len(tree.levels) - 1):
        here = slice(int(tree.levels[level]), int(tree.levels[level + 1]))
        parents = tree.parent[here]
        block = last[parents]
        acting = tree.infoset[parents]
        own = np.flatnonzero(acting >= 0)
        block[own, tree.actor[parents[own]]] = offset[acting[own]] + tree.move[here][own]
        last[here] = block
    return last, offset


def forgetting(game: ExtensiveGame) -> tuple[Forgetting, ...]:
    """One pair of nodes for each information set at which recall is not perfect."""
    last, offset = sequences(game)
    tree = game.tree
    nodes = np.flatnonzero(tree.infoset >= 0)
    own = last[nodes, tree.actor[nodes]]
    sets = tree.infoset[nodes]
    reference = np.full(game.infosets, NOTHING, np.int64)
    first = np.zeros(game.infosets, np.int64)
    backwards = slice(None, None, -1)
    reference[sets[backwards]] = own[backwards]
    first[sets[backwards]] = nodes[backwards]
    wrong = np.flatnonzero(own != reference[sets])
    _, once = np.unique(sets[wrong], return_index=True)
    places = []
    for k in wrong[once].tolist():
        infoset, node = int(sets[k]), int(nodes[k])
        moves = (int(reference[infoset]), int(own[k]))
        spelled = (_spell(game, offset, moves[0]), _spell(game, offset, moves[1]))
        places.append(Forgetting(game.infoset_name(infoset), (int(first[infoset]), node), spelled))
    return tuple(places)


def _spell(game: ExtensiveGame, offset: Any, sequence: int) -> str:
    if sequence == NOTHING:
        return "no move of its own"
    infoset = int(np.searchsorted(offset, sequence, side="right")) - 1
    move = game.moves(infoset)[sequence - int(offset[infoset])]
    return f"{move!r} at {game.infoset_name(infoset)!r}"
