"""The compiled loop of TD(λ)."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.look_ahead import best_by_values
from kibitz.learning.tabular.kernels.world import (
    NEVER,
    begin,
    below,
    draw,
    exploration_at,
    follow,
    note,
    rate_of,
)


@njit(cache=True, nogil=True)
def td_lambda(world, values, seen, traces, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; traces are zero before and after."""
    first, pay, discount = world[0], world[2], world[6]
    start, anywhere, exploration, rate, power, trace = settings[:6]
    active = np.empty(len(values), np.int64)
    done, episodes = 0, 0
    while done < steps:
        state = begin(world, int(start), anywhere, luck)
        episodes += 1
        count_active = 0
        for _ in range(NEVER):
            cell = best_by_values(world, values, state)
            count = first[state + 1] - first[state]
            greedy = True
            if count > 1 and draw(luck) < exploration_at(seen, state, exploration):
                cell = first[state] + below(luck, count)
                greedy = False
            onward = follow(world, cell, luck)
            if greedy:
                if traces[state] == 0.0:
                    active[count_active] = state
                    count_active += 1
                traces[state] = 1.0
                seen[state] += 1
                goal = pay[cell] + (discount * values[onward] if onward >= 0 else 0.0)
                old = values[state]
                change = goal - old
                kept = 0
                for k in range(count_active):
                    other = active[k]
                    size = rate_of(max(seen[other], 1), rate, power)
                    values[other] += size * change * traces[other]
                    traces[other] *= discount * trace
                    if traces[other] > 1e-4:
                        active[kept] = other
                        kept += 1
                    else:
                        traces[other] = 0.0
                count_active = kept
                size = rate_of(seen[state], rate, power)
                note(log, state, cell, onward, pay[cell], old, goal, size, values[state])
            else:
                for k in range(count_active):
                    traces[active[k]] = 0.0
                count_active = 0
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
        for k in range(count_active):
            traces[active[k]] = 0.0
    return episodes
