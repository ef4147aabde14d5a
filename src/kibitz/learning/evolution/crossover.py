"""Crossover: what a child takes from each parent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean


def one_point(mothers: Any, fathers: Any, generator: np.random.Generator) -> Any:
    """The genes of one parent up to a point, those of the other beyond it.

    >>> one_point(np.zeros((1, 4)), np.ones((1, 4)), np.random.default_rng(0)).tolist()
    [[0.0, 0.0, 0.0, 1.0]]
    """
    count, genes = mothers.shape
    cut = generator.integers(1, max(genes, 2), count)
    return np.where(np.arange(genes)[None] < cut[:, None], mothers, fathers)


def uniform(mothers: Any, fathers: Any, generator: np.random.Generator) -> Any:
    """Each gene from either parent, by a coin."""
    return np.where(generator.random(mothers.shape) < 0.5, mothers, fathers)


def blend(mothers: Any, fathers: Any, generator: np.random.Generator) -> Any:
    """Each gene anywhere between those of the parents, or a little beyond."""
    share = generator.uniform(-0.25, 1.25, mothers.shape)
    return share * mothers + (1 - share) * fathers


CROSSOVERS: dict[str, Callable[[Any, Any, np.random.Generator], Any]] = {
    "one-point": one_point,
    "uniform": uniform,
    "blend": blend,
}


def crossover_named(name: str) -> Callable[[Any, Any, np.random.Generator], Any]:
    """A way to cross by its name."""
    if name not in CROSSOVERS:
        raise GameError(f"no crossover {name!r}{did_you_mean(name, CROSSOVERS)}")
    return CROSSOVERS[name]
