"""The compiled loop of expected SARSA."""

from __future__ import annotations

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.world import (
    NEVER,
    begin,
    best_cell,
    exploration_at,
    explore,
    follow,
    note,
    rate_of,
)


@njit(cache=True, nogil=True)
def expected_sarsa(world, q, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    first, pay, discount = world[0], world[2], world[6]
    start, anywhere, exploration, rate, power = settings[:5]
    done, episodes = 0, 0
    while done < steps:
        state = begin(world, int(start), anywhere, luck)
        episodes += 1
        for _ in range(NEVER):
            cell = explore(world, q, seen, state, exploration, luck)
            onward = follow(world, cell, luck)
            goal = pay[cell]
            if onward >= 0:
                often = exploration_at(seen, onward, exploration)
                low, high = first[onward], first[onward + 1]
                mean = q[low:high].sum() / (high - low)
                goal += discount * ((1 - often) * q[best_cell(world, q, onward)] + often * mean)
            visits[cell] += 1
            seen[state] += 1
            size = rate_of(visits[cell], rate, power)
            old = q[cell]
            q[cell] = old + size * (goal - old)
            note(log, state, cell, onward, pay[cell], old, goal, size, q[cell])
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
    return episodes
