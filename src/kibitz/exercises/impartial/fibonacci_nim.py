"""Dynamic subtraction: Fibonacci nim and its relatives."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import outcome_part
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished

LIMITS = (
    ("t", "as many as the other has just taken"),
    ("2t", "twice as many as the other has just taken"),
    ("3t", "three times as many as the other has just taken"),
)


@exercise(
    "fibonacci-nim",
    "impartial",
    book="Ferguson I.1.5",
    levels=("at most the last take", "at most twice the last take", "at most three times it"),
)
def fibonacci_nim(draft: Draft) -> Problem:
    """A pile with a moving limit."""
    limit, words = LIMITS[draft.level - 1]

    def candidate() -> ImpartialGame:
        counters = draft.dice.integer(12, 30 + 10 * draft.level)
        found: ImpartialGame = game("dynamic-subtraction", counters, limit=limit)
        return found

    found, properties = draft.find(candidate, wished("next player wins"))
    solution = found.solve()
    counters = found.made_by[1]["counters"] if found.made_by else 0
    moves = solution.to_json()["winning_moves"]
    takes = tuple(move["move"].split()[1].rstrip(",") for move in moves)
    hint = {
        "t": "Write the number in binary.",
        "2t": "Write the number as a sum of Fibonacci numbers, no two of them consecutive.",
        "3t": "Find the losing piles in turn, and write the number as a sum of them.",
    }[limit]
    parts = (
        outcome_part(solution),
        Part(
            "How many counters should be taken first? Give all numbers that win.",
            SetJudge(takes, "numbers of counters"),
            hint,
            points=2,
        ),
    )
    prose = (
        f"A pile of {counters} counters. The first player takes at least one and not all; after "
        f"that a player takes at most {words}. The player who takes the last counter wins."
    )
    return Problem("A pile with a moving limit", prose, found, parts, (solution,), properties)
