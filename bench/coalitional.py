"""Coalitional games: Kibitz against coopgame-py, which is written in Rust, on the same games.

Every alternative starts from its own game object; Kibitz's nucleoli come with Kohlberg's
certificate, and coopgame-py's are asked for by constraint generation, its faster method.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

import kibitz as kb
from bench.harness import Job, Race, race
from kibitz.coalitional import is_convex, is_superadditive
from kibitz.coalitional.coalitions import sizes
from kibitz.games import game as named

Worths = npt.NDArray[np.int64]


def random_worths(n: int, seed: int = 1) -> Worths:
    """Whole numbers from 0 to 999 that have nothing to do with each other."""
    worths = np.random.default_rng(seed).integers(0, 1000, 1 << n)
    worths[0] = 0
    return worths


def growing_worths(n: int, seed: int = 1) -> Worths:
    """Superadditive worths: a convex game and some noise."""
    size = sizes(n).astype(np.int64)
    return random_worths(n, seed) + 1000 * size * (size - 1)


def majority_worths(n: int, seed: int = 1) -> Worths:
    """A weighted vote, with many coalitions at the same excess."""
    weights = np.random.default_rng(seed).integers(1, 10, n)
    masks = np.arange(1 << n)
    sums = sum(w * (masks >> i & 1) for i, w in enumerate(weights))
    wins: Worths = (np.asarray(sums) * 2 > weights.sum()).astype(np.int64)
    return wins


def market_worths(n: int, seed: int = 1) -> Worths:
    """Gloves of two kinds: a large core, and a degenerate nucleolus."""
    masks = np.arange(1 << n)
    left = sum(masks >> i & 1 for i in range(n // 2))
    right = sum(masks >> i & 1 for i in range(n // 2, n))
    return np.minimum(left, right).astype(np.int64)


GAMES = {
    "random": random_worths,
    "superadditive": growing_worths,
    "majority": majority_worths,
    "gloves": market_worths,
}


def theirs(worths: Worths) -> Any:
    """The same game for coopgame-py, which leaves the empty coalition out."""
    import coopgame

    return coopgame.Game(worths[1:].astype(float).tolist())


def values() -> Iterator[Race]:
    """Shapley values of tables."""
    for n in (10, 15, 20):
        worths = random_worths(n)
        exact, floats = kb.coalition(worths), kb.coalition(worths.astype(float))
        jobs: dict[str, Job] = {"Kibitz, float": floats.shapley, "Kibitz, exact": exact.shapley}
        if find_spec("coopgame"):
            import coopgame

            other = theirs(worths)
            jobs["coopgame-py"] = partial(coopgame.shapley, other)
        yield race(f"Shapley value, {n} players", jobs, "Kibitz, float", budget=15)
    large = kb.coalition(np.random.default_rng(1).random(1 << 25) * (np.arange(1 << 25) > 0))
    yield race(
        "Shapley value, 25 players", {"Kibitz, float": large.shapley}, "Kibitz, float", 3, 20
    )


def votes() -> Iterator[Race]:
    """Power indices by generating functions."""
    college = named("electoral-college")
    weights = np.random.default_rng(1).integers(1, 60, 60).tolist()
    quota = sum(weights) // 2 + 1
    jobs: dict[str, Job] = {
        "Shapley-Shubik": lambda: kb.weighted_voting(quota, weights).shapley(),
        "all indices": lambda: kb.weighted_voting(quota, weights).power_indices(),
    }
    yield race("60 voters, exact", jobs, "Shapley-Shubik", budget=10)
    jobs = {
        "Shapley-Shubik": college.shapley,
        "all indices": college.solve,
    }
    yield race("electoral college, exact", jobs, "Shapley-Shubik", budget=10)


def nucleoli() -> Iterator[Race]:
    """Prenucleoli in floating point, and exactly."""
    for n in (8, 10, 15, 20):
        for name, make in GAMES.items():
            worths = make(n)
            floats = kb.coalition(worths.astype(float))
            jobs: dict[str, Job] = {"Kibitz, float": floats.prenucleolus}
            if n <= 15:
                jobs["Kibitz, exact"] = kb.coalition(worths).prenucleolus
            if find_spec("coopgame"):
                import coopgame

                other = theirs(worths)
                jobs["coopgame-py"] = partial(coopgame.prenucleolus, other)
            title = f"prenucleolus, {name}, {n} players"
            yield race(title, jobs, "Kibitz, float", repeats=5, budget=20)


def properties() -> Iterator[Race]:
    """Properties that hold, so that every coalition is looked at."""
    worths = (sizes(20).astype(np.int64) ** 2).astype(np.int64)
    game = kb.coalition(worths)
    jobs: dict[str, Job] = {
        "Kibitz, convex": lambda: is_convex(game),
        "Kibitz, superadditive": lambda: is_superadditive(game),
    }
    if find_spec("coopgame"):
        other = theirs(worths)
        jobs["coopgame-py, convex"] = other.is_convex
    yield race("properties, 20 players", jobs, "Kibitz, convex", repeats=3, budget=20)


def races() -> Iterator[Race]:
    """Values, votes, nucleoli and properties."""
    yield from values()
    yield from votes()
    yield from nucleoli()
    yield from properties()
