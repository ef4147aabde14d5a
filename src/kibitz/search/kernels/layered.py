"""Retrograde analysis of one layer of numbered positions, block by block, ply by ply.

The codes are those of :mod:`kibitz.search.kernels.packed`. A position is looked at when it begins,
and again only when something after it was decided: by the moves backwards within the layer, and at
the ply that the layers before tell, which is kept in a byte of its own while the layer is made.
Whether a position is decided is always found by its moves forwards. Blocks of one pass may be done
in any order, and several at once: none looks at what another has changed.
"""

from __future__ import annotations

from kibitz.rules.compile.interface import (
    at_index,
    index,
    is_position,
    moves,
    payoff,
    play,
    player,
    predecessors,
)
from kibitz.rules.game import OVER

NOT_REACHED = 0
OPEN = 1
FIRST = 2
MARKED = 254
"""Open, and to be looked at in this ply."""

LATEST = 0
"""The last ply at which the layers before have something to say."""
STRANGE = 5
STUCK = 6


def code_of_end(state, control):
    """The code of a position where the game is over."""
    paid = payoff(state, 0)
    if paid == 1:
        return FIRST
    if paid == -1:
        return FIRST + 1
    if paid != 0:
        control[STRANGE] = 1
    return OPEN


def code_after(state, codes, control):
    """The code of a position that a move leads to."""
    number = index(state)
    return code_of_end(state, control) if number < 0 else codes[number]


def begin_block(begin, end, low, high, codes, exits, row, control):
    """Find the positions of a block, the ends among them, and what moves out of the layer say."""
    count = 0
    for number in range(begin, end):
        codes[number] = NOT_REACHED
        exits[number - low] = 0
        state = at_index(number)
        if not is_position(state) or index(state) != number:
            continue
        count += 1
        who = player(state)
        if who == OVER:
            codes[number] = code_of_end(state, control)
            continue
        codes[number] = OPEN
        soonest = 255
        latest = 0
        for k in range(moves(state, row)):
            after = play(state, row[k])
            there = index(after)
            if low <= there < high:
                continue
            code = code_of_end(after, control) if there < 0 else codes[there]
            if code < FIRST:
                continue
            ply = (code - FIRST) // 2 + 1
            if (code - FIRST) % 2 == who:
                soonest = min(soonest, ply)
            else:
                latest = max(latest, ply)
        ply = latest if soonest == 255 else soonest
        exits[number - low] = ply
        control[LATEST] = max(control[LATEST], ply)
    return count


def mark_block(begin, end, low, high, ply, codes, exits, row):
    """Mark what must be looked at because of the positions of a block; how many these are."""
    count = 0
    before = FIRST + 2 * (ply - 1)
    for number in range(begin, end):
        code = codes[number]
        if code == OPEN:
            if exits[number - low] == ply:
                codes[number] = MARKED
            continue
        if code != before and code != before + 1:
            continue
        count += 1
        for k in range(predecessors(at_index(number), row)):
            there = row[k]
            if low <= there < high and codes[there] == OPEN:
                codes[there] = MARKED
    return count


def settle_block(begin, end, ply, codes, row, control):
    """Decide the marked positions of a block; how many of the block end after so many plies."""
    count = 0
    now = FIRST + 2 * ply
    for number in range(begin, end):
        code = codes[number]
        if code == now or code == now + 1:
            count += 1
        if code != MARKED:
            continue
        state = at_index(number)
        who = player(state)
        wins = False
        loses = True
        for k in range(moves(state, row)):
            code = code_after(play(state, row[k]), codes, control)
            if code < FIRST or code >= now:
                loses = False
            elif (code - FIRST) % 2 == who:
                wins = True
                break
            if code == NOT_REACHED:
                control[STUCK] = 1
        if wins:
            codes[number] = now + who
            count += 1
        elif loses:
            codes[number] = now + 1 - who
            count += 1
        else:
            codes[number] = OPEN
    return count
