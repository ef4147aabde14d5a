"""The compiled loop of TD(0)."""

from __future__ import annotations

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
def td_zero(world, values, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    first, pay, discount = world[0], world[2], world[6]
    start, anywhere, exploration, rate, power = settings[:5]
    done, episodes = 0, 0
    while done < steps:
        state = begin(world, int(start), anywhere, luck)
        episodes += 1
        for _ in range(NEVER):
            cell = best_by_values(world, values, state)
            count = first[state + 1] - first[state]
            greedy = True
            if count > 1 and draw(luck) < exploration_at(seen, state, exploration):
                cell = first[state] + below(luck, count)
                greedy = False
            onward = follow(world, cell, luck)
            if greedy:
                goal = pay[cell] + (discount * values[onward] if onward >= 0 else 0.0)
                seen[state] += 1
                size = rate_of(seen[state], rate, power)
                old = values[state]
                values[state] = old + size * (goal - old)
                note(log, state, cell, onward, pay[cell], old, goal, size, values[state])
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
    return episodes
