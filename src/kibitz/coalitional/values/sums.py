"""Sums of worths by player and size of coalition: all that symmetric linear values need."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul

import numpy as np

from kibitz.coalitional.coalitions import Array, integers_within
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor

COMPILED = 22
"""Players from which NumPy, which needs as much memory again, is left for compiled loops."""
BLOCK = 10
FEW = 12
"""Players up to which weights are kept by coalition."""


def by_size(worths: Tensor) -> Array:
    """``table[i, s]``: the numerators summed over coalitions of size s that hold player i.

    The last row has the sums over all coalitions of each size. Exact for exact worths.

    >>> by_size(Tensor.read([0, 1, 3, 6], 1)).tolist()
    [[0, 1, 6], [0, 3, 6], [0, 4, 6]]
    """
    n = worths.shape[0].bit_length() - 1
    array = integers_within(worths.array, 1 << n)
    if array.dtype == object or n < COMPILED:
        return _by_folding(array, n)
    from kibitz.coalitional.kernels import sums_by_size

    table = np.zeros((n + 1, n + 1), array.dtype)
    sums_by_size(array, n, min(n, BLOCK), table)
    return table


def _by_folding(array: Array, n: int) -> Array:
    """Fold one player after another: coalitions that differ in that player become one.

    Row s of what is left has the sums over coalitions with s of the players folded so far, so each
    fold halves the columns; all of them together cost a few times 2^n additions.
    """
    table = np.zeros((n + 1, n + 1), array.dtype)
    layers = array[np.newaxis, :]
    for i in range(n - 1, -1, -1):
        half = layers.shape[1] // 2
        with_it = layers[:, half:]
        sums = with_it
        while sums.shape[1] > 1:
            sums = _folded(sums)
        table[i, 1 : len(sums) + 1] = sums[:, 0]
        layers = _folded(layers)
    table[n] = layers[:, 0]
    return table


def _folded(layers: Array) -> Array:
    rows, half = len(layers), layers.shape[1] // 2
    folded = np.empty((rows + 1, half), layers.dtype)
    folded[0] = 0
    folded[1:] = layers[:, half:]
    folded[:rows] += layers[:, :half]
    return folded


@dataclass(frozen=True, eq=False)
class Weights:
    """What worths count for, by the size of the coalition, with and without the player."""

    within: tuple[Fraction, ...]
    beyond: tuple[Fraction, ...]

    @cached_property
    def unit(self) -> int:
        """The least common denominator."""
        return math.lcm(*(w.denominator for w in (*self.within, *self.beyond)))

    @cached_property
    def integers(self) -> tuple[list[int], list[int]]:
        """The weights as multiples of ``1 / unit``."""
        return (
            [int(w * self.unit) for w in self.within],
            [int(w * self.unit) for w in self.beyond],
        )

    @cached_property
    def matrix(self) -> Array:
        """The same by player and coalition, which makes a value of few players one product."""
        n = len(self.within)
        coalitions = np.arange(1 << n)
        sizes = np.bitwise_count(coalitions)
        within, beyond = (np.array([0, *weights], object) for weights in self.integers)
        rows = [np.where((coalitions >> i) & 1, within[sizes], beyond[sizes]) for i in range(n)]
        return np.array(rows).astype(np.int64)

    @cached_property
    def floats(self) -> Array:
        """The matrix in floats."""
        return self.matrix / self.unit


def linear_value(worths: Tensor, weights: Weights) -> tuple[Number, ...]:
    """For each player, worths weighted by size: one weight with the player, another without.

    Sizes run from 1 to n; every efficient, symmetric and linear value has this shape.
    """
    n = worths.shape[0].bit_length() - 1
    if n <= FEW:
        array = worths.array
        if not worths.exact:
            return tuple((weights.floats @ array).tolist())
        if array.dtype != object and _fits(array, weights):
            bottom = weights.unit * worths.denominator
            return tuple(Fraction(x, bottom) for x in (weights.matrix @ array).tolist())
    table = by_size(worths)
    mine, others = table[:n, 1:], table[n, 1:] - table[:n, 1:]
    if not worths.exact:
        inside, outside = (np.array(list(map(float, w))) for w in (weights.within, weights.beyond))
        return tuple((mine @ inside + others @ outside).tolist())
    within, beyond = weights.integers
    bottom = weights.unit * worths.denominator
    return tuple(
        Fraction(sum(map(mul, row, within)) + sum(map(mul, rest, beyond)), bottom)
        for row, rest in zip(mine.tolist(), others.tolist(), strict=True)
    )


def _fits(array: Array, weights: Weights) -> bool:
    """Whether no sum of the product can leave the integers of the machine."""
    largest = max(map(abs, (*weights.integers[0], *weights.integers[1])))
    most = max(int(array.max()), -int(array.min()))
    return largest * most * len(array) < 1 << 62
