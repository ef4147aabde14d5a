"""Games of three and four players: Kibitz against Gambit.

One equilibrium, and all of them, of the same random games with integer payoffs from 0 to 999; the
time is that of all games together. Kibitz proves every equilibrium, and
for all of them that there are no others; Gambit's answers are floats without a guarantee, its
polynomial solver accepts what has a regret of 1e-4 and misses some equilibria, and it is left out
where it takes minutes. There are few games of 6x6x6, since
a race of ten did not end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

import kibitz as kb
from bench.harness import Job, Race, race

Arrays = list[npt.NDArray[np.int64]]
Maker = Callable[[list[Arrays]], Job]


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


def _solved(solve: Any, game: Any) -> object:
    if solve.__name__ in ("ipa_solve", "gnm_solve"):
        return solve(game)
    return solve(game).equilibria


ONE: dict[str, Maker] = {
    "Kibitz, one, proved": kibitz("one"),
    "Kibitz, polymatrix, proved": kibitz("iterated-polymatrix"),
    "Kibitz, global Newton, proved": kibitz("global-newton"),
    "Kibitz, logit, proved": kibitz("logit"),
    "Gambit ipa": gambit("ipa_solve"),
    "Gambit gnm": gambit("gnm_solve"),
    "Gambit logit": gambit("logit_solve"),
}
ALL: dict[str, Maker] = {
    "Kibitz, all, proved": kibitz("support-enumeration"),
    "Gambit enumpoly": gambit("enumpoly_solve"),
}


def races() -> Iterator[Race]:
    """One equilibrium of growing games, then all of them."""
    yield _race("one of", (4, 4, 4), 10, ONE)
    yield _race("one of", (6, 6, 6), 3, ONE)
    for shape in ((2, 2, 2), (3, 3, 3)):
        yield _race("all of", shape, 10, ALL)
    yield _race("all of", (4, 4, 4), 4, ALL, repeats=3)
    alone = {"Kibitz, all, proved": ALL["Kibitz, all, proved"]}
    yield _race("all of", (3, 3, 3, 3), 2, alone, repeats=3)


def _race(
    what: str, shape: tuple[int, ...], count: int, makers: dict[str, Maker], repeats: int = 7
) -> Race:
    games = random_games(shape, count)
    jobs = {
        name: maker(games)
        for name, maker in makers.items()
        if not name.startswith("Gambit") or find_spec("pygambit")
    }
    title = f"{what} {count} games {'x'.join(map(str, shape))}"
    return race(title, jobs, next(iter(jobs)), repeats=repeats, budget=60.0)
