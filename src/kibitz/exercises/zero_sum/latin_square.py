"""Latin and magic squares: equal sums make playing everything equally optimal."""

from __future__ import annotations

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import matrix_problem
from kibitz.zero_sum.game import MatrixGame, matrix


@exercise(
    "latin-square",
    "zero-sum",
    book="Ferguson II.2.5",
    levels=("3 x 3", "4 x 4", "5 x 5"),
)
def latin_square(draft: Draft) -> Problem:
    """A Latin square game."""
    game, properties = draft.find(
        lambda: _latin(draft, draft.level + 2),
        wished("no saddle point"),
        wished("value not an integer"),
    )
    hint = "Every row and every column has the same sum; what does playing all equally secure?"
    return matrix_problem("A Latin square game", game, properties, hint, "magic-square")


def _latin(draft: Draft, n: int) -> MatrixGame:
    """A cyclic Latin square with its rows, columns and symbols shuffled."""
    dice = draft.dice
    symbols = dice.sample(range(-6, 13), n)
    symbols = dice.shuffled(symbols)
    rows, columns = dice.shuffled(range(n)), dice.shuffled(range(n))
    return matrix([[symbols[(r + c) % n] for c in columns] for r in rows])
