"""A game laid out for regret minimization: decisions in order, and what pairs of plans pay."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.extensive.game import ExtensiveGame


@dataclass(frozen=True, eq=False)
class FlatGame:
    """For each player, in tuples: its information sets, and its payoffs by own sequence.

    Leaves with the same last sequences of all players count as one, so that an iteration does not
    walk the tree but what it comes to.
    """

    game: ExtensiveGame
    infosets: tuple[Any, ...]
    rows: tuple[Any, ...]
    starts: tuple[Any, ...]
    others: tuple[Any, ...]
    weights: tuple[Any, ...]
    offset: Any
    parent: Any

    @property
    def sequences(self) -> int:
        return int(self.offset[-1])

    @cached_property
    def size(self) -> Any:
        """The largest amount that is at stake, to measure errors by."""
        amounts = self.game.amounts
        scale = 1.0 if self.game.unit is None else float(self.game.unit)
        return float(np.abs(amounts).max(initial=0)) * scale or 1.0

    @cached_property
    def fingerprint(self) -> str:
        """Equal for equal games; checkpoints carry it."""
        digest = hashlib.sha256()
        weights = [w.astype(np.float32) for w in self.weights]
        for array in (self.offset, self.parent, *self.rows, *self.starts, *self.others, *weights):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]

    @property
    def bytes_per_node(self) -> float:
        arrays = (*self.rows, *self.starts, *self.others, *self.weights, self.offset, self.parent)
        return float(sum(a.nbytes for a in arrays) / len(self.game.tree))


def flat_game(game: ExtensiveGame, dtype: Any = np.float64) -> FlatGame:
    """Lay a game out; needs perfect recall."""
    if game.forgetting:
        raise GameError(
            f"the game has imperfect recall ({game.forgetting[0]}); regret minimization needs "
            f"perfect recall; "
            "variant='forgetful' runs without a guarantee"
        )
    plex = game.treeplex
    players = len(game.players)
    terms, payoffs = _merged(game)
    infosets, rows, starts, others, weights = [], [], [], [], []
    for player in range(players):
        infosets.append(np.flatnonzero(game.owners == player))
        order = np.argsort(terms[:, player], kind="stable")
        kept = order[payoffs[order, player] != 0]
        own, first = np.unique(terms[kept, player], return_index=True)
        rows.append(own)
        starts.append(np.append(first, len(kept)))
        rest = [p for p in range(players) if p != player]
        others.append(np.ascontiguousarray(terms[kept][:, rest].astype(np.int32)))
        weights.append(payoffs[kept, player].astype(dtype))
    if players == 1:
        others = [np.full((len(w), 1), plex.empty, np.int32) for w in weights]
    return FlatGame(
        game,
        tuple(infosets),
        tuple(rows),
        tuple(starts),
        tuple(others),
        tuple(weights),
        plex.offset,
        plex.parent,
    )


def _merged(game: ExtensiveGame) -> tuple[Any, Any]:
    """The distinct combinations of last sequences at the leaves, and what each pays everyone."""
    at_leaf = game.treeplex.at_leaf
    base = game.treeplex.sequences + 1
    chances, bottom = game.chance_weights
    scale = (1.0 if game.unit is None else float(game.unit)) / bottom
    paid = game.amounts.astype(float) * chances.astype(float)[:, None] * scale
    if base ** at_leaf.shape[1] < 2**62:
        keys = at_leaf[:, 0].copy()
        for column in range(1, at_leaf.shape[1]):
            keys = keys * base + at_leaf[:, column]
        _, first, back = np.unique(keys, return_index=True, return_inverse=True)
    else:
        _, first, back = np.unique(at_leaf, axis=0, return_index=True, return_inverse=True)
    totals = np.zeros((len(first), paid.shape[1]))
    for player in range(paid.shape[1]):
        totals[:, player] = np.bincount(back.reshape(-1), paid[:, player], len(first))
    return at_leaf[first], totals
