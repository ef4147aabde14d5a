"""Nimbers under any code: hexadecimal digits, and digits that repeat forever."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.code import Code
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.agreement import agreement
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, guy_smith
from kibitz.combinatorial.heaps.tables.table import SEED, TRIED, NimberTable, power_of_two_above
from kibitz.core.errors import GameError

MOST_BYTES = 2_000_000_000
"""Memory for the sets of nimbers that pairs of heaps make, where three heaps may be left."""


class CodeTable(NimberTable):
    """A heap of n costs O(n) for every digit that leaves two or three heaps, otherwise O(1)."""

    def __init__(self, game: HeapGame, code: Code) -> None:
        super().__init__(game)
        self.code = code
        self._room = 0
        self._folded: npt.NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._low: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._pair_sets: npt.NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._begun = False

    def compute(self, stop: int) -> None:
        self.known = max(1, self.known)
        if not self._begun:
            self._restart()
        while self.known < stop:
            self._reserve_pairs(stop)
            self.known = self._run(self._values, self.known, stop)
            if self.known < stop:
                self._widen(2 * self._room)

    def work(self, stop: int) -> int:
        digits = [d for d in self.code.head + self.code.tail if d > 3]
        return len(digits) * stop * stop // 4 if stop > TRIED else 0

    def fresh(self, stop: int) -> npt.NDArray[Any]:
        if stop <= SEED:
            return super().fresh(stop)
        again = _WithoutPeriod(self.game, self.code)
        again.extend(stop)
        return again.values.copy()

    def prove(self) -> Periodicity | None:
        from kibitz.combinatorial.heaps.periods.arithmetic import arithmetic_period
        from kibitz.combinatorial.heaps.periods.repeated_state import repeated_state

        code, values = self.code, self.values
        last = code.last if code.finite else len(code.head) - 1
        proved = guy_smith(self.game, values, code.most, last, len(code.tail))
        pattern = rising_pattern(values) if proved is None else None
        if pattern is None:
            return proved
        if code.most < 2:
            return repeated_state(self.game, code, values, *pattern)
        return arithmetic_period(self.game, code, values, *pattern)

    def _restart(self) -> None:
        """Run machine code over the first heaps again, for the sets that it keeps."""
        self._begun = True
        self._widen(power_of_two_above(int(self.values.max(initial=1))))
        self._reserve_pairs(self.known)
        self._run(self._values, 1, self.known)

    def _run(self, values: npt.NDArray[Any], start: int, stop: int) -> int:
        from kibitz.combinatorial.heaps.kernels import general

        head, tail = (np.array(d, np.int64) for d in (self.code.head, self.code.tail))
        kept = self._folded, self._low, self._pair_sets
        return int(general(values, start, stop, head, tail, *kept, self._room))

    def _widen(self, room: int) -> None:
        """Make place for nimbers below ``room`` everywhere."""
        kinds = max(1, len(self.code.tail))
        folded = np.zeros((kinds, room), np.uint8)
        if self._room:
            folded[:, : self._room] = self._folded
        else:
            self._low = np.zeros(kinds, np.int64)
        self._room, self._folded = room, folded
        self._reserve_pairs(self._pair_sets.shape[0])
        self.widen(room)

    def _reserve_pairs(self, rows: int) -> None:
        if self.code.most < 3:
            return
        width = max(1, self._room // 8)
        old = self._pair_sets
        if rows <= old.shape[0] and width == old.shape[1]:
            return
        rows = max(rows, old.shape[0])
        if rows * width > MOST_BYTES:
            raise GameError(
                f"{self.game.name}: heaps up to {rows:,} with nimbers up to {self._room:,} need "
                f"{rows * width:,} bytes; use smaller heaps"
            )
        sets = np.zeros((max(rows, min(2 * old.shape[0], MOST_BYTES // width)), width), np.uint8)
        sets[: old.shape[0], : old.shape[1]] = old
        self._pair_sets = sets


class _WithoutPeriod(CodeTable):
    """A table that is computed heap by heap."""

    def prove(self) -> None:
        return None


def rising_pattern(values: npt.NDArray[Any]) -> tuple[int, int, int] | None:
    """A start, a period and a saltus that the last half of the values and more follow.

    >>> rising_pattern(np.array([0, 5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]))
    (2, 1, 1)
    """
    steps = np.diff(values.astype(np.int64))
    if steps.size < 8:
        return None
    agree = agreement(steps[::-1])
    candidates = np.flatnonzero(agree >= steps.size // 2)
    if not candidates.size:
        return None
    p = int(candidates[0])
    start = max(0, steps.size - p - int(agree[p]))
    return start, p, int(values[-1]) - int(values[-1 - p])
