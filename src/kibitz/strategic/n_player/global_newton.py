"""The global Newton method: follow equilibria from a game with an obvious one.

A large bonus for some strategies, a ray, makes one profile the only equilibrium. As the bonus is
taken back the equilibrium moves along a path, through cells in which the same weights are
positive; where the path turns, the bonus grows for a while. At zero bonus it is an equilibrium of
the game. Cost: the length of the path, which can be exponential, times O(N^3) for N strategies.
Govindan and Wilson (2003).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from kibitz.strategic.n_player.followed_path import followed_path
from kibitz.strategic.n_player.polynomial_support_enumeration import scaled_payoffs
from kibitz.strategic.n_player.solution import NPlayerEquilibria, alone

METHOD = "the global Newton method"
LENGTHS = (300, 3_000, 20_000)
"""Steps that every ray is followed for, before all of them are tried for longer."""


@dataclass(frozen=True)
class NewtonPath:
    """Profiles and bonuses along the path, in units of the largest difference of payoffs."""

    profiles: Vector
    bonuses: Vector


def global_newton(
    game: StrategicGame, rays: int = 5, seed: int = 0
) -> NPlayerEquilibrium | ApproximateEquilibrium:
    """One equilibrium, by up to ``rays`` random rays; its ``working`` holds the path.

    The lengths of paths differ by orders of magnitude, so rays take turns, a few steps at first.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> found = global_newton(game)
    >>> found.verify().holds, found.working.bonuses[-1]
    (True, np.float64(0.0))
    """
    from kibitz.strategic.n_player.kernels.deviations import ARRIVED, TIRED
    from kibitz.strategic.n_player.kernels.global_newton_path import global_newton_path

    if rays < 1:
        raise GameError(f"rays is {rays}; at least one is needed")
    payoffs, sizes = scaled_payoffs(game)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    rng = np.random.default_rng(seed)
    last = np.repeat(1.0 / sizes, sizes)
    path = NewtonPath(last[None, :], np.array([np.inf]))
    left = [rng.random(int(starts[-1])) for _ in range(rays)]
    for longest, ray in ((length, ray) for length in LENGTHS for ray in list(left)):
        given = (sizes, starts, ray, 0.0)
        points, count, end = followed_path(global_newton_path, payoffs, *given, longest=longest)
        if end != TIRED:
            left = [other for other in left if other is not ray]
        if end != ARRIVED:
            continue
        path = NewtonPath(points[:count, :-1].copy(), points[:count, -1].copy())
        last = path.profiles[-1]
        equilibrium = certify_profile(game, last, METHOD, (payoffs, sizes))
        if equilibrium is not None:
            return replace(equilibrium, working=path)
    return ApproximateEquilibrium(game, as_profile(game, last), METHOD, path)


@method(
    StrategicGame,
    "global-newton",
    finds="one equilibrium, at the end of a path of the global Newton method",
    cost="O(n) times the cells for each step; paths can be long",
    reference="Govindan and Wilson 2003",
    aliases=("gnm",),
)
def global_newton_equilibrium(
    game: StrategicGame, rays: int = 5, seed: int = 0
) -> NPlayerEquilibria:
    """The equilibrium at the end of a path of the global Newton method, as a list of one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    rays : int, default 5
        How many directions to start from.
    seed : int, default 0
        Random seed.

    Returns
    -------
    NPlayerEquilibria
        The equilibrium, certified.

    Notes
    -----
    Cost: O(n) times the cells for each step; paths can be long.

    References
    ----------
    Govindan and Wilson 2003.
    """
    return alone(game, global_newton(game, rays, seed))
