"""Coin turning games in a row."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import impartial_problem
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

GAMES = (
    ("turning-turtles", "Turning Turtles", "one coin or two", 1),
    ("twins", "Twins", "exactly two coins", 0),
    ("mock-turtles", "Mock Turtles", "one, two or three coins", 0),
    ("ruler", "Ruler", "any number of neighboring coins", 1),
    ("triplets", "Triplets", "exactly three coins", 0),
)


@exercise(
    "coin-turning",
    "impartial",
    book="Ferguson I.5.1",
    levels=("Turning Turtles or Twins", "Mock Turtles or Ruler", "Mock Turtles, Ruler or Triplets"),
)
def coin_turning(draft: Draft) -> Problem:
    """Coin turning."""
    dice = draft.dice
    name, title, words, first = dice.choice([GAMES[:2], GAMES[2:4], GAMES[2:]][draft.level - 1])
    length = 6 + 2 * draft.level

    def candidate() -> ImpartialGame | None:
        row = "".join(dice.choice("HTT") for _ in range(length))
        found: ImpartialGame = game(name, coins=row)
        return found if row.count("H") > 3 else None

    found, properties = draft.find(candidate, wished("{} winning moves", 1))
    prose = (
        f"{title}: a row of coins {found.show(found.position)}, labeled from {first} at the left. "
        f"A move turns over {words}, and the rightmost of them must go from heads to tails. The "
        "player who moves last wins."
    )
    hint = "The position is the sum of its heads; find the value of a head at each place."
    return impartial_problem(title, prose, found, properties, hint, heaps=False)
