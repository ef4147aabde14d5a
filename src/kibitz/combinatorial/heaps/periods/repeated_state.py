"""Periods of games without splitting whose amounts repeat forever: odd numbers, all but a few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.code import Code, common_period
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, PeriodProof
from kibitz.core.solution import Check
from kibitz.core.spelling import count_of

Values = npt.NDArray[Any]
State = tuple[Any, ...]


@dataclass(frozen=True)
class RepeatedState(PeriodProof):
    """What lies behind a heap of n is the same as behind a heap of n + q, raised by s.

    For every residue class of heaps take the nimbers it can reach by amounts of the repeating part,
    with the last few nimbers, which it reaches by the others. Nimbers below the least one that some
    class lacks reach everyone and count for nothing. When the rest returns, only larger, all that
    follows returns as well.
    """

    code: Code
    at: int
    """The heap whose state returns."""
    after: int
    """How many heaps later it does."""
    theorem: str = "the return of a state, raised by the saltus"

    def needed(self, claim: Periodicity) -> int:
        return self.at + self.after

    def checks(self, claim: Periodicity, values: Values) -> tuple[Check, ...]:
        low, state = _state(self.code, values, self.at)
        high, again = _state(self.code, values, self.at + self.after)
        rise = claim.saltus * (self.after // claim.period)
        return (
            Check(f"the states at {self.at} and {self.at + self.after} agree", state == again),
            Check(f"the second is higher by {rise}", high - low == rise, f"{high - low}"),
            _follows(claim, values),
        )


def repeated_state(
    game: HeapGame, code: Code, values: Values, start: int, period: int, saltus: int
) -> Periodicity | None:
    """The period, if the state returns among these values."""
    after = common_period(code, period)
    early, late = max(start, len(code.head)) + period, values.size - after
    for at in (early, (early + late) // 2, late):
        if at < early or at > late:
            continue
        low, state = _state(code, values, at)
        high, again = _state(code, values, at + after)
        if state == again and high - low == saltus * (after // period):
            first = tuple(map(int, values[: start + period]))
            return Periodicity(game, start, period, saltus, first, RepeatedState(code, at, after))
    return None


def _state(code: Code, values: Values, n: int) -> tuple[int, State]:
    """What decides the nimbers from heap n on: a base, and the rest relative to it."""
    first, length = len(code.head), len(code.tail)
    within = values[: max(0, n - first)]
    reach: list[set[int]] = []
    for kind in range(n, n + length):
        values_met: set[int] = set()
        for total in range(min(length, within.size)):
            digit = code.tail[(kind - total - first) % length]
            if digit & 2:
                values_met |= set(
                    map(int, within[total::length] if total else within[length::length])
                )
            if digit & 1 and total == 0:
                values_met.add(0)
        reach.append(values_met)
    base = min(_mex(values_met) for values_met in reach)
    window = tuple(max(-1, int(v) - base) for v in values[max(0, n - first) : n])
    sets = tuple(tuple(sorted(v - base for v in values_met if v >= base)) for values_met in reach)
    return base, (n % length, window, sets)


def _mex(values: set[int]) -> int:
    value = 0
    while value in values:
        value += 1
    return value


def _follows(claim: Periodicity, values: Values) -> Check:
    p, n0 = claim.period, claim.preperiod
    rises = values[n0 + p :].astype(np.int64) - values[n0:-p].astype(np.int64)
    what = f"g(n + {p}) = g(n) + {claim.saltus} for n from {n0} to {values.size - p - 1}"
    return Check(what, bool((rises == claim.saltus).all()), count_of(rises.size, "value"))
