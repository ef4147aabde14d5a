"""Wythoff's game: the queen's way home."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished


@exercise(
    "wythoff",
    "impartial",
    book="Ferguson I.3.5",
    levels=("up to 8 squares", "up to 14 squares, two winning moves", "three winning moves"),
)
def wythoff(draft: Draft) -> Problem:
    """Wythoff's queen."""
    low, high = [(2, 8), (4, 14), (6, 20)][draft.level - 1]

    def candidate() -> ImpartialGame:
        x, y = draft.dice.integers(2, low, high)
        found: ImpartialGame = game("wythoff", x=x, y=y)
        return found

    found, properties = draft.find(candidate, wished("{} winning moves", draft.level))
    x, y = found.position
    prose = (
        f"A queen stands on the square ({x}, {y}); a move takes it any distance left, down, or "
        "diagonally left and down. The player who brings it to (0, 0) wins."
    )
    hint = "Fill in the table of values from the corner (0, 0) outwards."
    return impartial_problem("Wythoff's queen", prose, found, properties, hint, heaps=False)
