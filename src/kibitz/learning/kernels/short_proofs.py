"""What a position and its moves are worth, proved by alpha-beta where the end of the game is near.

``rows`` has room for the moves of each ply; ``left[0]`` is how many positions may still be looked
at, and below 0 once a proof was given up. ``low`` and ``high`` bound what the moves are worth to
the mover, from -1 to 1 for payoffs from -scale to scale.
"""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import HAS_CHANCE, moves, payoff, play, player
from kibitz.rules.game import CHANCE, OVER


def proved_value(state, alpha, beta, ply, rows, left) -> float:
    """What player 0 gets, if that lies between alpha and beta; otherwise a bound beyond one.

    Moves that end the game are looked at before others. Chance is not looked through.
    """
    who = player(state)
    if who == OVER:
        return float(payoff(state, 0))
    left[0] -= 1
    if left[0] < 0 or ply >= rows.shape[0] or (HAS_CHANCE and who == CHANCE):
        left[0] = -1
        return 0.0
    row = rows[ply]
    count = moves(state, row)
    best = -1e300 if who == 0 else 1e300
    open_ = 0
    for k in range(count):
        after = play(state, row[k])
        if player(after) != OVER:
            row[open_] = row[k]
            open_ += 1
            continue
        paid = float(payoff(after, 0))
        best = max(best, paid) if who == 0 else min(best, paid)
    for k in range(open_):
        if who == 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
        found = proved_value(play(state, row[k]), alpha, beta, ply + 1, rows, left)
        if left[0] < 0:
            return 0.0
        best = max(best, found) if who == 0 else min(best, found)
    return best


def look_at_ends(state, count, row, low, high, scale):
    """Bound the moves: those that end the game pay what they pay, others anything."""
    who = player(state)
    for k in range(count):
        low[k], high[k] = -1.0, 1.0
        after = play(state, row[k])
        if player(after) == OVER:
            paid = payoff(after, 0) / scale
            low[k] = high[k] = paid if who == 0 else -paid


def prove_position(state, count, row, low, high, scale, budget, rows, left):
    """Try to prove what a position is worth, and that one of its moves is worth as much."""
    is_first = player(state) == 0
    best, place = -1.0, -1
    for k in range(count):
        best = max(best, low[k])
    left[0] = budget
    for k in range(count):
        if best < 1.0 and low[k] < high[k]:
            alpha = best * scale if is_first else -scale
            beta = scale if is_first else -best * scale
            found = proved_value(play(state, row[k]), alpha, beta, np.int64(0), rows, left) / scale
            if left[0] < 0:
                return
            if not is_first:
                found = -found
            if found > best:
                best, place = found, k
    for k in range(count):
        high[k] = min(high[k], best)
    if place >= 0:
        low[place] = best


def prove_moves(state, count, row, low, high, scale, budget, rows, left):
    """Try to prove what each move is worth."""
    is_first = player(state) == 0
    for k in range(count):
        if low[k] < high[k]:
            left[0] = budget
            found = (
                proved_value(play(state, row[k]), -scale, scale, np.int64(0), rows, left) / scale
            )
            if left[0] >= 0:
                low[k] = high[k] = found if is_first else -found


def look_ahead(state, is_root, row, low, high, scale, budget, rows, left):
    """Write down the moves of a position and bounds of their worth; the number of moves."""
    count = moves(state, row)
    look_at_ends(state, count, row, low, high, scale)
    if is_root:
        prove_moves(state, count, row, low, high, scale, budget, rows, left)
    else:
        prove_position(state, count, row, low, high, scale, budget, rows, left)
    return count
