"""The compiled loop of minimax-Q: a matrix game is solved at every step."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.small_game import small_game
from kibitz.learning.tabular.kernels.world import below, draw, exploration_at, follow, note, rate_of


@njit(cache=True, nogil=True)
def pick(weights, low, count, luck):
    """A choice drawn with some weights."""
    lot = draw(luck)
    for k in range(count):
        lot -= weights[low + k]
        if lot < 0.0:
            return k
    return count - 1


@njit(cache=True, nogil=True)
def solve_state(q, first, rows, columns, row_at, column_at, state, values, x, y):
    """Solve the matrix game of a state: its value and the mixed strategies."""
    m, n = rows[state], columns[state]
    matrix = np.empty((m, n))
    for i in range(m):
        for j in range(n):
            matrix[i, j] = q[first[state] + i * n + j]
    low, left = row_at[state], column_at[state]
    values[state] = small_game(matrix, x[low : low + m], y[left : left + n])


@njit(cache=True, nogil=True)
def minimax_q(world, shape, q, values, x, y, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    first, pay, discount = world[0], world[2], world[6]
    rows, columns, row_at, column_at = shape
    start, anywhere, exploration, rate, power = settings[:5]
    states = len(first) - 1
    done, episodes = 0, 0
    while done < steps:
        state = int(start) if draw(luck) >= anywhere else below(luck, states)
        episodes += 1
        for _ in range(1 << 20):
            m, n = rows[state], columns[state]
            often = exploration_at(seen, state, exploration)
            i = below(luck, m) if draw(luck) < often else pick(x, row_at[state], m, luck)
            j = below(luck, n) if draw(luck) < often else pick(y, column_at[state], n, luck)
            cell = first[state] + i * n + j
            onward = follow(world, cell, luck)
            goal = pay[cell] + (discount * values[onward] if onward >= 0 else 0.0)
            visits[cell] += 1
            seen[state] += 1
            size = rate_of(visits[cell], rate, power)
            old = q[cell]
            q[cell] = old + size * (goal - old)
            note(log, state, cell, onward, pay[cell], old, goal, size, q[cell])
            solve_state(q, first, rows, columns, row_at, column_at, state, values, x, y)
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
    return episodes
