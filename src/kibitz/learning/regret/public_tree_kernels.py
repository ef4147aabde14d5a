"""One walk over a public tree with a vector of private hands at every node.

Nodes stand so that parents come before their children. ``strategy`` and its like have a row for
each move of each decision, and a column for each hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

DECISION = 0
DEAL = 1
FOLD = 2
SHOWDOWN = 3


@njit(cache=True, nogil=True)
def reaches(
    player: int, kind: Any, actor: Any, parent: Any, row: Any, strategy: Any, out: Any
) -> None:
    """How likely a player's own moves make each node, for each hand."""
    out[0] = 1.0
    for n in range(1, kind.shape[0]):
        above = parent[n]
        if kind[above] == DECISION and actor[above] == player:
            out[n] = out[above] * strategy[row[n]]
        else:
            out[n] = out[above]


@njit(cache=True, nogil=True)
def ends(
    player: int,
    kind: Any,
    amount: Any,
    board: Any,
    share: Any,
    left: Any,
    order: Any,
    rank: Any,
    reach: Any,
    values: Any,
) -> None:
    """What every hand gets where the game ends, against the reach of the other's hands.

    ``left[b, h]`` is how many cards of a kind are left beside the board; ``order`` sorts hands by
    strength, and equal ``rank`` means a draw. A hand cannot meet its own card.
    """
    hands = reach.shape[1]
    sign = 1.0 if player == 0 else -1.0
    for n in range(kind.shape[0]):
        if kind[n] < FOLD:
            continue
        b = board[n]
        total = 0.0
        for h in range(hands):
            total += left[b, h] * reach[n, h]
        if kind[n] == FOLD:
            for h in range(hands):
                met = total - reach[n, h]
                values[n, h] = sign * amount[n] * share[b] * left[b, h] * met
            continue
        weaker = 0.0
        first = 0
        while first < hands:
            last = first
            level = 0.0
            while last < hands and rank[b, order[b, last]] == rank[b, order[b, first]]:
                level += left[b, order[b, last]] * reach[n, order[b, last]]
                last += 1
            stronger = total - weaker - level
            for place in range(first, last):
                h = order[b, place]
                values[n, h] = amount[n] * share[b] * left[b, h] * (weaker - stronger)
            weaker += level
            first = last


@njit(cache=True, nogil=True)
def learn(
    player: int,
    t: int,
    kind: Any,
    actor: Any,
    first: Any,
    count: Any,
    base: Any,
    reach: Any,
    strategy: Any,
    regret: Any,
    average: Any,
    values: Any,
) -> None:
    """Values from the ends to the root; a player's regrets, averages and next strategy."""
    hands = values.shape[1]
    for n in range(kind.shape[0] - 1, -1, -1):
        if kind[n] >= FOLD:
            continue
        values[n] = 0.0
        mine = kind[n] == DECISION and actor[n] == player
        for k in range(count[n]):
            if mine:
                values[n] += strategy[base[n] + k] * values[first[n] + k]
            else:
                values[n] += values[first[n] + k]
        if not mine:
            continue
        for h in range(hands):
            total = 0.0
            for k in range(count[n]):
                at = base[n] + k
                average[at, h] += t * reach[n, h] * strategy[at, h]
                regret[at, h] = max(regret[at, h] + values[first[n] + k, h] - values[n, h], 0.0)
                total += regret[at, h]
            for k in range(count[n]):
                at = base[n] + k
                strategy[at, h] = regret[at, h] / total if total > 0 else 1.0 / count[n]


@njit(cache=True, nogil=True)
def best(player: int, kind: Any, actor: Any, first: Any, count: Any, values: Any) -> float:
    """The most that a player can get, from values at the ends."""
    for n in range(kind.shape[0] - 1, -1, -1):
        if kind[n] >= FOLD:
            continue
        values[n] = values[first[n]]
        for k in range(1, count[n]):
            if kind[n] == DECISION and actor[n] == player:
                values[n] = np.maximum(values[n], values[first[n] + k])
            else:
                values[n] += values[first[n] + k]
    total: float = values[0].sum()
    return total
