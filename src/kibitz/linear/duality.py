"""Duality: the dual program, bounds from adding up rows, and pairs of points compared.

Multipliers are shadow prices: ``y[i]`` says how the optimum moves with ``right[i]``. So in a
maximization a ``<=`` row needs ``y >= 0`` and a ``>=`` row ``y <= 0``, in a minimization the other
way round, and an equality may have either sign. Von Neumann (1947); Gale, Kuhn and Tucker (1951).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.linear.convert import bounds_as_rows
from kibitz.linear.evaluation import evaluate
from kibitz.linear.program import LinearProgram, Vector, combination, inner, magnitude
from kibitz.linear.tolerance import column_noise, noise, sum_noise


@extends(LinearProgram)
def dual(program: LinearProgram) -> LinearProgram:
    """The dual program; the dual of the dual is the program itself.

    Rows become variables and variables rows: ``<=``, ``>=`` and ``=`` rows give sign-restricted
    and free variables, and the other way round. Bounds other than ``x >= 0`` and ``x <= 0`` are
    written as rows first.

    Parameters
    ----------
    program : LinearProgram
        A linear program.

    Returns
    -------
    LinearProgram
        The dual program.

    Examples
    --------
    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> print(dual(program))
    minimize   5 y1 + 10 y2 + 8 y3
    subject to           y2 + 3 y3 ≥ 2
               3 y1 +    y2 + 2 y3 ≥ 1
                 y1 +    y2        ≥ 3
               y1, y2, y3 ≥ 0
    >>> dual(dual(program)) == program
    True
    """
    primal = bounds_as_rows(program)
    if primal.shape[0] == 0:
        raise GameError("the program has no rows, so its dual would have no variables")
    maximize = primal.sense == "max"
    zero = type(primal.constant)(0)
    lower = tuple(None if needs_sign(r, maximize) in (0, -1) else zero for r in primal.relations)
    upper = tuple(zero if needs_sign(r, maximize) == -1 else None for r in primal.relations)
    relations = tuple(
        _dual_relation(low, high, maximize)
        for low, high in zip(primal.lower, primal.upper, strict=True)
    )
    names = tuple(f"y{i}" if name == f"row {i}" else name for i, name in enumerate(primal.rows, 1))
    return LinearProgram(
        primal.right,
        primal.matrix.transpose(),
        relations,
        primal.objective,
        "min" if maximize else "max",
        lower,
        upper,
        primal.constant,
        names if len(set(names)) == len(names) else (),
        primal.variables,
        f"dual of {program.title}" if program.title else "",
    )


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Rows added up: ``row . x`` compared with ``rhs``, and whether that bounds the objective.

    ``bound`` is the bound when ``dual_feasible``, otherwise None and ``reason`` says why.
    """

    row: Vector
    rhs: Number
    bound: Number | None
    reason: str

    @property
    def dual_feasible(self) -> bool:
        return self.bound is not None

    def __str__(self) -> str:
        verdict = f"no bound: {self.reason}" if self.bound is None else f"bound {show(self.bound)}"
        return f"row {show_all(self.row)}, right-hand side {show(self.rhs)}, {verdict}"

    def to_json(self) -> dict[str, Any]:
        return {
            "aggregated_row": [plain(x) for x in self.row],
            "rhs": plain(self.rhs),
            "is_dual_feasible": self.dual_feasible,
            "bound": None if self.bound is None else plain(self.bound),
            "reason": self.reason,
        }


@extends(LinearProgram)
def aggregate(program: LinearProgram, multipliers: Any) -> Aggregate:
    """Add up the rows with multipliers; a valid sum bounds the objective of every feasible point.

    The sum is valid when every multiplier has the sign its row needs and the objective exceeds the
    sum, coefficient by coefficient, only where a bound of the variable pays for it.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    multipliers : array_like
        A multiplier for each row.

    Returns
    -------
    Aggregate
        The sum, and the bound that it proves.

    Notes
    -----
    Cost: O(mn).

    Examples
    --------
    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> print(aggregate(program, [1, 1, 1]))
    row (4, 6, 2), right-hand side 23, no bound: coefficient of x3 is 2 < 3
    >>> print(aggregate(program, [3, 0, "2/3"]))
    row (2, 31/3, 3), right-hand side 61/3, bound 61/3
    """
    y = program.vector(multipliers, program.shape[0], "multipliers")
    row = combination(y, program.matrix)
    rhs = inner(y, program.limits)
    value, reason = _dual_value(program, y, row, rhs)
    return Aggregate(row, rhs, None if reason else value, reason)


@dataclass(frozen=True, slots=True)
class DualityCheck:
    """A point and multipliers side by side.

    When both are feasible the primal value cannot pass the dual one (weak duality), and when they
    meet both are optimal (strong duality).
    """

    primal_feasible: bool
    dual_feasible: bool
    primal_value: Number
    dual_value: Number
    gap: Number
    optimal: bool
    reason: str = ""

    @property
    def holds(self) -> bool:
        """The primal value does not pass the dual one."""
        return self.gap >= 0 or self.optimal

    def __str__(self) -> str:
        lines = [
            f"primal {show(self.primal_value)}, {'' if self.primal_feasible else 'not '}feasible",
            f"dual {show(self.dual_value)}, {'' if self.dual_feasible else 'not '}feasible",
            "both are optimal" if self.optimal else f"gap {show(self.gap)}",
        ]
        return "; ".join([*lines, self.reason] if self.reason else lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "primal_feasible": self.primal_feasible,
            "dual_feasible": self.dual_feasible,
            "primal_value": plain(self.primal_value),
            "dual_value": plain(self.dual_value),
            "gap": plain(self.gap),
            "weak_duality_holds": self.holds,
            "optimal": self.optimal,
            "reason": self.reason,
        }


@extends(LinearProgram)
def weak_duality(program: LinearProgram, x: Any, y: Any) -> DualityCheck:
    """Compare a point with multipliers: feasibility of both, their values and the gap.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    x : array_like
        A point of the program.
    y : array_like
        A multiplier for each row.

    Returns
    -------
    DualityCheck
        Both values, and the gap between them.

    Examples
    --------
    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> print(weak_duality(program, [2, 0, 5], [3, 1, 1]))
    primal 19, feasible; dual 33, feasible; gap 14
    >>> weak_duality(program, ["8/3", 0, 5], [3, 0, "2/3"]).optimal
    True
    """
    point = program.vector(x, program.shape[1], "point")
    primal = evaluate(program, point)
    multipliers = program.vector(y, program.shape[0], "multipliers")
    row = combination(multipliers, program.matrix)
    rhs = inner(multipliers, program.limits)
    value, reason = _dual_value(program, multipliers, row, rhs)
    gap = value - primal.objective if program.sense == "max" else primal.objective - value
    rounding = sum_noise(point, program.costs) + sum_noise(multipliers, program.limits)
    faults = [*map(str, primal.violated[:1]), *([reason] if reason else [])]
    return DualityCheck(
        primal.feasible,
        not reason,
        primal.objective,
        value,
        gap,
        primal.feasible and not reason and magnitude(gap) <= rounding,
        "; ".join(faults),
    )


def reduced_costs(program: LinearProgram, y: Vector) -> Vector:
    """What the objective has beyond the rows added up with ``y``: c - yA.

    >>> from fractions import Fraction
    >>> reduced_costs(LinearProgram.read(c=[2, 1], A=[[1, 1]], b=[4]), (Fraction(2),))
    (Fraction(0, 1), Fraction(-1, 1))
    """
    row = combination(y, program.matrix)
    return tuple(c - z for c, z in zip(program.costs, row, strict=True))


def _dual_value(program: LinearProgram, y: Vector, row: Vector, rhs: Number) -> tuple[Number, str]:
    """The bound that multipliers give, and the first reason why it is not one."""
    maximize = program.sense == "max"
    allowed, allowed_sign = column_noise(program, y), noise(y)
    value, reason = rhs + program.constant, ""
    for i, (multiplier, relation) in enumerate(zip(y, program.relations, strict=True)):
        sign = needs_sign(relation, maximize)
        if sign * multiplier < -allowed_sign:
            wanted = "≥ 0" if sign > 0 else "≤ 0"
            reason = reason or (
                f"the multiplier of {program.rows[i]} is {show(multiplier)}; a {relation} row of a "
                f"{'maximization' if maximize else 'minimization'} needs one {wanted}"
            )
    for j, (cost, z) in enumerate(zip(program.costs, row, strict=True)):
        excess = cost - z
        if magnitude(excess) <= allowed[j] + noise((excess, cost)):
            continue
        limit = program.upper[j] if (excess > 0) == maximize else program.lower[j]
        if limit is None:
            order = f"{show(z)} {'<' if z < cost else '>'} {show(cost)}"
            reason = reason or f"coefficient of {program.variables[j]} is {order}"
        else:
            value = value + excess * limit
    return value, reason


def needs_sign(relation: str, maximize: bool) -> int:
    """The sign of a row's multiplier: 1 for nonnegative, -1 for nonpositive, 0 for either."""
    if relation == "=":
        return 0
    return 1 if (relation == "<=") == maximize else -1


def _dual_relation(low: Number | None, high: Number | None, maximize: bool) -> str:
    if low is None and high is None:
        return "="
    return ">=" if (low is not None) == maximize else "<="
