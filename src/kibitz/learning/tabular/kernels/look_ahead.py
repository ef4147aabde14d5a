"""Choosing by values of states: what each choice leads to is looked up."""

from __future__ import annotations

from kibitz.core.compiling.compiled import njit


@njit(cache=True, nogil=True)
def worth(world, values, cell):
    """What a choice is worth when states are worth these values."""
    pay, link, target, weight, discount = world[2], world[3], world[4], world[5], world[6]
    total = 0.0
    for t in range(link[cell], link[cell + 1]):
        total += weight[t] * values[target[t]]
    return pay[cell] + discount * total


@njit(cache=True, nogil=True)
def best_by_values(world, values, state):
    """The choice that leads to the best values for the player of a state."""
    first, sign = world[0], world[1]
    best, most = first[state], sign[state] * worth(world, values, first[state])
    for k in range(first[state] + 1, first[state + 1]):
        found = sign[state] * worth(world, values, k)
        if found > most:
            best, most = k, found
    return best
