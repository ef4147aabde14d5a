"""The sparse space: a way to split nimbers into rare and common ones that speeds up their search.

Nimbers with an even number of ones under a mask are closed under nim-sum; in most octal games some
mask makes them rare. Berlekamp, Conway and Guy, Winning Ways, chapter 4; Gangolli and Plambeck
(1989). Any mask gives right nimbers, a good one gives them fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[Any]
MOST_PROBES = 8192


@dataclass(frozen=True)
class SparseSpace:
    """A mask, and whether the parity of the heap counts as well (Flammenkamp)."""

    mask: int
    alternating: bool
    shift: int
    """The amount taken before the split, which settles the parity that counts."""

    def odd(self, room: int) -> npt.NDArray[np.uint8]:
        """For every value below ``room``, the parity of its ones under the mask."""
        return _parity(np.arange(room) & self.mask)

    def common(self, values: Values) -> npt.NDArray[np.bool_]:
        """Which heaps, from 0 on, are common."""
        parity = _parity(values.astype(np.int64) & self.mask)
        if self.alternating:
            parity ^= ((np.arange(values.size) - self.shift) & 1).astype(np.uint8)
        out: npt.NDArray[np.bool_] = parity == 1
        return out


def sparse_space(values: Values, splits: tuple[int, ...], room: int) -> SparseSpace:
    """The mask that makes fewest of these heaps rare.

    The Walsh-Hadamard transform of the number of heaps of each nimber tells, for every mask, how
    many more are even than odd. O(room log room + number of values). With splits of both parities
    the parity of the heap says nothing.

    >>> from kibitz.combinatorial.heaps import grundys_game
    >>> values = grundys_game().sequence(2000).values
    >>> found = sparse_space(values, (0,), 64)
    >>> bin(found.mask), int((~found.common(values)).sum()) < 600
    ('0b111110', True)
    """
    heaps = values[1:].astype(np.int64)
    excess = _transform(np.bincount(heaps, minlength=room))
    excess[0] = heaps.size + 1
    best, alternating = int(np.argmin(excess)), False
    if len({split & 1 for split in splits}) == 1:
        sign = 1 - 2 * ((np.arange(1, values.size) - splits[0]) & 1)
        signed = _transform(np.bincount(heaps, weights=sign, minlength=room).astype(np.int64))
        signed[0] = heaps.size + 1
        other = int(np.argmin(signed))
        if signed[other] < excess[best]:
            best, alternating = other, True
    return SparseSpace(best, alternating, splits[0])


def probes(values: Values, common: npt.NDArray[np.bool_], below: int) -> npt.NDArray[np.int64]:
    """Common heaps in an order in which every nimber turns up equally often."""
    heaps = np.flatnonzero(common[:below])
    by_value = heaps[np.argsort(values[heaps], kind="stable")]
    sorted_values = values[by_value]
    starts = np.flatnonzero(np.r_[True, sorted_values[1:] != sorted_values[:-1]])
    sizes = np.diff(np.r_[starts, by_value.size])
    sizes = np.minimum(sizes, _share(sizes, MOST_PROBES))
    rank = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    first = by_value[np.repeat(starts, sizes) + rank]
    order = np.argsort(rank, kind="stable")[:MOST_PROBES]
    order_of: npt.NDArray[np.int64] = first[order].astype(np.int64)
    return order_of


def _share(sizes: npt.NDArray[np.int64], wanted: int) -> int:
    """How many of each kind to take at most, to have as many as wanted of all kinds together.

    >>> _share(np.array([5, 1, 9]), 8), _share(np.array([5, 1, 9]), 99)
    (4, 9)
    """
    low, high = 0, int(sizes.max(initial=0))
    while low < high:
        middle = (low + high) // 2
        low, high = (
            (low, middle) if np.minimum(sizes, middle).sum() >= wanted else (middle + 1, high)
        )
    return low


def _parity(values: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """The parity of the number of ones in each of these numbers below 2**32."""
    folded = values.copy()
    for shift in (16, 8, 4, 2, 1):
        folded ^= folded >> shift
    return (folded & 1).astype(np.uint8)


def _transform(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The Walsh-Hadamard transform."""
    out = counts.astype(np.int64)
    step = 1
    while step < out.size:
        pairs = out.reshape(-1, 2, step)
        low, high = pairs[:, 0], pairs[:, 1]
        out = np.stack([low + high, low - high], axis=1).reshape(-1)
        step *= 2
    return out
