"""The slopes of a network of two hidden layers, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.learning.deep.network import Weights


def backpropagation(weights: Weights, seen: Any, error: Any) -> tuple[Any, Weights]:
    """What the network answers, and the slopes of a loss.

    Parameters
    ----------
    weights : dict
        The weights, as :func:`~kibitz.learning.deep.network.initial_weights` makes them.
    seen : array
        A row for each input.
    error : callable
        From the answers to the slope of the loss in each of them.

    Returns
    -------
    tuple
        The answers, and the slope in each weight.
    """
    first = np.maximum(seen @ weights["w1"] + weights["b1"], 0)
    second = np.maximum(first @ weights["w2"] + weights["b2"], 0)
    found = second @ weights["w3"] + weights["b3"]
    out = error(found)
    below = (out @ weights["w3"].T) * (second > 0)
    lowest = (below @ weights["w2"].T) * (first > 0)
    slopes = {
        "w1": seen.T @ lowest,
        "b1": lowest.sum(axis=0),
        "w2": first.T @ below,
        "b2": below.sum(axis=0),
        "w3": second.T @ out,
        "b3": out.sum(axis=0),
    }
    return found, slopes
