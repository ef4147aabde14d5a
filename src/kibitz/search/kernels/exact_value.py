"""The value of a position by alpha-beta to the end of the game, with a table of positions.

All values are those of player 0. The game may say which moves suffice, how promising they are, and
between which bounds the value lies.
"""

from __future__ import annotations

from kibitz.rules.game import OVER
from kibitz.rules.interface import (
    HAS_ORDER,
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
STUCK = 6
"""Whether a position has no moves although the game is not over."""


def exact_value(state, alpha, beta, ply, buffer, scores, keys, table, control):
    """The value if it lies between alpha and beta, otherwise a bound beyond the one it passes.

    ``buffer`` and ``scores`` have a row for the moves of each ply, ``keys`` one for the key;
    ``control`` counts, and asks to stop.
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
    if ply >= buffer.shape[0]:
        control[TOO_DEEP] = 1
        control[STOP] = 1
    if control[NODES] > control[BUDGET]:
        control[STOP] = 1
    if control[STOP]:
        return least
    low = max(alpha, least)
    high = min(beta, most)
    words = keys[ply]
    write_key(state, words)
    slot = slot_of(words, table)
    first = -1
    if is_at(words, table, slot):
        known = value_at(table, slot)
        bound = bound_at(table, slot)
        if bound == EXACT:
            control[HITS] += 1
            return known
        if bound == AT_LEAST:
            if known >= high:
                control[HITS] += 1
                return known
            low = max(low, known)
        else:
            if known <= low:
                control[HITS] += 1
                return known
            high = min(high, known)
        first = move_at(table, slot)
    row = buffer[ply]
    count = candidates(state, row)
    if count == 0:
        control[STUCK] = 1
        control[STOP] = 1
        return least
    sort_moves(state, row, scores[ply], count, first)
    bottom = low
    top = high
    best = -1e300 if who == 0 else 1e300
    chosen = row[0]
    for k in range(count):
        move = row[k]
        value = exact_value(
            play(state, move), low, high, ply + 1, buffer, scores, keys, table, control
        )
        if who == 0:
            if value > best:
                best = value
                chosen = move
            low = max(low, best)
        else:
            if value < best:
                best = value
                chosen = move
            high = min(high, best)
        if low >= high:
            control[CUTOFFS] += 1
            break
    if control[STOP] == 0:
        bound = EXACT
        if best <= bottom:
            bound = AT_MOST
        elif best >= top:
            bound = AT_LEAST
        if (bound == AT_MOST and best <= least) or (bound == AT_LEAST and best >= most):
            bound = EXACT
        store(table, slot, words, best, bound, 0, chosen, 0)
    return best


def sort_moves(state, row, marks, count, first):
    """Order moves by what the game says of them, a move known to be good before all others."""
    if not HAS_ORDER and first < 0:
        return
    for k in range(count):
        mark = order(state, row[k])
        if row[k] == first:
            mark = 1 << 60
        move = row[k]
        j = k
        while j > 0 and marks[j - 1] < mark:
            marks[j] = marks[j - 1]
            row[j] = row[j - 1]
            j -= 1
        marks[j] = mark
        row[j] = move
