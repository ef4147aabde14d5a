"""Square games in which every strategy is active."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix


@exercise(
    "all-active",
    "zero-sum",
    book="Ferguson II.3.2",
    levels=("3 x 3, small denominators", "3 x 3", "4 x 4"),
)
def all_active(draft: Draft) -> Problem:
    """The principle of indifference."""
    n, bound = [(3, 20), (3, 60), (4, 250)][draft.level - 1]
    game, properties = draft.find(
        lambda: random_matrix(draft, n, n, -4, 6),
        wished("no saddle point"),
        wished("all strategies active"),
        wished("denominators below {}", bound),
        wished("unique optimal strategies"),
    )
    hint = "Suppose that every strategy is active, and solve the equations of indifference."
    return matrix_problem("The principle of indifference", game, properties, hint, "nonsingular")
