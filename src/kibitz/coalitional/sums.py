"""Sums of worths by player and size of coalition: all that symmetric linear values need."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import Array, Masks, integers_within, sizes
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor

COMPILED = 22
"""Players from which NumPy, which sorts and copies, would need too much memory."""
BLOCK = 10


def by_size(worths: Tensor) -> Array:
    """``table[i, s]``: the numerators summed over coalitions of size s that hold player i.

    The last row has the sums over all coalitions of each size. Exact for exact worths; n 2^n
    additions.

    >>> by_size(Tensor.read([0, 1, 3, 6], 1)).tolist()
    [[0, 1, 6], [0, 3, 6], [0, 4, 6]]
    """
    n = worths.shape[0].bit_length() - 1
    array = integers_within(worths.array, 1 << n)
    if array.dtype == object or n < COMPILED:
        return _by_sorting(array, n)
    from kibitz.coalitional.kernels import sums_by_size

    table = np.zeros((n + 1, n + 1), array.dtype)
    sums_by_size(array, n, min(n, BLOCK), table)
    return table


@lru_cache(maxsize=2)
def _sorted_by_size(n: int) -> tuple[Masks, Masks]:
    order = np.argsort(sizes(n), kind="stable").astype(np.int64)
    starts = np.searchsorted(sizes(n)[order], np.arange(n + 1))
    return order, starts


def _by_sorting(array: Array, n: int) -> Array:
    order, starts = _sorted_by_size(n)
    lined_up = array[order]
    rows = [np.add.reduceat(lined_up * ((order >> i) & 1), starts) for i in range(n)]
    return np.array([*rows, np.add.reduceat(lined_up, starts)], dtype=array.dtype)


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
