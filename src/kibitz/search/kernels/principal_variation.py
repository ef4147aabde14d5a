"""Alpha-beta as programs play it: principal variation search with everything that makes it fast.

A table, the table's move first, then what the game calls promising, killers and history; null
windows after the first move; a quiet search at the horizon; and, where someone asks for them, the
null move, futility pruning and a limit on the moves tried, which are guesses and can be wrong. A
move that surpasses all others by a margin may be looked at a ply deeper.

Values are player 0's throughout; inside a node they are turned to the player to move. A row of
``rooms`` serves one ply: its moves, their marks, the key, two killers, the length of the line and
the line itself.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import (
    HAS_EVALUATE,
    HAS_NOISY,
    HAS_NULL_MOVE,
    HAS_ORDER,
    KEY_WORDS,
    MOST_MOVES,
    evaluate,
    moves,
    noisy,
    null_move,
    order,
    payoff,
    play,
    player,
    write_key,
)
from kibitz.rules.game import OVER
from kibitz.search.kernels.replacement import ALWAYS, KEEP, entry_to_replace, find_entry
from kibitz.search.kernels.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    answers,
    bound_at,
    bound_of,
    depth_at,
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
HORIZON = 5
"""How often a value rests on an estimate; none means that the whole game was searched."""
BUDGET = 6
LEAVES = 7
QUIET_NODES = 8
AGE = 9
"""The number of this search, for the age of what it stores."""
ROOT_DEPTH = 10
EXTENSIONS = 11

STEP = 0
"""How far apart two values are at least."""
FUTILITY = 1
WIDTH = 2
SINGULAR = 3
"""By how much one move must surpass all others to be looked at a ply deeper."""
SINGULAR_DEPTH = 4
"""Plies that must be left for the test of that."""

NULL_MOVE_PRUNING = True
HAS_FUTILITY = True
HAS_WIDTH = True
HAS_EXTENSION = True
HAS_SINGULAR = True
CHOOSES_ENTRIES = True
RULE = ALWAYS
"""What is asked for, and by which rule entries of the table are replaced if by another than the
newest; what is not asked for is not compiled."""

WHOLE = 4095
"""The depth of an entry below which nothing was estimated."""
HISTORY = 4096
QUIETEST = 24

MARKS = MOST_MOVES
KEY = 2 * MOST_MOVES
KILLERS = KEY + KEY_WORDS
LENGTH = KILLERS + 2
LINE = LENGTH + 1


def best_value(
    state, depth, alpha, beta, ply, since_pass, rooms, table, history, settings, control
) -> float:
    """The value to a depth, and the principal variation in the room of this ply."""
    control[NODES] += 1
    rooms[ply, LENGTH] = 0
    if control[NODES] > control[BUDGET]:
        control[STOP] = 1
    who = player(state)
    if who == OVER:
        control[LEAVES] += 1
        return float(payoff(state, 0))
    if control[STOP]:
        return 0.0
    if ply + 1 >= rooms.shape[0]:
        control[TOO_DEEP] = 1
        depth = np.int64(0)
    if depth <= 0:
        if HAS_NOISY:
            return quiet_value(state, alpha, beta, ply, np.int64(0), rooms, control)
        control[HORIZON] += 1
        control[LEAVES] += 1
        return float(evaluate(state, 0))
    sign = 1.0 if who == 0 else -1.0
    low = alpha if who == 0 else -beta
    high = beta if who == 0 else -alpha
    words = rooms[ply, KEY:KILLERS]
    write_key(state, words)
    slot = find_entry(words, table, RULE) if CHOOSES_ENTRIES else slot_of(words, table)
    first = -1
    hoped = -1e300
    if is_at(words, table, slot):
        first = move_at(table, slot)
        below = depth_at(table, slot)
        if below >= depth and ply > 0:
            known = sign * value_at(table, slot)
            if answers(seen_by(who, bound_at(table, slot)), known, low, high):
                control[HITS] += 1
                if below < WHOLE:
                    control[HORIZON] += 1
                if first >= 0:
                    rooms[ply, LINE] = first
                    rooms[ply, LENGTH] = 1
                return sign * known
        if HAS_SINGULAR and below >= depth - 3 and seen_by(who, bound_at(table, slot)) != AT_MOST:
            hoped = sign * value_at(table, slot)
    estimates = control[HORIZON]
    if HAS_NULL_MOVE and NULL_MOVE_PRUNING and since_pass > 0 and depth >= 3 and ply > 0:
        skipped = null_move(state)
        if sign * float(evaluate(state, 0)) >= high:
            window = high - settings[STEP]
            bottom = window if who == 0 else -high
            top = high if who == 0 else -window
            value = sign * best_value(
                skipped,
                depth - 3,
                bottom,
                top,
                ply + 1,
                np.int64(0),
                rooms,
                table,
                history,
                settings,
                control,
            )
            if value >= high:
                control[HORIZON] += 1
                control[CUTOFFS] += 1
                return sign * value
    row = rooms[ply]
    count = moves(state, row[:MARKS])
    rank_moves(state, row, count, first, history[who])
    tried = count
    if HAS_WIDTH and ply > 0 and count > settings[WIDTH]:
        tried = int(settings[WIDTH])
        control[HORIZON] += 1
    further = depth - 1
    if HAS_EXTENSION and count == 1:
        further = depth
    longer = 0
    left = 2 * control[ROOT_DEPTH] - ply
    if HAS_SINGULAR and depth >= SINGULAR_DEPTH and ply > 0 and left > 0:
        surpassed = tried > 1 and hoped > -1e300 and row[0] == first
        bar = hoped - settings[SINGULAR]
        counted = control[HORIZON]
        for k in range(1, tried):
            if not surpassed:
                break
            value = sign * best_value(
                play(state, row[k]),
                further // 2,
                bar - settings[STEP] if who == 0 else -bar,
                bar if who == 0 else settings[STEP] - bar,
                ply + 1,
                since_pass + 1,
                rooms,
                table,
                history,
                settings,
                control,
            )
            surpassed = value < bar and control[STOP] == 0
        control[HORIZON] = counted
        if surpassed:
            longer = 1
            control[EXTENSIONS] += 1
    hopeless = False
    if HAS_FUTILITY and HAS_EVALUATE and depth == 1 and ply > 0:
        hopeless = sign * float(evaluate(state, 0)) + settings[FUTILITY] <= low
    best = -1e300
    chosen = row[0]
    floor = low
    for k in range(tried):
        move = row[k]
        if HAS_FUTILITY and hopeless and k > 0 and not (HAS_NOISY and noisy(state, move)):
            control[HORIZON] += 1
            continue
        child = play(state, move)
        deep = further + longer if HAS_SINGULAR and k == 0 else further
        narrow = k > 0 and low + settings[STEP] < high
        top = low + settings[STEP] if narrow else high
        while True:
            value = sign * best_value(
                child,
                deep,
                low if who == 0 else -top,
                top if who == 0 else -low,
                ply + 1,
                since_pass + 1,
                rooms,
                table,
                history,
                settings,
                control,
            )
            if not (narrow and low < value < high):
                break
            narrow = False
            top = high
        if control[STOP]:
            return sign * best
        if value > best:
            best = value
            chosen = move
            if value > low or ply == 0:
                remember_line(rooms, ply, move)
        if best > low:
            low = best
        if low >= high:
            control[CUTOFFS] += 1
            note_killer(row, move)
            history[who, move & (HISTORY - 1)] += depth * depth
            break
    bound = seen_by(who, bound_of(best, floor, high))
    reached = depth if control[HORIZON] > estimates and depth < WHOLE else WHOLE
    if CHOOSES_ENTRIES:
        slot = entry_to_replace(words, table, reached, control[AGE], RULE)
    if slot != KEEP:
        store(table, slot, words, sign * best, bound, reached, chosen, control[AGE])
    return sign * best


def quiet_value(state, alpha, beta, ply, deep, rooms, control) -> float:
    """The estimate at the horizon, after the moves that upset it have been played out."""
    control[LEAVES] += 1
    who = player(state)
    if who == OVER:
        return float(payoff(state, 0))
    control[HORIZON] += 1
    estimate = float(evaluate(state, 0))
    if not HAS_NOISY or deep >= QUIETEST or ply + 1 >= rooms.shape[0]:
        return estimate
    sign = 1.0 if who == 0 else -1.0
    low = alpha if who == 0 else -beta
    high = beta if who == 0 else -alpha
    best = sign * estimate
    if best >= high:
        return estimate
    low = best if best > low else low
    row = rooms[ply]
    count = moves(state, row[:MARKS])
    for k in range(count):
        if not noisy(state, row[k]):
            continue
        control[NODES] += 1
        control[QUIET_NODES] += 1
        value = sign * quiet_value(
            play(state, row[k]),
            low if who == 0 else -high,
            high if who == 0 else -low,
            ply + 1,
            deep + 1,
            rooms,
            control,
        )
        best = value if value > best else best
        low = best if best > low else low
        if low >= high or control[STOP]:
            break
    return sign * best


def rank_moves(state, row, count, first, history):
    """Sort moves: the table's, then by the game's own order, killers and history."""
    for k in range(count):
        move = row[k]
        mark = history[move & (HISTORY - 1)]
        if mark > 1 << 30:
            mark = 1 << 30
        if HAS_ORDER:
            mark += order(state, move) << 32
        elif HAS_NOISY and noisy(state, move):
            mark += 1 << 33
        if move == row[KILLERS] or move == row[KILLERS + 1]:
            mark += 1 << 31
        if move == first:
            mark = 1 << 62
        j = k
        while j > 0 and row[MARKS + j - 1] < mark:
            row[MARKS + j] = row[MARKS + j - 1]
            row[j] = row[j - 1]
            j -= 1
        row[MARKS + j] = mark
        row[j] = move


def seen_by(who, bound):
    """A bound of the first player's value as one of a player's own, or the other way round."""
    return bound if who == 0 or bound == EXACT else AT_LEAST + AT_MOST - bound


def note_killer(row, move):
    """A move that cut off a node is tried early at others of the same ply."""
    if row[KILLERS] != move:
        row[KILLERS + 1] = row[KILLERS]
        row[KILLERS] = move


def remember_line(rooms, ply, move):
    """The move, and after it the line found below."""
    rooms[ply, LINE] = move
    room = rooms.shape[1] - LINE - 1
    below = rooms[ply + 1, LENGTH]
    if below > room:
        below = room
    for k in range(below):
        rooms[ply, LINE + 1 + k] = rooms[ply + 1, LINE + k]
    rooms[ply, LENGTH] = below + 1
