"""Walks all positions of a game depth first: counts them, then writes them into arrays."""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import (
    HAS_INFORMATION_STATE,
    PLAYERS,
    VIEW_WORDS,
    chance,
    moves,
    payoff,
    play,
    player,
    write_view,
)
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.kernels.hash_table import find_slot

NODES = 0
STOP = 1
LEAVES = 2
DECISIONS = 3
EDGES = 4
DEEPEST = 5
LIMIT = 6
TROUBLE = 7
INFOSETS = 8

DIFFERENT_MOVES = 1
TOO_DEEP = 2
MOVES_AT_ONCE = 3


def measure(state, depth, buffer, top, bottom, control):
    """Count nodes, leaves and decisions below a position, up to a limit."""
    if control[STOP]:
        return
    control[NODES] += 1
    if control[NODES] > control[LIMIT]:
        control[STOP] = 1
        return
    if depth > control[DEEPEST]:
        control[DEEPEST] = depth
    who = player(state)
    if who == OVER:
        control[LEAVES] += 1
        return
    if depth >= buffer.shape[0]:
        control[TROUBLE] = TOO_DEEP
        control[STOP] = 1
        return
    row = buffer[depth]
    if who == CHANCE:
        count = chance(state, row, top, bottom)
        control[EDGES] += count
    elif who >= 0:
        control[DECISIONS] += 1
        count = moves(state, row)
    else:
        control[TROUBLE] = MOVES_AT_ONCE
        control[STOP] = 1
        return
    for k in range(count):
        measure(play(state, row[k]), depth + 1, buffer, top, bottom, control)


def write(
    state,
    depth,
    above,
    weight,
    buffer,
    tops,
    bottoms,
    words,
    sets,
    heads,
    first,
    parent,
    actor,
    infoset,
    edge,
    depths,
    codes,
    tops_out,
    bottoms_out,
    paid,
    control,
):
    """Write the nodes below a position in the order of a depth-first walk."""
    if control[STOP]:
        return
    node = control[NODES]
    control[NODES] += 1
    parent[node] = above
    depths[node] = depth
    edge[node] = weight
    infoset[node] = -1
    who = player(state)
    actor[node] = who
    if who == OVER:
        leaf = control[LEAVES]
        control[LEAVES] += 1
        for k in range(PLAYERS):
            paid[leaf, k] = payoff(state, k)
        return
    row = buffer[depth]
    if who == CHANCE:
        count = chance(state, row, tops[depth], bottoms[depth])
    else:
        count = moves(state, row)
        mark = np.int64(count)
        for k in range(count):
            mark = mark * 1000003 ^ row[k]
        slot = 0
        found = np.int64(-1)
        if HAS_INFORMATION_STATE:
            write_view(state, who, words)
            words[VIEW_WORDS] = who
            slot = find_slot(words, VIEW_WORDS + 1, heads, sets)
            found = sets[slot]
        if found < 0:
            found = control[INFOSETS]
            control[INFOSETS] += 1
            sets[slot] = found
            for k in range(VIEW_WORDS):
                heads[found, k] = words[k]
            heads[found, VIEW_WORDS] = who
            heads[found, VIEW_WORDS + 1] = mark
            first[found] = node
        elif heads[found, VIEW_WORDS + 1] != mark:
            control[TROUBLE] = DIFFERENT_MOVES
            control[DEEPEST] = node
            control[STOP] = 1
            return
        infoset[node] = found
    for k in range(count):
        child = control[NODES]
        weight = -1
        if who == CHANCE:
            weight = control[EDGES]
            control[EDGES] += 1
            tops_out[weight] = tops[depth, k]
            bottoms_out[weight] = bottoms[depth, k]
        codes[child] = row[k]
        write(
            play(state, row[k]),
            depth + 1,
            node,
            weight,
            buffer,
            tops,
            bottoms,
            words,
            sets,
            heads,
            first,
            parent,
            actor,
            infoset,
            edge,
            depths,
            codes,
            tops_out,
            bottoms_out,
            paid,
            control,
        )
