"""Numbers for ranks whose sums tell hands apart."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.poker.single_hand import (
    COPIES,
    FIVE_KEYS,
    RANKS,
    SEVEN_KEYS,
)

KNOWN_KEYS = {(RANKS, COPIES, 5): FIVE_KEYS, (RANKS, COPIES, 7): SEVEN_KEYS}
"""The keys of the full deck, which take a while to find."""


@lru_cache(maxsize=32)
def additive_keys(ranks: int, copies: int, size: int) -> tuple[int, ...]:
    """A number for each rank so that sums over different hands of one size differ.

    Each number is the least that works: with ``d`` copies of it against none, a difference of sums
    over fewer ranks, divided by ``d``, must not be it.

    >>> additive_keys(4, 4, 2)
    (0, 1, 3, 7)
    """
    if (ranks, copies, size) in KNOWN_KEYS:
        return KNOWN_KEYS[ranks, copies, size]
    sums = [
        np.zeros(1, np.int64) if c <= copies else np.zeros(0, np.int64) for c in range(size + 1)
    ]
    keys = [0]
    for _ in range(1, ranks):
        key = _least(sums, copies, size)
        keys.append(key)
        sums = [
            np.concatenate([m * key + sums[c - m] for m in range(min(c, copies) + 1)])
            for c in range(size + 1)
        ]
    return tuple(keys)


def _least(sums: list[Any], copies: int, size: int) -> int:
    """The least key for another rank: no difference of sums over the ranks before gives it."""
    from kibitz.poker.evaluator_kernels import mark_differences

    marks = np.zeros(4 + 4 * max(int(part.max(initial=0)) for part in sums), np.bool_)
    marks[0] = True
    for c in range(1, size + 1):
        for d in range(1, min(c, copies) + 1):
            mark_differences(sums[c], sums[c - d], d, marks)
    return int(np.argmin(marks))
