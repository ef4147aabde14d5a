"""Compiled loops over pure policies: where play can last, what a stage loses, how long it takes."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.stochastic.kernels import fetch

MOST_SWEEPS = 20_000
SURE = 1e-12


@njit(cache=True, nogil=True)
def stays(cell, link, weight):
    """Whether a cell never stops."""
    total = 0.0
    for t in range(link[cell], link[cell + 1]):
        total += abs(weight[t])
    return total >= 1.0 - SURE


@njit(cache=True, nogil=True)
def lasting_states(first, link, target, weight, order, blocks):
    """States from which both players together can play on forever, for certain.

    The largest set in which every state has a cell that never stops and never leads out of it,
    block by block, successors first.
    """
    inside = np.ones(len(first) - 1, np.bool_)
    for b in range(len(blocks) - 1):
        fetch(order[blocks[b] : blocks[b + 1]], first, link, target, weight)
        changed = True
        while changed:
            changed = False
            for o in range(blocks[b], blocks[b + 1]):
                s = order[o]
                if not inside[s]:
                    continue
                found = False
                for c in range(first[s], first[s + 1]):
                    kept = True
                    for t in range(link[c], link[c + 1]):
                        if not inside[target[t]]:
                            kept = False
                            break
                    if kept and stays(c, link, weight):
                        found = True
                        break
                if not found:
                    inside[s] = False
                    changed = True
    return inside


@njit(cache=True, nogil=True)
def within(cell, link, target, weight, home):
    """Whether a cell never leaves the end component of a state."""
    for t in range(link[cell], link[cell + 1]):
        if home[target[t]] != home[target[link[cell]]]:
            return False
    return link[cell] < link[cell + 1] and stays(cell, link, weight)


@njit(cache=True, nogil=True)
def policy_loss(
    rows,
    columns,
    first,
    pay,
    link,
    target,
    weight,
    values,
    policy,
    order,
    blocks,
    cyclic,
    rows_fixed,
    home,
    joined,
    most,
):
    """The most that one stage loses against the values when one side's policy is fixed.

    And bounds of the expected number of stages against any reply: a function h with h >= 1 + P h
    for all replies, found block by block; infinity where none was found in this many sweeps. The
    states of an end component, in which a reply can keep the play, are one state (``home``, for
    those that are ``joined``); staying there is not a stage.
    """
    states = len(rows)
    loss = 0.0
    h = np.zeros(states)
    for b in range(len(blocks) - 1):
        grown = 0.0
        for sweep in range(most):
            grown = 0.0
            for o in range(blocks[b], blocks[b + 1]):
                s = order[o]
                mine = columns[s] == 1 if rows_fixed else columns[s] > 1
                low = policy[s] if mine else 0
                high = low + 1 if mine else rows[s] * columns[s]
                best = 0.0
                for c in range(first[s] + low, first[s] + high):
                    if (
                        joined[s]
                        and within(c, link, target, weight, home)
                        and (home[target[link[c]]] == home[s])
                    ):
                        if abs(pay[c]) > SURE:
                            return np.inf, np.full(states, np.inf)
                        continue
                    steps = 1.0
                    for t in range(link[c], link[c + 1]):
                        steps += abs(weight[t]) * h[home[target[t]]]
                    best = max(best, steps)
                    if sweep == 0:
                        worth = pay[c]
                        for t in range(link[c], link[c + 1]):
                            worth += weight[t] * values[target[t]]
                        gap = values[s] - worth if rows_fixed else worth - values[s]
                        loss = max(loss, gap)
                if best > h[home[s]]:
                    grown = max(grown, best - h[home[s]])
                    h[home[s]] = best
            if not cyclic[b] or grown < 1e-3:
                break
            if h[home[order[blocks[b]]]] > 1e9:
                return loss, np.full(states, np.inf)
        if cyclic[b] and grown >= 1e-3:
            return loss, np.full(states, np.inf)
        for o in range(blocks[b], blocks[b + 1]):
            s = order[o]
            if home[s] == s:
                h[s] *= 1.0011 if cyclic[b] else 1.0
    return loss, h
