"""The simplex method on a game without dominance."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix


@exercise(
    "pivoting",
    "zero-sum",
    book="Ferguson II.4.3, Young 2",
    levels=("2 x 3", "3 x 3", "3 x 4"),
)
def pivoting(draft: Draft) -> Problem:
    """The simplex method."""
    rows, columns = [(2, 3), (3, 3), (3, 4)][draft.level - 1]
    game, properties = draft.find(
        lambda: random_matrix(draft, rows, columns, -2, 6),
        wished("no saddle point"),
        wished("no dominance"),
        wished("denominators below {}", 30),
        wished("unique optimal strategies"),
    )
    hint = "Add a constant that makes the value positive, border the matrix, and pivot."
    return matrix_problem("The simplex method", game, properties, hint, "pivoting")
