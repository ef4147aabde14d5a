"""A learned evaluation: weights, a hidden layer and trees over the features of an encoding."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core.errors import GameError


def _no_numbers() -> Any:
    return np.zeros(0)


def _no_units() -> Any:
    return np.zeros((0, 0))


def _no_places() -> Any:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Mind:
    """What a position is worth to the mover: tanh of a sum of parts, each of which may be empty.

    Examples
    --------
    >>> Mind(np.array([0.5, -0.5])).value(np.array([[1.0, 0.0]])).round(4).tolist()
    [0.4621]
    """

    linear: Any
    """A weight for each feature."""
    bias: float = 0.0
    own: float = 0.0
    """The share of the game's own estimate."""
    first: Any = field(default_factory=_no_units)
    """A hidden layer: weights of its units,"""
    shift: Any = field(default_factory=_no_numbers)
    second: Any = field(default_factory=_no_numbers)
    feature: Any = field(default_factory=_no_places)
    """Trees: the feature that a node asks for, -1 at a leaf,"""
    threshold: Any = field(default_factory=_no_numbers)
    left: Any = field(default_factory=_no_places)
    """where to go when it is not above the threshold,"""
    right: Any = field(default_factory=_no_places)
    leaf: Any = field(default_factory=_no_numbers)
    roots: Any = field(default_factory=_no_places)

    def arrays(self) -> dict[str, Any]:
        """All of it, for a file."""
        names = ("linear", "first", "shift", "second", "feature", "threshold", "left", "right")
        found = {name: getattr(self, name) for name in (*names, "leaf", "roots")}
        return {**found, "head": np.array([self.bias, self.own])}

    @classmethod
    def of(cls, arrays: dict[str, Any]) -> Mind:
        """The evaluation that such arrays hold."""
        rest = dict(arrays)
        head = rest.pop("head", None)
        if head is None or head.shape != (2,) or "linear" not in rest:
            raise GameError("the arrays of the evaluation cannot be read")
        return cls(bias=float(head[0]), own=float(head[1]), **rest)

    def compiled(self, scale: float) -> tuple[Any, ...]:
        """What the compiled search takes."""
        first = self.first if self.first.size else np.zeros((0, len(self.linear)))
        return (
            np.array([self.bias, scale, self.own]),
            np.ascontiguousarray(self.linear, float),
            np.ascontiguousarray(first, float),
            np.ascontiguousarray(self.shift, float),
            np.ascontiguousarray(self.second, float),
            np.ascontiguousarray(self.feature, np.int64),
            np.ascontiguousarray(self.threshold, float),
            np.ascontiguousarray(self.left, np.int64),
            np.ascontiguousarray(self.right, np.int64),
            np.ascontiguousarray(self.leaf, float),
            np.ascontiguousarray(self.roots, np.int64),
        )

    def value(self, seen: Any) -> Any:
        """What positions are worth by their features, without the game's own estimate."""
        total = self.bias + seen @ self.linear
        if len(self.shift):
            total = total + np.tanh(seen @ self.first.T + self.shift) @ self.second
        for root in self.roots.tolist():
            node = np.full(len(seen), root)
            while (self.feature[node] >= 0).any():
                asks = np.maximum(self.feature[node], 0)
                low = seen[np.arange(len(seen)), asks] <= self.threshold[node]
                then = np.where(low, self.left[node], self.right[node])
                node = np.where(self.feature[node] >= 0, then, node)
            total = total + self.leaf[node]
        return np.tanh(total)
