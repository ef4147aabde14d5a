"""Nimbers of subtraction games with an infinite set that does not repeat."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.amounts import Amounts, FiniteAmounts
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, PeriodProof
from kibitz.combinatorial.heaps.subtraction import SubtractionGame
from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable
from kibitz.core.extension import extends
from kibitz.core.solution import Check

FEW = 12
"""Smallest amounts among which a set congruent to all of them is looked for."""


@extends(SubtractionGame)
class GrowingTable(FiniteTable):
    """A heap of n costs as much as there are amounts up to n."""

    def __init__(self, game: SubtractionGame) -> None:
        super().__init__(game, (), (), ())
        self.amounts: Amounts = game.amounts
        self.period = congruent_period(game)

    def _plainly(self, values: npt.NDArray[Any], start: int, stop: int, room: int) -> int:
        listed = np.fromiter(self.amounts.up_to(stop), np.int64)
        self.empties = self.singles = listed
        return super()._plainly(values, start, stop, room)

    def work(self, stop: int) -> int:
        return stop * self.amounts.count(stop) // 2

    def prove(self) -> Periodicity | None:
        return None


@dataclass(frozen=True)
class CongruentAmounts(PeriodProof):
    """All amounts are congruent, modulo the period, to a few small ones among them.

    Let the game with the ``kept`` amounts alone have period p from 0 on. An amount s congruent to a
    kept one s' <= s leads to a nimber that s' reaches as well, g(n - s) = g(n - s'), so taking all
    amounts changes no nimber. Powers of two, for instance: 1 and 2 modulo 3.
    """

    kept: tuple[int, ...]
    theorem: str = "amounts congruent to the smallest ones"

    def needed(self, claim: Periodicity) -> int:
        return 4 * claim.period + max(self.kept)

    def checks(self, claim: Periodicity, values: npt.NDArray[Any]) -> tuple[Check, ...]:
        assert isinstance(claim.game, SubtractionGame)
        p, amounts = claim.period, claim.game.amounts
        small = SubtractionGame((), FiniteAmounts(self.kept)).period()
        pure = isinstance(small, Periodicity) and small.preperiod == 0 and small.period == p
        proved = isinstance(small, Periodicity) and small.verify().holds
        few = ",".join(map(str, self.kept))
        return (
            Check(f"{few} are amounts", all(k in amounts for k in self.kept)),
            Check(f"taking {few} alone has period {p} from 0 on", pure and proved),
            Check(
                f"every amount is congruent to one of them modulo {p}",
                _congruent(amounts, self.kept, p),
            ),
        )


def congruent_period(game: SubtractionGame) -> Periodicity | None:
    """The period of an infinite set, if its amounts are congruent to some of the smallest."""
    few = tuple(islice(game.amounts.up_to(10_000), FEW))
    for size in range(1, len(few) + 1):
        kept = few[:size]
        small = SubtractionGame((), FiniteAmounts(kept)).period(5000)
        if not isinstance(small, Periodicity) or small.preperiod:
            continue
        if _congruent(game.amounts, kept, small.period):
            proof = CongruentAmounts(kept)
            return Periodicity(game, 0, small.period, 0, small.first, proof)
    return None


def _congruent(amounts: Amounts, kept: tuple[int, ...], modulus: int) -> bool:
    residues = amounts.residues(modulus)
    return residues is not None and residues <= {k % modulus for k in kept}
