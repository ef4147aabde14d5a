"""Which entry of a transposition table a new one takes the place of.

Entries stand in buckets of one, two or four slots. The word of an entry carries the number of the
search that wrote it, its age, beside the depth, the bound and the move.
"""

from __future__ import annotations

from kibitz.rules.compile.interface import KEY_WORDS
from kibitz.search.kernels.table import depth_at, is_at, is_free, slot_of

ALWAYS = 0
NEVER = 1
DEEPER = 2
AGING = 3
TWO_TIER = 4
BUCKET = 5
KEEP = -1
"""No entry gives way."""
AGES = 256


def bucket_width(rule):
    """How many slots a key may stand in."""
    if rule == TWO_TIER:
        return 2
    return 4 if rule == BUCKET else 1


def find_entry(words, table, rule):
    """The slot that holds a key, or the first one of its bucket."""
    width = bucket_width(rule)
    first = slot_of(words, table) & -width
    for slot in range(first, first + width):
        if is_at(words, table, slot):
            return slot
    return first


def entry_to_replace(words, table, depth, age, rule):
    """The slot where a result of this depth belongs, or KEEP."""
    width = bucket_width(rule)
    first = slot_of(words, table) & -width
    if rule == ALWAYS or is_free(table, first):
        return first
    if rule == NEVER:
        return KEEP
    if rule == DEEPER:
        return first if depth >= depth_at(table, first) else KEEP
    if rule == AGING:
        stale = age_at(table, first) != age
        return first if stale or depth >= depth_at(table, first) else KEEP
    if rule == TWO_TIER:
        return first if depth >= depth_at(table, first) else first + 1
    return least_of(words, table, first, width, age)


def least_of(words, table, first, width, age):
    """The slot of a bucket with the same key, or a free one, or the oldest and then shallowest."""
    least = first
    mark = 1 << 30
    for slot in range(first, first + width):
        if is_at(words, table, slot):
            return slot
        this = -1
        if not is_free(table, slot):
            this = depth_at(table, slot) + (AGES << 12)
            this -= ((age - age_at(table, slot)) & (AGES - 1)) << 12
        if this < mark:
            mark = this
            least = slot
    return least


def age_at(table, slot):
    """Which search wrote the entry."""
    return (table[slot, KEY_WORDS + 1] >> 15) & (AGES - 1)
