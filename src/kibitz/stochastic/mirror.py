"""Exchanged roles, written out: every state once more, seen from the other side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.table import CellOutcome, Moves, TransitionTable


def exchanges(table: TransitionTable) -> bool:
    """Whether some cell exchanges the roles."""
    return bool(len(table.weight)) and bool(np.any(table.weight < 0))


def mirrored(game: StochasticGame) -> StochasticGame:
    """The game with all states twice and no exchanges: the second time with the roles exchanged.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> [*mirrored(stochastic_game("G: 0, 1; 3, -G", endless=0)).states]
    ['G', 'G^T']
    """
    if not exchanges(game.table):
        return game
    table, count = game.table, game.table.states
    stages: list[list[list[CellOutcome]]] = []
    for s in range(count):
        m, n = int(table.rows[s]), int(table.columns[s])
        stages.append([[_entry(table, table.cell(s, i, j), 0) for j in range(n)] for i in range(m)])
    for s in range(count):
        m, n = int(table.rows[s]), int(table.columns[s])
        stages.append(
            [[_entry(table, table.cell(s, i, j), count) for i in range(m)] for j in range(n)]
        )
    names = [*map(str, game.states), *(f"{name}^T" for name in game.states)]
    rows = tuple(game.row_names(s) for s in range(count))
    columns = tuple(game.column_names(s) for s in range(count))
    return replace(
        game,
        states=tuple(names),
        table=TransitionTable.of(stages),
        rows=rows + columns,
        columns=columns + rows,
    )


def _entry(table: TransitionTable, cell: int, offset: int) -> CellOutcome:
    """A cell without exchanges; with an offset, the same seen from the other side."""
    go: Moves = {}
    for target, weight in table.go(cell):
        turned = (weight < 0) != bool(offset)
        key = (target + (table.states if turned else 0), 1)
        go[key] = go.get(key, 0 * weight) + abs(weight)
    sign = -1 if offset else 1
    prize = None if table.prize is None else (sign * table.prize[cell, 0],)
    return CellOutcome((sign * table.pay[cell, 0],), go, prize)
