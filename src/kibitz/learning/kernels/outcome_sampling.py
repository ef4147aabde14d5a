"""Outcome sampling: one play of the game, with baselines that take out most of the noise.

What was not tried counts as what it earned before, and what was tried is corrected by that
(Schmid, Burch, Lanctot, Moravcik, Kadlec and Bowling, *Variance reduction in Monte Carlo
counterfactual regret minimization*, 2019).
"""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.positions import (
    ACTOR,
    BASE,
    COUNT,
    FIRST,
    draw_chance,
    follow,
    likelihood,
    root,
)
from kibitz.learning.kernels.regret_table import (
    AVERAGE,
    EARNED,
    ITERATIONS,
    NODES,
    REGRET,
    STOP,
    draw_lot,
    is_half_full,
    match_regrets,
)
from kibitz.rules.compile.interface import MOST_MOVES, PLAYERS
from kibitz.rules.game import CHANCE, OVER


def outcome(
    place,
    depth,
    who,
    own,
    ratio,
    weight,
    explore,
    learning,
    places,
    states,
    links,
    odds,
    floats,
    sets,
    heads,
    table,
    control,
) -> float:
    """An estimate of what a player gets from here on.

    ``own`` is how likely the player's own moves make the position, over how likely it was to be
    sampled; ``ratio`` the same for all others, chance included.
    """
    control[NODES] += 1
    actor, first = places[place, ACTOR], places[place, FIRST]
    if actor == OVER:
        return odds[first + who]
    if control[STOP]:
        return 0.0
    if actor == CHANCE:
        drawn = draw_chance(place, places, odds, control)
        chosen = likelihood(place, drawn, places, odds)
        after = follow(
            place, drawn, depth, places, states, links, odds, floats, sets, heads, table, control
        )
        return outcome(
            after,
            depth + 1,
            who,
            own / chosen,
            ratio,
            weight,
            explore,
            learning,
            places,
            states,
            links,
            odds,
            floats,
            sets,
            heads,
            table,
            control,
        )
    base, count = places[place, BASE], places[place, COUNT]
    match_regrets(base, count, table, depth, floats)
    share = explore if actor == who else 0.0
    for k in range(count):
        floats[depth, MOST_MOVES + k] = share / count + (1.0 - share) * floats[depth, k]
    drawn = draw_lot(depth, np.int64(MOST_MOVES), count, floats, control)
    chosen = floats[depth, drawn]
    tried = floats[depth, MOST_MOVES + drawn]
    after_own = own * chosen / tried if actor == who else own / tried
    after_ratio = ratio / tried if actor == who else ratio * chosen / tried
    after = follow(
        place, drawn, depth, places, states, links, odds, floats, sets, heads, table, control
    )
    earned = outcome(
        after,
        depth + 1,
        who,
        after_own,
        after_ratio,
        weight,
        explore,
        learning,
        places,
        states,
        links,
        odds,
        floats,
        sets,
        heads,
        table,
        control,
    )
    if base < 0:
        return chosen * earned / tried
    value = 0.0
    for k in range(count):
        expected = table[base + k, EARNED + who]
        if k == drawn:
            expected += (earned - expected) / tried
        floats[depth, MOST_MOVES + k] = expected
        value += floats[depth, k] * expected
    if control[STOP]:
        return value
    table[base + drawn, EARNED + who] += learning * (earned - table[base + drawn, EARNED + who])
    if actor == who:
        for k in range(count):
            gain = floats[depth, MOST_MOVES + k] - value
            table[base + k, REGRET] += weight * ratio * gain
            table[base + k, AVERAGE] += weight * own * floats[depth, k]
    return value


def run_outcome(
    start,
    last,
    power,
    explore,
    learning,
    places,
    states,
    links,
    odds,
    floats,
    sets,
    heads,
    table,
    control,
):
    """Iterations up to ``last``, every player in each; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if is_half_full(heads, table, control):
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for who in range(PLAYERS):
            place = root(start, places, states, links, odds, floats, sets, heads, table, control)
            outcome(
                place,
                np.int64(0),
                np.int64(who),
                1.0,
                1.0,
                weight,
                explore,
                learning,
                places,
                states,
                links,
                odds,
                floats,
                sets,
                heads,
                table,
                control,
            )
        control[ITERATIONS] += 1
