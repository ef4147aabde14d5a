"""External sampling: chance and the other players by lot, all own moves tried."""

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
    draw_lot,
    first_row,
    match_regrets,
    what_chance_does,
)
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.interface import MOST_MOVES, PLAYERS, moves, payoff, play, player


def external(state, depth, who, weight, work, floats, sets, heads, table, control):
    """What a player gets from here on, by one sample; regrets and averages learn from it."""
    control[NODES] += 1
    actor = player(state)
    if actor == OVER:
        return np.float64(payoff(state, who))
    if control[STOP] or cannot_go_on(actor, depth, work, control):
        return 0.0
    row = work[depth]
    here = floats[depth]
    if actor == CHANCE:
        drawn = what_chance_does(state, row, here, control)
        return external(
            play(state, row[drawn]), depth + 1, who, weight, work, floats, sets, heads, table,
            control,
        )  # fmt: skip
    count = moves(state, row)
    base = first_row(state, actor, count, row[MOST_MOVES:], sets, heads, table, control)
    match_regrets(base, count, table, here)
    if actor != who:
        if base >= 0 and actor == (who + 1) % PLAYERS:
            for k in range(count):
                table[base + k, AVERAGE] += weight * here[k]
        drawn = draw_lot(here, count, control)
        return external(
            play(state, row[drawn]), depth + 1, who, weight, work, floats, sets, heads, table,
            control,
        )  # fmt: skip
    value = 0.0
    for k in range(count):
        after = play(state, row[k])
        if player(after) == OVER:
            control[NODES] += 1
            worth = np.float64(payoff(after, who))
        else:
            worth = external(
                after, depth + 1, who, weight, work, floats, sets, heads, table, control
            )
        here[MOST_MOVES + k] = worth
        value += here[k] * worth
    if base >= 0 and not control[STOP]:
        for k in range(count):
            table[base + k, REGRET] += weight * (here[MOST_MOVES + k] - value)
    return value


def run_external(start, last, power, work, floats, sets, heads, table, control):
    """Iterations up to ``last``, every player in each; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if 2 * control[ENTRIES] > heads.shape[0] or 2 * control[ROWS] > table.shape[0]:
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for who in range(PLAYERS):
            external(
                start, np.int64(0), np.int64(who), weight, work, floats, sets, heads, table,
                control,
            )  # fmt: skip
        control[ITERATIONS] += 1
