"""Nim: the nim-sum and all winning moves."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.errors import GameError
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import left, moves_part, outcome_part
from kibitz.exercises.judges.number import whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import impartial  # noqa: F401
from kibitz.exercises.wish import wished

MISERE = (
    "Play as in nim where the last counter wins, until your move would leave only heaps of 1; "
    "then leave an odd number of them."
)


@exercise(
    "nim",
    "impartial",
    book="Ferguson I.2, Glenn 2.1, CO456 L2",
    levels=("three heaps, one winning move", "four heaps, three winning moves", "misère play"),
)
def nim(draft: Draft) -> Problem:
    """Nim.

    The number of winning moves of nim is always odd, so there is no nim with exactly two.
    """
    heaps, high, moves = [(3, 15, 1), (4, 19, 3), (4, 9, 1)][draft.level - 1]
    play = "misere" if draft.level == 3 else "normal"
    _refuse_even(draft)
    found, properties = draft.find(
        lambda: _nim(draft.dice.integers(heaps, 1, high), play), wished("{} winning moves", moves)
    )
    solution = found.solve()
    wins, hint = ("loses", MISERE) if play == "misere" else ("wins", "")
    nim_sum = Part(
        "Find the nim-sum of the heaps.",
        whole(_nim_sum(found), "the nim-sum"),
        "Write the heaps in binary below each other, and add without carrying.",
    )
    return Problem(
        "Nim",
        f"Heaps of {left(found)} counters; a move takes any number of counters from one heap. "
        f"The player who takes the last counter {wins}.",
        found,
        (
            nim_sum,
            outcome_part(solution),
            moves_part(solution, hint=hint),
        ),
        (solution,),
        properties,
    )


def _refuse_even(draft: Draft) -> None:
    """An even number of winning moves cannot be found, so it is not looked for."""
    for wish in draft.wanted:
        if wish.pattern == "{} winning moves" and int(wish.name.split()[0]) in (2, 4, 6, 8):
            raise GameError("nim has an odd number of winning moves, or none; see heap-sums")


def _nim(heaps: list[int], play: str) -> ImpartialGame | None:
    if len(set(heaps)) < len(heaps):
        return None
    found: ImpartialGame = game("nim", heaps, play=play)
    return found


def _nim_sum(found: ImpartialGame) -> int:
    total = 0
    for heap in found.position:
        total ^= heap
    return total
