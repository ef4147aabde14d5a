"""Sums of different heap games."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.core.spelling import count_of
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

PARTS = (
    ("nim", "a heap of {} counters in nim"),
    ("kayles", "a row of {} pins in Kayles"),
    ("grundy", "a pile of {} in Grundy's game"),
    ("at-most-half", "a pile of {} from which at most half may be taken"),
)


@exercise(
    "heap-sums",
    "impartial",
    book="Ferguson I.4.2, Glenn 2.1, CO456 L8",
    levels=(
        "two games",
        "three games, exactly two winning moves",
        "three games, three winning moves",
    ),
)
def heap_sums(draft: Draft) -> Problem:
    """A sum of games."""
    dice = draft.dice
    chosen = dice.sample(PARTS, 2 if draft.level == 1 else 3)

    def candidate() -> ImpartialGame:
        total: ImpartialGame = game(chosen[0][0], [dice.integer(4, 12)])
        for name, _ in chosen[1:]:
            total = total + game(name, [dice.integer(4, 12)])
        return total

    found, properties = draft.find(candidate, wished("{} winning moves", draft.level))
    sizes = found.show(found.position).split(" + ")
    lines = [words.format(size) for (_, words), size in zip(chosen, sizes, strict=True)]
    prose = (
        f"The sum of {count_of(len(lines), 'game')}: {', '.join(lines[:-1])} and {lines[-1]}. A "
        "move is a move in "
        "one of them, and the player who moves last wins."
    )
    hint = "Find the value of each component, and add without carrying; a move may raise a value."
    return impartial_problem("A sum of games", prose, found, properties, hint, heaps=False)
