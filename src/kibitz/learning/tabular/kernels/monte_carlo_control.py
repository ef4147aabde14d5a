"""The compiled loop of Monte Carlo control."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.world import (
    begin,
    explore,
    follow,
    note,
    rate_of,
)


@njit(cache=True, nogil=True)
def monte_carlo_control(world, q, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    pay, discount = world[2], world[6]
    start, anywhere, exploration, rate, power, longest = settings[:6]
    states = np.empty(int(longest), np.int64)
    cells = np.empty(int(longest), np.int64)
    done, episodes = 0, 0
    while done < steps:
        state = begin(world, int(start), anywhere, luck)
        episodes += 1
        length = 0
        while state >= 0 and length < len(cells):
            cell = explore(world, q, seen, state, exploration, luck)
            states[length], cells[length] = state, cell
            length += 1
            state = follow(world, cell, luck)
        done += length
        goal = 0.0
        onward = -1
        for k in range(length - 1, -1, -1):
            cell = cells[k]
            goal = pay[cell] + discount * goal
            visits[cell] += 1
            seen[states[k]] += 1
            size = rate_of(visits[cell], rate, power)
            old = q[cell]
            q[cell] = old + size * (goal - old)
            note(log, states[k], cell, onward, pay[cell], old, goal, size, q[cell])
            onward = states[k]
    return episodes
