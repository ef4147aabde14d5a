"""Mixed equilibria of games of three and more players, by a method that suits them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.strategic import support_profiles
from kibitz.strategic.n_player_solution import NPlayerEquilibria
from kibitz.strategic.one_equilibrium import one_equilibrium
from kibitz.strategic.polynomial_support_enumeration import polynomial_support_enumeration
from kibitz.strategic.strategic_game import StrategicGame

METHODS: dict[str, Callable[..., NPlayerEquilibria]] = {
    "support-enumeration": polynomial_support_enumeration,
    "one": one_equilibrium,
}
MOST_AT_ONCE = 20_000
"""Support profiles up to which ``auto`` looks for all equilibria."""


def n_player_equilibria(
    game: StrategicGame, method: str = "auto", **options: Any
) -> NPlayerEquilibria:
    """Equilibria of a game of any number of players, each proved.

    ``auto`` looks for all of them in games up to about 4x4x4x4, and for one in larger games;
    ``complete`` of the answer says whether these are all.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> print(n_player_equilibria(game, method="one"))
    one equilibrium; there may be more
    player 1: 1 | player 2: 1 | player 3: 1 | payoffs 2, 2, 2 | index +1
    found by search of small supports
    """
    if len(game.players) < 2:
        raise GameError("one player: an equilibrium needs at least two")
    if method == "auto":
        many = support_profiles.count(game.shape)
        method = "support-enumeration" if many <= MOST_AT_ONCE else "one"
    if method not in METHODS:
        near = did_you_mean(str(method), METHODS)
        raise GameError(f"no method {method!r} for equilibria of {len(game.players)} players{near}")
    return METHODS[method](game, **options)
