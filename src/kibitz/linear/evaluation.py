"""A point tried in a linear program: its objective, and every constraint that it violates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.extension import extends
from kibitz.core.numbers import Number, plain, show
from kibitz.linear.program import LinearProgram, Vector, activities, inner, magnitude
from kibitz.linear.tolerance import noise, row_noise


@dataclass(frozen=True, slots=True)
class Violation:
    """A constraint that a point breaks, as a person writes it, and by how much."""

    constraint: str
    amount: Number

    def __str__(self) -> str:
        return f"{self.constraint} is missed by {show(self.amount)}"


@dataclass(frozen=True, slots=True)
class PointEvaluation:
    """What a point is worth and whether it is feasible; ``slacks`` says how far each row is."""

    objective: Number
    violated: tuple[Violation, ...]
    slacks: Vector

    @property
    def feasible(self) -> bool:
        return not self.violated

    def __str__(self) -> str:
        faults = "; ".join(map(str, self.violated))
        verdict = f"infeasible: {faults}" if faults else "feasible"
        return f"objective {show(self.objective)}, {verdict}"

    def to_json(self) -> dict[str, Any]:
        violated = [{"constraint": v.constraint, "amount": plain(v.amount)} for v in self.violated]
        return {"objective": plain(self.objective), "feasible": self.feasible, "violated": violated}


@extends(LinearProgram)
def evaluate(program: LinearProgram, x: Any) -> PointEvaluation:
    """Put a point into the program. Exact numbers are compared exactly. Cost O(mn).

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    x : array_like
        A point of the program.

    Returns
    -------
    PointEvaluation
        The value of the point, and the rows and bounds that it violates.

    Examples
    --------
    >>> program = LinearProgram.read(c=[2, 1], A=[[1, 1], [1, -1]], b=[4, 1])
    >>> print(evaluate(program, [2, 2]))
    objective 6, feasible
    >>> print(evaluate(program, [5, "-1/2"]))
    objective 19/2, infeasible: row 1 (x1 + x2 ≤ 4) is missed by 1/2; row 2 (x1 - x2 ≤ 1) is missed
    by 9/2; x2 ≥ 0 is missed by 1/2
    """
    from kibitz.linear.show import constraint

    point = program.vector(x, program.shape[1], "point")
    reached = activities(program.matrix, point)
    slacks = tuple(b - a for a, b in zip(reached, program.limits, strict=True))
    allowed, allowed_bound = row_noise(program, point), noise(point)
    violated = []
    for i, slack in enumerate(slacks):
        missed = row_violation(program.relations[i], slack)
        if missed > allowed[i] + noise((slack, program.right[(i,)])):
            violated.append(Violation(f"{program.rows[i]} ({constraint(program, i)})", missed))
    for j, value in enumerate(point):
        low, high, name = program.lower[j], program.upper[j], program.variables[j]
        if low is not None and low - value > allowed_bound:
            violated.append(Violation(f"{name} ≥ {show(low)}", low - value))
        if high is not None and value - high > allowed_bound:
            violated.append(Violation(f"{name} ≤ {show(high)}", value - high))
    return PointEvaluation(inner(program.costs, point) + program.constant, tuple(violated), slacks)


def row_violation(relation: str, slack: Number) -> Number:
    """By how much a row with this right side minus left side is broken; 0 or less when it holds."""
    if relation == "=":
        return magnitude(slack)
    return -slack if relation == "<=" else slack
