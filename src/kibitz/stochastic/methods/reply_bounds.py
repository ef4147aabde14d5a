"""What the stationary strategies of both players guarantee, whatever the other side does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.stopping_play import best_policy
from kibitz.core.errors import GameError
from kibitz.stochastic.game import ANY, StochasticGame
from kibitz.stochastic.graph import SURE
from kibitz.stochastic.methods.best_reply import joined_choices, reply_choices
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.table import TransitionTable

ROUNDING = 2.0**-52
"""Of a float, as a part of it: twice as much as the standard allows."""
LEAST = Fraction(1, 10**30)
"""What a value that is not exact may be off, as a part of the largest payment; far less is."""


def reply_bounds(game: StochasticGame, rows: Any, columns: Any) -> tuple[Any, Any]:
    """What the row strategies guarantee and the column strategies concede, state by state."""
    whole = mirrored(game)
    count = game.table.states
    if exchanges(game.table):
        rows, columns = [*rows, *columns], [*columns, *rows]
    table = whole.rational
    endless = None if game.endless is None else Fraction(0 if game.endless == ANY else game.endless)
    try:
        low = [_down(x) for x in secured(table, rows, True, endless)[:count]]
        high = [-_down(-x) for x in secured(table, columns, False, endless)[:count]]
    except GameError:
        return np.full(count, -np.inf), np.full(count, np.inf)
    return np.array(low), np.array(high)


def secured(
    table: TransitionTable,
    mixtures: Sequence[Any],
    by_rows: bool,
    endless: Fraction | None,
    payee: int = 0,
) -> list[Fraction]:
    """What a player gets in every state when the side that does not mix replies best for itself.

    As :func:`best_reply` says, but in fractions, and a little to the better of the reply: where
    play lasts long, even the rounding of a probability is paid for in every stage.
    """
    sign = -1 if by_rows and table.zero_sum else 1
    home, merged = joined_choices(reply_choices(table, mixtures, by_rows, payee), endless)
    choices = {s: [(c.pay, c.go) for c in line] for s, line in merged.items()}
    found = best_policy(choices, sign)
    if found is None:
        raise GameError("a strategy stops too rarely to be evaluated")
    if any(
        sign * (pay + sum(w * found[t] for t, w in go.items()) - found[s]) > 0
        for s, line in choices.items()
        for pay, go in line
    ):
        size = max(abs(pay) for line in choices.values() for pay, _ in line)
        found = {s: x + sign * LEAST * size for s, x in found.items()}
    return [found[home[s]] for s in range(table.states)]


def reply_error(game: StochasticGame, values: Any, rows: Any, columns: Any) -> float:
    """How far values can be from the value of the game, by what both strategies secure."""
    low, high = reply_bounds(game, rows, columns)
    gap = max((values - low).max(), (high - values).max())
    return float(max(np.nextafter(gap, np.inf), 1e-15))


def stage_error(table: TransitionTable, values: Any, row: Any, column: Any) -> float:
    """How far values can be from those of a table whose every stage may be the last.

    What one stage loses at most against the best reply, rounding included, over the least chance to
    stop; infinity where that is not known. The strategies are one long array each.
    """
    from scipy.sparse import csr_matrix

    values = np.asarray(values, float)
    pay = float(np.abs(table.pay).max())
    stop = 1 - float(table.stay.max(initial=0.0)) - rounding_of(table, 1.0)
    if stop <= SURE:
        return float("inf")
    shape = (table.cells, table.states)
    worth = table.pay[:, 0] + csr_matrix((table.weight, table.target, table.link), shape) @ values
    row_at, column_at = (np.cumsum(sizes) - sizes for sizes in (table.rows, table.columns))
    inside, width = np.arange(table.cells) - table.first[table.owner], table.columns[table.owner]
    i, j = row_at[table.owner] + inside // width, column_at[table.owner] + inside % width
    low = np.minimum.reduceat(np.bincount(j, row[i] * worth, len(column)), column_at)
    high = np.maximum.reduceat(np.bincount(i, column[j] * worth, len(row)), row_at)
    loss = max(float((values - low).max()), float((high - values).max()), 0.0)
    return (loss + rounding_of(table, pay, values)) / stop


def rounding_of(table: TransitionTable, pay: float, values: Any = 0.0) -> float:
    """What rounding may come to in what a stage is worth to a mixture, whatever the reply."""
    terms = np.diff(table.link).max() + table.rows.max() + table.columns.max() + 8
    return float(terms * ROUNDING * (pay + 2 * np.abs(values).max()))


def _down(x: Fraction) -> float:
    """The largest float that is not above a number."""
    near = float(x)
    return near if near <= x else float(np.nextafter(near, -np.inf))
