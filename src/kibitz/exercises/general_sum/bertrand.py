"""Bertrand's duopoly with goods that differ: prices."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import exact, show
from kibitz.core.shelf import game as named
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "bertrand",
    "general-sum",
    book="Ferguson III.3.2",
    levels=("b = 1/2", "b = 1/3, 2/3 or 1", "b above 1"),
)
def bertrand(draft: Draft) -> Problem:
    """Bertrand's duopoly."""
    dice = draft.dice
    choices = [["1/2"], ["1/3", "2/3", "1"], ["5/4", "3/2", "4/3"]][draft.level - 1]
    a, b, c = dice.integer(8, 24), Fraction(dice.choice(choices)), dice.integer(1, 4)
    game = named("differentiated-bertrand", a, b, c)
    solution = game.solve()
    found = solution.to_json()["equilibria"][0]
    names = tuple(game.players)
    times = "" if b == 1 else f"{show(b)}·"
    prose = (
        f"Two firms make differentiated goods at {c} a unit, and set prices p1 and p2 at the "
        f"same time. The first then sells {a} - p1 + {times}p2 units, the second {a} - p2 + "
        f"{times}p1, or none where that is negative."
    )
    parts = (
        Part(
            "Find the equilibrium prices.",
            VectorJudge(names, tuple(exact(p) for p in found["prices"])),
            "Differentiate each profit with respect to the firm's own price, and solve the "
            "equations together.",
        ),
        Part(
            "What does each firm earn?",
            VectorJudge(names, tuple(exact(x) for x in found["profits"])),
            "Profit is price minus cost, times the quantity sold.",
        ),
    )
    return Problem("Bertrand's duopoly", prose, game, parts, (solution,))
