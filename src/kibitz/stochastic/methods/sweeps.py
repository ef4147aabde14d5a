"""Bounds over all states at once, for games too large for exact proofs."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.stochastic.table import Table

MOST_SWEEPS = 100_000


def guarantees(table: Table, values: Any, row: Any, column: Any) -> tuple[Any, Any]:
    """What the row strategy gets at least, and the column strategy gives at most, in one stage."""
    worth = cell_values(table, values)
    across, down = _weights(table, row, column)
    by_column = np.bincount(_line(table, True), across * worth, int(table.columns.sum()))
    by_row = np.bincount(_line(table, False), down * worth, int(table.rows.sum()))
    column_at = np.concatenate([[0], np.cumsum(table.columns)])[:-1]
    row_at = np.concatenate([[0], np.cumsum(table.rows)])[:-1]
    return np.minimum.reduceat(by_column, column_at), np.maximum.reduceat(by_row, row_at)


def cell_values(table: Table, values: Any) -> Any:
    """What every cell is worth when the states are worth their values."""
    lengths = np.diff(table.link)
    source = np.repeat(np.arange(table.cells), lengths)
    after = np.bincount(source, table.weight * values[table.target], table.cells)
    return table.pay[:, 0] + after


def longest_play(table: Table, mixture: Any, by_rows: bool) -> float:
    """A bound of the expected number of stages that a reply to a strategy can bring about.

    A function h with h >= 1 + P h for every reply is found by iteration and then checked; infinity
    when there is none that small.
    """
    across, down = _weights(table, mixture, mixture)
    likely = across if by_rows else down
    line = _line(table, by_rows)
    size = int((table.columns if by_rows else table.rows).sum())
    begins = np.concatenate([[0], np.cumsum(table.columns if by_rows else table.rows)])[:-1]
    lengths = np.diff(table.link)
    into = np.repeat(line, lengths)
    weight = np.repeat(likely, lengths) * np.abs(table.weight)
    kept = weight > 0
    into, weight, target = into[kept], weight[kept], table.target[kept]
    h = np.ones(table.states)
    for sweep in range(MOST_SWEEPS):
        after = 1 + np.maximum.reduceat(np.bincount(into, weight * h[target], size), begins)
        grown = float((after - h).max())
        if grown <= 0.25 or float(after.max()) > 1e12:
            break
        if sweep > 2000 and table.states > 100_000:
            break
        h = after
    else:
        grown = 1.0
    if grown > 0.25:
        return float("inf")
    return float(after.max()) / (1 - grown)


def _weights(table: Table, row: Any, column: Any) -> tuple[Any, Any]:
    """For every cell the weight of its row, and that of its column."""
    inside = np.arange(table.cells) - table.first[table.owner]
    width = table.columns[table.owner]
    row_at = np.concatenate([[0], np.cumsum(table.rows)])[:-1]
    column_at = np.concatenate([[0], np.cumsum(table.columns)])[:-1]
    across = row[np.minimum(row_at[table.owner] + inside // width, len(row) - 1)]
    down = column[np.minimum(column_at[table.owner] + inside % width, len(column) - 1)]
    return across, down


def _line(table: Table, by_rows: bool) -> Any:
    """For every cell the number of its column, or of its row, counted over all states."""
    inside = np.arange(table.cells) - table.first[table.owner]
    width = table.columns[table.owner]
    sizes = table.columns if by_rows else table.rows
    begins = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    return begins[table.owner] + (inside % width if by_rows else inside // width)
