"""Take-and-break games: Kayles, Dawson's chess, Lasker's nim, Grundy's game."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

GAMES = (
    (
        "kayles",
        "Kayles",
        "row",
        "knocks down one pin of a row, or two neighbors, which may split the row",
    ),
    (
        "laskers-nim",
        "Lasker's nim",
        "heap",
        "takes any number from a heap, or splits a heap in two",
    ),
    ("grundy", "Grundy's game", "heap", "splits a heap into two heaps of different sizes"),
    (
        "dawsons-chess",
        "Dawson's chess",
        "line",
        "marks a square of a line that is not next to a marked one, which splits the line",
    ),
)


@exercise(
    "take-and-break",
    "impartial",
    book="Ferguson I.4.4, Glenn 2.1",
    levels=("one heap", "two heaps, two winning moves", "three heaps, two winning moves"),
)
def take_and_break(draft: Draft) -> Problem:
    """Take and break."""
    dice = draft.dice
    name, title, thing, words = dice.choice(GAMES)
    high = [9, 11, 12][draft.level - 1]

    def candidate() -> ImpartialGame:
        found: ImpartialGame = game(name, dice.integers(draft.level, 4, high))
        return found

    moves = wished("next player wins") if draft.level == 1 else wished("{} winning moves", 2)
    found, properties = draft.find(candidate, moves)
    sizes = found.show(found.position).split()
    where = f"one {thing} of" if len(sizes) == 1 else f"{thing}s of"
    prose = (
        f"{title} is played with {where} {_text(sizes)}: a move {words}. "
        "The player who moves last wins. Write the sizes of what is left."
    )
    hint = "Find the values of single heaps from 0 up; a split leaves the nim-sum of its parts."
    return impartial_problem(title, prose, found, properties, hint)


def _text(sizes: list[str]) -> str:
    return sizes[0] if len(sizes) == 1 else f"{', '.join(sizes[:-1])} and {sizes[-1]}"
