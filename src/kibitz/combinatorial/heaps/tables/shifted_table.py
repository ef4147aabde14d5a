"""Nimbers that are those of another game, one heap later and one larger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, PeriodProof
from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.core.solution import Check


class ShiftedTable(NimberTable):
    """g⁺(0) = 0 and g⁺(n) = g(n - 1) + 1, with g from the table of the other game."""

    def __init__(self, game: HeapGame, other: HeapGame) -> None:
        super().__init__(game)
        self.other = other.table()

    def compute(self, stop: int) -> None:
        values = self.other.array(max(0, stop - 2)).astype(np.int64)[: stop - 1] + 1
        self.widen(int(values.max(initial=0)) + 1)
        self._values[1:stop] = values
        self.known = stop

    def prove(self) -> Periodicity | None:
        self.other.extend(self.known)
        below = self.other.period
        if below is None:
            return None
        first = (0, *(value + 1 for value in below.first))
        proof = ShiftedPeriod(below)
        return Periodicity(self.game, below.preperiod + 1, below.period, below.saltus, first, proof)


@dataclass(frozen=True)
class ShiftedPeriod(PeriodProof):
    """Taking a heap whole adds an option worth 0 everywhere, which raises all nimbers by one."""

    below: Periodicity
    theorem: str = "the period of the patient game"

    def needed(self, claim: Periodicity) -> int:
        return max(self.below.checked + 1, claim.preperiod + 2 * claim.period)

    def checks(self, claim: Periodicity, values: npt.NDArray[Any]) -> tuple[Check, ...]:
        shifted = self.below.values_to(values.size - 2).astype(np.int64) + 1
        proof = self.below.verify()
        return (
            Check("g⁺(n) = g(n - 1) + 1", np.array_equal(values[1:], shifted)),
            Check(proof.claim, proof.holds),
        )
