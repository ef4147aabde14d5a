"""Selection: who becomes a parent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean

CONTESTANTS = 3
"""Members that a tournament compares."""


def roulette(fitness: Any, count: int, generator: np.random.Generator) -> Any:
    """Parents with probability in proportion to fitness above the least.

    >>> roulette(np.array([0.0, 1.0]), 3, np.random.default_rng(0)).tolist()
    [1, 1, 1]
    """
    weights = fitness - fitness.min()
    total = weights.sum()
    odds = weights / total if total > 0 else np.full(len(fitness), 1 / len(fitness))
    return generator.choice(len(fitness), count, p=odds)


def tournament(fitness: Any, count: int, generator: np.random.Generator) -> Any:
    """The fittest of a few that are drawn at random, again and again."""
    drawn = generator.integers(0, len(fitness), (count, CONTESTANTS))
    return drawn[np.arange(count), fitness[drawn].argmax(axis=1)]


def rank(fitness: Any, count: int, generator: np.random.Generator) -> Any:
    """Parents with probability in proportion to their rank, the least fit having 1."""
    ranks = np.empty(len(fitness))
    ranks[np.argsort(fitness, kind="stable")] = np.arange(1, len(fitness) + 1)
    return generator.choice(len(fitness), count, p=ranks / ranks.sum())


SELECTIONS: dict[str, Callable[[Any, int, np.random.Generator], Any]] = {
    "roulette": roulette,
    "tournament": tournament,
    "rank": rank,
}


def selection_named(name: str) -> Callable[[Any, int, np.random.Generator], Any]:
    """A way to select by its name."""
    if name not in SELECTIONS:
        raise GameError(f"no selection {name!r}{did_you_mean(name, SELECTIONS)}")
    return SELECTIONS[name]
