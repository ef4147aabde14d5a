"""The basic endgame in poker: bluff and call."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import exact, show
from kibitz.core.shelf import game as named
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "poker-endgame",
    "trees",
    book="Ferguson II.5.1, Young 3",
    levels=("a bet of 1 or 2", "a bet up to 5", "a bet that is a fraction"),
)
def poker_endgame(draft: Draft) -> Problem:
    """A bluff in poker."""
    dice = draft.dice
    top, bottom = dice.choice([(1, 4), (1, 3), (1, 5), (2, 5), (1, 6), (2, 7)])
    p = Fraction(top, bottom)
    bets = [["1", "2"], ["3", "4", "5"], ["1/2", "3/2", "5/2"]]
    bet = Fraction(dice.choice(bets[draft.level - 1]))
    game = named("poker-endgame", p, bet)
    solution = game.solve()
    data = solution.to_json()
    prose = (
        f"Both put 1 in the pot, and I is dealt a card that wins with probability {show(p)}; only "
        f"I sees it. I may bet {show(bet)}, or check, and then the card decides the pot. If I "
        f"bets, II may fold, or call with {show(bet)}, and then the card decides."
    )
    bluff = exact(data["strategies"]["I"]["lose"]["bet"])
    call = exact(data["strategies"]["II"]["bet"]["call"])
    parts = (
        Part(
            "How often does I bet a losing card?",
            NumberJudge(bluff, "the probability"),
            "I must make II indifferent between calling and folding.",
        ),
        Part(
            "How often does II call?",
            NumberJudge(call, "the probability"),
            "II must make I indifferent between bluffing and checking a losing card.",
        ),
        Part(
            "What is the value of the game for I?",
            NumberJudge(exact(data["value"]), "the value"),
            "Let II always fold: II is indifferent, so the value is the same.",
        ),
    )
    return Problem("A bluff in poker", prose, game, parts, (solution,))
