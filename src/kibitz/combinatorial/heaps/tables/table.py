"""Nimbers of single heaps, computed as far as they are needed and kept."""

from __future__ import annotations

import sys
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.progress import Task, work
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.periods.periodicity import Periodicity

Values = npt.NDArray[Any]

SEED = 256
"""Heaps worked out in plain Python, before machine code is worth loading."""
MOST_VALUES = 200_000_000
"""Heaps in the largest table; one or two bytes each."""
TRIED = 100_000
"""Heaps worked out in search of a period, where a heap may cost as much as its size."""
MOST_WORK = 400_000_000_000
"""Options looked at in the largest table of a game whose rare heaps do not help."""
PAUSE = 0.2
"""Seconds between two looks at the keyboard, about."""


@extends(HeapGame)
class NimberTable:
    """The nimbers of heaps of 0, 1, 2, ... under the rules of a game.

    Here they come from the options of each heap, one by one; tables of special families know better
    ways and a theorem that proves the period, after which no further value is computed.
    """

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        self.known = 0
        self.period: Periodicity | None = None
        self._values: Values = np.zeros(SEED, np.uint8)
        self._piece = 64
        """Heaps worked out at a time; adapted to the pause between two looks."""

    @property
    def values(self) -> Values:
        """The nimbers computed so far."""
        return self._values[: self.known]

    def __getitem__(self, n: int) -> int:
        if n >= self.known and self.period is None:
            self._reach(n)
        return int(self._values[n]) if self.period is None else self.period.value(n)

    def array(self, to: int) -> Values:
        """The nimbers of heaps of 0 to ``to``, in as few bytes each as they need."""
        self.extend(to + 1)
        if self.period is not None:
            return self.period.values_to(to)
        if self.known <= to:
            raise GameError(
                f"{self.game.name}: stopped at heaps of {self.known - 1:,}; use smaller heaps, or "
                "call again to continue"
            )
        values = self.values[: to + 1]
        return values.astype(narrow(int(values.max(initial=0)) + 1))

    def extend(self, stop: int) -> None:
        """Work out all heaps below ``stop``, unless the period is proved or Ctrl-C comes first."""
        if stop > MOST_VALUES and self.period is None:
            self._refuse(stop - 1)
        if stop <= self.known or self.period is not None:
            return
        if self.work(stop) > MOST_WORK:
            raise GameError(
                f"{self.game.name}: heaps up to {stop - 1:,} have about "
                f"{count_of(self.work(stop), 'move')}, "
                f"more than the limit of {MOST_WORK:,}; use smaller heaps"
            )
        with work(f"nimbers of {self.game.name}", stop) as task:
            task.advance(self.known)
            while self.known < stop and self.period is None and not task.stopped:
                self._advance(min(stop, self.known + self.known // 8 + 16), task)
                self.period = self.prove()

    @property
    def horizon(self) -> int:
        """How many heaps are computed in search of a period, by default."""
        return TRIED

    def work(self, stop: int) -> int:
        """About how many options must be looked at for the heaps below ``stop``; 0 if few."""
        return 0

    def fresh(self, stop: int) -> Values:
        """The first nimbers again, from the options alone."""
        values: list[int] = []
        for n in range(stop):
            values.append(least_absent(self._reached(n, values)))
        return np.array(values, dtype=np.int64)

    def mex(self, n: int) -> int:
        """The mex of the options of a heap of n, given the smaller heaps."""
        return least_absent(self._reached(n, self))

    def prove(self) -> Periodicity | None:
        """The period, if a theorem proves it from the values computed so far."""
        return None

    def _reached(self, n: int, values: Any) -> set[int]:
        reached = set()
        for parts in self.game.heap_options(n):
            value = 0
            for part in parts:
                value ^= int(values[part])
            reached.add(value)
        return reached

    def _reach(self, n: int) -> None:
        """Extend to a heap of n, however large, or refuse."""
        self.extend(self.horizon if n >= MOST_VALUES else n + 1)
        if self.period is None and n >= self.known:
            if n < MOST_VALUES:
                raise GameError(
                    f"{self.game.name}: stopped at heaps of {self.known - 1:,}, before a heap of "
                    f"{n:,}; call again to continue"
                )
            self._refuse(n)

    def _refuse(self, n: int) -> None:
        raise GameError(
            f"{self.game.name}: no period is known, so a heap of {n:,} needs all smaller heaps, "
            f"and at most {MOST_VALUES:,} are computed"
        )

    def _advance(self, stop: int, task: Task) -> None:
        """Work out heaps below ``stop``, piece by piece."""
        while self.known < stop and not task.stopped:
            end = min(stop, self.known + self._piece)
            self._reserve(end)
            before, began = self.known, perf_counter()
            if self.known < SEED and not machine_code_loaded():
                self._seed(min(end, SEED))
            else:
                self.compute(end)
            took = perf_counter() - began
            self._piece = max(16, self._piece // 2) if took > PAUSE else 2 * self._piece
            task.advance(self.known - before)

    def _seed(self, stop: int) -> None:
        for n in range(self.known, stop):
            value = least_absent(self._reached(n, self._values))
            if value > np.iinfo(self._values.dtype).max:
                self.widen(value + 1)
            self._values[n] = value
            self.known = n + 1

    def compute(self, stop: int) -> None:
        """Work out the heaps below ``stop``; room for them has been made."""
        self._seed(stop)

    def widen(self, room: int) -> None:
        """Make place for nimbers below ``room``."""
        if room > np.iinfo(self._values.dtype).max + 1:
            self._values = self._values.astype(narrow(room))

    def _reserve(self, stop: int) -> None:
        if stop > self._values.size:
            more = np.zeros(max(stop, 2 * self._values.size), self._values.dtype)
            more[: self.known] = self.values
            self._values = more


@extends(HeapGame)
@lru_cache(maxsize=256)
def table_of(rules: HeapGame) -> NimberTable:
    """The one table of all games with these rules."""
    return rules.build_table()


def machine_code_loaded() -> bool:
    """Whether the kernels are at hand, so that even a few heaps are quickest with them."""
    return "kibitz.combinatorial.heaps.kernels" in sys.modules


def narrow(room: int) -> Any:
    """The narrowest whole numbers that hold nimbers below ``room``."""
    return np.uint8 if room <= 1 << 8 else np.uint16 if room <= 1 << 16 else np.uint32


def power_of_two_above(value: int) -> int:
    """The least power of two that is larger; the nim-sum of smaller numbers stays below it."""
    return 1 << value.bit_length()
