"""Retrograde analysis of one layer of numbered positions, block by block, ply by ply.

The codes are those of :mod:`kibitz.search.kernels.packed`; while a layer is made, an open position
also says who moves there. Moves backwards within the layer lead from what was decided to what it
decides: who moves to a position that is won for them wins, at once; who could move to one that is
lost for them may have nothing better, which is found by their moves forwards. What the layers
before have to say, and when, is kept in a byte of its own. Blocks of one pass may be done in any
order, and several at once: none looks at what another has changed.
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
"""Neither won nor lost; while the layer is made, and the first player moves."""
FIRST = 2
OPEN_SECOND = 252
"""Open, and the second player moves."""
MARKED = 253
"""Open, and to be looked at in this ply: the first player moves, or, one more, the second."""

LATEST = 0
"""The last ply at which the layers before have something to say."""
OTHER = 1
"""Whether moves backwards also led to the other player, whom the other pass must look at."""
STRANGE = 5
STUCK = 6


def is_open(code):
    """Whether a code says that a position is not decided."""
    return code == OPEN or code >= OPEN_SECOND


def mover(code):
    """Who moves at an open position."""
    return 0 if code in (OPEN, MARKED) else 1


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
        codes[number] = OPEN if who == 0 else OPEN_SECOND
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
        exits[number - low] = 2 * ply + (soonest != 255)
        control[LATEST] = max(control[LATEST], ply)
    return count


def win_block(begin, end, low, high, ply, codes, exits, row, control):
    """Decide what is won by moving into a block or out of the layer; none found gives 0."""
    count = 0
    before = FIRST + 2 * (ply - 1)
    now = before + 2
    for number in range(begin, end):
        code = codes[number]
        if is_open(code):
            if exits[number - low] == 2 * ply + 1:
                codes[number] = now + mover(code)
                count += 1
        elif code == before or code == before + 1:
            winner = code - before
            for k in range(predecessors(at_index(number), row)):
                there = row[k]
                if low <= there < high and is_open(codes[there]):
                    if mover(codes[there]) == winner:
                        codes[there] = now + winner
                        count += 1
                    else:
                        control[OTHER] = 1
        elif code == now or code == now + 1:
            count += 1
    return count


def mark_block(begin, end, low, high, ply, codes, exits, row, control):
    """Mark what may be lost because of the positions of a block; how many these are."""
    count = 0
    before = FIRST + 2 * (ply - 1)
    for number in range(begin, end):
        code = codes[number]
        if is_open(code):
            if exits[number - low] == 2 * ply:
                codes[number] = MARKED + mover(code)
        elif code == before or code == before + 1:
            count += 1
            winner = code - before
            for k in range(predecessors(at_index(number), row)):
                there = row[k]
                if low <= there < high and is_open(codes[there]):
                    if mover(codes[there]) == winner:
                        control[OTHER] = 1
                    else:
                        codes[there] = MARKED + 1 - winner
    return count


def settle_block(begin, end, ply, codes, row, control):
    """Decide the marked positions of a block; how many of the block end after so many plies."""
    count = 0
    now = FIRST + 2 * ply
    for number in range(begin, end):
        code = codes[number]
        if code == now or code == now + 1:
            count += 1
        if code < MARKED:
            continue
        who = code - MARKED
        state = at_index(number)
        loses = True
        for k in range(moves(state, row)):
            code = code_after(play(state, row[k]), codes, control)
            if code < FIRST or code >= now or (code - FIRST) % 2 == who:
                loses = False
                if code == NOT_REACHED:
                    control[STUCK] = 1
                break
        if loses:
            codes[number] = now + 1 - who
            count += 1
        else:
            codes[number] = OPEN if who == 0 else OPEN_SECOND
    return count
