"""Retrograde analysis of one layer of numbered positions, block by block, ply by ply.

The codes are those of :mod:`kibitz.search.kernels.packed`; while a layer is made, an open position
also says who moves there. Moves backwards within the layer lead from what was decided to what it
decides: who moves to a position that is won for them wins, at once; who could move to one that is
lost for them may have nothing better, is marked, and is looked at by their moves forwards. What the
layers before have to say, and when, is kept in a byte of its own, and marks in another. Blocks of
one pass may be done in any order, and several at once: none looks at what another has changed, and
two that write the same byte write the same.
"""

from __future__ import annotations

from kibitz.rules.compile.interface import (
    at_index,
    converting,
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
        codes[number] = OPEN if who == 0 else OPEN_SECOND
        soonest = 255
        latest = 0
        for k in range(converting(state, row)):
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


def lead_back(numbers, low, high, ply, codes, marks, row):
    """From positions that were just decided: decide what they win, and mark what they may lose."""
    before = FIRST + 2 * (ply - 1)
    for number in numbers:
        winner = codes[number] - before
        for k in range(predecessors(at_index(number), row)):
            there = row[k]
            if low <= there < high:
                code = codes[there]
                if code in (OPEN, OPEN_SECOND):
                    if (code == OPEN_SECOND) == winner:
                        codes[there] = before + 2 + winner
                    else:
                        marks[there - low] = 1


def settle(numbers, ply, codes, row, control):
    """Decide the marked positions that are lost, because all that they lead to are."""
    now = FIRST + 2 * ply
    for number in numbers:
        code = codes[number]
        if code not in (OPEN, OPEN_SECOND):
            continue
        who = 1 if code == OPEN_SECOND else 0
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


def check_block(begin, end, codes, row, control):
    """Count the numbers of a block whose code is not what the moves of the position come to."""
    wrong = 0
    for number in range(begin, end):
        code = codes[number]
        state = at_index(number)
        if not is_position(state) or index(state) != number:
            wrong += code != NOT_REACHED
            continue
        who = player(state)
        if who == OVER:
            wrong += code != code_of_end(state, control)
            continue
        soonest = 255
        latest = 0
        holds = False
        for k in range(moves(state, row)):
            after = code_after(play(state, row[k]), codes, control)
            if after == NOT_REACHED:
                control[STUCK] = 1
            if after < FIRST:
                holds = True
            elif (after - FIRST) % 2 == who:
                soonest = min(soonest, (after - FIRST) // 2 + 1)
            else:
                latest = max(latest, (after - FIRST) // 2 + 1)
        right = OPEN
        if soonest < 255:
            right = FIRST + 2 * soonest + who
        elif not holds:
            right = FIRST + 2 * latest + 1 - who
        wrong += code != right
    return wrong
