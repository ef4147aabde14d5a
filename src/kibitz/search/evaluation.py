"""Evaluation functions: what a position seems worth before the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show


def category_value(probabilities: Mapping[str, Any], utilities: Mapping[str, Any]) -> Number:
    """The expected utility of a class of positions, from how often each outcome follows.

    >>> print(category_value({"win": "0.72", "loss": "0.20", "draw": "0.08"},
    ...                      {"win": 1, "loss": -1, "draw": 0}))
    13/25
    """
    if set(probabilities) != set(utilities):
        odd = ", ".join(sorted(set(map(str, probabilities)) ^ set(map(str, utilities))))
        raise GameError(f"outcomes need a probability and a utility each; only one has: {odd}")
    weights = {word: number(p, f"the probability of {word}") for word, p in probabilities.items()}
    total: Any = sum(weights.values())
    if any(w < 0 for w in weights.values()) or abs(total - 1) > (
        1e-9 if isinstance(total, float) else 0
    ):
        raise GameError(f"the probabilities add up to {show(total)}, not 1")
    mean: Any = sum(w * number(utilities[word], str(word)) for word, w in weights.items())
    result: Number = mean
    return result


def linear_value(features: Sequence[Any], weights: Sequence[Any]) -> Number:
    """A weighted sum of features, such as material: pawns, knights, bishops, rooks, queens.

    >>> print(linear_value([1, 0, -1, 0, 1], [1, 3, 3, 5, 9]))
    7
    """
    if len(features) != len(weights):
        raise GameError(f"{len(features)} features with {len(weights)} weights; each needs one")
    total: Any = sum(
        (number(f, "a feature") * number(w, "a weight"))
        for f, w in zip(features, weights, strict=True)
    )
    result: Number = total
    return result
