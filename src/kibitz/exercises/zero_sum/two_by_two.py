"""Two by two games without a saddle point."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix
from kibitz.zero_sum.game import MatrixGame


@exercise(
    "two-by-two",
    "zero-sum",
    book="Ferguson II.2.2, Ferguson II.1",
    levels=("small payoffs", "negative payoffs", "large payoffs"),
)
def two_by_two(draft: Draft) -> Problem:
    """A 2 x 2 game."""
    low, high, bound = [(0, 6, 10), (-6, 6, 15), (-20, 20, 40)][draft.level - 1]

    def candidate() -> MatrixGame | None:
        found = random_matrix(draft, 2, 2, low, high)
        negative = any(found[i, j] < 0 for i in range(2) for j in range(2))
        return found if negative or draft.level != 2 else None

    game, properties = draft.find(
        candidate,
        wished("no saddle point"),
        wished("denominators below {}", bound),
        wished("value not an integer"),
    )
    hint = "There is no saddle point, so both must mix: V = (ad - bc) / (a + d - b - c)."
    return matrix_problem("A 2 x 2 game", game, properties, hint, "two-by-two")
