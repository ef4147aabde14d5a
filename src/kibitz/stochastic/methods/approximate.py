"""Values in floating point: Shapley's operator, made quick by Newton's method.

Each round solves the matrix game of every state, which gives a strategy pair and one step of
Shapley's iteration; the value of that pair forever is Newton's next point. It is taken where it
lowers the residual, and Shapley's step otherwise. Pollatschek and Avi-Itzhak (1969), made safe as
by Filar and Tolwinski (1991).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.progress import work
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.table import TransitionTable

SMALL = 1500
"""Cells up to which Python is quicker than loading the compiled loops."""
MOST_ROUNDS = 20_000
PATIENT, MANY = 0.99, 20_000
"""A chance to go on above which, and states up to which, a system of equations is solved."""


@dataclass(frozen=True)
class Approximation:
    """Values, strategies as one long array each, and how the rounds went."""

    values: Any
    row: Any
    column: Any
    residual: float
    """The largest change that one more step of Shapley's operator makes."""
    rounds: int
    newton_steps: int
    residuals: tuple[float, ...]
    converged: bool

    def mixtures(self, table: TransitionTable) -> tuple[list[Any], list[Any]]:
        """The strategies state by state."""
        rows = np.split(self.row, np.cumsum(table.rows)[:-1])
        columns = np.split(self.column, np.cumsum(table.columns)[:-1])
        return rows, columns


def size_of(table: TransitionTable, values: Any) -> float:
    """How large payoffs and values are, which residuals are compared with."""
    paid = float(np.abs(table.pay).max(initial=0.0))
    return max(paid, float(np.abs(values).max(initial=0.0)), 1e-300)


def stage_solutions(table: TransitionTable, values: Any) -> tuple[Any, Any, Any]:
    """The value and the strategies of every state's matrix game, given the states' values."""
    if table.cells <= SMALL:
        solved = [pivot(table.matrix(s, values)) for s in range(table.states)]
        worth = np.array([one.value for one in solved])
        return (
            worth,
            np.array([x for one in solved for x in one.row]),
            np.array([x for one in solved for x in one.column]),
        )
    from kibitz.stochastic import kernels

    row, column = np.empty(int(table.rows.sum())), np.empty(int(table.columns.sum()))
    worth = np.empty(table.states)
    row_at = np.concatenate([[0], np.cumsum(table.rows)])
    column_at = np.concatenate([[0], np.cumsum(table.columns)])
    kernels.strategies(
        table.rows,
        table.columns,
        table.first,
        table.pay[:, 0].copy(),
        table.link,
        table.target,
        table.weight,
        np.asarray(values, float),
        row_at,
        column_at,
        row,
        column,
        worth,
    )
    return worth, row, column


def pair_moves(table: TransitionTable, row: Any, column: Any) -> tuple[Any, Any, Any, Any]:
    """The payments when both play these strategies forever; from where, to where, how likely."""
    row_at = np.concatenate([[0], np.cumsum(table.rows)])[:-1]
    column_at = np.concatenate([[0], np.cumsum(table.columns)])[:-1]
    inside = np.arange(table.cells) - table.first[table.owner]
    width = table.columns[table.owner]
    likely = row[row_at[table.owner] + inside // width]
    likely = likely * column[column_at[table.owner] + inside % width]
    pay = np.bincount(table.owner, likely * table.pay[:, 0], table.states)
    lengths = np.diff(table.link)
    weight = np.repeat(likely, lengths) * table.weight
    kept = weight != 0
    return pay, np.repeat(table.owner, lengths)[kept], table.target[kept], weight[kept]


def pair_value(table: TransitionTable, row: Any, column: Any) -> Any:
    """What a strategy pair is worth in every state; None when it never stops somewhere."""
    pay, source, target, weight = pair_moves(table, row, column)
    n = table.states
    if n <= 400:
        moves = np.bincount(source * n + target, weight, n * n).reshape(n, n)
        try:
            values = np.linalg.solve(np.eye(n) - moves, pay)
        except np.linalg.LinAlgError:
            return None
        return values if np.isfinite(values).all() else None
    from scipy.sparse import csr_matrix

    chain = csr_matrix((weight, (source, target)), shape=(n, n))
    norm = float(abs(chain).sum(axis=1).max())
    if PATIENT < norm < 1 and n <= MANY:
        from scipy.sparse import identity
        from scipy.sparse.linalg import spsolve

        found = spsolve((identity(n) - chain).tocsc(), pay)
        return found if np.isfinite(found).all() else None
    if norm >= 1 - 1e-9:
        return None
    value = pay.copy()
    for _ in range(int(np.ceil(np.log(1e-13) / np.log(max(norm, 1e-9)))) + 1):
        after = pay + chain @ value
        done = float(np.abs(after - value).max(initial=0.0)) < 1e-14 * max(
            np.abs(after).max(), 1e-300
        )
        value = after
        if done:
            break
    return value


def approximate(
    table: TransitionTable,
    tolerance: float = 1e-13,
    start: Sequence[float] | None = None,
    most: int = MOST_ROUNDS,
    factor: float = 1.0,
) -> Approximation:
    """Values at which one more step changes at most the tolerance, where that can be reached.

    ``factor`` is the contraction factor, when it is below 1.
    """
    values = np.zeros(table.states) if start is None else np.array(start, float)
    residuals: list[float] = []
    newton_steps = 0
    with work("solving matrix games", None) as task:
        worth, row, column = stage_solutions(table, values)
        for round_ in range(1, most + 1):
            residual = float(np.abs(worth - values).max(initial=0.0))
            residuals.append(residual)
            scale = tolerance * size_of(table, values)
            if residual <= scale or task.stopped or round_ == most:
                break
            task.advance()
            jump = pair_value(table, row, column)
            shapley, taken = values, False
            if jump is not None:
                tried = stage_solutions(table, jump)
                gap = float(np.abs(tried[0] - jump).max(initial=0.0))
                if gap < residual * min(factor, 0.999):
                    values, (worth, row, column), taken = jump, tried, True
                    newton_steps += 1
            if not taken:
                values = worth
                worth, row, column = stage_solutions(table, values)
                if float(np.abs(values - shapley).max(initial=0.0)) == 0.0:
                    break
    return Approximation(
        values,
        row,
        column,
        residuals[-1],
        len(residuals),
        newton_steps,
        tuple(residuals),
        residuals[-1] <= tolerance * size_of(table, values),
    )
