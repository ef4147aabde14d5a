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

STOP = 1
NODES = 2
EDGES = 3
TROUBLE = 4
FULL = 1
AT_ONCE = 2


def position_slot(words, keys, slots):
    """Where a position stands in the hash table, or the free slot where it belongs."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for k in range(KEY_WORDS):
        mixed = (mixed ^ np.uint64(words[k])) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed & np.uint64(slots.shape[0] - 1))
    while slots[slot] >= 0:
        same = True
        for k in range(KEY_WORDS):
            if keys[slots[slot], k] != words[k]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & (slots.shape[0] - 1)
    return slot


def position_number(state, keys, slots):
    """The number of a position, -1 when it was not reached."""
    words = np.zeros(KEY_WORDS, np.int64)
    write_key(state, words)
    return slots[position_slot(words, keys, slots)]


def enumerate_positions(start, keys, slots, actor, begins, target, code, likely, paid, control):
    """Number the positions in the order in which they are met, breadth first, with their edges."""
    words = np.zeros(KEY_WORDS, np.int64)
    row = np.zeros(MOST_MOVES, np.int64)
    top = np.zeros(MOST_MOVES)
    bottom = np.zeros(MOST_MOVES)
    queue = [start]
    write_key(start, words)
    slots[position_slot(words, keys, slots)] = 0
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
            slot = position_slot(words, keys, slots)
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
