"""Poker on the unit interval: Borel and von Neumann."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.core.shelf import game as named
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "continuous-poker",
    "trees",
    book="Ferguson II.7",
    levels=("La relance, a bet of 1 to 3", "La relance, a larger bet", "von Neumann's poker"),
)
def continuous_poker(draft: Draft) -> Problem:
    """Poker on an interval."""
    bet = draft.dice.integer(*[(1, 3), (4, 9), (1, 6)][draft.level - 1])
    name = "von-neumann-poker" if draft.level == 3 else "la-relance"
    game = named(name, bet)
    solution = game.solve()
    data = solution.to_json()
    rule = (
        "I may bet or check; if I checks, the higher hand takes the pot"
        if draft.level == 3
        else "I may bet or fold, and loses the ante by folding"
    )
    prose = (
        "Both put 1 in the pot and are dealt a number from 0 to 1, uniformly and independently. "
        f"{rule}. If I bets {bet}, II may fold, or call with {bet}, and then the higher hand wins."
    )
    parts = (
        Part(
            "Above which number does II call?",
            NumberJudge(exact(data["c" if draft.level == 3 else "II_calls_above"]), "the number"),
            "At this number II is indifferent between calling and folding.",
        ),
        Part(
            "What is the value of the game for I?",
            NumberJudge(exact(data["value"]), "the value"),
            "Integrate the payoff over both hands.",
            points=2,
        ),
    )
    return Problem("Poker on an interval", prose, game, parts, (solution,))
