"""Auxiliary programs: how far a program is from feasible, and which way it runs off."""

from __future__ import annotations

import numpy as np

from kibitz.core.tensor import Tensor
from kibitz.linear.convert import join, with_unit_columns
from kibitz.linear.program import Bounds, LinearProgram


def phase_one(program: LinearProgram) -> LinearProgram:
    """Minimize by how much the rows are missed; the minimum is 0 exactly for feasible programs.

    The variables are those of the program, then one miss for each inequality and two for each
    equality. With lower bounds at most upper bounds, an optimum always exists; its multipliers,
    negated, are those of Farkas when the minimum is positive.

    >>> far = LinearProgram.read(c=[1], A=[[1], [1]], rel=["<=", ">="], b=[1, 3])
    >>> phase_one(far).solve().value
    Fraction(2, 1)
    """
    n = program.shape[1]
    rows: list[int] = []
    signs: list[int] = []
    for i, relation in enumerate(program.relations):
        if relation != ">=":
            rows.append(i)
            signs.append(-1)
        if relation != "<=":
            rows.append(i)
            signs.append(1)
    zero = type(program.constant)(0)
    one = type(program.constant)(1)
    return LinearProgram(
        join([zero] * n + [one] * len(rows)),
        with_unit_columns(program.matrix, rows, signs),
        program.relations,
        program.right,
        "min",
        (*program.lower, *[zero] * len(rows)),
        (*program.upper, *[None] * len(rows)),
        variables=tuple(f"x{j}" for j in range(1, n + len(rows) + 1)),
        rows=program.rows,
    )


def recession(program: LinearProgram) -> LinearProgram:
    """Improve the objective along a direction in which no row or bound ever stops, by one at most.

    The optimum is 1 (or -1 for a minimization) when the program, if feasible, is unbounded, and
    its solution is then a ray; otherwise the optimum is 0.

    >>> endless = LinearProgram.read(c=[1, -6], A=[[-4, 1], [-1, -4]], b=[-1, -2])
    >>> recession(endless).solve().x
    (Fraction(1, 1), Fraction(0, 1))
    """
    zero = type(program.constant)(0)
    gain = 1 if program.sense == "max" else -1
    lower: Bounds = tuple(None if bound is None else zero for bound in program.lower)
    upper: Bounds = tuple(None if bound is None else zero for bound in program.upper)
    return LinearProgram(
        program.objective,
        _with_row(program.matrix, program.objective),
        (*program.relations, "<=" if gain > 0 else ">="),
        join([zero] * program.shape[0] + [gain + zero]),
        program.sense,
        lower,
        upper,
        variables=program.variables,
    )


def _with_row(matrix: Tensor, row: Tensor) -> Tensor:
    """A matrix with one more row, over a common denominator."""
    if not matrix.exact:
        return Tensor(np.vstack([matrix.array, row.array]))
    same = matrix.denominator == row.denominator
    if same and matrix.array.dtype != object and row.array.dtype != object:
        return Tensor(np.vstack([matrix.array, row.array]), matrix.denominator)
    return Tensor.read([*matrix.numbers(), row.numbers()])
