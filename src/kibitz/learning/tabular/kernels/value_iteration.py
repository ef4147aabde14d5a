"""The compiled sweep of dynamic programming."""

from __future__ import annotations

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.look_ahead import best_by_values, worth
from kibitz.learning.tabular.kernels.world import note


@njit(cache=True, nogil=True)
def value_iteration(world, values, seen, log):
    """Improve every state once, in place; the greatest change."""
    greatest = 0.0
    for state in range(len(values)):
        cell = best_by_values(world, values, state)
        old = values[state]
        goal = worth(world, values, cell)
        values[state] = goal
        seen[state] += 1
        greatest = max(greatest, abs(goal - old))
        note(log, state, cell, -1, world[2][cell], old, goal, 1.0, goal)
    return greatest
