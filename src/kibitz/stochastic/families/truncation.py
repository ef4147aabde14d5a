"""Families cut off far away, with a low and with a high payoff there: the value lies between."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.stochastic.families.family import GameFamily

CLOSE = 1e-9
MOST_STEPS = 256


def end_values(family: GameFamily) -> tuple[float, float]:
    """Numbers between which the values of all members lie; refused where none are known."""
    cells = [c for stage in family.rules.values() for row in stage for c in row]
    if any(c.pay.degree > 0 for c in cells):
        raise GameError(
            "the payoffs grow with n, so members far away have no bound; no formula was found"
        )
    stays = [sum((abs(w) for _, _, w in c.go), Fraction(0)) for c in cells]
    pays = [c.pay(Fraction(0)) for c in cells]
    given = [x for rows in family.members.values() for row in rows for x in row]
    endless = [Fraction(family.endless)] if isinstance(family.endless, (Fraction, int)) else []
    if all(not p or not s for p, s in zip(pays, stays, strict=True)):
        most = max(abs(x) for x in [*pays, *given, *endless, Fraction(0)])
    elif max(stays) < 1:
        most = max([abs(x) for x in pays]) / (1 - max(stays)) + max(map(abs, given), default=0)
    else:
        raise GameError("cells pay and go on for sure, so members far away have no bound")
    return -float(most), float(most)


def bracket(family: GameFamily, last: int, end: float) -> tuple[float, Any]:
    """The value of the first state with this payoff beyond so many steps, and the solution."""

    solved = family.finite(last, Fraction(end)).with_numbers(False).solve()
    return float(solved.value), solved


def truncate(family: GameFamily) -> tuple[tuple[tuple[int, float, float], ...], Any]:
    """Cut off farther and farther away until both ends agree."""
    low_end, high_end = end_values(family)
    found = []
    last = 4
    while True:
        low, _ = bracket(family, last, low_end)
        high, solved = bracket(family, last, high_end)
        found.append((last, low, high))
        if high - low <= CLOSE or last >= MOST_STEPS:
            return tuple(found), solved
        last *= 2
