"""Heap games by other rules: the values of a heap, and sums of heaps."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

RULES = (
    ("at-most-half", "takes at least one chip and at most half of a pile"),
    ("at-least-half", "takes at least half of a pile"),
    ("dim-plus", "takes a divisor of the size of a pile, which may be the whole pile"),
    ("aliquot", "takes a divisor of the size of a pile, but not the whole pile"),
    (
        "even-if-not-all",
        "takes an even number of chips but not the whole pile, or a whole odd pile",
    ),
    ("even-or-lone", "takes an even number of chips, or a lone chip"),
    ("threes-or-all", "takes a multiple of 3 but not the whole pile, or a whole pile of 3k + 2"),
)


@exercise(
    "heap-rules",
    "impartial",
    book="Ferguson I.3.5, Ferguson I.4.3, CO456 L8",
    levels=("two piles", "three piles, one winning move", "three piles, three winning moves"),
)
def heap_rules(draft: Draft) -> Problem:
    """Piles by another rule."""
    dice = draft.dice
    name, words = dice.choice(RULES)
    piles = 2 if draft.level == 1 else 3

    def candidate() -> ImpartialGame | None:
        heaps = dice.integers(piles, 3, 8 + 6 * draft.level)
        found: ImpartialGame = game(name, heaps)
        return found if len(set(heaps)) == piles else None

    moves = [
        wished("next player wins"),
        wished("{} winning moves", 1),
        wished("{} winning moves", 3),
    ]
    found, properties = draft.find(candidate, moves[draft.level - 1])
    sizes = found.show(found.position).split()
    sizes_listed = f"{', '.join(sizes[:-1])} and {sizes[-1]}"
    prose = f"Piles of {sizes_listed} chips; a move {words}. The player who moves last wins."
    hint = "Find the values of single piles from 0 up, guess the rule, and add without carrying."
    return impartial_problem("Piles by another rule", prose, found, properties, hint)
