"""Removing dominated rows and columns."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem, random_matrix


@exercise(
    "dominance",
    "zero-sum",
    book="Ferguson II.2.3",
    levels=(
        "3 x 3, a row or column dominates another",
        "3 x 3, needs dominance by a mixture",
        "4 x 4, needs dominance by a mixture",
    ),
)
def dominance(draft: Draft) -> Problem:
    """Dominated strategies."""
    n = 4 if draft.level == 3 else 3
    wish = wished("pure dominance" if draft.level == 1 else "dominance by a mixture")
    game, properties = draft.find(
        lambda: random_matrix(draft, n, n, -4, 9),
        wished("no saddle point"),
        wish,
        wished("value not an integer"),
        wished("denominators below {}", 20),
        wished("unique optimal strategies"),
    )
    hint = (
        "Cross out dominated rows and columns, then look again."
        if draft.level == 1
        else "Look for a row or column that a mixture of two others dominates."
    )
    method = "dominance" if draft.level == 1 else "mixed-dominance"
    return matrix_problem("Dominated strategies", game, properties, hint, method)
