"""Node locking: fix what is done at some information sets, and solve the rest.

A decision whose probabilities are fixed is a move of chance; so the game with locks is a game like
any other, for linear programs and for regret minimization alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.extensive.game import ExtensiveGame, TreeLabels
from kibitz.extensive.strategies.profile import Profile, rows
from kibitz.extensive.tree import CHANCE, Tree


@dataclass(frozen=True, eq=False)
class LockedGame:
    """A game in which some decisions are chance, and the way back to the original."""

    original: ExtensiveGame
    game: ExtensiveGame
    """Solve this one."""
    locked: dict[int, tuple[Number, ...]]
    """The probabilities at the locked information sets."""
    kept: Any
    """The number in the original of each information set that is left."""

    def unlock(self, profile: Profile) -> Profile:
        """A profile of the game with locks, as one of the original."""
        given = [p for row in self.locked.values() for p in row]
        exact = profile.exact and not any(isinstance(p, float) for p in given)
        weights = np.zeros(int(self.original.offset[-1]), object if exact else float)
        for infoset, row in self.locked.items():
            weights[self._span(infoset)] = row
        for k, infoset in enumerate(self.kept.tolist()):
            start, stop = self.game.offset[k : k + 2]
            weights[self._span(infoset)] = profile.weights[start:stop]
        return Profile(self.original, weights)

    def _span(self, infoset: int) -> slice:
        start, stop = self.original.offset[infoset : infoset + 2]
        return slice(int(start), int(stop))


def node_lock(game: ExtensiveGame, table: Mapping[Any, Any]) -> LockedGame:
    """Fix probabilities at some information sets: name or number -> move -> probability.

    >>> from kibitz import solve
    >>> from kibitz.extensive import decision, extensive_game
    >>> odd = decision("II", "?", one=1, two=-1)
    >>> even = decision("II", "?", one=-1, two=1)
    >>> pennies = extensive_game(decision("I", "!", one=odd, two=even))
    >>> found = node_lock(pennies, {"?": {"one": "2/3", "two": "1/3"}})
    >>> print(solve(found.game).value)
    1/3
    """
    found = {infoset: tuple(row) for infoset, row in rows(game, table).items()}
    if not found:
        raise GameError("nothing is locked; give probabilities at one or more information sets")
    return _locked(game, found)


def lock_player(game: ExtensiveGame, player: str | int, profile: Profile) -> LockedGame:
    """Fix all that one player does, to find what the others make of it."""
    who = game.player(player)
    found = {}
    for infoset in np.flatnonzero(game.owners == who).tolist():
        start, stop = game.offset[infoset : infoset + 2]
        found[infoset] = tuple(profile.weights[start:stop].tolist())
    return _locked(game, found)


def _locked(game: ExtensiveGame, found: dict[int, tuple[Number, ...]]) -> LockedGame:
    tree = game.tree
    fixed = np.zeros(game.infosets + 1, bool)
    fixed[list(found)] = True
    at = fixed[tree.infoset]
    kept = np.flatnonzero(~fixed[:-1])
    number = np.full(game.infosets + 1, -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    actor, infoset, chance = tree.actor.copy(), number[tree.infoset], tree.chance.copy()
    actor[at] = CHANCE
    probabilities, first = _probabilities(game, found)
    below = np.flatnonzero(at[tree.parent] & (tree.parent >= 0))
    chance[below] = first[tree.infoset[tree.parent[below]]] + tree.move[below]
    arrays = {"actor": actor, "infoset": infoset.astype(np.int32), "chance": chance}
    for array in arrays.values():
        array.flags.writeable = False
    new = Tree(
        tree.parent,
        arrays["actor"],
        arrays["infoset"],
        tree.first,
        tree.count,
        arrays["chance"],
        tree.row,
        tree.levels,
    )
    labels = LockedLabels(game, kept)
    made = ExtensiveGame(
        game.players,
        new,
        game.owners[kept],
        probabilities,
        game.amounts,
        game.unit,
        labels,
        f"{game.title} with locks".strip(),
    )
    return LockedGame(game, made, found, kept)


def _probabilities(
    game: ExtensiveGame, found: dict[int, tuple[Number, ...]]
) -> tuple[tuple[Number, ...], Any]:
    """The game's probabilities with those of the locks, and where each lock's begin."""
    all_ = list(game.probabilities)
    first = np.zeros(game.infosets, np.int32)
    for infoset, row in found.items():
        first[infoset] = len(all_)
        all_ += row
    return tuple(all_), first


class LockedLabels:
    """The labels of the original, for a game with fewer information sets."""

    def __init__(self, original: ExtensiveGame, kept: Any) -> None:
        self._original = original
        self._labels: TreeLabels = original.labels
        self._kept = kept

    def infoset(self, game: ExtensiveGame, infoset: int) -> str:
        return self._labels.infoset(self._original, int(self._kept[infoset]))

    def moves(self, game: ExtensiveGame, infoset: int) -> tuple[str, ...]:
        return self._labels.moves(self._original, int(self._kept[infoset]))

    def outcomes(self, game: ExtensiveGame, node: int) -> tuple[str, ...]:
        infoset = int(self._original.tree.infoset[node])
        if infoset >= 0:
            return self._labels.moves(self._original, infoset)
        return self._labels.outcomes(self._original, node)

    def leaf(self, game: ExtensiveGame, node: int) -> str:
        return self._labels.leaf(self._original, node)
