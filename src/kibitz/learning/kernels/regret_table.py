"""A table of information sets, filled as they are met: what a player sees, and its moves.

``heads`` has a row for each information set: the words of the view, the player, where its moves
begin in ``table``, and how many they are. ``sets`` finds rows by a hash; equal hashes are
distinguished by the whole view. ``table`` has a row for each move: the regret, the sum of
strategies, and what the move earned each player when it was last tried.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import VIEW_WORDS, write_view
from kibitz.rules.kernels.hash_table import find_slot

ITERATIONS = 0
STOP = 1
ENTRIES = 2
ROWS = 3
MISSED = 4
RANDOM = 5
TROUBLE = 6
NODES = 7
PLACES = 8
LINKS = 9

DIFFERENT_MOVES = 3

REGRET = 0
AVERAGE = 1
EARNED = 2


def random_number(control):
    """A number from 0 to 1, by xorshift64*."""
    x = np.uint64(control[RANDOM])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    control[RANDOM] = np.int64(x)
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * 2.0**-53


def first_row(state, who, count, sets, heads, table, control):
    """Where the moves of this information set begin in the table; -1 when the table is full."""
    words = heads[heads.shape[0] - 1]
    write_view(state, who, words)
    words[VIEW_WORDS] = who
    slot = find_slot(words, VIEW_WORDS + 1, heads, sets)
    entry = sets[slot]
    if entry >= 0:
        if heads[entry, VIEW_WORDS + 2] != count:
            control[TROUBLE] = DIFFERENT_MOVES
            control[STOP] = 1
            return np.int64(-1)
        return heads[entry, VIEW_WORDS + 1]
    if is_full(heads, control) or control[ROWS] + count > table.shape[0]:
        control[MISSED] += 1
        return np.int64(-1)
    entry = control[ENTRIES]
    control[ENTRIES] += 1
    sets[slot] = entry
    for k in range(VIEW_WORDS):
        heads[entry, k] = words[k]
    heads[entry, VIEW_WORDS] = who
    heads[entry, VIEW_WORDS + 1] = control[ROWS]
    heads[entry, VIEW_WORDS + 2] = count
    control[ROWS] += count
    return heads[entry, VIEW_WORDS + 1]


def is_full(heads, control):
    """Whether no information set can be added; the last row is for looking them up."""
    return control[ENTRIES] >= heads.shape[0] - 1


def is_half_full(heads, table, control):
    """Whether the tables should grow."""
    return 2 * control[ENTRIES] > heads.shape[0] or 2 * control[ROWS] > table.shape[0]


def refill(sets, heads, control):
    """Put all entries into ``sets`` again, after it has grown."""
    for entry in range(control[ENTRIES]):
        slot = find_slot(heads[entry], VIEW_WORDS + 1, heads, sets)
        sets[slot] = entry


def match_regrets(base, count, table, depth, floats):
    """Probabilities in proportion to positive regrets; all alike when there are none."""
    total = 0.0
    if base >= 0:
        for k in range(count):
            wish = max(table[base + k, REGRET], 0.0)
            floats[depth, k] = wish
            total += wish
    if total > 0:
        scale = 1.0 / total
        for k in range(count):
            floats[depth, k] *= scale
    else:
        for k in range(count):
            floats[depth, k] = 1.0 / count


def draw_lot(depth, start, count, floats, control):
    """A number below ``count``, with the probabilities that begin at ``start``."""
    left = random_number(control)
    for k in range(count - 1):
        left -= floats[depth, start + k]
        if left < 0:
            return np.int64(k)
    return count - 1
