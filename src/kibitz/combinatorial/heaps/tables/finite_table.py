"""Nimbers of games where a move takes one of finitely many amounts and leaves at most two heaps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, guy_smith
from kibitz.combinatorial.heaps.tables.sparse_space import probes, sparse_space
from kibitz.combinatorial.heaps.tables.table import (
    SEED,
    TRIED,
    NimberTable,
    narrow,
    power_of_two_above,
)

Amounts = npt.NDArray[np.int64]
DENSE = 2048
"""Heaps up to which all pairs are looked at; from here on only the rare ones."""
CHEAP = 1_000_000_000
"""Options looked at in search of the period of a game without splits."""
MOST_BLIND = 1024
"""Probes that are tried for all heaps of a block, without looking whether they are needed."""


class FiniteTable(NimberTable):
    """Octal codes and finite subtraction sets; Grundy's game, where the two heaps must differ.

    Without splits a heap costs O(number of amounts). With them a heap of n costs O(n) up to a few
    thousand counters and after that, in most games, about as much as there are rare heaps.
    """

    def __init__(
        self,
        game: HeapGame,
        empties: Iterable[int],
        singles: Iterable[int],
        pairs: Iterable[int],
        unequal: bool = False,
    ) -> None:
        super().__init__(game)
        self.empties, self.singles, self.pairs = map(_amounts, (empties, singles, pairs))
        self.unequal = unequal
        self._room = 0
        self._renewed = DENSE
        """The heap at which rare heaps and probes were chosen last; again at its double."""
        self._space: _Space | None = None

    @property
    def most_heaps(self) -> int:
        """How many heaps a move leaves at most."""
        return 2 if self.pairs.size else 1

    @property
    def last(self) -> int:
        """The largest amount that can be taken."""
        kinds = (self.empties, self.singles, self.pairs)
        return max((int(amounts[-1]) for amounts in kinds if amounts.size), default=0)

    @property
    def horizon(self) -> int:
        if self.pairs.size:
            return TRIED
        return max(TRIED, min(12 * self.last, CHEAP // max(1, self.singles.size)))

    def prove(self) -> Periodicity | None:
        if self.unequal:
            return None
        return guy_smith(self.game, self.values, self.most_heaps, self.last)

    def compute(self, stop: int) -> None:
        self.known = max(1, self.known)
        if not self._room:
            self._make_room(power_of_two_above(max(7, int(self.values.max()))))
        while self.known < stop:
            if self.pairs.size and self.known >= DENSE:
                end = min(stop, 2 * self._renewed)
                self.known = self._sparsely(end)
            else:
                end = min(stop, DENSE) if self.pairs.size else stop
                self.known = self._plainly(self._values, self.known, end, self._room)
            if self.known < end:
                self._make_room(2 * self._room)

    def fresh(self, stop: int) -> npt.NDArray[Any]:
        if stop <= SEED:
            return super().fresh(stop)
        values, known = np.zeros(stop, np.uint8), 1
        room = 256
        while known < stop:
            known = self._plainly(values, known, stop, room)
            if known < stop:
                room *= 2
                values = values.astype(narrow(room))
        return values

    def _plainly(self, values: npt.NDArray[Any], start: int, stop: int, room: int) -> int:
        from kibitz.combinatorial.heaps import kernels

        if not self.pairs.size:
            return int(kernels.take_only(values, start, stop, self.empties, self.singles, room))
        amounts = self.empties, self.singles, self.pairs, self.unequal
        return int(kernels.quadratic(values, start, stop, *amounts, room))

    def _sparsely(self, stop: int) -> int:
        from kibitz.combinatorial.heaps import kernels

        if self._space is None or self.known >= 2 * self._renewed:
            self._space = _Space(self)
            self._renewed = self.known
        space, values = self._space, self._values
        rare = np.concatenate([space.rare, np.zeros(stop - self.known, np.int64)])
        reached, count = kernels.sparse(
            values,
            self.known,
            stop,
            self.empties,
            self.singles,
            self.pairs,
            self.unequal,
            self._room,
            space.choice.odd(2 * self._room),
            int(space.choice.alternating),
            rare,
            values[rare],
            space.rare.size,
            space.probes,
            values[space.probes],
            min(MOST_BLIND, 4 * self._room, space.probes.size),
        )
        space.rare = rare[:count]
        return int(reached)

    def _make_room(self, room: int) -> None:
        self._room = room
        self.widen(room)


class _Space:
    """The rare heaps of a table and its probes, chosen from the values known so far."""

    def __init__(self, table: FiniteTable) -> None:
        values, splits = table.values, table.pairs
        room = power_of_two_above(int(values.max(initial=1)))
        self.choice = sparse_space(values, tuple(map(int, splits)), room)
        common = self.choice.common(values)
        common[0] = True
        self.rare: Amounts = np.flatnonzero(~common).astype(np.int64)
        common[0] = False
        self.probes = probes(values, common, values.size - int(splits[-1]))


def _amounts(numbers: Iterable[int]) -> Amounts:
    return np.array(sorted(numbers), np.int64)
