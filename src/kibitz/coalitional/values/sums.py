"""Sums of worths by player and size of coalition: all that symmetric linear values need."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import Array, integers_within
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor

COMPILED = 22
"""Players from which NumPy, which needs as much memory again, is left for compiled loops."""
BLOCK = 10


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


def linear_value(
    worths: Tensor,
    inside: Callable[[int], Fraction],
    outside: Callable[[int], Fraction],
) -> tuple[Number, ...]:
    """For each player, worths weighted by size: ``inside(s)`` with the player, ``outside(s)`` not.

    Sizes run from 1 to n; every efficient, symmetric and linear value has this shape.
    """
    n = worths.shape[0].bit_length() - 1
    table = by_size(worths)
    within = [inside(s) for s in range(1, n + 1)]
    beyond = [outside(s) for s in range(1, n + 1)]
    return tuple(_weighted(table, i, within, beyond, worths) for i in range(n))


def _weighted(
    table: Array, i: int, within: list[Fraction], beyond: list[Fraction], worths: Tensor
) -> Number:
    kind: Any = int if worths.exact else float
    mine = [kind(x) for x in table[i, 1:]]
    others = [kind(x) - y for x, y in zip(table[-1, 1:], mine, strict=True)]
    if worths.exact:
        total = sum(w * x + u * y for w, x, u, y in zip(within, mine, beyond, others, strict=True))
        return Fraction(total) / worths.denominator
    return float(
        sum(
            float(w) * x + float(u) * y
            for w, x, u, y in zip(within, mine, beyond, others, strict=True)
        )
    )
