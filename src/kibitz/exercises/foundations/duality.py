"""A linear program and its dual."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Table
from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.linear.program import LinearProgram


@exercise(
    "duality",
    "foundations",
    book="Young 2, Ferguson II.4.1",
    levels=("two variables", "three variables", "three variables, three constraints"),
)
def duality(draft: Draft) -> Problem:
    """A linear program and its dual."""
    dice = draft.dice
    variables, constraints = [(2, 2), (3, 2), (3, 3)][draft.level - 1]
    data: list[list[int]] = []

    def candidate() -> LinearProgram | None:
        costs = dice.integers(variables, 1, 6)
        table = dice.table(constraints, variables, 0, 4)
        bounds = dice.integers(constraints, 4, 12)
        if not all(any(row[k] for row in table) for k in range(variables)):
            return None
        data[:] = [costs, *table, bounds]
        program = LinearProgram.read(costs, table, b=bounds)
        found = program.solve().to_json()
        if found["status"] != "optimal" or not _unique(found, table, bounds):
            return None
        numbers = [exact(x) for x in (*found["x"], *found["dual"])]
        mixed = sum(x > 0 for x in numbers[:variables]) > 1
        return program if mixed and max(x.denominator for x in numbers) < 12 else None

    game, properties = draft.find(candidate)
    solution = game.solve()
    found = solution.to_json()
    names = tuple(f"x{k + 1}" for k in range(variables))
    duals = tuple(f"y{k + 1}" for k in range(constraints))
    costs, *table, bounds = data
    rows = (
        ("maximize", *map(str, costs), ""),
        *(("", *map(str, row), f"≤ {b}") for row, b in zip(table, bounds, strict=True)),
    )
    parts = (
        Part(
            "Find the optimal value.",
            NumberJudge(exact(found["value"]), "the value"),
            "Pivot until no cost is positive, or check the corners.",
        ),
        Part(
            "Find an optimal point.",
            VectorJudge(names, tuple(exact(x) for x in found["x"])),
            "A variable whose dual constraint is slack is zero.",
        ),
        Part(
            "Find an optimal point of the dual.",
            VectorJudge(duals, tuple(exact(y) for y in found["dual"])),
            "A dual variable whose constraint is slack is zero; the values are equal.",
        ),
    )
    prose = "A linear program: a row for each constraint, all variables at least 0."
    return Problem(
        "A linear program and its dual",
        prose,
        game,
        parts,
        (solution,),
        properties,
        Table(("", *names, ""), rows),
    )


def _unique(found: dict[str, Any], table: list[list[int]], bounds: list[int]) -> bool:
    """Whether neither program is degenerate, so that each has one optimal point."""
    x = [exact(a) for a in found["x"]]
    used = [sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in table]
    basic = sum(a > 0 for a in x) + sum(u < b for u, b in zip(used, bounds, strict=True))
    priced = sum(exact(y) != 0 for y in (*found["dual"], *found["reduced_costs"]))
    return basic == len(bounds) and priced == len(x)
