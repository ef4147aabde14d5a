"""Periods that are seen among the nimbers computed, though no theorem proves them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.periods.agreement import agreement

TIMES = 4
"""Periods that must be seen one after the other."""


@dataclass(frozen=True)
class ApparentPeriod:
    """g(n + period) = g(n) + saltus from ``preperiod`` on, as far as the nimbers were computed.

    The theorems on arithmetic periods split nimbers into multiples of the saltus and rests, which
    only fits nim-addition when the saltus is a power of two. With another saltus, sums carry from
    the rests into the multiples, and what has been seen may end at any power of two.
    """

    preperiod: int
    period: int
    saltus: int

    @property
    def provable(self) -> bool:
        """Whether the saltus is one of those that the theorems speak of: 0 or a power of two."""
        return not self.saltus & (self.saltus - 1)

    def __str__(self) -> str:
        rise = f" with saltus {self.saltus}" if self.saltus else ""
        words = f"period {self.period}{rise} is seen from {self.preperiod} on"
        if self.provable:
            return f"{words}, not proved"
        return (
            f"{words}, but the theorems need a saltus that is a power of two, so nothing is claimed"
        )


def apparent_period(values: npt.NDArray[Any]) -> ApparentPeriod | None:
    """The least period, with its saltus, that covers the latter half of the values. O(values).

    >>> print(apparent_period(np.array([5, 0, 1, 1] + [n // 3 * 3 for n in range(60)])))
    period 3 with saltus 3 is seen from 4 on, but the theorems need a saltus that is a power ...
    >>> apparent_period(np.array([n * n for n in range(60)])) is None
    True
    """
    steps = np.diff(values.astype(np.int64))
    agree = agreement(steps[::-1])
    n = steps.size
    for p in map(int, np.flatnonzero(agree >= max(n // 2, 1))):
        if p and TIMES * p <= n:
            saltus = int(values[-1]) - int(values[-1 - p])
            if saltus < 0:
                return None
            return ApparentPeriod(n - p - int(agree[p]), p, saltus)
    return None
