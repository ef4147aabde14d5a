"""The compiled loop of n-step SARSA."""

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
def n_step_sarsa(world, q, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    pay, discount = world[2], world[6]
    start, anywhere, exploration, rate, power, ahead = settings[:6]
    n = int(ahead)
    states = np.empty(n + 1, np.int64)
    cells = np.empty(n + 1, np.int64)
    done, episodes = 0, 0
    while done < steps:
        states[0] = begin(world, int(start), anywhere, luck)
        cells[0] = explore(world, q, seen, states[0], exploration, luck)
        episodes += 1
        time, end = 0, 1 << 40
        while True:
            if time < end:
                onward = follow(world, cells[time % (n + 1)], luck)
                done += 1
                if onward < 0 or time > 2 * steps:
                    end = time + 1
                else:
                    states[(time + 1) % (n + 1)] = onward
                    chosen = explore(world, q, seen, onward, exploration, luck)
                    cells[(time + 1) % (n + 1)] = chosen
            old_time = time - n + 1
            if old_time >= 0:
                goal = 0.0
                last = min(old_time + n, end)
                if last < end:
                    goal = q[cells[last % (n + 1)]]
                for k in range(last - 1, old_time - 1, -1):
                    goal = pay[cells[k % (n + 1)]] + discount * goal
                state, cell = states[old_time % (n + 1)], cells[old_time % (n + 1)]
                visits[cell] += 1
                seen[state] += 1
                size = rate_of(visits[cell], rate, power)
                old = q[cell]
                q[cell] = old + size * (goal - old)
                there = states[last % (n + 1)] if last < end else -1
                note(log, state, cell, there, pay[cell], old, goal, size, q[cell])
            time += 1
            if time - n + 1 >= end:
                break
    return episodes
