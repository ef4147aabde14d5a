"""Compiled loops over pure policies: what one stage loses, and how long a reply can make play."""

from __future__ import annotations

import numpy as np
from numba import njit

MOST_SWEEPS = 20_000


@njit(cache=True, nogil=True)
def policy_loss(
    rows, columns, first, pay, link, target, weight, values, policy, order, blocks, cyclic,
    rows_fixed,
):  # fmt: skip
    """The most that one stage loses against the values when one side's policy is fixed.

    And a bound of the expected number of stages against any reply: the largest h of a function
    with h >= 1 + P h for all replies, found block by block; infinity where none was found.
    """
    states = len(rows)
    loss = 0.0
    for s in range(states):
        mine = columns[s] == 1 if rows_fixed else columns[s] > 1
        cells = rows[s] * columns[s]
        low = policy[s] if mine else 0
        high = low + 1 if mine else cells
        for c in range(low, high):
            worth = pay[first[s] + c]
            for t in range(link[first[s] + c], link[first[s] + c + 1]):
                worth += weight[t] * values[target[t]]
            gap = values[s] - worth if rows_fixed else worth - values[s]
            loss = max(loss, gap)
    longest = 0.0
    h = np.zeros(states)
    for b in range(len(blocks) - 1):
        grown = 0.0
        for _sweep in range(MOST_SWEEPS):
            grown = 0.0
            for o in range(blocks[b], blocks[b + 1]):
                s = order[o]
                mine = columns[s] == 1 if rows_fixed else columns[s] > 1
                low = policy[s] if mine else 0
                high = low + 1 if mine else rows[s] * columns[s]
                best = 0.0
                for c in range(low, high):
                    steps = 1.0
                    for t in range(link[first[s] + c], link[first[s] + c + 1]):
                        steps += abs(weight[t]) * h[target[t]]
                    best = max(best, steps)
                grown = max(grown, best - h[s])
                h[s] = best
            if not cyclic[b] or grown < 1e-3:
                break
            if h[order[blocks[b]]] > 1e9:
                return loss, np.inf
        if cyclic[b] and grown >= 1e-3:
            return loss, np.inf
        for o in range(blocks[b], blocks[b + 1]):
            h[order[o]] *= 1.0011 if cyclic[b] else 1.0
            longest = max(longest, h[order[o]])
    return loss, longest
