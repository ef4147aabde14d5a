"""Chance sampling: chance is sampled, all moves are tried, all players learn at once."""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.positions import (
    ACTOR,
    BASE,
    COUNT,
    FIRST,
    draw_chance,
    follow,
    root,
)
from kibitz.learning.kernels.regret_table import (
    AVERAGE,
    ITERATIONS,
    NODES,
    REGRET,
    STOP,
    is_half_full,
    match_regrets,
)
from kibitz.rules.compile.interface import MOST_MOVES, PLAYERS
from kibitz.rules.game import CHANCE, OVER


def chance_sampled(
    place, depth, weight, values, places, states, links, odds, floats, sets, heads, table, control
):
    """Write what each player gets from here on into ``values[depth]``.

    ``values[depth, PLAYERS + k]`` is how likely player k's own moves make this position.
    """
    control[NODES] += 1
    actor = places[place, ACTOR]
    for k in range(PLAYERS):
        values[depth, k] = odds[places[place, FIRST] + k] if actor == OVER else 0.0
    if actor == OVER or control[STOP]:
        return
    for k in range(PLAYERS):
        values[depth + 1, PLAYERS + k] = values[depth, PLAYERS + k]
    if actor == CHANCE:
        drawn = draw_chance(place, places, odds, control)
        after = follow(
            place, drawn, depth, places, states, links, odds, floats, sets, heads, table, control
        )
        chance_sampled(
            after,
            depth + 1,
            weight,
            values,
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
        for k in range(PLAYERS):
            values[depth, k] = values[depth + 1, k]
        return
    base, count = places[place, BASE], places[place, COUNT]
    match_regrets(base, count, table, depth, floats)
    reach = values[depth, PLAYERS + actor]
    others = 1.0
    for k in range(PLAYERS):
        if k != actor:
            others *= values[depth, PLAYERS + k]
    for k in range(count):
        values[depth + 1, PLAYERS + actor] = reach * floats[depth, k]
        after = follow(
            place,
            np.int64(k),
            depth,
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
        chance_sampled(
            after,
            depth + 1,
            weight,
            values,
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
        floats[depth, MOST_MOVES + k] = values[depth + 1, actor]
        for j in range(PLAYERS):
            values[depth, j] += floats[depth, k] * values[depth + 1, j]
    if base >= 0 and not control[STOP]:
        for k in range(count):
            gain = floats[depth, MOST_MOVES + k] - values[depth, actor]
            table[base + k, REGRET] += weight * others * gain
            table[base + k, AVERAGE] += weight * reach * floats[depth, k]


def run_chance(
    start, last, power, values, places, states, links, odds, floats, sets, heads, table, control
):
    """Iterations up to ``last``; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if is_half_full(heads, table, control):
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for k in range(PLAYERS):
            values[0, PLAYERS + k] = 1.0
        place = root(start, places, states, links, odds, floats, sets, heads, table, control)
        chance_sampled(
            place,
            np.int64(0),
            weight,
            values,
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
