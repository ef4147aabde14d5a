"""Wythoff's game: the queen's way home."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core import verbs
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import moves_part, nimber_part, outcome_part
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
    solution = found.solve()
    pairs = (
        "The queen wants to leave one of the pairs (0, 0), (1, 2), (3, 5), ...: each begins with "
        "the least number not used before, and the differences are 0, 1, 2, ..."
    )
    parts = [outcome_part(solution), moves_part(solution, heaps=False, hint=pairs)]
    if draft.level > 1:
        return Problem("Wythoff's queen", prose, found, tuple(parts), (solution,), properties)
    hint = "Fill in the table of values from the corner (0, 0) outwards."
    parts.insert(0, nimber_part(solution, hint))
    return Problem(
        "Wythoff's queen", prose, found, tuple(parts), (solution,), properties, derive=_derivation
    )


def _derivation(found: ImpartialGame) -> Explanation:
    """The table of values, and what the game says of itself."""
    told = verbs.explain(found)
    return replace(told, steps=(_table_of_values(*found.position), *told.steps))


def _table_of_values(x: int, y: int) -> Step:
    """The value of every square that the queen can reach."""
    values: dict[tuple[int, int], int] = {}
    for a in range(x + 1):
        for b in range(y + 1):
            reached = {values[k, b] for k in range(a)} | {values[a, k] for k in range(b)}
            reached |= {values[a - k, b - k] for k in range(1, min(a, b) + 1)}
            values[a, b] = next(n for n in count() if n not in reached)
    rows = [(str(b), *(str(values[a, b]) for a in range(x + 1))) for b in range(y, -1, -1)]
    prose = (
        "The value of a square is the least number that stands neither left of it, nor below it, "
        "nor on the diagonal down to the left."
    )
    return Step("The table of values", prose, Table(("", *map(str, range(x + 1))), tuple(rows)))
