"""Pure strategies: a move at every information set, or only at those that own moves leave open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

MOST = 2_000_000
"""Moves in a list of pure strategies, all of them together."""
OPEN = -1
"""In place of a move: own moves make sure that the information set is not reached."""


@dataclass(frozen=True, eq=False)
class PureStrategies:
    """A player's pure strategies: a row of ``moves`` each, a column for each information set."""

    game: ExtensiveGame
    player: int
    infosets: Any
    """The player's information sets, in the order of the tree."""
    moves: Any
    """int16: the number of the move, or OPEN."""

    def __len__(self) -> int:
        return len(self.moves)

    def label(self, k: int) -> str:
        """The moves in a row, with a star where none is needed."""
        words = [self.game.moves(int(i)) for i in self.infosets]
        return ",".join(
            "*" if m == OPEN else words[c][m] for c, m in enumerate(self.moves[k].tolist())
        )

    def labels(self) -> tuple[str, ...]:
        words = [(*self.game.moves(int(i)), "*") for i in self.infosets]
        labels = [
            ",".join(words[c][m] for c, m in enumerate(row)) or "-" for row in self.moves.tolist()
        ]
        if len(set(labels)) < len(labels):
            labels = [f"{label} #{k}" for k, label in enumerate(labels, 1)]
        return tuple(labels)


def count_pure(game: ExtensiveGame, player: int) -> int:
    """How many pure strategies there are: the product of the numbers of moves."""
    return prod(int(n) for n in game.sizes[game.owners == player])


def count_reduced(game: ExtensiveGame, player: int) -> int:
    """How many there are up to moves that own earlier moves make needless; needs perfect recall."""
    plex = game.treeplex
    ways = [1] * (plex.sequences + 1)
    for infosets in reversed(plex.rounds):
        for infoset in infosets[plex.owner[infosets] == player].tolist():
            start, stop = plex.offset[infoset : infoset + 2].tolist()
            ways[int(plex.parent[infoset])] *= sum(ways[start:stop])
    return ways[plex.empty]


def pure_strategies(game: ExtensiveGame, player: int, most: int = MOST) -> PureStrategies:
    """Every combination of moves, the last information set changing fastest.

    >>> from kibitz.extensive import decision, extensive_game
    >>> tree = decision("A", "first", l=(1, 0), r=decision("A", "second", x=(0, 0), y=(2, 0)))
    >>> pure_strategies(extensive_game(tree), 0).labels()
    ('l,x', 'l,y', 'r,x', 'r,y')
    """
    mine = np.flatnonzero(game.owners == player)
    _fits(game, player, count_pure(game, player), len(mine), most, "pure strategies")
    rows = list(product(*(range(int(game.sizes[i])) for i in mine)))
    table = np.array(rows, np.int16).reshape(len(rows), len(mine))
    return PureStrategies(game, player, mine, table)


def reduced_strategies(game: ExtensiveGame, player: int, most: int = MOST) -> PureStrategies:
    """Pure strategies without the moves at information sets that own moves exclude.

    Where recall is not perfect, strategies that lead everywhere alike are taken together.

    >>> from kibitz.extensive import decision, extensive_game
    >>> tree = decision("A", "first", l=(1, 0), r=decision("A", "second", x=(0, 0), y=(2, 0)))
    >>> reduced_strategies(extensive_game(tree), 0).labels()
    ('l,*', 'r,x', 'r,y')
    """
    if game.forgetting:
        return _merged(pure_strategies(game, player, most))
    mine = np.flatnonzero(game.owners == player)
    _fits(game, player, count_reduced(game, player), len(mine), most, "reduced strategies")
    place = {int(infoset): k for k, infoset in enumerate(mine)}
    follows: dict[int, list[int]] = {}
    for infoset in mine.tolist():
        follows.setdefault(int(game.treeplex.parent[infoset]), []).append(infoset)
    known: dict[int, list[tuple[tuple[int, int], ...]]] = {}

    def after(sequence: int) -> list[tuple[tuple[int, int], ...]]:
        return known.get(sequence, [()])

    for infosets in reversed(game.treeplex.rounds):
        for parent in {int(game.treeplex.parent[i]) for i in infosets if game.owners[i] == player}:
            parts = []
            for infoset in follows[parent]:
                start = int(game.offset[infoset])
                parts.append(
                    [
                        ((place[infoset], move), *rest)
                        for move in range(int(game.sizes[infoset]))
                        for rest in after(start + move)
                    ]
                )
            known[parent] = [
                tuple(x for part in parts_ for x in part) for parts_ in product(*parts)
            ]
    strategies = known.get(game.treeplex.empty, [()])
    table = np.full((len(strategies), len(mine)), OPEN, np.int16)
    for k, choices in enumerate(strategies):
        for column, move in choices:
            table[k, column] = move
    order = np.lexsort(np.where(table == OPEN, -1, table).T[::-1]) if len(mine) else [0]
    return PureStrategies(game, player, mine, table[order])


def reaches(strategies: PureStrategies) -> Any:
    """For each strategy and leaf whether the player's moves lead there: a boolean matrix."""
    game, player = strategies.game, strategies.player
    column = {int(infoset): k for k, infoset in enumerate(strategies.infosets)}
    paths = own_paths(game, player)
    leaves = np.flatnonzero(game.tree.row >= 0)
    known: dict[frozenset[tuple[int, int]], Any] = {}
    reached = np.zeros((len(strategies), len(leaves)), bool)
    for leaf in leaves.tolist():
        path = paths[leaf]
        if path not in known:
            fits = np.ones(len(strategies), bool)
            for infoset, move in path:
                fits &= strategies.moves[:, column[infoset]] == move
            known[path] = fits
        reached[:, int(game.tree.row[leaf])] = known[path]
    return reached


def own_paths(game: ExtensiveGame, player: int) -> list[frozenset[tuple[int, int]]]:
    """For each node the moves that a player makes on the way."""
    tree = game.tree
    paths: list[frozenset[tuple[int, int]]] = [frozenset()]
    parents, moves = tree.parent.tolist(), tree.move.tolist()
    actors, sets = tree.actor.tolist(), tree.infoset.tolist()
    for node in range(1, len(tree)):
        above = parents[node]
        path = paths[above]
        paths.append(path | {(sets[above], moves[node])} if actors[above] == player else path)
    return paths


def _merged(strategies: PureStrategies) -> PureStrategies:
    """One of those that reach the same leaves, starred where it does not matter what it does."""
    reach = reaches(strategies)
    first: dict[bytes, int] = {}
    for k, row in enumerate(reach):
        first.setdefault(row.tobytes(), k)
    keep = sorted(first.values())
    moves = strategies.moves[keep].copy()
    groups: dict[bytes, list[int]] = {}
    for k, row in enumerate(reach):
        groups.setdefault(row.tobytes(), []).append(k)
    for place, k in enumerate(keep):
        same = strategies.moves[groups[reach[k].tobytes()]]
        moves[place, (same != same[0]).any(axis=0)] = OPEN
    return PureStrategies(strategies.game, strategies.player, strategies.infosets, moves)


def _fits(game: ExtensiveGame, player: int, count: int, width: int, most: int, what: str) -> None:
    if count * max(1, width) > most:
        shown = f"{count:,}" if count < 10**15 else f"10^{len(str(count)) - 1}"
        raise GameError(
            f"{game.players[player]} has {shown} {what}, too many to list; the sequence form is "
            "as small as the tree"
        )
