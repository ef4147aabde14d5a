"""Reduced games: what is left to bargain over among some players when the others have settled.

A solution is consistent when, after some players leave with what it gives them, it gives those who
stay the same in the reduced game. The prenucleolus and the core are consistent in the sense of
Davis and Maschler (1965), the Shapley value in that of Hart and Mas-Colell (1989).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import (
    Masks,
    mask_of,
    members,
    subset_sums,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.transformations.transform import subgame
from kibitz.coalitional.values.potential import potential
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor

Value = Callable[[CoalitionalGame], Sequence[Number]]


@extends(CoalitionalGame)
def davis_maschler_reduced(game: CoalitionalGame, players: Any, payoffs: Any) -> CoalitionalGame:
    """The game of some players when the others get their payoffs and may be hired for them.

    A coalition S of those who stay takes along whichever of the others Q it pays to take:
    max over Q of v(S,Q) - x(Q); all who stay share v(N) less what the others get.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    players : sequence of str
        The players who stay.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    CoalitionalGame
        The game.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Davis and Maschler 1965.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> davis_maschler_reduced(game, "A,B", [1, 2, 4])
    coalition({'A': 0, 'B': 2, 'A,B': 3})
    """
    staying, leaving = _parted(game, players)
    x = game.payoffs(payoffs)
    hired = tuple(y if i in leaving else 0 * y for i, y in enumerate(x))
    net = tensor_difference(game.worths, subset_sums(hired))
    table = net.array[_spread(staying)[:, None] | _spread(leaving)[None, :]]
    best = table.max(axis=1)
    best[0] = 0
    best[-1] = table[-1, -1]
    names = tuple(game.players[i] for i in staying)
    return CoalitionalGame(tensor_over(best, net.denominator), names)


def hart_mas_colell_reduced(
    game: CoalitionalGame, players: Any, value: Value | None = None
) -> CoalitionalGame:
    """The game of some players when the others are paid by a value, in each coalition separately.

    A coalition S of those who stay earns v(S and all others) less what the value pays the others in
    the subgame of just these players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    players : sequence of str
        The players who stay.
    value : Value, optional
        The value that pays the others; the Shapley value if omitted.

    Returns
    -------
    CoalitionalGame
        The game.

    Notes
    -----
    Cost: O(n 2^n) for the Shapley value; otherwise one call of the value for each coalition of
    those who stay.

    References
    ----------
    Hart and Mas-Colell 1989.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> hart_mas_colell_reduced(game, "A,B")
    coalition({'A': 2, 'B': 3, 'A,B': '11/3'})
    """
    if value is not None and not callable(value):
        raise GameError(f"value: {value!r:.40} is not a function of a game, such as shapley")
    staying, leaving = _parted(game, players)
    others = mask_of(leaving)
    paid = _shapley_paid(game) if value is None else _paid_by(game, value)
    worths = [
        game.value(int(mask) | others) - paid(int(mask) | others, leaving) if mask else Fraction(0)
        for mask in _spread(staying)
    ]
    names = tuple(game.players[i] for i in staying)
    return CoalitionalGame(Tensor.read(worths, 1, "worths"), names)


def _shapley_paid(game: CoalitionalGame) -> Callable[[int, tuple[int, ...]], Number]:
    potentials = potential(game)

    def paid(mask: int, to: tuple[int, ...]) -> Number:
        whole = potentials[mask,]
        return sum((whole - potentials[mask ^ (1 << i),] for i in to), start=0 * whole)

    return paid


def _paid_by(game: CoalitionalGame, value: Value) -> Callable[[int, tuple[int, ...]], Number]:
    def paid(mask: int, to: tuple[int, ...]) -> Number:
        payoffs = list(value(subgame(game, game.members(mask))))
        by_player = dict(zip(members(mask), payoffs, strict=True))
        return sum((by_player[i] for i in to), start=0 * payoffs[0])

    return paid


def _parted(game: CoalitionalGame, players: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    chosen = game.mask(players)
    if not chosen:
        raise GameError("a reduced game needs at least one player who stays")
    return members(chosen), members(game.grand ^ chosen)


def _spread(positions: tuple[int, ...]) -> Masks:
    """The masks of all coalitions of these players, in the order of a game of their own."""
    masks = np.zeros(1, np.int64)
    for i in positions:
        masks = np.concatenate([masks, masks | (1 << i)])
    return masks
