"""Upper confidence bounds: which arm of a bandit is tried next."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem

CLEAR = 0.02
"""By how much the best bound must exceed the next one."""


@exercise(
    "upper-confidence",
    "foundations",
    book="Glenn 5.3",
    levels=("three arms", "four arms", "four arms, the best average is not tried next"),
)
def upper_confidence(draft: Draft) -> Problem:
    """Upper confidence bounds."""
    dice = draft.dice
    arms = 3 if draft.level == 1 else 4

    def candidate() -> tuple[tuple[int, int], ...] | None:
        plays = dice.integers(arms, 2, 20)
        counts = tuple((n, dice.integer(n // 4, n)) for n in plays)
        bounds = sorted(_bounds(counts))
        best = [k for k in range(arms) if _bounds(counts)[k] == bounds[-1]]
        averages = [Fraction(wins, n) for n, wins in counts]
        greedy = averages.index(max(averages))
        clear = bounds[-1] - bounds[-2] > CLEAR
        return counts if clear and (draft.level < 3 or best != [greedy]) else None

    counts, properties = draft.find(candidate)
    bounds = _bounds(counts)
    arm = str(bounds.index(max(bounds)) + 1)
    rows = tuple((str(k), str(n), str(wins)) for k, (n, wins) in enumerate(counts, 1))
    hint = "Compute the average plus sqrt(2 ln N / n) for each arm."
    parts = (Part("Which arm does UCB1 try next?", OneOfJudge((arm,), "a number"), hint),)

    def derive(_: Any) -> Explanation:
        lines = [
            (str(k), f"{wins}/{n}", f"{sqrt(2 * log(_total(counts)) / n):.4f}", f"{bound:.4f}")
            for k, ((n, wins), bound) in enumerate(zip(counts, bounds, strict=True), 1)
        ]
        table = Table(("arm", "average", "width", "bound"), tuple(lines))
        prose = f"With N = {_total(counts)} pulls in all; the largest bound is that of arm {arm}."
        return Explanation("Upper confidence bounds", (Step("The bounds", prose, table),))

    prose = (
        "Each pull of an arm of a bandit pays 0 or 1. The table shows how often each arm was "
        "pulled, n, and what it paid in all. UCB1 adds sqrt(2 ln N / n) to the average of an arm, "
        "where N is the number of all pulls."
    )
    return Problem(
        "Upper confidence bounds",
        prose,
        counts,
        parts,
        (),
        properties,
        Table(("arm", "n", "paid"), rows),
        derive=derive,
    )


def _total(counts: tuple[tuple[int, int], ...]) -> int:
    return sum(n for n, _ in counts)


def _bounds(counts: tuple[tuple[int, int], ...]) -> list[float]:
    """Averages plus widths, by the formula of Auer, Cesa-Bianchi and Fischer."""
    return [wins / n + sqrt(2 * log(_total(counts)) / n) for n, wins in counts]
