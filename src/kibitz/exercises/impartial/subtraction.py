"""Subtraction games: one pile, and a set of amounts that may be taken."""

from __future__ import annotations

from kibitz.combinatorial.heaps.subtraction import SubtractionGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

HIGH = 8
"""The largest amount that may be taken."""


@exercise(
    "subtraction",
    "impartial",
    book="Ferguson I.1.4, Glenn 1.2",
    levels=("one winning move", "two winning moves", "three piles, two winning moves"),
)
def subtraction(draft: Draft) -> Problem:
    """A subtraction game."""
    dice = draft.dice
    piles = 3 if draft.level == 3 else 1

    def candidate() -> SubtractionGame:
        amounts = dice.sample(range(1, HIGH + 1), 3)
        found: SubtractionGame = game(
            "subtraction", dice.integers(piles, 12, 30), set=",".join(map(str, amounts))
        )
        return found

    found, properties = draft.find(
        candidate, wished("{} winning moves", 1 if draft.level == 1 else 2)
    )
    amounts = ", ".join(map(str, found.amounts.up_to(HIGH)))
    where = "a pile" if piles == 1 else "piles"
    prose = (
        f"From {where} of {_text(found)} chips a move takes a number of chips that is in the set "
        f"{{{amounts}}}{'' if piles == 1 else ', from one pile'}. The player who moves last wins."
    )
    hint = "Compute the values of piles of 0, 1, 2, ... in turn; they soon repeat."
    return impartial_problem("A subtraction game", prose, found, properties, hint)


def _text(found: SubtractionGame) -> str:
    words = found.show(found.position).split()
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
