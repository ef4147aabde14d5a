"""Turning Corners: coins on a board, and nim multiplication."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished


@exercise(
    "turning-corners",
    "impartial",
    book="Ferguson I.5.3",
    levels=("4 x 4 board, two heads", "5 x 5 board, three heads", "6 x 6 board, four heads"),
)
def turning_corners(draft: Draft) -> Problem:
    """Turning Corners."""
    dice = draft.dice
    n = 3 + draft.level

    def candidate() -> ImpartialGame:
        heads = dice.sample(range(n * n), draft.level + 1)
        rows = ["".join("H" if r * n + c in heads else "T" for c in range(n)) for r in range(n)]
        found: ImpartialGame = game("turning-corners", coins=",".join(rows))
        return found

    found, properties = draft.find(candidate, wished("{} winning moves", 1))
    prose = (
        f"Coins lie on a board with the rows {found.show(found.position)}, rows and columns "
        "labeled from 0. A move turns over the four corners of a rectangle, of which the one with "
        "the largest coordinates must go from heads to tails. The player who moves last wins. "
        "Write the rows that a move leaves."
    )
    hint = "A head at (r, c) is worth the nim-product of r and c."
    return impartial_problem("Turning Corners", prose, found, properties, hint, heaps=False)
