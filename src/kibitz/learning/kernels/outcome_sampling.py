"""Outcome sampling: one play of the game, with baselines that take out most of the noise.

What was not tried counts as what it earned before, and what was tried is corrected by that
(Schmid, Burch, Lanctot, Moravcik, Kadlec and Bowling, *Variance reduction in Monte Carlo
counterfactual regret minimization*, 2019).
"""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.regret_table import (
    AVERAGE,
    EARNED,
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


def outcome(
    state, depth, who, own, ratio, weight, explore, learning, work, floats, sets, heads, table,
    control,
):  # fmt: skip
    """An estimate of what a player gets from here on.

    ``own`` is how likely the player's own moves make the position, over how likely it was to be
    sampled; ``ratio`` the same for all others, chance included.
    """
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
        return outcome(
            play(state, row[drawn]), depth + 1, who, own / here[drawn], ratio, weight, explore,
            learning, work, floats, sets, heads, table, control,
        )  # fmt: skip
    count = moves(state, row)
    base = first_row(state, actor, count, row[MOST_MOVES:], sets, heads, table, control)
    match_regrets(base, count, table, here)
    share = explore if actor == who else 0.0
    for k in range(count):
        here[MOST_MOVES + k] = share / count + (1.0 - share) * here[k]
    drawn = draw_lot(here[MOST_MOVES:], count, control)
    chosen = here[drawn]
    tried = here[MOST_MOVES + drawn]
    after_own = own * chosen / tried if actor == who else own / tried
    after_ratio = ratio / tried if actor == who else ratio * chosen / tried
    earned = outcome(
        play(state, row[drawn]), depth + 1, who, after_own, after_ratio, weight, explore, learning,
        work, floats, sets, heads, table, control,
    )  # fmt: skip
    if base < 0:
        return chosen * earned / tried
    value = 0.0
    for k in range(count):
        expected = table[base + k, EARNED + who]
        if k == drawn:
            expected += (earned - expected) / tried
        here[MOST_MOVES + k] = expected
        value += here[k] * expected
    if control[STOP]:
        return value
    table[base + drawn, EARNED + who] += learning * (earned - table[base + drawn, EARNED + who])
    if actor == who:
        for k in range(count):
            table[base + k, REGRET] += weight * ratio * (here[MOST_MOVES + k] - value)
            table[base + k, AVERAGE] += weight * own * here[k]
    return value


def run_outcome(
    start, last, power, explore, learning, work, floats, sets, heads, table, control
):  # fmt: skip
    """Iterations up to ``last``, every player in each; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if 2 * control[ENTRIES] > heads.shape[0] or 2 * control[ROWS] > table.shape[0]:
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for who in range(PLAYERS):
            outcome(
                start, np.int64(0), np.int64(who), 1.0, 1.0, weight, explore, learning, work,
                floats, sets, heads, table, control,
            )  # fmt: skip
        control[ITERATIONS] += 1
