"""A hash table of rows of words: open addressing, keys compared word by word."""

from __future__ import annotations

import numpy as np


def first_slot(words, count, size):
    """Where a row belongs in a table of ``size`` slots, a power of two: a well-mixed hash."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for k in range(count):
        mixed = (mixed ^ np.uint64(words[k])) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed & np.uint64(size - 1))


def find_slot(words, count, rows, slots):
    """The slot that holds the number of a row, or the free one (-1) where it belongs."""
    slot = first_slot(words, count, slots.shape[0])
    while slots[slot] >= 0:
        same = True
        for k in range(count):
            if rows[slots[slot], k] != words[k]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & (slots.shape[0] - 1)
    return slot
