"""A transposition table: positions seen before, with a value or a bound of it.

A slot holds the words of the key, the bits of the value, and one word for the rest: the depth, the
kind of bound, the age and the move. Keys are compared word by word, so a collision is never taken
for a hit.
"""

from __future__ import annotations

from kibitz.rules.bits import bits_of, number_of
from kibitz.rules.compile.interface import KEY_WORDS
from kibitz.rules.kernels.hash_table import first_slot

EXACT = 0
AT_LEAST = 1
AT_MOST = 2


def slot_of(words, table):
    """Where a key belongs: a well-mixed hash, cut to the size of the table (a power of two)."""
    return first_slot(words, KEY_WORDS, table.shape[0])


def is_at(words, table, slot):
    """Whether the slot holds this key."""
    for k in range(KEY_WORDS):
        if table[slot, k] != words[k]:
            return False
    return table[slot, KEY_WORDS + 1] != 0


def is_free(table, slot):
    """Whether nothing was stored in the slot."""
    return table[slot, KEY_WORDS + 1] == 0


def value_at(table, slot):
    return number_of(table[slot, KEY_WORDS])


def bound_at(table, slot):
    return table[slot, KEY_WORDS + 1] & 3


def depth_at(table, slot):
    return (table[slot, KEY_WORDS + 1] >> 3) & 0xFFF


def move_at(table, slot):
    return (table[slot, KEY_WORDS + 1] >> 23) - 1


def bound_of(value, low, high):
    """What a search with this window has found: the value, or a bound of it."""
    if value <= low:
        return AT_MOST
    return AT_LEAST if value >= high else EXACT


def answers(bound, value, low, high):
    """Whether a value or a bound of it says all that a window asks."""
    return bound == EXACT or (value >= high if bound == AT_LEAST else value <= low)


def store(table, slot, words, value, bound, depth, move, age):
    """Write a result into a slot, over whatever is there; the age is from 0 to 255."""
    for k in range(KEY_WORDS):
        table[slot, k] = words[k]
    table[slot, KEY_WORDS] = bits_of(value)
    table[slot, KEY_WORDS + 1] = ((move + 1) << 23) | (age << 15) | (depth << 3) | 4 | bound


def move_over(table, larger):
    """Bring the entries of a table into a larger one."""
    for slot in range(table.shape[0]):
        if not is_free(table, slot):
            place = slot_of(table[slot], larger)
            for word in range(KEY_WORDS + 2):
                larger[place, word] = table[slot, word]
