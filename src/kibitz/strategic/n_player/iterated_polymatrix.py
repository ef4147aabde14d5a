"""Iterated polymatrix approximation: Newton's method whose linear problems are polymatrix games.

Near a profile, payoffs agree to first order with those of a game in which they are sums over pairs
of players; Lemke's method solves that one, and its equilibrium is the next profile. Usually a few
rounds are enough; there is no guarantee, so the limit is proved or given with its regret. Cost of
a round: O(N^3) for N strategies in all. Govindan and Wilson (2004).
"""

from __future__ import annotations

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.certify_profile import (
    ApproximateEquilibrium,
    Vector,
    as_profile,
    certify_profile,
)
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.followed_path import SMALL, WORTHWHILE
from kibitz.strategic.n_player.polynomial_support_enumeration import scaled_payoffs
from kibitz.strategic.n_player.solution import NPlayerEquilibria, alone

METHOD = "iterated polymatrix approximation"
ROUNDS = 40
ACCURACY = 1e-9


def iterated_polymatrix(
    game: StrategicGame, starts: int = 60, seed: int = 0
) -> NPlayerEquilibrium | ApproximateEquilibrium:
    """One equilibrium, from up to ``starts`` first profiles, the uniform one and random ones.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> found = iterated_polymatrix(game)
    >>> found.payoffs, found.verify().holds
    ((Fraction(2, 1), Fraction(2, 1), Fraction(2, 1)), True)
    """
    if starts < 1:
        raise GameError(f"starts is {starts}; at least one is needed")
    equilibrium, nearest = proved_limit(game, starts, seed)
    if equilibrium is not None:
        return equilibrium
    return ApproximateEquilibrium(game, as_profile(game, nearest), METHOD)


def proved_limit(
    game: StrategicGame, starts: int, seed: int
) -> tuple[NPlayerEquilibrium | None, Vector]:
    """The first limit that can be proved, and otherwise the last one."""
    from kibitz.core.compiling.tiered import tiered
    from kibitz.strategic.n_player.kernels.deviations import ARRIVED
    from kibitz.strategic.n_player.kernels.iterated_polymatrix import iterated_polymatrix as kernel

    payoffs, sizes = scaled_payoffs(game)
    begins = np.concatenate([[0], np.cumsum(sizes)])
    size, rng = int(begins[-1]), np.random.default_rng(seed)
    path = np.zeros((ROUNDS, size))
    x = np.repeat(1.0 / sizes, sizes)
    nearest = x.copy()
    for trial in range(starts):
        if trial:
            x = rng.exponential(size=size)
            x /= np.repeat(np.add.reduceat(x, begins[:-1]), sizes)
        cover = 0.5 + rng.random(size + len(sizes))
        noise = 1e-9 * rng.random(size)
        given = (payoffs, sizes, begins, x, cover, noise, ROUNDS, ACCURACY, path)
        _, end = tiered(kernel, *given, small=payoffs.size <= SMALL, worthwhile=WORTHWHILE)
        if end == ARRIVED:
            nearest = x
            equilibrium = certify_profile(game, x, METHOD, (payoffs, sizes))
            if equilibrium is not None:
                return equilibrium, x
    return None, nearest


@method(
    StrategicGame,
    "iterated-polymatrix",
    finds="one equilibrium, where iterated polymatrix approximation settles",
    cost="a Lemke-Howson path for each step",
    reference="Govindan and Wilson 2004",
    aliases=("ipa",),
)
def iterated_polymatrix_equilibrium(
    game: StrategicGame, starts: int = 60, seed: int = 0
) -> NPlayerEquilibria:
    """The equilibrium where iterated polymatrix approximation settles, as a list of one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    starts : int, default 60
        How many profiles to start from.
    seed : int, default 0
        Random seed.

    Returns
    -------
    NPlayerEquilibria
        The equilibrium, certified.

    Notes
    -----
    Cost: a Lemke-Howson path for each step.

    References
    ----------
    Govindan and Wilson 2004.
    """
    return alone(game, iterated_polymatrix(game, starts, seed))
