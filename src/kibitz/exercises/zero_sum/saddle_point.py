"""Saddle points."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix


@exercise(
    "saddle-point",
    "zero-sum",
    book="Ferguson II.2.1, CO456 L9",
    levels=("3 x 3", "4 x 4", "5 x 5"),
)
def saddle_point(draft: Draft) -> Problem:
    """A saddle point."""
    n = draft.level + 2
    extra = [wished("no dominance")] if n < 5 else []
    game, properties = draft.find(
        lambda: random_matrix(draft, n, n, -9, 9), wished("saddle point"), *extra
    )
    hint = "Compare the largest of the row minima with the smallest of the column maxima."
    strategies = (
        "Play the row of a saddle point.",
        "Play the column of a saddle point.",
    )
    return matrix_problem(
        "A saddle point", game, properties, hint, "saddle-point", strategies=strategies
    )
