"""The indifference equations of poker on [0, 1], step by step."""

from __future__ import annotations

from kibitz.continuous.poker.solution import PokerSolution
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.extension import extends
from kibitz.core.numbers import show

_FORM = {
    "la-relance": "I folds the worst hands and bets the others; II calls with hands above b.",
    "von-neumann": "I bets the worst hands below a as bluffs and the best above b, and checks "
    "between; II calls a bet with hands above c.",
    "check-call": "I bets below a and above b; II calls a bet above c and a check above d.",
}
_EQUATIONS = {
    "la-relance": ("at b a call is as good as a fold: 2b = β(1-b)",),
    "von-neumann": (
        "at c a call is as good as a fold: (β+2)a = β(1-b)",
        "at a a bluff is as good as a check: 2c - β(1-c) = 2a",
        "at b a bet is as good as a check: 2b - c = 1",
    ),
    "check-call": (
        "at c: (β+2)a = β(1-b)",
        "at d: d = (a+b)/2",
        "at a: c - (β+1)(1-c) = -(1-d)",
        "at b: c + (β+1)(2b-c-1) = 2b-d-1",
    ),
}


def _spelled(name: str) -> str:
    """The name of a threshold in words.

    >>> _spelled("II_calls_above"), _spelled("fold_below"), _spelled("b")
    ('II calls above', 'fold below', 'b')
    """
    return name.replace("_", " ")


@extends(PokerSolution)
def explain_poker(solution: PokerSolution) -> Explanation:
    """The form of the strategies, the equations at the thresholds, their solution, the proof."""
    game = solution.game
    found = solution.thresholds.items()
    if game.letter:
        table = TextTable(("threshold", ""), tuple((_spelled(name), show(x)) for name, x in found))
    else:
        rows = tuple((_spelled(name), show(x), f"{float(x):.6f}") for name, x in found)
        table = TextTable(("threshold", "exactly", "about"), rows)
    steps = (
        Step("The form of good strategies", _FORM[game.model]),
        Step(
            f"Indifference, with β = {show(game.beta)} antes",
            "; ".join(_EQUATIONS[game.model]) + ".",
            table,
            None if game.letter else solution.draw(),
        ),
        Step(
            "No other play does better",
            f"The best answer to I's strategy leaves {show(solution.value)}, and the best play "
            f"against II's answers earns {show(solution.value)}: that is the value.",
        ),
    )
    return Explanation(str(game), steps)
