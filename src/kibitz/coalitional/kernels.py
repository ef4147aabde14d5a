"""Loops over coalitions, compiled when first used."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit


@njit(cache=True)
def cover(worths: Any) -> None:
    """Raise every worth to the most that a partition of the coalition earns, in place. O(3^n)."""
    for mask in range(1, worths.shape[0]):
        best = worths[mask]
        low = mask & -mask
        rest = mask ^ low
        part = rest
        while part > 0:
            split = worths[part] + worths[mask ^ part]
            best = max(best, split)
            part = (part - 1) & rest
        worths[mask] = best


@njit(cache=True)
def sums_by_size(worths: Any, n: int, block: int, table: Any) -> None:
    """Add up worths by player and size: ``table[i, s]`` over coalitions of size s with player i.

    Row n gets the sums over all coalitions. The lowest ``block`` players are summed within each
    block of 2^block coalitions first, which keeps floating sums accurate and the inner loop short.
    """
    width = 1 << block
    sizes = np.zeros(width, np.int64)
    for low in range(1, width):
        sizes[low] = sizes[low >> 1] + (low & 1)
    local = np.zeros((block + 1, block + 1), worths.dtype)
    for high in range(1 << (n - block)):
        local[:] = 0
        start = high << block
        for low in range(width):
            x = worths[start + low]
            size = sizes[low]
            local[block, size] += x
            for i in range(block):
                if (low >> i) & 1:
                    local[i, size] += x
        above = 0
        for i in range(n - block):
            above += (high >> i) & 1
        for size in range(block + 1):
            for i in range(block):
                table[i, size + above] += local[i, size]
            table[n, size + above] += local[block, size]
            for i in range(n - block):
                if (high >> i) & 1:
                    table[block + i, size + above] += local[block, size]


@njit(cache=True)
def superadditivity_gap(worths: Any, close: Any) -> Any:
    """The first pair of disjoint coalitions that earn more apart, beyond ``close``. O(3^n)."""
    for mask in range(1, worths.shape[0]):
        low = mask & -mask
        rest = mask ^ low
        part = rest
        while part > 0:
            if worths[part] + worths[mask ^ part] - worths[mask] > close:
                return mask ^ part, part
            part = (part - 1) & rest
    return 0, 0
