"""Simplicial subdivision: pivot through ever finer triangulations to a completely labeled simplex.

A grid point is labeled with the strategy in play that falls furthest short of the best one. Where
the corners of a small simplex have all strategies of a player as labels, all of them fall short by
nearly the same, and so by nearly nothing. Each grid starts from the last answer; Newton's method
finishes, and the answer is proved. No smoothness is needed, and it always ends; it is slower than
following paths. van der Laan and Talman (1982); van der Laan, Talman and van der Heyden (1987).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

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

METHOD = "simplicial subdivision"
FINEST = 2**24
PIVOTS = 2_000_000


@dataclass(frozen=True)
class SubdivisionRun:
    """The grids that were used, their pivots, and the middles of the simplices found."""

    meshes: tuple[int, ...]
    pivots: tuple[int, ...]
    profiles: tuple[Vector, ...]


def simplicial_subdivision(
    game: StrategicGame, refine: int = 2
) -> NPlayerEquilibrium | ApproximateEquilibrium:
    """One equilibrium; grids are refined by the factor ``refine``. ``working`` holds the run.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> simplicial_subdivision(game).verify().holds
    True
    """
    from kibitz.strategic.n_player.kernels.deviations import ARRIVED
    from kibitz.strategic.n_player.kernels.subdivision import complete_simplex

    if refine < 2:
        raise GameError(f"refine is {refine}; it must be at least 2")
    payoffs, sizes = scaled_payoffs(game)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    x = np.repeat(1.0 / sizes, sizes)
    meshes, pivots, profiles = [], [], []
    mesh = int(max(sizes))
    while mesh <= FINEST:
        grid = np.concatenate([_rounded(part, mesh) for part in np.split(x, starts[1:-1])])
        given = (sizes, starts, grid, mesh)
        x, steps, end = followed_path(complete_simplex, payoffs, *given, longest=PIVOTS)
        meshes.append(mesh)
        pivots.append(int(steps))
        profiles.append(x)
        if end != ARRIVED:
            break
        run = SubdivisionRun(tuple(meshes), tuple(pivots), tuple(profiles))
        equilibrium = certify_profile(game, x, METHOD, (payoffs, sizes)) if mesh >= 32 else None
        if equilibrium is not None and _close(equilibrium, x):
            return replace(equilibrium, working=run)
        mesh *= refine
    run = SubdivisionRun(tuple(meshes), tuple(pivots), tuple(profiles))
    return ApproximateEquilibrium(game, as_profile(game, x), METHOD, run)


def _rounded(weights: Vector, mesh: int) -> Any:
    """The nearest point of the grid whose coordinates add up to the mesh."""
    scaled = np.maximum(weights, 0) * mesh
    down = np.floor(scaled).astype(np.int64)
    missing = mesh - int(down.sum())
    down[np.argsort(down - scaled)[:missing]] += 1
    return down


def _close(equilibrium: NPlayerEquilibrium, x: Vector) -> bool:
    """Did Newton's method stay in the neighborhood?"""
    return bool(np.abs(np.concatenate([np.array(w) for w in equilibrium.floats]) - x).max() < 0.2)


@method(
    StrategicGame,
    "simplicial-subdivision",
    finds="one equilibrium, near a completely labeled simplex",
    cost="exponential in the worst case",
    reference="van der Laan, Talman and van der Heyden 1987",
    aliases=("simplicial", "simpdiv"),
)
def simplicial_subdivision_equilibrium(game: StrategicGame, refine: int = 2) -> NPlayerEquilibria:
    """The equilibrium near a completely labeled simplex, as a list of one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    refine : int, default 2
        How many times finer each grid is than the last.

    Returns
    -------
    NPlayerEquilibria
        The equilibrium, certified.

    Notes
    -----
    Cost: exponential in the worst case.

    References
    ----------
    van der Laan, Talman and van der Heyden 1987.
    """
    return alone(game, simplicial_subdivision(game, refine))
