"""A larger table with the entries of a smaller one, by NumPy: nothing is compiled for it."""

from __future__ import annotations

from typing import Any

import numpy as np

_START, _STIR, _END = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def grown(table: Any, slots: int, key_words: int) -> Any:
    """The same entries in a table of more slots, where :mod:`kibitz.search.kernels.table` looks.

    Of entries with one place there, the last stays.

    >>> table = np.zeros((2, 3), np.int64)
    >>> table[1] = 7, 0, 4
    >>> larger = grown(table, 8, 1)
    >>> larger.shape, larger.sum(axis=0).tolist()
    ((8, 3), [7, 0, 4])
    """
    larger = np.zeros((slots, table.shape[1]), np.int64)
    used = table[table[:, key_words + 1] != 0]
    larger[first_slots(used[:, :key_words], slots)] = used
    return larger


def first_slots(keys: Any, slots: int) -> Any:
    """Where keys belong in a table of this many slots: the hash of ``hash_table.first_slot``."""
    words = np.ascontiguousarray(keys).view(np.uint64)
    mixed = np.full(len(words), _START, np.uint64)
    for k in range(words.shape[1]):
        mixed = (mixed ^ words[:, k]) * np.uint64(_STIR)
        mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(_END)
    mixed ^= mixed >> np.uint64(29)
    return (mixed & np.uint64(slots - 1)).astype(np.int64)
