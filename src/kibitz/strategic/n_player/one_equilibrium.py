"""One equilibrium of a game of n players, proved, as soon as one is found.

Pure cells are looked at first, then limits of the iterated polymatrix approximation that can be
proved, then small and balanced support profiles, by the same certified search that finds all
equilibria. Random games nearly always have an equilibrium on a small support, so this is quick.
When it is not, paths are followed, each for a while: the logit branch, global Newton, more starts
of the approximation; and in the end all supports are searched. Govindan and Wilson (2004); Porter,
Nudelman and Shoham (2008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.progress import work
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player import support_profiles
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.global_newton import global_newton
from kibitz.strategic.n_player.iterated_polymatrix import iterated_polymatrix, proved_limit
from kibitz.strategic.n_player.logit import logit
from kibitz.strategic.n_player.nash_regions import nash_regions
from kibitz.strategic.n_player.polynomial_support_enumeration import (
    OpenProfile,
    pure,
    scaled_payoffs,
    search_profiles,
)
from kibitz.strategic.n_player.solution import NPlayerEquilibria, rational_equilibrium

METHOD = "a search of small supports"
STARTS = 4
BUDGET = 2_000
FEW_NODES = 200_000
"""Nodes of the subdivision before other methods have their turn."""


@method(
    StrategicGame,
    "one",
    finds="one equilibrium, the first that can be proved",
    cost="exponential in the worst case; small supports are tried first",
    reference="Porter, Nudelman and Shoham 2008",
)
def one_equilibrium(game: StrategicGame) -> NPlayerEquilibria:
    """One certified equilibrium, by the first method that has one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    NPlayerEquilibria
        The equilibrium, certified.

    Notes
    -----
    Cost: exponential in the worst case; small supports are tried first.

    References
    ----------
    Porter, Nudelman and Shoham 2008.

    Examples
    --------
    >>> from kibitz import strategic_game
    >>> game = strategic_game("3,3,0 0,0,0; 0,0,0 2,2,1 | 0,0,1 1,1,0; 1,1,0 0,0,0")
    >>> print(one_equilibrium(game))
    one equilibrium; there may be more
    player 1: 1 | player 2: 2 | player 3: 2 | payoffs 1, 1, 0
    found by a look at the pure cells
    """
    for attempt in ATTEMPTS:
        equilibrium = attempt(game)
        if equilibrium is not None:
            return NPlayerEquilibria(game, (equilibrium,), equilibrium.method, (), False)
    raise GameError(
        "no equilibrium could be proved: all are singular; method='logit' gives a profile "
        "with a small regret"
    )


def _pure(game: StrategicGame) -> NPlayerEquilibrium | None:
    equilibrium = next(pure(game), None)
    return None if equilibrium is None else replace(equilibrium, method="a look at the pure cells")


def _nearest(game: StrategicGame) -> NPlayerEquilibrium | None:
    return proved_limit(game, STARTS, 0)[0]


def _few_supports(game: StrategicGame) -> NPlayerEquilibrium | None:
    return _search(game, BUDGET, FEW_NODES)


def _all_supports(game: StrategicGame) -> NPlayerEquilibrium | None:
    return _search(game, BUDGET, None) or _search(game, 100 * BUDGET, None)


def _path(method: Callable[[StrategicGame], Any]) -> Callable[[StrategicGame], Any]:
    def follow(game: StrategicGame) -> NPlayerEquilibrium | None:
        equilibrium = method(game)
        return (
            replace(equilibrium, working=None)
            if isinstance(equilibrium, NPlayerEquilibrium)
            else None
        )

    return follow


def _search(game: StrategicGame, budget: int, most: int | None) -> NPlayerEquilibrium | None:
    """The first equilibrium on supports from small to large, or none after this many nodes."""
    payoffs, sizes = scaled_payoffs(game)
    nodes = 0
    with work("support profiles") as task:
        for wanted in support_profiles.size_profiles(game.shape):
            part = support_profiles.of_sizes(game.shape, wanted)
            seen = search_profiles(game, payoffs, sizes, part, budget, 1, [])
            if seen.equilibria:
                return replace(seen.equilibria[0], method=METHOD)
            for point in _on_continua(game, seen.left):
                return point
            nodes += seen.nodes
            if task.stopped:
                raise GameError("stopped before an equilibrium was found")
            if most is not None and nodes > most:
                return None
            task.advance(len(part))
    return None


def _on_continua(game: StrategicGame, left: list[OpenProfile]) -> Iterator[NPlayerEquilibrium]:
    """Equilibria on support profiles where the subdivision found no isolated one."""
    for one in left[:50]:
        for region in nash_regions(game, one.supports):
            for profile in region.extreme[:1]:
                yield rational_equilibrium(game, profile, METHOD, regular=False)


ATTEMPTS: tuple[Callable[[StrategicGame], NPlayerEquilibrium | None], ...] = (
    _pure,
    _nearest,
    _few_supports,
    _path(logit),
    _path(global_newton),
    _path(iterated_polymatrix),
    _all_supports,
)
"""From quick to thorough."""
