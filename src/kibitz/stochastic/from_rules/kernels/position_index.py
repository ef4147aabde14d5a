"""Where the number of a position is kept: at its place in a box, or in a hash table.

While the words of the keys stay within small ranges, every key has a place of its own in the box
that they span; neighbors lie side by side there, which is several times as quick as hashing.
``box[0]`` holds the least values of the words and ``box[1]`` how many there are, zeros where the
slots are a hash table.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import KEY_WORDS, write_key
from kibitz.rules.kernels.hash_table import find_slot


def place_of(words, keys, slots, box):
    """The slot of a key: taken (with a number), free (-1), or -1 itself for outside of the box."""
    if box[1, 0] == 0:
        return find_slot(words, KEY_WORDS, keys, slots)
    place = np.int64(0)
    for k in range(KEY_WORDS):
        step = words[k] - box[0, k]
        if step < 0 or step >= box[1, k]:
            return np.int64(-1)
        place = place * box[1, k] + step
    return place


def fill_slots(keys, count, slots, box):
    """Enter the first this many positions into empty slots."""
    for k in range(count):
        slots[place_of(keys[k], keys, slots, box)] = k


def position_number(state, keys, slots, box):
    """The number of a position, -1 when it was not reached."""
    words = np.zeros(KEY_WORDS, np.int64)
    write_key(state, words)
    place = place_of(words, keys, slots, box)
    return np.int64(-1) if place < 0 else np.int64(slots[place])
