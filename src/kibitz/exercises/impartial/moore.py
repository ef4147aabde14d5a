"""Moore's nim: take from up to k heaps."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.core.spelling import count_of
from kibitz.exercises.impartial.moves import left, moves_part, outcome_part
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished


@exercise(
    "moore",
    "impartial",
    book="Ferguson I.2.6",
    levels=("three heaps, k = 2", "four heaps, k = 2", "four heaps, k = 3"),
)
def moore(draft: Draft) -> Problem:
    """Moore's nim."""
    heaps, k = [(3, 2), (4, 2), (4, 3)][draft.level - 1]

    def candidate() -> ImpartialGame:
        found: ImpartialGame = game("moore", k=k, heaps=draft.dice.integers(heaps, 2, 6))
        return found

    found, properties = draft.find(candidate, wished("{} winning moves", 1))
    solution = found.solve()
    prose = (
        f"Heaps of {left(found)} counters; a move takes counters from at least one and at most "
        f"{count_of(k, 'heap')}, any number from each. The player who takes the last counter wins."
    )
    hint = f"Write the heaps in binary and add the columns modulo {k + 1}."
    parts = (outcome_part(solution), moves_part(solution, hint=hint))
    return Problem("Moore's nim", prose, found, parts, (solution,), properties)
