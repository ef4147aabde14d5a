"""External sampling: chance and the other players are sampled, all own moves tried."""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.positions import (
    ACTOR,
    BASE,
    CHILD,
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
    draw_lot,
    is_half_full,
    match_regrets,
)
from kibitz.rules.compile.interface import MOST_MOVES, PLAYERS
from kibitz.rules.game import CHANCE, OVER

PLACE = 0
TRIED = 1


def external(who, weight, depth, path, places, links, odds, floats, table, control):
    """Go on with a sample for a player, from which regrets and averages learn.

    ``path`` has the places on the way from the root, and which move is being tried at each; at an
    end the way goes back to the last own decision where one is left. The answer is the depth at
    which a move leads to a place that is not known, -1 when the sample is complete.
    """
    while True:
        place = path[depth, PLACE]
        actor = places[place, ACTOR]
        control[NODES] += 1
        if actor == OVER:
            worth = odds[places[place, FIRST] + who]
            depth = go_back(who, weight, worth, depth, path, places, floats, table)
            if depth < 0:
                return depth
            place = path[depth, PLACE]
        elif actor == CHANCE:
            path[depth, TRIED] = draw_chance(place, places, odds, control)
        else:
            base, count = places[place, BASE], places[place, COUNT]
            match_regrets(base, count, table, depth, floats)
            path[depth, TRIED] = 0
            if actor != who:
                path[depth, TRIED] = draw_lot(depth, 0, count, floats, control)
            if base >= 0 and actor == (who + 1) % PLAYERS:
                for k in range(count):
                    table[base + k, AVERAGE] += weight * floats[depth, k]
        child = links[CHILD, places[place, FIRST] + path[depth, TRIED]]
        if child < 0:
            return depth
        depth += 1
        path[depth, PLACE] = child


def go_back(who, weight, worth, depth, path, places, floats, table):
    """Learn what moves were worth, up to a decision where one is left to try; -1 when none is."""
    while depth > 0:
        depth -= 1
        place = path[depth, PLACE]
        if places[place, ACTOR] != who:
            continue
        tried, count = path[depth, TRIED], places[place, COUNT]
        floats[depth, MOST_MOVES + tried] = worth
        if tried + 1 < count:
            path[depth, TRIED] = tried + 1
            return depth
        worth = 0.0
        for k in range(count):
            worth += floats[depth, k] * floats[depth, MOST_MOVES + k]
        base = places[place, BASE]
        if base >= 0:
            for k in range(count):
                table[base + k, REGRET] += weight * (floats[depth, MOST_MOVES + k] - worth)
    return np.int64(-1)


def run_external(
    start, last, power, path, places, states, links, odds, floats, sets, heads, table, control
):
    """Iterations up to ``last``, every player in each; stops early when the table fills up."""
    while control[ITERATIONS] < last and not control[STOP]:
        if is_half_full(heads, table, control):
            return
        weight = np.float64(control[ITERATIONS] + 1) ** power
        for who in range(PLAYERS):
            path[0, PLACE] = root(
                start, places, states, links, odds, floats, sets, heads, table, control
            )
            depth = np.int64(0)
            while depth >= 0 and not control[STOP]:
                depth = external(
                    who, weight, depth, path, places, links, odds, floats, table, control
                )
                if depth >= 0:
                    path[depth + 1, PLACE] = follow(
                        path[depth, PLACE],
                        path[depth, TRIED],
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
                    depth += 1
        control[ITERATIONS] += 1
