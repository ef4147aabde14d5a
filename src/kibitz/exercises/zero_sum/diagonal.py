"""Diagonal games."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem
from kibitz.zero_sum.game import matrix


@exercise(
    "diagonal",
    "zero-sum",
    book="Ferguson II.3.3",
    levels=("3 x 3", "4 x 4", "5 x 5"),
)
def diagonal(draft: Draft) -> Problem:
    """A diagonal game."""
    n = draft.level + 2
    game, properties = draft.find(
        lambda: matrix(_diagonal(draft.dice.sample(range(1, 13), n))),
        wished("all strategies active"),
        wished("denominators below {}", 40),
    )
    hint = "Equalize: each row gets probability V divided by its entry on the diagonal."
    return matrix_problem("A diagonal game", game, properties, hint, "diagonal")


def _diagonal(entries: list[int]) -> list[list[int]]:
    return [[x if r == c else 0 for c in range(len(entries))] for r, x in enumerate(entries)]
