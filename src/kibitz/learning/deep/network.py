"""A network of two hidden layers: its weights, its answers in NumPy, and Adam."""

from __future__ import annotations

from typing import Any

import numpy as np

FAST, SLOW, TINY = 0.9, 0.999, 1e-8
Weights = dict[str, Any]


def initial_weights(
    features: int, units: int, outputs: int, generator: np.random.Generator
) -> Weights:
    """Random weights; the last column of the outputs is a value."""

    def layer(rows: int, columns: int, gain: float) -> Any:
        return (gain * generator.normal(0, np.sqrt(1 / rows), (rows, columns))).astype(np.float32)

    return {
        "w1": layer(features, units, 1.4),
        "b1": np.zeros(units, np.float32),
        "w2": layer(units, units, 1.4),
        "b2": np.zeros(units, np.float32),
        "w3": layer(units, outputs, 0.1),
        "b3": np.zeros(outputs, np.float32),
    }


def answers(weights: Weights, seen: Any, numpy: Any = np) -> Any:
    """The outputs of the network, in NumPy or in JAX.

    >>> weights = initial_weights(3, 4, 2, np.random.default_rng(0))
    >>> answers(weights, np.ones((5, 3), np.float32)).shape
    (5, 2)
    """
    hidden = numpy.maximum(seen @ weights["w1"] + weights["b1"], 0)
    hidden = numpy.maximum(hidden @ weights["w2"] + weights["b2"], 0)
    return hidden @ weights["w3"] + weights["b3"]


def adam(weights: Weights, slopes: Weights, memory: Weights, rate: float, numpy: Any) -> Any:
    """Weights and memory after a step against the slopes."""
    count = memory["count"] + 1
    fair = numpy.sqrt(1 - SLOW**count) / (1 - FAST**count)
    made, kept = {}, {"count": count}
    for name, slope in slopes.items():
        mean = FAST * memory[f"m.{name}"] + (1 - FAST) * slope
        square = SLOW * memory[f"s.{name}"] + (1 - SLOW) * slope * slope
        kept[f"m.{name}"], kept[f"s.{name}"] = mean, square
        made[name] = weights[name] - rate * fair * mean / (numpy.sqrt(square) + TINY)
    return made, kept


def empty_memory(weights: Weights) -> Weights:
    """What Adam remembers at first."""
    found: Weights = {"count": np.zeros((), np.float32)}
    for name, array in weights.items():
        found[f"m.{name}"], found[f"s.{name}"] = np.zeros_like(array), np.zeros_like(array)
    return found
