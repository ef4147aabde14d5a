"""The compiled loop of Q-learning."""

from __future__ import annotations

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.world import (
    NEVER,
    begin,
    best_cell,
    explore,
    follow,
    note,
    rate_of,
)


@njit(cache=True, nogil=True)
def q_learning(world, q, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    pay, discount = world[2], world[6]
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
                goal += discount * q[best_cell(world, q, onward)]
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
