"""The compiled loop of Nash-Q: an equilibrium of a bimatrix game is found at every step."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.learning.tabular.kernels.minimax_q import pick
from kibitz.learning.tabular.kernels.world import below, draw, exploration_at, follow, note, rate_of
from kibitz.strategic.two_player.kernels.lemke_howson import lemke_howson

MOST_PIVOTS = 500


@njit(cache=True, nogil=True)
def settle_state(q, first, rows, columns, row_at, column_at, state, values, x, y, trace):
    """An equilibrium of the bimatrix game of a state, and what both get in it."""
    m, n = rows[state], columns[state]
    mine, theirs = np.empty((m, n)), np.empty((m, n))
    for i in range(m):
        for j in range(n):
            mine[i, j] = q[0, first[state] + i * n + j]
            theirs[i, j] = q[1, first[state] + i * n + j]
    a, b = row_at[state], column_at[state]
    for label in range(m + n):
        found = lemke_howson(mine, theirs, label, MOST_PIVOTS, trace)
        if found[0] >= 0:
            x[a : a + m] = found[3] / found[3].sum()
            y[b : b + n] = found[4] / found[4].sum()
            break
    one, two = 0.0, 0.0
    for i in range(m):
        for j in range(n):
            weight = x[a + i] * y[b + j]
            one += weight * mine[i, j]
            two += weight * theirs[i, j]
    values[0, state], values[1, state] = one, two


@njit(cache=True, nogil=True)
def nash_q(world, pays, shape, q, values, x, y, visits, seen, settings, luck, steps, log):
    """Play whole episodes until this many steps are made; the number of episodes."""
    first, discount = world[0], world[6]
    rows, columns, row_at, column_at = shape
    start, anywhere, exploration, rate, power = settings[:5]
    trace = np.empty((0, 2), np.int64)
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
            visits[cell] += 1
            seen[state] += 1
            size = rate_of(visits[cell], rate, power)
            for player in range(2):
                goal = pays[player, cell]
                if onward >= 0:
                    goal += discount * values[player, onward]
                old = q[player, cell]
                q[player, cell] = old + size * (goal - old)
                if player == 0:
                    reward, new = pays[0, cell], q[0, cell]
                    note(log, state, cell, onward, reward, old, goal, size, new)
            settle_state(q, first, rows, columns, row_at, column_at, state, values, x, y, trace)
            done += 1
            state = onward
            if state < 0 or done >= 2 * steps:
                break
    return episodes
