"""The value of a position by alpha-beta to the end of the game, with a table of positions.

All values are those of player 0. The game may say which moves suffice, how promising they are, and
between which bounds the value lies; where it does the latter, all positions after a move are looked
at before one is searched. A row of ``rooms`` serves one ply: its moves with the limits of their
values and who moves after them, their marks and order, and the key.
"""

from __future__ import annotations

from kibitz.rules.bits import bits_of, number_of, prefetch
from kibitz.rules.compile.interface import (
    HAS_LIMITS,
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
from kibitz.rules.game import OVER
from kibitz.search.kernels.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    answers,
    bound_at,
    bound_of,
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
WRITTEN = 6
"""How many entries were written into the table since it has its size."""
ROOM = 7
"""How many may be, before a larger table is worth its while."""
FULL = 8
CONTROL = 9

LEASTS = MOST_MOVES
MOSTS = 2 * MOST_MOVES
TURNS = 3 * MOST_MOVES
MARKS = 4 * MOST_MOVES
TRIED = 5 * MOST_MOVES
"""The numbers of the moves in the order in which they are tried."""
KEY = 6 * MOST_MOVES
WORDS = KEY + KEY_WORDS


def exact_value(state, who, least, most, alpha, beta, ply, rooms, table, control) -> float:
    """The value if it lies between alpha and beta, otherwise a bound beyond the one it passes.

    The game continues, and its limits leave the value open. The entry in the table is on its way
    while the moves are looked at; a position with one move is worth what comes after it, and has no
    entry.
    """
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
    count = candidates(state, row[:LEASTS])
    slot = 0
    if count > 1:
        write_key(state, words)
        slot = slot_of(words, table)
        prefetch(table, slot)
    bottom = low
    top = high
    best = -1e300 if who == 0 else 1e300
    chosen = row[0]
    open_ = 0
    for k in range(count):
        if HAS_LIMITS:
            control[NODES] += 1
            look_at(play(state, row[k]), row, k)
            worst = number_of(row[LEASTS + k])
            finest = number_of(row[MOSTS + k])
            if is_settled(worst, finest, low, high):
                value = settled(worst, finest, high)
                if is_better(value, best, who):
                    best = value
                    chosen = row[k]
                    low, high = narrowed(low, high, best, who)
                    if low >= high:
                        control[CUTOFFS] += 1
                        return best
                continue
        put_in_order(state, row, open_, k)
        open_ += 1
    if open_ == 0:
        return best
    if count > 1 and is_at(words, table, slot):
        known = value_at(table, slot)
        bound = bound_at(table, slot)
        if answers(bound, known, low, high):
            control[HITS] += 1
            return known
        if bound == AT_LEAST:
            bottom = max(bottom, known)
            low = max(low, known)
        else:
            top = min(top, known)
            high = min(high, known)
        put_first(row, open_, move_at(table, slot))
    for k in range(open_):
        number = row[TRIED + k]
        move = row[number]
        after = play(state, move)
        if not HAS_LIMITS:
            control[NODES] += 1
            look_at(after, row, number)
        worst = number_of(row[LEASTS + number])
        finest = number_of(row[MOSTS + number])
        if is_settled(worst, finest, low, high):
            value = settled(worst, finest, high)
        else:
            value = exact_value(
                after, row[TURNS + number], worst, finest, low, high, ply + 1, rooms, table, control
            )
        if is_better(value, best, who):
            best = value
            chosen = move
            low, high = narrowed(low, high, best, who)
            if low >= high:
                control[CUTOFFS] += 1
                break
    if control[STOP] or count == 1:
        return best
    bound = bound_of(best, bottom, top)
    if (bound == AT_MOST and best <= least) or (bound == AT_LEAST and best >= most):
        bound = EXACT
    control[WRITTEN] += 1
    if control[WRITTEN] > control[ROOM]:
        control[FULL] = 1
        control[STOP] = 1
    store(table, slot, words, best, bound, 0, chosen, 0)
    return best


def is_settled(least, most, low, high):
    """Whether limits of a value say all that a window asks."""
    return least == most or least >= high or most <= low


def settled(least, most, high):
    """The value, or the bound of it that passes the window."""
    return least if least == most or least >= high else most


def is_better(value, best, who):
    """Whether a value suits a player better."""
    return value > best if who == 0 else value < best


def narrowed(low, high, best, who):
    """The window once the player who moves can have the best."""
    return (max(low, best), high) if who == 0 else (low, min(high, best))


def look_at(after, row, k):
    """Note who moves after a move, and between which limits the value lies then."""
    who = player(after)
    if who == OVER:
        least = most = float(payoff(after, 0))
    else:
        least, most = limits(after)
    row[TURNS + k] = who
    row[LEASTS + k] = bits_of(least)
    row[MOSTS + k] = bits_of(most)


def put_in_order(state, row, j, k):
    """Put move ``k`` among ``j`` others, after those that the game finds as promising."""
    if HAS_ORDER:
        mark = order(state, row[k])
        while j > 0 and row[MARKS + j - 1] < mark:
            row[MARKS + j] = row[MARKS + j - 1]
            row[TRIED + j] = row[TRIED + j - 1]
            j -= 1
        row[MARKS + j] = mark
    row[TRIED + j] = k


def put_first(row, count, first):
    """A move known to be good goes before all others."""
    for k in range(count):
        if row[row[TRIED + k]] == first:
            number = row[TRIED + k]
            for j in range(k, 0, -1):
                row[TRIED + j] = row[TRIED + j - 1]
            row[TRIED] = number
            return
