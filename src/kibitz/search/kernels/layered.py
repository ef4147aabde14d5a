"""Retrograde analysis of one layer of numbered positions, block by block, ply by ply.

A byte says of a position how many plies from the end it is, and who wins there; where players move
in turn and no one has won who would be to move, the one follows from the other. Moves backwards
within the layer lead from what was decided to what it decides: who moves to a position that is won
for them wins, at once; who could move to one that is lost for them may have nothing better, is
marked, and is looked at by their moves forwards. What the layers before have to say is kept as the
byte that the position would have by them alone; another byte has who moves, and marks. Blocks of
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

ALTERNATES = False
"""Whether players alternate, and the player to move at the end has never won."""

NOT_REACHED = 0
OPEN = 1
"""Neither won nor lost."""
FIRST = 2
"""Decided from here on: a code a ply where players move in turn, else one for each winner."""
MARKED = 1
SECOND = 2
"""The second player moves."""
SAFE = 4
"""The player to move does not lose, by a move out of the layer."""
KEPT = 8
"""From this bit on: which move kept the position from being lost when it was last looked at."""
MOST_KEPT = 32

LATEST = 0
"""The last ply at which the layers before have something to say."""
STRANGE = 5
STUCK = 6
TURNS = 7
"""Players do not move in turn, though the game says so."""


def mover(mark):
    """Who moves."""
    return (mark & SECOND) // SECOND


def ply_of(code):
    """The plies to the end."""
    return code - FIRST if ALTERNATES else (code - FIRST) // 2


def code_won(ply, who):
    """The code of a position where the player to move wins."""
    return FIRST + ply if ALTERNATES else FIRST + 2 * ply + who


def code_lost(ply, who):
    """The code of a position where the player to move loses."""
    return FIRST + ply if ALTERNATES else FIRST + 2 * ply + 1 - who


def is_won(code, who):
    """Whether a player has won who moves to a position with this code, which is decided."""
    return (code - FIRST) % 2 == (0 if ALTERNATES else who)


def code_of_end(state, control):
    """The code of a position where the game is over."""
    paid = payoff(state, 0)
    if paid == 1:
        return FIRST
    if paid == -1:
        return FIRST if ALTERNATES else FIRST + 1
    if paid != 0:
        control[STRANGE] = 1
    return OPEN


def code_after(state, who, codes, control):
    """The code of a position that a move of a player leads to."""
    number = index(state)
    code = code_of_end(state, control) if number < 0 else codes[number]
    if ALTERNATES and number < 0 and payoff(state, who) < 0:
        control[TURNS] = 1
    return code


def begin_block(begin, end, low, high, codes, exits, marks, row, control):
    """Find the positions of a block, the ends among them, and what moves out of the layer say."""
    count = 0
    for number in range(begin, end):
        codes[number] = NOT_REACHED
        exits[number - low] = NOT_REACHED
        marks[number - low] = 0
        state = at_index(number)
        if not is_position(state) or index(state) != number:
            continue
        count += 1
        who = player(state)
        if who == OVER:
            codes[number] = code_of_end(state, control)
            marks[number - low] = SECOND if payoff(state, 0) > 0 else 0
            continue
        codes[number] = OPEN
        marks[number - low] = SECOND if who == 1 else 0
        soonest = 255
        latest = 0
        for k in range(converting(state, row)):
            after = play(state, row[k])
            if low <= index(after) < high:
                continue
            code = code_after(after, who, codes, control)
            if code < FIRST:
                marks[number - low] |= SAFE
                continue
            ply = ply_of(code) + 1
            if is_won(code, who):
                soonest = min(soonest, ply)
            else:
                latest = max(latest, ply)
        if soonest < 255:
            marks[number - low] |= SAFE
            exits[number - low] = code_won(soonest, who)
            control[LATEST] = max(control[LATEST], soonest)
        elif latest > 0:
            exits[number - low] = code_lost(latest, who)
            control[LATEST] = max(control[LATEST], latest)
    return count


def lead_out(numbers, low, codes, exits, marks):
    """What is decided in this ply by moves out of the layer: wins, and what may be lost."""
    for number in numbers:
        if codes[number] == OPEN:
            code = exits[number - low]
            if (code - FIRST) % 2 == (1 if ALTERNATES else mover(marks[number - low])):
                codes[number] = code
            elif not marks[number - low] & SAFE:
                marks[number - low] |= MARKED


def lead_back(numbers, low, high, ply, codes, marks, row):
    """From positions that were just decided: decide what they win, and mark what they may lose."""
    for number in numbers:
        code = codes[number]
        for k in range(predecessors(at_index(number), row)):
            there = row[k]
            if low <= there < high and codes[there] == OPEN:
                who = mover(marks[there - low])
                if is_won(code, who):
                    codes[there] = code_won(ply, who)
                elif not marks[there - low] & SAFE:
                    marks[there - low] |= MARKED


def settle(numbers, low, ply, codes, marks, row, control):
    """Decide the marked positions that are lost, because all that they lead to are."""
    for number in numbers:
        mark = marks[number - low] // 2 * 2  # looked at now
        marks[number - low] = mark
        if codes[number] != OPEN:
            continue
        who = mover(mark)
        state = at_index(number)
        count = moves(state, row)
        first = min(mark // KEPT, count - 1)
        loses = True
        for k in range(count):
            k = first + k if first + k < count else first + k - count
            code = code_after(play(state, row[k]), who, codes, control)
            if code < FIRST or ply_of(code) >= ply or is_won(code, who):
                loses = False
                if code == NOT_REACHED:
                    control[STUCK] = 1
                marks[number - low] = mark % KEPT + KEPT * min(k, MOST_KEPT - 1)
                break
        if loses:
            codes[number] = code_lost(ply, who)


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
            there = play(state, row[k])
            after = code_after(there, who, codes, control)
            if after == NOT_REACHED:
                control[STUCK] = 1
            if after < FIRST:
                holds = True
            elif is_won(after, who):
                soonest = min(soonest, ply_of(after) + 1)
            else:
                latest = max(latest, ply_of(after) + 1)
            if ALTERNATES:
                other = player(there)
                if other == who or (other == OVER and payoff(there, who) < 0):
                    control[TURNS] = 1
        right = OPEN
        if soonest < 255:
            right = code_won(soonest, who)
        elif not holds:
            right = code_lost(latest, who)
        wrong += code != right
    return wrong
