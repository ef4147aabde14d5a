"""A game of states as arrays, and what every learner does with it: draw, step, choose.

``world`` is the tuple (first, sign, pay, link, target, weight, discount): the choices of state s
are the cells first[s] to first[s + 1], and its player wants sign[s] times much. Cell k pays pay[k]
and leads to target[t] with probability weight[t], t from link[k] to link[k + 1], else to the end.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit

NEVER = 1 << 20
"""Steps after which an episode is broken off."""


@njit(cache=True, nogil=True)
def draw(luck):
    """The next number from 0 to 1 of a generator of 64 bits (Steele, Lea and Flood 2014)."""
    luck[0] += np.uint64(0x9E3779B97F4A7C15)
    z = luck[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return float(z >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True, nogil=True)
def below(luck, count):
    """A whole number from 0 to below a bound."""
    return min(int(draw(luck) * count), count - 1)


@njit(cache=True, nogil=True)
def follow(world, cell, luck):
    """The state that a cell leads to, -1 for the end."""
    link, target, weight = world[3], world[4], world[5]
    lot = draw(luck)
    for t in range(link[cell], link[cell + 1]):
        lot -= weight[t]
        if lot < 0.0:
            return target[t]
    return -1


@njit(cache=True, nogil=True)
def best_cell(world, q, state):
    """The choice that looks best to the player of a state, the first of equals."""
    first, sign = world[0], world[1]
    best = first[state]
    for k in range(first[state] + 1, first[state + 1]):
        if sign[state] * q[k] > sign[state] * q[best]:
            best = k
    return best


@njit(cache=True, nogil=True)
def exploration_at(seen, state, exploration):
    """How often a state is explored: less, the more often it was seen."""
    return exploration / np.sqrt(1.0 + 0.01 * seen[state])


@njit(cache=True, nogil=True)
def explore(world, q, seen, state, exploration, luck):
    """The best choice, or now and then any."""
    first = world[0]
    count = first[state + 1] - first[state]
    if count > 1 and draw(luck) < exploration_at(seen, state, exploration):
        return first[state] + below(luck, count)
    return best_cell(world, q, state)


@njit(cache=True, nogil=True)
def rate_of(visits, rate, power):
    """The step size: constant where one is given, else falling with the visits."""
    return rate if rate > 0.0 else 1.0 / visits**power


@njit(cache=True, nogil=True)
def note(log, state, cell, onward, reward, old, goal, size, new):
    """Write an update into the log, while there is room; its first row counts."""
    row = int(log[0, 0]) + 1
    if row < log.shape[0]:
        log[0, 0] = row
        log[row, 0] = state
        log[row, 1] = cell
        log[row, 2] = onward
        log[row, 3] = reward
        log[row, 4] = old
        log[row, 5] = goal
        log[row, 6] = size
        log[row, 7] = new


@njit(cache=True, nogil=True)
def begin(world, start, anywhere, luck):
    """Where an episode begins."""
    if start >= 0 and draw(luck) >= anywhere:
        return start
    return below(luck, len(world[0]) - 1)
