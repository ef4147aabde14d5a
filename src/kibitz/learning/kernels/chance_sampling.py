"""Chance sampling: chance by lot, all moves of all players tried, everybody learns at once."""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.regret_table import (
    AVERAGE,
    ENTRIES,
    ITERATIONS,
    NODES,
    REGRET,
    ROWS,
    STOP,
    cannot_go_on,
    first_row,
    match_regrets,
    what_chance_does,
)
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.interface import MOST_MOVES, PLAYERS, moves, payoff, play, player


def chance_sampled(state, depth, weight, work, floats, values, sets, heads, table, control):
    """Write what everybody gets from here on into ``values[depth]``.

    ``values[depth, PLAYERS + k]`` is how likely player k's own moves make this position.
    """
    control[NODES] += 1
    actor = player(state)
    mine = values[depth]
    for k in range(PLAYERS):
        mine[k] = 0.0
    if actor == OVER:
        for k in range(PLAYERS):
            mine[k] = payoff(state, k)
        return
    if control[STOP] or cannot_go_on(actor, depth, work, control):
        return
    row = work[depth]
    here = floats[depth]
    below = values[depth + 1]
    for k in range(PLAYERS):
        below[PLAYERS + k] = mine[PLAYERS + k]
    if actor == CHANCE:
        drawn = what_chance_does(state, row, here, control)
        chance_sampled(
            play(state, row[drawn]), depth + 1, weight, work, floats, values, sets, heads, table,
            control,
        )  # fmt: skip
        for k in range(PLAYERS):
            mine[k] = below[k]
        return
    count = moves(state, row)
    base = first_row(state, actor, count, row[MOST_MOVES:], sets, heads, table, control)
    match_regrets(base, count, table, here)
    reach = mine[PLAYERS + actor]
    others = 1.0
    for k in range(PLAYERS):
        if k != actor:
            others *= mine[PLAYERS + k]
    for k in range(count):
        below[PLAYERS + actor] = reach * here[k]
        chance_sampled(
            play(state, row[k]), depth + 1, weight, work, floats, values, sets, heads, table,
            control,
        )  # fmt: skip
        here[MOST_MOVES + k] = below[actor]
        for j in range(PLAYERS):
            mine[j] += here[k] * below[j]
    if base >= 0 and not control[STOP]:
        for k in range(count):
            gain = here[MOST_MOVES + k] - mine[actor]
            table[base + k, REGRET] += weight * others * gain
            table[base + k, AVERAGE] += weight * reach * here[k]


def run_chance(start, last, power, work, floats, values, sets, heads, table, control):
    """Iterations up to ``last``; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if 2 * control[ENTRIES] > heads.shape[0] or 2 * control[ROWS] > table.shape[0]:
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for k in range(PLAYERS):
            values[0, PLAYERS + k] = 1.0
        chance_sampled(
            start, np.int64(0), weight, work, floats, values, sets, heads, table, control
        )
        control[ITERATIONS] += 1
