"""The compiled loop of double Q-learning."""

from __future__ import annotations

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.world import (
    NEVER,
    begin,
    best_cell,
    draw,
    explore,
    follow,
    note,
    rate_of,
)


@njit(cache=True, nogil=True)
def double_q_learning(world, q, one, two, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; q is the mean of both tables."""
    pay, discount = world[2], world[6]
    start, anywhere, exploration, rate, power = settings[:5]
    done, episodes = 0, 0
    while done < steps:
        state = begin(world, int(start), anywhere, luck)
        episodes += 1
        for _ in range(NEVER):
            cell = explore(world, q, seen, state, exploration, luck)
            onward = follow(world, cell, luck)
            mine, other = (one, two) if draw(luck) < 0.5 else (two, one)
            goal = pay[cell]
            if onward >= 0:
                goal += discount * other[best_cell(world, mine, onward)]
            visits[cell] += 1
            seen[state] += 1
            size = rate_of((visits[cell] + 1) // 2, rate, power)
            old = mine[cell]
            mine[cell] = old + size * (goal - old)
            q[cell] = 0.5 * (one[cell] + two[cell])
            note(log, state, cell, onward, pay[cell], old, goal, size, mine[cell])
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
    return episodes
