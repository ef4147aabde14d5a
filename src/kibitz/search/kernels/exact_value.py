"""The value of a position by alpha-beta to the end of the game, with a table of positions.

All values are those of player 0. The game may say which moves suffice, how promising they are, and
between which bounds the value lies. A row of ``rooms`` serves one ply: its moves, their marks and
the key.
"""

from __future__ import annotations

from kibitz.rules.bits import prefetch
from kibitz.rules.game import OVER
from kibitz.rules.interface import (
    HAS_ORDER,
    KEY_WORDS,
    MOST_MOVES,
    candidates,
    limits,
    order,
    payoff,
    play,
    player,
    write_key,
)
from kibitz.search.kernels.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    bound_at,
    is_at,
    is_free,
    move_at,
    slot_of,
    store,
    value_at,
)

NODES = 0
STOP = 1
HITS = 2
CUTOFFS = 3
TOO_DEEP = 4
BUDGET = 5
USED = 6
"""How many slots of the table are taken."""
ROOM = 7
"""How many may be, before a larger table is worth its while."""
FULL = 8
STUCK = 9
"""Whether a position has no moves although the game is not over."""
CONTROL = 10

MARKS = MOST_MOVES
KEY = 2 * MOST_MOVES
WORDS = KEY + KEY_WORDS


def exact_value(state, alpha, beta, ply, rooms, table, control):
    """The value if it lies between alpha and beta, otherwise a bound beyond the one it passes.

    The entry in the table is on its way while the moves are put in order.
    """
    who = player(state)
    control[NODES] += 1
    if who == OVER:
        return float(payoff(state, 0))
    least, most = limits(state)
    if least >= beta or least == most:
        return least
    if most <= alpha:
        return most
    if ply >= rooms.shape[0]:
        control[TOO_DEEP] = 1
        control[STOP] = 1
    if control[NODES] > control[BUDGET]:
        control[STOP] = 1
    if control[STOP]:
        return least
    low = alpha if alpha > least else least
    high = beta if beta < most else most
    row = rooms[ply]
    words = row[KEY:]
    write_key(state, words)
    slot = slot_of(words, table)
    prefetch(table, slot)
    count = candidates(state, row[:MARKS])
    if count == 0:
        control[STUCK] = 1
        control[STOP] = 1
        return least
    if HAS_ORDER:
        sort_moves(state, row, count)
    if is_at(words, table, slot):
        known = value_at(table, slot)
        bound = bound_at(table, slot)
        if bound == EXACT or (bound == AT_LEAST and known >= high):
            control[HITS] += 1
            return known
        if bound == AT_MOST and known <= low:
            control[HITS] += 1
            return known
        if bound == AT_LEAST and known > low:
            low = known
        if bound == AT_MOST and known < high:
            high = known
        put_first(row, count, move_at(table, slot))
    bottom = low
    top = high
    best = -1e300 if who == 0 else 1e300
    chosen = row[0]
    for k in range(count):
        move = row[k]
        value = exact_value(play(state, move), low, high, ply + 1, rooms, table, control)
        if who == 0:
            if value > best:
                best = value
                chosen = move
            if best > low:
                low = best
        else:
            if value < best:
                best = value
                chosen = move
            if best < high:
                high = best
        if low >= high:
            control[CUTOFFS] += 1
            break
    if control[STOP]:
        return best
    bound = EXACT
    if best <= bottom:
        bound = AT_MOST
    elif best >= top:
        bound = AT_LEAST
    if (bound == AT_MOST and best <= least) or (bound == AT_LEAST and best >= most):
        bound = EXACT
    if is_free(table, slot):
        control[USED] += 1
        if control[USED] > control[ROOM]:
            control[FULL] = 1
            control[STOP] = 1
    store(table, slot, words, best, bound, 0, chosen, 0)
    return best


def sort_moves(state, row, count):
    """Put moves in the order of what the game says of them, the most promising first."""
    for k in range(count):
        move = row[k]
        mark = order(state, move)
        j = k
        while j > 0 and row[MARKS + j - 1] < mark:
            row[MARKS + j] = row[MARKS + j - 1]
            row[j] = row[j - 1]
            j -= 1
        row[MARKS + j] = mark
        row[j] = move


def put_first(row, count, first):
    """A move known to be good goes before all others."""
    for k in range(count):
        if row[k] == first:
            for j in range(k, 0, -1):
                row[j] = row[j - 1]
            row[0] = first
            return


def move_over(table, larger, control):
    """Bring all entries of a table into a larger one."""
    control[USED] = 0
    for slot in range(table.shape[0]):
        if not is_free(table, slot):
            place = slot_of(table[slot], larger)
            if is_free(larger, place):
                control[USED] += 1
            for word in range(KEY_WORDS + 2):
                larger[place, word] = table[slot, word]
