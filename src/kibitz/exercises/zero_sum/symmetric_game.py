"""Symmetric games: the matrix is skew-symmetric and the value is zero."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem
from kibitz.zero_sum.game import MatrixGame, matrix


@exercise(
    "symmetric-game",
    "zero-sum",
    book="Ferguson II.3.5",
    levels=("3 x 3", "4 x 4", "5 x 5, all strategies active"),
)
def symmetric_game(draft: Draft) -> Problem:
    """A symmetric game."""
    n = draft.level + 2
    extra = [wished("all strategies active")] if draft.level != 2 else []
    game, properties = draft.find(
        lambda: _skew(draft, n),
        wished("no saddle point"),
        *extra,
        wished("denominators below {}", 20 * draft.level),
        wished("unique optimal strategies"),
    )
    hint = "Exchanging the players changes nothing: what must the value be?"
    return matrix_problem("A symmetric game", game, properties, hint, "symmetric")


def _skew(draft: Draft, n: int) -> MatrixGame:
    table = [[0] * n for _ in range(n)]
    for r in range(n):
        for c in range(r):
            entry = draft.dice.integer(-5, 5)
            table[r][c], table[c][r] = entry, -entry
    return matrix(table)
