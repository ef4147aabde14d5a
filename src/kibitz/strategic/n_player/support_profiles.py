"""Support profiles of a game in the order in which equilibria are looked for.

Small and balanced supports come first, since random games nearly always have an equilibrium there:
Porter, Nudelman and Shoham (2008).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

MOST = 2_000_000
"""Support profiles that are listed at once."""


def count(shape: tuple[int, ...]) -> int:
    """How many support profiles there are.

    >>> count((3, 3, 3))
    343
    """
    total = 1
    for size in shape:
        total *= 2**size - 1
    return total


@lru_cache(maxsize=16)
def mixed_support_profiles(shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Bit masks of all support profiles but the pure ones, by size and then by balance.

    >>> mixed_support_profiles((2, 2)).tolist()
    [[1, 3], [2, 3], [3, 1], [3, 2], [3, 3]]
    """
    axes = [np.arange(1, 2**size, dtype=np.int64) for size in shape]
    listed = np.stack([a.ravel() for a in np.meshgrid(*axes, indexing="ij")], axis=1)
    sizes = np.stack([_bits(size)[listed[:, i]] for i, size in enumerate(shape)], axis=1)
    mixed = sizes.sum(axis=1) > len(shape)
    listed, sizes = listed[mixed], sizes[mixed]
    order = np.lexsort((np.ptp(sizes, axis=1), sizes.sum(axis=1)))
    profiles = np.ascontiguousarray(listed[order])
    profiles.setflags(write=False)
    return profiles


@lru_cache(maxsize=16)
def size_profiles(shape: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Sizes of supports, pure ones left out, by total and then by balance.

    >>> size_profiles((2, 2))
    ((2, 1), (1, 2), (2, 2))
    """
    every = product(*(range(1, size + 1) for size in shape))
    mixed = [sizes for sizes in every if sum(sizes) > len(shape)]
    return tuple(sorted(mixed, key=lambda s: (sum(s), max(s) - min(s), tuple(-x for x in s))))


@lru_cache(maxsize=256)
def of_sizes(shape: tuple[int, ...], sizes: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Bit masks of the support profiles with these sizes.

    >>> of_sizes((2, 2), (2, 1)).tolist()
    [[3, 1], [3, 2]]
    """
    axes = []
    for width, size in zip(shape, sizes, strict=True):
        axes.append(np.flatnonzero(_bits(width) == size).astype(np.int64))
    listed = np.stack([a.ravel() for a in np.meshgrid(*axes, indexing="ij")], axis=1)
    listed.setflags(write=False)
    return listed


@lru_cache(maxsize=32)
def _bits(width: int) -> npt.NDArray[np.int64]:
    """The number of members of every mask of this many strategies."""
    masks = np.arange(2**width)
    counts: npt.NDArray[np.int64] = np.array([masks >> s & 1 for s in range(width)]).sum(axis=0)
    return counts


def members(mask: int) -> tuple[int, ...]:
    """The positions in a bit mask.

    >>> members(0b1011)
    (0, 1, 3)
    """
    return tuple(s for s in range(int(mask).bit_length()) if mask >> s & 1)
