"""Compiled sweeps over the states of a decision process.

Positions in arrays are unsigned: a signed one would be compared with zero at every access, since
Python counts negative ones from the end, and that takes as long as the sums themselves.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit

ZERO, ONE = np.uint64(0), np.uint64(1)


@njit(cache=True, nogil=True)
def improve(first, pay, link, target, weight, discount, values, out, policy):
    """One step of value iteration; the least and the greatest change, and how many choose anew."""
    least, most, changed = np.inf, -np.inf, 0
    states, s = np.uint64(len(values)), ZERO
    k = first[s]
    t = link[k]
    while s < states:
        start, stop = k, first[s + ONE]
        best, chosen = -np.inf, k
        while k < stop:
            later, end = 0.0, link[k + ONE]
            while t < end:
                later += weight[t] * values[target[t]]
                t += ONE
            worth = pay[k] + discount * later
            chosen = k if worth > best else chosen
            best = worth if worth > best else best
            k += ONE
        out[s] = best
        changed += policy[s] != chosen - start
        policy[s] = chosen - start
        gain = best - values[s]
        least = gain if gain < least else least
        most = gain if gain > most else most
        s += ONE
    return least, most, changed


@njit(cache=True, nogil=True)
def follow(pay, link, target, weight, discount, values, spare, times):
    """Apply the chosen rows ``times`` times; ``spare`` takes turns with the values."""
    states = np.uint64(len(values))
    for _ in range(times):
        s = ZERO
        t = link[s]
        while s < states:
            later, end = 0.0, link[s + ONE]
            while t < end:
                later += weight[t] * values[target[t]]
                t += ONE
            spare[s] = pay[s] + discount * later
            s += ONE
        values, spare = spare, values


@njit(cache=True, nogil=True)
def take_rows(first, pay, link, target, weight, policy, rows):
    """Put the rows that a policy chooses one after the other.

    ``rows`` holds the policy that it was made for, and its pay, links, targets and weights. A row
    that begins where it did and is chosen still is there already.
    """
    kept, own_pay, own_link, own_target, own_weight = rows
    states, s, u, is_in_place = np.uint64(len(policy)), ZERO, ZERO, True
    while s < states:
        next_row = own_link[s + ONE]
        if is_in_place and kept[s] == policy[s]:
            u = next_row
        else:
            kept[s], k = policy[s], first[s] + policy[s]
            own_pay[s] = pay[k]
            t, end = link[k], link[k + ONE]
            while t < end:
                own_target[u] = target[t]
                own_weight[u] = weight[t]
                t += ONE
                u += ONE
        s += ONE
        is_in_place = next_row == u
        own_link[s] = u
