"""All positions at which someone chooses, written into the arrays of a stochastic game.

Equal keys are one position. A position of chance is not a state of its own: its lottery becomes
part of the move before it, unless chance comes first, or twice in a row.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import (
    KEY_WORDS,
    MOST_MOVES,
    chance,
    moves,
    payoff,
    play,
    player,
    read_state,
    write_key,
    write_state,
)
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.kernels.position_index import place_of

STOP = 1
HERE = 2
NODES = 3
CELLS = 4
LINKS = 5
TROUBLE = 6
FULL = 1
AT_ONCE = 2
UNLIKELY = 3
OUTSIDE = 4


def enumerate_positions(
    states, keys, slots, box, words, actor, first, code, pay, link, target, weight, control
):
    """Go on with the first position not yet looked at; stops early when the arrays are full.

    Positions are numbered in the order in which they are met, breadth first. ``words`` holds the
    key of the last one that was looked up.
    """
    row = np.zeros(MOST_MOVES, np.int64)
    rolled = np.zeros(MOST_MOVES, np.int64)
    top = np.zeros(MOST_MOVES)
    bottom = np.zeros(MOST_MOVES)
    nodes = control[NODES]
    while control[HERE] < nodes:
        here = control[HERE]
        if here % 1024 == 0 and control[STOP]:
            return
        first[here] = control[CELLS]
        links = control[LINKS]
        state = read_state(states[here])
        who = player(state)
        actor[here] = who
        count = moves(state, row) if who >= 0 else 1
        if who < CHANCE:
            control[TROUBLE] = AT_ONCE
            return
        if first[here] + count >= link.shape[0]:
            control[TROUBLE] = FULL
            return
        for k in range(count):
            cell = first[here] + k
            code[cell] = row[k]
            after = play(state, row[k]) if who >= 0 else state
            whose = player(after)
            outcomes = 1
            if whose == CHANCE:
                outcomes = chance(after, rolled, top, bottom)
            if links + outcomes > target.shape[0] or nodes + outcomes > states.shape[0]:
                control[TROUBLE] = FULL
                return
            paid, likely, total = 0.0, 1.0, 0.0
            for o in range(outcomes):
                then, next_ = after, whose
                if whose == CHANCE:
                    likely = top[o] / bottom[o] if bottom[o] else top[o]
                    if likely < 0.0:
                        control[TROUBLE] = UNLIKELY
                        return
                    if likely == 0.0:
                        continue
                    then = play(after, rolled[o])
                    next_ = player(then)
                total += likely
                if next_ == OVER:
                    paid += likely * payoff(then, 0)
                    continue
                write_key(then, words)
                slot = place_of(words, keys, slots, box)
                if slot < 0:
                    control[TROUBLE] = OUTSIDE
                    return
                if slots[slot] < 0:
                    slots[slot] = nodes
                    write_state(then, states[nodes])
                    for w in range(KEY_WORDS):
                        keys[nodes, w] = words[w]
                    nodes += 1
                    control[NODES] = nodes
                target[links] = slots[slot]
                weight[links] = likely
                links += 1
            if abs(total - 1.0) > 1e-9:
                control[TROUBLE] = UNLIKELY
                return
            pay[cell] = paid
            link[cell + 1] = links
        control[CELLS] = first[here] + count
        control[LINKS] = links
        control[HERE] = here + 1
    first[nodes] = control[CELLS]
