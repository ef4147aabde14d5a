"""Games of three and four players: Kibitz against Gambit.

One equilibrium, and all of them, of the same random games with integer payoffs from 0 to 999; the
time is that of all games together. Kibitz proves every equilibrium, and
for all of them that there are no others; Gambit's answers are floats without a guarantee, its
polynomial solver accepts what has a regret of 1e-4 and misses some equilibria, and it is left out
where it takes minutes. Every game is first given to Gambit in a process of its own; those that one
of its solvers does not end within a few seconds are left out for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

import kibitz as kb
from bench.harness import Job, Race, is_wanted, race

Arrays = list[npt.NDArray[np.int64]]
Maker = Callable[[list[Arrays]], Job]
LIMITS = {"enumpoly_solve": 40.0}
"""Seconds that Gambit gets for a game, where that is not 5."""


def random_games(shape: tuple[int, ...], count: int) -> list[Arrays]:
    """Games of one shape, always the same ones."""
    generator = np.random.default_rng(sum(shape))
    return [[generator.integers(0, 1000, shape) for _ in shape] for _ in range(count)]


def kibitz(method: str) -> Maker:
    """By one of the methods, from arrays to proved equilibria."""

    def maker(games: list[Arrays]) -> Job:
        ready = [kb.strategic_game(arrays) for arrays in games]
        return lambda: [game.equilibria(method) for game in ready]

    return maker


def gambit(solver: str) -> Maker:
    """By one of Gambit's solvers; ready-made games."""

    def maker(games: list[Arrays]) -> Job:
        import pygambit

        ready = [pygambit.Game.from_arrays(*arrays) for arrays in games]
        solve = getattr(pygambit.nash, solver)
        return lambda: [_solved(solve, game) for game in ready]

    return maker


def ended(solver: str, games: list[Arrays]) -> list[Arrays]:
    """The games that one of Gambit's solvers ends in time, each tried in a process of its own."""
    import multiprocessing

    context = multiprocessing.get_context("fork")
    found = []
    for arrays in games:
        child = context.Process(target=lambda one=arrays: gambit(solver)([one])())
        child.start()
        child.join(LIMITS.get(solver, 5.0))
        if child.is_alive():
            child.kill()
            child.join()
        elif child.exitcode == 0:
            found.append(arrays)
    return found


def _solved(solve: Any, game: Any) -> object:
    if solve.__name__ in ("ipa_solve", "gnm_solve"):
        return solve(game)
    return solve(game).equilibria


ONE: dict[str, Maker] = {
    "Kibitz, one, proved": kibitz("one"),
    "Kibitz, polymatrix, proved": kibitz("iterated-polymatrix"),
    "Kibitz, global Newton, proved": kibitz("global-newton"),
    "Kibitz, logit, proved": kibitz("logit"),
}
ALL: dict[str, Maker] = {"Kibitz, all, proved": kibitz("support-enumeration")}
PEERS_ONE = {"Gambit ipa": "ipa_solve", "Gambit gnm": "gnm_solve", "Gambit logit": "logit_solve"}
PEERS_ALL = {"Gambit enumpoly": "enumpoly_solve"}


def races() -> Iterator[Race]:
    """One equilibrium of growing games, then all of them."""
    for shape in ((4, 4, 4), (6, 6, 6)):
        yield _race("one of", shape, 10, ONE, PEERS_ONE)
    for shape in ((2, 2, 2), (3, 3, 3)):
        yield _race("all of", shape, 10, ALL, PEERS_ALL)
    yield _race("all of", (4, 4, 4), 2, ALL, PEERS_ALL, repeats=2)
    yield _race("all of", (3, 3, 3, 3), 1, ALL, {}, repeats=2)


def _race(
    what: str,
    shape: tuple[int, ...],
    count: int,
    makers: dict[str, Maker],
    peers: dict[str, str],
    repeats: int = 7,
) -> Race:
    games = random_games(shape, count)
    size = "x".join(map(str, shape))
    title = f"{what} {count} games {size}"
    if not is_wanted(title):
        return Race(title, (), next(iter(makers)))
    able = []
    for name, solver in peers.items() if find_spec("pygambit") else ():
        good = ended(solver, games)
        if good:
            games = good
            able.append(name)
    jobs = {name: maker(games) for name, maker in makers.items()}
    jobs |= {name: gambit(peers[name])(games) for name in able}
    if len(games) < count:
        title = f"{what} {len(games)} games {size}, those of {count} that all end"
    return race(title, jobs, next(iter(jobs)), repeats=repeats, budget=60.0)
