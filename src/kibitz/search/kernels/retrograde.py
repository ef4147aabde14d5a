"""Retrograde analysis: from the ends of a game backwards, over every position at once.

Positions are rows of words in ``states``, found through a hash table; ``first`` and ``after`` list
where the moves of each lead. Values are seen by player 0: 1 won, -1 lost, 0 drawn or not yet known.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import (
    MOST_MOVES,
    STATE_WORDS,
    moves,
    payoff,
    play,
    player,
    read_state,
    write_state,
)
from kibitz.rules.game import OVER
from kibitz.rules.kernels.hash_table import find_slot

COUNT = 0
STOP = 1
EDGES = 2
FULL = 3
NEXT = 4


def add_state(words, states, slots, control):
    """The number of a position, a new one if need be; -1 when there is no room for it."""
    slot = find_slot(words, STATE_WORDS, states, slots)
    if slots[slot] < 0:
        if control[COUNT] >= states.shape[0]:
            control[FULL] = 1
            return -1
        slots[slot] = control[COUNT]
        for k in range(STATE_WORDS):
            states[control[COUNT], k] = words[k]
        control[COUNT] += 1
    return slots[slot]


def add_states(rows, states, slots, control):
    """Number all positions of an array."""
    for k in range(rows.shape[0]):
        add_state(rows[k], states, slots, control)


def explore(states, slots, first, after, movers, ends, control):
    """Follow all moves from the positions known so far until no new one turns up."""
    row = np.zeros(MOST_MOVES, np.int64)
    words = np.zeros(STATE_WORDS, np.int64)
    while control[NEXT] < control[COUNT]:
        if control[STOP] or control[FULL]:
            return
        here = control[NEXT]
        state = read_state(states[here])
        who = player(state)
        movers[here] = who
        first[here] = control[EDGES]
        if who == OVER:
            ends[here] = payoff(state, 0)
        else:
            count = moves(state, row)
            if control[EDGES] + count > after.shape[0]:
                control[FULL] = 1
                return
            for k in range(count):
                write_state(play(state, row[k]), words)
                target = add_state(words, states, slots, control)
                if target < 0:
                    return
                after[control[EDGES]] = target
                control[EDGES] += 1
        control[NEXT] += 1
        first[here + 1] = control[EDGES]


def solve_backwards(first, after, back_first, back, movers, ends, values, distance, queue, open_):
    """Values and distances in plies; winners win soonest, losers lose latest.

    ``open_`` counts the moves of a position whose outcome is not yet known to be bad.
    """
    head = 0
    tail = 0
    for here in range(movers.shape[0]):
        open_[here] = first[here + 1] - first[here]
        values[here] = 0
        distance[here] = -1
        if movers[here] == OVER:
            distance[here] = 0
            if ends[here] != 0:
                values[here] = 1 if ends[here] > 0 else -1
                queue[tail] = here
                tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        for k in range(back_first[here], back_first[here + 1]):
            before = back[k]
            if distance[before] >= 0:
                continue
            wish = 1 if movers[before] == 0 else -1
            if values[here] == wish:
                values[before] = wish
                distance[before] = distance[here] + 1
                queue[tail] = before
                tail += 1
            else:
                open_[before] -= 1
                if open_[before] == 0:
                    values[before] = -wish
                    distance[before] = distance[here] + 1
                    queue[tail] = before
                    tail += 1
    return tail
