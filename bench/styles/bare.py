"""Alpha-beta with nothing else: no table, no order of moves; nodes are counted."""

from __future__ import annotations

from kibitz.rules.compile.interface import MOST_MOVES, moves, payoff, play, player
from kibitz.rules.game import OVER


def bare_value(state, depth, alpha, beta, ply, rooms, control) -> float:
    """The value to a depth, where a game that is not over counts nothing."""
    control[0] += 1
    who = player(state)
    if who == OVER:
        return float(payoff(state, 0))
    if depth == 0:
        return 0.0
    row = rooms[ply]
    count = moves(state, row[:MOST_MOVES])
    best = -1e300 if who == 0 else 1e300
    for k in range(count):
        value = bare_value(play(state, row[k]), depth - 1, alpha, beta, ply + 1, rooms, control)
        if who == 0:
            best = value if value > best else best
            alpha = best if best > alpha else alpha
        else:
            best = value if value < best else best
            beta = best if best < beta else beta
        if alpha >= beta:
            break
    return best
