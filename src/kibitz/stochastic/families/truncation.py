"""Families cut off far away, with a low and with a high payoff there: the value lies between."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.stochastic.families.bounds import end_values
from kibitz.stochastic.families.family import GameFamily

CLOSE = 1e-9
MOST_STEPS = 256


def bracket(family: GameFamily, last: int, end: float) -> tuple[float, Any]:
    """The value of the first state with this payoff beyond this many steps, and the solution."""

    solved = family.finite(last, Fraction(end)).with_numbers(False).solve()
    return float(solved.value), solved


def truncate(family: GameFamily) -> tuple[tuple[tuple[int, float, float], ...], Any]:
    """Cut off farther and farther away until both ends agree."""
    low_end, high_end = end_values(family)
    lengths = []
    last = 4
    while True:
        low, _ = bracket(family, last, low_end)
        high, solved = bracket(family, last, high_end)
        lengths.append((last, low, high))
        if high - low <= CLOSE or last >= MOST_STEPS:
            return tuple(lengths), solved
        last *= 2
