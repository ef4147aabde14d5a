"""Mixed equilibria of games of one, three and more players, by a method that suits them."""

from __future__ import annotations

from typing import Any

from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player import support_profiles
from kibitz.strategic.n_player.fewer_players import few_deciders
from kibitz.strategic.n_player.one_equilibrium import one_equilibrium
from kibitz.strategic.n_player.polynomial_support_enumeration import polynomial_support_enumeration
from kibitz.strategic.n_player.solution import NPlayerEquilibria

MOST_AT_ONCE = 20_000
"""Support profiles up to which ``auto`` looks for all equilibria."""
SECONDS = 20.0
"""How long it looks for them."""
LONGER = 120.0
"""How long a proof that there are no others may take."""


def n_player_equilibria(
    game: StrategicGame, method: str = "auto", **options: Any
) -> NPlayerEquilibria:
    """Equilibria of a game of any number of players, each proved.

    ``auto`` and ``support-enumeration`` look for all of them, ``one`` for one as fast as possible,
    and ``logit``, ``global-newton``, ``iterated-polymatrix`` and ``simplicial-subdivision`` find
    one in their own way. ``auto`` ends after some 20 seconds with what it has, and for games with
    more than 20,000 support profiles it finds one; where dominance leaves a choice to two players
    at most, it solves the bimatrix game of these. ``complete`` says whether these are all.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> print(n_player_equilibria(game, method="logit"))
    one equilibrium; there may be more
    player 1: 1 | player 2: 1 | player 3: 1 | payoffs 2, 2, 2 | index +1
    found by the logit branch
    """
    if method == "auto":
        equilibria = few_deciders(game)
        if equilibria is not None:
            return equilibria
        if support_profiles.count(game.shape) <= MOST_AT_ONCE:
            some = polynomial_support_enumeration(game, seconds=SECONDS, **options)
            return some if len(some) else one_equilibrium(game)
        method = "one"
    if method == "support-enumeration":
        return polynomial_support_enumeration(game, **options)
    named: NPlayerEquilibria = game.equilibria(method, **options)
    return named


def all_equilibria(game: StrategicGame) -> NPlayerEquilibria:
    """All equilibria, unless that takes minutes; ``complete`` of the answer tells."""
    return few_deciders(game) or polynomial_support_enumeration(game, seconds=LONGER)
