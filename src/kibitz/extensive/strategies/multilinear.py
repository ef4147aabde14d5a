"""What a behavior strategy earns against each pure strategy of the other player: polynomials.

The probability of a leaf is the product of the probabilities of one's own moves on the way, so the
payoff against a fixed reply is linear in the distribution at each information set. It is kept as an
array with an axis for the moves at each information set and a last one for the replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from kibitz.algebra.polynomial import Polynomial
from kibitz.core.errors import GameError
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.pure_strategies import own_paths, pure_strategies, reaches
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, parametric_game

MOST = 400_000
"""Entries of an array: own pure strategies times replies."""
TRIED = 12
"""Information sets among which those that never follow one another are looked for one by one."""


@dataclass(frozen=True, eq=False)
class MultilinearPayoffs:
    """A player's payoffs, as an array of Fractions over own moves and the other's replies."""

    game: ExtensiveGame
    player: int
    infosets: tuple[int, ...]
    array: Any
    together: frozenset[tuple[int, int]]
    """Pairs of axes whose information sets both lie on a way to some leaf."""

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.array.shape[:-1])

    def at(self, strategy: Sequence[Sequence[Any]]) -> list[Any]:
        """What a behavior strategy earns against each reply; its numbers may be of any kind."""
        payoffs = self.array
        for weights in strategy:
            payoffs = sum(w * part for w, part in zip(weights, payoffs, strict=True))
        return list(payoffs)

    def at_corners(self, corners: Sequence[Any], array: Any = None) -> Any:
        """A row for each choice of one corner at every axis; corners are distributions."""
        payoffs = self.array if array is None else array
        for axis, points in enumerate(corners):
            payoffs = np.moveaxis(np.tensordot(points, payoffs, (1, axis)), 0, axis)
        return payoffs.reshape(-1, payoffs.shape[-1])

    @cached_property
    def floats(self) -> Any:
        return self.array.astype(float)

    @cached_property
    def parallel(self) -> tuple[int, ...]:
        """Axes of which no two lie on one way, with as many moves as can be.

        In the distributions at these information sets the payoffs are linear jointly.
        """
        axes = range(len(self.sizes))
        if len(self.sizes) > TRIED:
            chosen: list[int] = []
            for axis in sorted(axes, key=lambda k: -self.sizes[k]):
                if all(self._apart(axis, other) for other in chosen):
                    chosen.append(axis)
            return tuple(sorted(chosen))
        every = (c for n in range(len(self.sizes) + 1) for c in combinations(axes, n))
        fit = [c for c in every if all(self._apart(a, b) for a, b in combinations(c, 2))]
        return max(fit, key=lambda c: sum(self.sizes[k] - 1 for k in c))

    @property
    def others(self) -> tuple[int, ...]:
        """The axes that are not parallel."""
        return tuple(k for k in range(len(self.sizes)) if k not in self.parallel)

    def _apart(self, a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) not in self.together


def multilinear_payoffs(game: ExtensiveGame, player: int) -> MultilinearPayoffs:
    """The payoffs of a player's behavior strategies against the other's pure ones.

    Replies that concede no less than another one everywhere are left out.

    >>> from kibitz import game
    >>> from kibitz.arrows import to_extensive
    >>> payoffs = multilinear_payoffs(to_extensive(game("kuhn-poker")), 0)
    >>> payoffs.sizes, min(payoffs.at([[1, 0]] * 6))
    ((2, 2, 2, 2, 2, 2), Fraction(-1, 1))
    """
    for who in range(2):
        if is_absent_minded(game, who):
            raise GameError(
                f"{game.players[who]} meets one information set twice; its behavior strategies "
                "are not linear in the moves there"
            )
    mine = np.flatnonzero(game.owners == player).tolist()
    sizes = [int(game.sizes[i]) for i in mine]
    replies = np.unique(reaches(pure_strategies(game, 1 - player)), axis=0)
    if prod(sizes) * len(replies) > MOST:
        raise GameError(
            f"{prod(sizes):,} pure strategies against {len(replies):,} replies are more than "
            f"{MOST:,} numbers"
        )
    axis = {infoset: k for k, infoset in enumerate(mine)}
    array = np.full((*sizes, len(replies)), Fraction(0), object)
    weights, bottom = game.chance_weights
    paths = own_paths(game, player)
    together: set[tuple[int, int]] = set()
    for leaf in np.flatnonzero(game.tree.row >= 0).tolist():
        row = int(game.tree.row[leaf])
        moves = {axis[infoset]: move for infoset, move in paths[leaf]}
        together.update(combinations(sorted(moves), 2))
        place = tuple(moves.get(k, slice(None)) for k in range(len(mine)))
        chance: Any = weights[row]
        chance = Fraction(int(chance), bottom) if game.exact else Fraction(float(chance))
        paid = Fraction(game.payoffs(leaf)[player]) * chance
        array[(*place, replies[:, row])] += paid
    return MultilinearPayoffs(game, player, tuple(mine), _undominated(array), frozenset(together))


def game_of_one_number(payoffs: MultilinearPayoffs) -> ParametricMatrixGame:
    """Moves at the parallel information sets against replies; t is the other set's first move."""
    (axis,) = payoffs.others
    array = np.moveaxis(payoffs.array, axis, 0)
    first, second = (part.reshape(-1, array.shape[-1]) for part in array)
    entries = [
        [Polynomial.of([b, a - b]) for a, b in zip(r, s, strict=True)]
        for r, s in zip(first, second, strict=True)
    ]
    return parametric_game(entries, interval=(0, 1))


def earned(game: ExtensiveGame, player: int, behavior: Mapping[int, Sequence[Any]]) -> list[Any]:
    """What a behavior strategy earns against each pure strategy of the other player."""
    replies = np.unique(reaches(pure_strategies(game, 1 - player)), axis=0)
    weights, bottom = game.chance_weights
    paths = own_paths(game, player)
    totals: list[Any] = [0] * len(replies)
    for leaf in np.flatnonzero(game.tree.row >= 0).tolist():
        row = int(game.tree.row[leaf])
        exact = game.exact
        chance: Any = Fraction(int(weights[row]), bottom) if exact else float(weights[row])
        share = chance * game.payoffs(leaf)[player]
        for infoset, move in paths[leaf]:
            share = share * behavior[infoset][move]
        if share:
            for k in np.flatnonzero(replies[:, row]).tolist():
                totals[k] = totals[k] + share
    return totals


def is_absent_minded(game: ExtensiveGame, player: int) -> bool:
    """Whether a player can meet an information set twice in one play."""
    tree = game.tree
    for node in np.flatnonzero(tree.actor == player).tolist():
        mine = [int(tree.infoset[n]) for n in tree.path(node) if int(tree.actor[n]) == player]
        if len(set(mine)) < len(mine):
            return True
    return False


def remembers(game: ExtensiveGame, player: int) -> bool:
    """Whether a player has perfect recall, whatever the other one forgets."""
    paths = own_paths(game, player)
    known: dict[int, Any] = {}
    for node in np.flatnonzero(game.tree.actor == player).tolist():
        infoset = int(game.tree.infoset[node])
        if known.setdefault(infoset, paths[node]) != paths[node]:
            return False
    return not is_absent_minded(game, player)


def _undominated(array: Any) -> Any:
    """The array without replies that concede no less than another one, move by move."""
    table = array.reshape(-1, array.shape[-1]).T
    keep: list[int] = []
    for k, line in enumerate(table):
        worse = any((table[other] <= line).all() for other in keep)
        if not worse:
            keep = [other for other in keep if not (line <= table[other]).all()] + [k]
    return array[..., keep]
