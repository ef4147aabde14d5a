"""Expected utility: lotteries that a person is indifferent between."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show
from kibitz.exercises.judges.choice import ChoiceJudge
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem

ODDS = [Fraction(k, 12) for k in (2, 3, 4, 6, 8, 9, 10)]


@exercise(
    "expected-utility",
    "foundations",
    book="Ferguson A.1",
    levels=("three prizes", "four prizes", "four prizes, nearly equal lotteries"),
)
def expected_utility(draft: Draft) -> Problem:
    """Expected utility."""
    dice = draft.dice
    middle = ["B"] if draft.level == 1 else ["B", "C"]
    prizes = ["A", *middle, "Z"]

    def candidate() -> dict[str, dict[str, Fraction]] | None:
        odds = sorted(dice.sample(ODDS, len(middle)), reverse=True)
        chances = dict(zip(middle, odds, strict=True))
        worth = {"A": Fraction(1), "Z": Fraction(0), **chances}
        lotteries = {name: _lottery(draft, prizes) for name in ("first", "second")}
        first, second = (_expected(lottery, worth) for lottery in lotteries.values())
        near = abs(first - second) < Fraction(1, 10)
        if first == second or near != (draft.level == 3):
            return None
        return {"utility": worth, **lotteries}

    found, properties = draft.find(candidate)
    worth, first, second = found["utility"], found["first"], found["second"]
    values = _expected(first, worth), _expected(second, worth)
    listed = ", and between ".join(
        f"{prize} and a lottery that gives A with probability {show(worth[prize])}, else Z"
        for prize in middle
    )
    prose = (
        f"A person prefers the prizes in the order {', '.join(prizes)}, the best first, and is "
        f"indifferent between {listed}. Let the utility of A be 1 and that of Z be 0. The first "
        f"lottery gives {_text(first)}; the second gives {_text(second)}."
    )
    parts = (
        Part(
            "What is the expected utility of the first lottery?",
            NumberJudge(values[0], "it"),
            "The utility of B is the probability of A in the lottery that is as good as B.",
        ),
        Part(
            "What is the expected utility of the second lottery?",
            NumberJudge(values[1], "it"),
            "Multiply each utility by its probability, and add.",
        ),
        Part(
            "Which lottery does the person prefer?",
            ChoiceJudge(("first", "second"), "first" if values[0] > values[1] else "second"),
            "The one with the larger expected utility.",
        ),
    )

    def derive(_: Any) -> Explanation:
        rows = tuple(
            (
                prize,
                show(worth[prize]),
                show(first.get(prize, Fraction(0))),
                show(second.get(prize, Fraction(0))),
            )
            for prize in prizes
        )
        table = Table(("prize", "utility", "first", "second"), rows)
        sums = f"The expected utilities are {show(values[0])} and {show(values[1])}."
        return Explanation("Expected utility", (Step("Utilities and probabilities", sums, table),))

    return Problem("Expected utility", prose, found, parts, (), properties, derive=derive)


def _lottery(draft: Draft, prizes: list[str]) -> dict[str, Fraction]:
    """Probabilities with the denominator 6, of two prizes at least."""
    cuts = [0]
    while len({0, *cuts, 6}) < 3:
        cuts = sorted(draft.dice.integers(len(prizes) - 1, 0, 6))
    shares = [b - a for a, b in zip([0, *cuts], [*cuts, 6], strict=True)]
    return {p: Fraction(s, 6) for p, s in zip(prizes, shares, strict=True) if s}


def _expected(lottery: dict[str, Fraction], worth: dict[str, Fraction]) -> Fraction:
    """The expected utility.

    >>> _expected({"A": Fraction(1, 2), "B": Fraction(1, 2)}, {"A": Fraction(1), "B": Fraction(0)})
    Fraction(1, 2)
    """
    return sum((p * worth[prize] for prize, p in lottery.items()), Fraction(0))


def _text(lottery: dict[str, Fraction]) -> str:
    """A lottery in words.

    >>> _text({"A": Fraction(1, 3), "Z": Fraction(2, 3)})
    'A with probability 1/3 and Z with probability 2/3'
    """
    parts = [f"{prize} with probability {show(p)}" for prize, p in lottery.items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
