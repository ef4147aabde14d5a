"""All positions that can be reached, written into arrays; equal keys are one position."""

from __future__ import annotations

import numpy as np

from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.interface import (
    KEY_WORDS,
    MOST_MOVES,
    chance,
    moves,
    payoff,
    play,
    player,
    write_key,
)
from kibitz.rules.kernels.hash_table import find_slot

STOP = 1
NODES = 2
EDGES = 3
TROUBLE = 4
FULL = 1
AT_ONCE = 2


def position_number(state, keys, slots):
    """The number of a position, -1 when it was not reached."""
    words = np.zeros(KEY_WORDS, np.int64)
    write_key(state, words)
    return slots[find_slot(words, KEY_WORDS, keys, slots)]


def enumerate_positions(start, keys, slots, actor, begins, target, code, likely, paid, control):
    """Number the positions in the order in which they are met, breadth first, with their edges."""
    words = np.zeros(KEY_WORDS, np.int64)
    row = np.zeros(MOST_MOVES, np.int64)
    top = np.zeros(MOST_MOVES)
    bottom = np.zeros(MOST_MOVES)
    queue = [start]
    write_key(start, words)
    slots[find_slot(words, KEY_WORDS, keys, slots)] = 0
    for k in range(KEY_WORDS):
        keys[0, k] = words[k]
    nodes = 1
    edges = 0
    here = 0
    while here < nodes:
        state = queue[here]
        who = player(state)
        actor[here] = who
        begins[here] = edges
        if who == OVER:
            paid[here] = payoff(state, 0)
            here += 1
            continue
        if who < CHANCE:
            control[TROUBLE] = AT_ONCE
            return
        count = chance(state, row, top, bottom) if who == CHANCE else moves(state, row)
        if edges + count > target.shape[0] or nodes + count > actor.shape[0] - 1:
            control[TROUBLE] = FULL
            return
        if here % 1024 == 0 and control[STOP]:
            return
        for k in range(count):
            after = play(state, row[k])
            write_key(after, words)
            slot = find_slot(words, KEY_WORDS, keys, slots)
            found = slots[slot]
            if found < 0:
                found = nodes
                slots[slot] = found
                for w in range(KEY_WORDS):
                    keys[found, w] = words[w]
                queue.append(after)
                nodes += 1
            target[edges] = found
            code[edges] = row[k]
            if who == CHANCE:
                likely[edges] = top[k] / bottom[k] if bottom[k] else top[k]
            else:
                likely[edges] = 1.0
            edges += 1
        here += 1
    begins[nodes] = edges
    control[NODES] = nodes
    control[EDGES] = edges
