"""Triangular games."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem
from kibitz.zero_sum.game import MatrixGame, matrix


@exercise(
    "triangular",
    "zero-sum",
    book="Ferguson II.3.4",
    levels=("3 x 3", "4 x 4", "5 x 5"),
)
def triangular(draft: Draft) -> Problem:
    """A triangular game."""
    game, properties = draft.find(
        lambda: _triangular(draft, draft.level + 2),
        wished("no saddle point"),
        wished("all strategies active"),
        wished("denominators below {}", [20, 40, 90][draft.level - 1]),
    )
    hint = "Equalize column by column, starting with the one that has a single entry."
    return matrix_problem("A triangular game", game, properties, hint, "triangular")


def _triangular(draft: Draft, n: int) -> MatrixGame:
    dice = draft.dice
    table = [
        [dice.integer(1, 5) if r == c else dice.integer(-3, 2) if c > r else 0 for c in range(n)]
        for r in range(n)
    ]
    return matrix(table)
