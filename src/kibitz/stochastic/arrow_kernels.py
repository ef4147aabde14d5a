"""Compiled loops from positions and moves to cells and transitions."""

from __future__ import annotations

import numpy as np
from numba import njit

OVER = -1
CHANCE = -2


@njit(cache=True, nogil=True)
def kept_positions(actor, begins, target):
    """Positions that become states: decisions, the start, and chance that follows chance."""
    nodes = len(actor)
    number = np.full(nodes, -1, np.int64)
    keep = np.zeros(nodes, np.bool_)
    keep[0] = True
    for s in range(nodes):
        if actor[s] >= 0:
            keep[s] = True
        elif actor[s] == CHANCE:
            for e in range(begins[s], begins[s + 1]):
                if actor[target[e]] == CHANCE:
                    keep[target[e]] = True
    count = 0
    for s in range(nodes):
        if keep[s]:
            number[s] = count
            count += 1
    return number, count


@njit(cache=True, nogil=True)
def build(actor, begins, target, likely, paid, number, count):
    """Cells and transitions of the states that are kept."""
    rows = np.ones(count, np.int64)
    columns = np.ones(count, np.int64)
    first = np.zeros(count + 1, np.int64)
    cells, links = 0, 0
    for s in range(len(actor)):
        if number[s] < 0:
            continue
        size = 1
        if actor[s] >= 0:
            size = begins[s + 1] - begins[s]
            if actor[s] == 0:
                rows[number[s]] = size
            else:
                columns[number[s]] = size
            for e in range(begins[s], begins[s + 1]):
                t = target[e]
                if number[t] >= 0:
                    links += 1
                elif actor[t] == CHANCE:
                    links += begins[t + 1] - begins[t]
        elif actor[s] == CHANCE:
            links += begins[s + 1] - begins[s]
        first[number[s]] = size
        cells += size
    total = 0
    for s in range(count + 1):
        size = first[s]
        first[s] = total
        total += size
    pay = np.zeros(cells)
    link = np.zeros(cells + 1, np.int64)
    into = np.zeros(links, np.int64)
    weight = np.zeros(links)
    cell, at = 0, 0
    for s in range(len(actor)):
        if number[s] < 0:
            continue
        low, high = begins[s], begins[s + 1]
        if actor[s] == OVER:
            pay[cell] = paid[s]
            cell += 1
            link[cell] = at
            continue
        if actor[s] == CHANCE:
            low, high = s, s + 1
        for e in range(low, high):
            t = target[e] if actor[s] >= 0 else s
            if actor[t] == OVER:
                pay[cell] = paid[t]
            elif number[t] >= 0 and actor[s] >= 0:
                into[at] = number[t]
                weight[at] = 1.0
                at += 1
            else:
                for c in range(begins[t], begins[t + 1]):
                    u = target[c]
                    if actor[u] == OVER:
                        pay[cell] += likely[c] * paid[u]
                    else:
                        into[at] = number[u]
                        weight[at] = likely[c]
                        at += 1
            cell += 1
            link[cell] = at
    return rows, columns, first, pay, link, into[:at].copy(), weight[:at].copy()
