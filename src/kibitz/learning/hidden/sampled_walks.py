"""External sampling by many walks at once: chance and opponent sampled, all own moves tried."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.tree import CHANCE


class Samples(NamedTuple):
    """What some walks have seen: one entry for each visit, with repetitions."""

    sequences: Any
    """The own moves that were tried,"""
    regrets: Any
    """and what each would have gained over the strategy."""
    met: Any
    """The information sets of the opponent on the way."""


class SampledWalks:
    """Walks in an unfolded game, level by level."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        tree = game.tree
        unit = 1.0 if game.unit is None else float(game.unit)
        self.paid = game.amounts.astype(float) * unit
        above = np.maximum(tree.parent, 0)
        chosen = tree.infoset[above] >= 0
        self.sequence = np.where(chosen, game.offset[tree.infoset[above]] + tree.move, -1)
        self.sequence[0] = -1

    @cached_property
    def _chance(self) -> Any:
        """The probability of each node that chance leads to."""
        weights = np.array([float(p) for p in self.game.probabilities] or [1.0])
        which = self.game.tree.chance
        return np.where(which >= 0, weights[which], 0.0)

    def odds(self, strategy: Any) -> Any:
        """How likely each node follows the one above it."""
        return np.where(self.sequence >= 0, strategy[self.sequence], self._chance)

    def draw(self, nodes: Any, odds: Any, total: Any, lots: Any) -> Any:
        """A child of each node, by lots from 0 to 1; ``total`` is the running sum of ``odds``."""
        first = self.game.tree.first[nodes].astype(np.int64)
        found = np.searchsorted(total, total[first] - odds[first] + lots, side="right")
        return np.clip(found, first, first + self.game.tree.count[nodes] - 1)

    def sample(self, strategy: Any, player: int, walks: int, generator: Any) -> Samples:
        """Walk from the root down and back.

        Parameters
        ----------
        strategy : array
            The probability of each sequence's last move.
        player : int
            Whose moves are all tried.
        walks : int
            How many walks.
        generator : Generator
            What draws the lots.
        """
        tree = self.game.tree
        odds = self.odds(strategy)
        total = np.cumsum(odds)
        nodes, levels, met = np.zeros(walks, np.int64), [], []
        while len(nodes):
            actor = tree.actor[nodes]
            own, goes_on = actor == player, tree.count[nodes] > 0
            met.append(tree.infoset[nodes[goes_on & ~own & (actor != CHANCE)]])
            sizes = np.where(own, tree.count[nodes], goes_on).astype(np.int64)
            back = np.repeat(np.arange(len(nodes)), sizes)
            starts = np.cumsum(sizes) - sizes
            inside = np.arange(len(back)) - starts[back]
            first = tree.first[nodes].astype(np.int64)
            below = first[back] + inside
            lots = np.flatnonzero(~own[back])
            if len(lots):
                drawn = generator.random(len(lots))
                below[lots] = self.draw(nodes[back[lots]], odds, total, drawn)
            levels.append((nodes, own & goes_on, back, below))
            nodes = below
        return self._back(levels, strategy, player, np.concatenate(met))

    def _back(self, levels: list[Any], strategy: Any, player: int, met: Any) -> Samples:
        """What the nodes were worth, from the last level to the root."""
        tree = self.game.tree
        sequences, regrets = [], []
        worth = np.zeros(0)
        for nodes, own, back, below in reversed(levels):
            leaf = tree.row[nodes]
            value = np.where(leaf >= 0, self.paid[leaf, player], 0.0)
            mine = own[back]
            made = self.sequence[below]
            share = np.where(mine, strategy[made], 1.0)
            value = value + np.bincount(back, share * worth, len(nodes))
            sequences.append(made[mine])
            regrets.append((worth - value[back])[mine])
            worth = value
        return Samples(np.concatenate(sequences), np.concatenate(regrets), met)
