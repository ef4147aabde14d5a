"""Chomp on a bitten bar."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.core.spelling import count_of
from kibitz.exercises.impartial.moves import left, outcome_part
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.theme import INK, PAPER


@exercise(
    "chomp",
    "impartial",
    book="Ferguson I.1.5",
    levels=("two rows", "three rows, one winning move", "three rows, two winning moves"),
)
def chomp(draft: Draft) -> Problem:
    """Chomp."""
    rows = 2 if draft.level == 1 else 3

    def candidate() -> ImpartialGame | None:
        lengths = sorted(draft.dice.integers(rows, 1, 8), reverse=True)
        if lengths[0] == 1:
            return None
        found: ImpartialGame = game("chomp", lengths)
        return found

    found, properties = draft.find(candidate, wished("{} winning moves", max(1, draft.level - 1)))
    solution = found.solve()
    prose = (
        f"A bar of chocolate has rows of {count_of(left(found), 'square')}, from the bottom "
        "up, all beginning "
        "at the left. A move eats a square with all squares above it and to its right. "
        "The square at the bottom left is poisoned: the player who eats it loses."
    )
    hint = "Find the P-positions among smaller bars first; an L with arms of equal length is one."
    leaves = [m["leaves"].removeprefix("rows ") for m in solution.to_json()["winning_moves"]]
    moves = Part(
        "Find all winning moves: write the row lengths that each leaves.",
        SetJudge(tuple(leaves), "row lengths, from the bottom up", unordered=True),
        hint,
        points=2,
    )
    parts = (outcome_part(solution), moves)
    return Problem(
        "Chomp", prose, found, parts, (solution,), properties, picture=_bar(list(found.position))
    )


def _bar(lengths: list[int]) -> Picture:
    """The bar with its poisoned square, and no move marked."""
    side = 26
    canvas = Canvas(side * lengths[0] + 20, side * len(lengths) + 20)
    for row, length in enumerate(lengths):
        for column in range(length):
            x, y = 10 + side * column, 10 + side * (len(lengths) - 1 - row)
            fill = INK if row == column == 0 else PAPER
            canvas.rect(x, y, side, side, fill, INK)
    return canvas.finish(f"rows of {', '.join(map(str, lengths))} squares")
