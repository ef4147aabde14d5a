"""An algorithm for the tests: how many positions and which total a full search meets."""

from __future__ import annotations

from kibitz.rules.compile.interface import MOST_MOVES, chance, moves, payoff, play, player
from kibitz.rules.game import CHANCE, OVER

import numpy as np  # isort: skip


def count(state, depth):
    who = player(state)
    if who == OVER or depth == 0:
        return 1
    out = np.zeros(MOST_MOVES, np.int64)
    if who == CHANCE:
        top = np.zeros(MOST_MOVES)
        bottom = np.zeros(MOST_MOVES)
        found = chance(state, out, top, bottom)
    else:
        found = moves(state, out)
    total = 1
    for k in range(found):
        total += count(play(state, out[k]), depth - 1)
    return total


def total_payoff(state):
    who = player(state)
    if who == OVER:
        return payoff(state, 0)
    out = np.zeros(MOST_MOVES, np.int64)
    total = payoff_zero(state)
    for k in range(moves(state, out)):
        total += total_payoff(play(state, out[k]))
    return total


def payoff_zero(state):
    return 0
