"""Games with two rows or two columns, solved by a picture."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix


@exercise(
    "two-by-n",
    "zero-sum",
    book="Ferguson II.2.4",
    levels=("2 x 3", "4 x 2", "2 x 5, no dominance"),
)
def two_by_n(draft: Draft) -> Problem:
    """A 2 x n game."""
    rows, columns = [(2, 3), (4, 2), (2, 5)][draft.level - 1]
    extra = [wished("no dominance")] if draft.level != 2 else []
    game, properties = draft.find(
        lambda: random_matrix(draft, rows, columns, -6, 9),
        wished("no saddle point"),
        *extra,
        wished("value not an integer"),
        wished("denominators below {}", 20),
        wished("unique optimal strategies"),
    )
    hint = "Draw what each pure strategy of the other pays as a line, and find the envelope."
    title = "A 2 x n game" if rows == 2 else "An m x 2 game"
    return matrix_problem(title, game, properties, hint, "graphical")
