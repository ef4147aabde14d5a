"""Rounds of strategy iteration: what the best reply leaves of the row player's strategies."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.stochastic.methods.approximate import Approximation, size_of, stage_solutions
from kibitz.stochastic.methods.best_reply import best_reply
from kibitz.stochastic.table import TransitionTable

MOST_ROUNDS = 1000


def strategy_iteration(
    table: TransitionTable, start: Any, tolerance: float, most: int = MOST_ROUNDS
) -> Approximation:
    """Values that rise to those of a table without exchanges in which every play stops.

    A round costs a matrix game for every state and the best reply to a strategy, which is policy
    iteration. Hoffman and Karp (1966).
    """
    values = np.asarray(start, float)
    changes = []
    for _ in range(most):
        _, row, _ = stage_solutions(table, values)
        mixtures = np.split(row, np.cumsum(table.rows)[:-1])
        after = best_reply(table, mixtures, True, None)
        changes.append(float(np.abs(after - values).max()))
        values = after
        if changes[-1] <= tolerance * size_of(table, values):
            break
    worth, row, column = stage_solutions(table, values)
    return Approximation(
        values,
        row,
        column,
        float(np.abs(worth - values).max(initial=0.0)),
        len(changes),
        len(changes),
        tuple(changes),
        True,
    )
