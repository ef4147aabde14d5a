"""Strategy iteration: improve one player's strategy against the other's best reply."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.stochastic.approximate import Approximation, stage_solutions
from kibitz.stochastic.best_reply import best_reply
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import exchanges
from kibitz.stochastic.solution import StochasticSolution
from kibitz.stochastic.table import Table
from kibitz.stochastic.verify import REPLIES, reply_bounds

MOST_ROUNDS = 1000


def hoffman_karp(game: StochasticGame, tolerance: float = 1e-12) -> StochasticSolution:
    """Values by strategy iteration: they rise to the value of the game from below.

    Each round plays the row strategy that is optimal in the matrices at the current values, and
    takes what the best reply leaves of it, a one-player problem, for the next values. Hoffman and
    Karp (1966). For games that stop, of up to a few hundred states.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> solved = hoffman_karp(stochastic_game("G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5"))
    >>> round(solved.value, 9)
    3.535533906
    """
    if exchanges(game.table):
        raise GameError("Hoffman and Karp's method takes games without exchanged roles; use newton")
    if game.table.states > REPLIES:
        raise GameError(f"{game.table.states:,} states; this method takes {REPLIES}, use newton")
    if not game.stop_probability > 0:
        raise GameError("a stage need not be the last one; this method needs a discount or stops")
    table = game.effective.floats
    lowest = np.full(table.states, float(table.pay.min()) / float(game.stop_probability))
    found = strategy_iteration(table, lowest, tolerance)
    values = found.values
    rows, columns = found.mixtures(table)
    low, high = reply_bounds(game, rows, columns)
    bound = float(max((values - low).max(), (high - values).max(), 1e-15))
    draft = StochasticSolution(
        game, values.tolist(), rows, columns, "Hoffman and Karp's strategy iteration", bound
    )
    return replace(draft, residuals=found.residuals, working=found)


def strategy_iteration(
    table: Table, start: Any, tolerance: float, most: int = MOST_ROUNDS
) -> Approximation:
    """Rounds of strategy iteration on a table without exchanges in which every play stops."""
    values = np.asarray(start, float)
    changes = []
    for _ in range(most):
        _, row, _ = stage_solutions(table, values)
        mixtures = np.split(row, np.cumsum(table.rows)[:-1])
        after = best_reply(table, mixtures, True, None)
        changes.append(float(np.abs(after - values).max()))
        values = after
        if changes[-1] <= tolerance * (1 + float(np.abs(values).max())):
            break
    _, row, column = stage_solutions(table, values)
    return Approximation(
        values, row, column, changes[-1], len(changes), len(changes), tuple(changes), True
    )
