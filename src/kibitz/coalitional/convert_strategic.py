"""From the coalitional to the strategic form: everyone names a coalition.

A strategy is a coalition that holds the player. When all members of a coalition S name S, they
share v(S) equally; everyone else gets what they earn alone. Going back to the coalitional form
gives the superadditive cover of the game: the game itself when it is superadditive.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from kibitz.coalitional.coalitions import in_order, members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor

MOST_PROFILES = 1 << 20


@dataclass(frozen=True)
class NamingGame:
    """Payoff arrays and strategies of the game in which everyone names a coalition."""

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    payoffs: tuple[Tensor, ...]


def naming_game(game: CoalitionalGame) -> NamingGame:
    """The strategic form of a game, for up to 5 players: 2^(n-1) strategies each.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    NamingGame
        Strategies and payoffs of the game in which every player names a coalition to join.

    References
    ----------
    von Neumann and Morgenstern 1944.

    Examples
    --------
    >>> from kibitz import coalition
    >>> form = naming_game(coalition({"A": 1, "B": 3, "A,B": 6}))
    >>> form.strategies[0], form.payoffs[1].numbers()[1]
    (('A', 'A,B'), [Fraction(3, 1), Fraction(3, 1)])
    """
    n = game.n
    profiles = 1 << (n * (n - 1))
    if profiles > MOST_PROFILES:
        raise GameError(
            f"{n} players who each name one of {1 << (n - 1)} coalitions make "
            f"{count_of(profiles, 'profile')}; "
            "the strategic form is built for at most 5 players"
        )
    order = [int(mask) for mask in in_order(n)]
    named = [[mask for mask in order if mask >> i & 1] for i in range(n)]
    numbers: Array = np.empty((n, *([1 << (n - 1)] * n)), object)
    for place in product(range(1 << (n - 1)), repeat=n):
        choice = [named[i][k] for i, k in enumerate(place)]
        for i in range(n):
            numbers[(i, *place)] = _paid(game, choice, i)
    strategies = tuple(tuple(game.spell(mask) for mask in masks) for masks in named)
    payoffs = tuple(
        Tensor.read(numbers[i].tolist(), n, f"payoffs of {game.players[i]}") for i in range(n)
    )
    return NamingGame(game.players, strategies, payoffs)


def _paid(game: CoalitionalGame, choice: list[int], i: int) -> Number:
    mask = choice[i]
    if all(choice[j] == mask for j in members(mask)):
        return game.value(mask) / Fraction(mask.bit_count())
    return game.value(1 << i)
