"""The entries of all states in flat arrays, as the compiled loops and the exact methods read them.

Cell k of state s, in row i and column j, is number ``first[s] + i * columns[s] + j``. It pays
``pay[k]`` now and continues to ``target[t]`` with ``weight[t]`` for t from ``link[k]`` to
``link[k + 1]``. A negative weight leads to the state with the roles of the players exchanged, whose
value is the negative; what the weights leave of 1 is the probability of stopping. ``prize[k]`` is
the part of ``pay[k]`` that only a play that stops there is paid.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.core.numbers import Number

LARGE = 100_000
"""Transitions from which on a compiled loop is worth its loading."""
ROUNDED = 1e-12
"""What floats may lack of 1 in a sum of probabilities."""
Array = npt.NDArray[Any]
Moves = dict[tuple[int, int], Number]
"""Probabilities by state and sign: -1 where the roles are exchanged on the way."""


class CellOutcome(NamedTuple):
    """What a cell pays to each player on average, where it leads to, and what stopping adds."""

    pay: tuple[Number, ...]
    go: Moves
    prize: tuple[Number, ...] | None = None
    """The part of the pay that is paid only if play stops, as an expectation."""


@dataclass(frozen=True, eq=False)
class TransitionTable:
    """All cells of a stochastic game; floats, or Fractions in arrays of objects."""

    rows: Array
    columns: Array
    first: Array
    pay: Array
    """One column for each player whose payoff is listed: one in a zero-sum game."""
    link: Array
    target: Array
    weight: Array
    prize: Array | None = None
    """Shaped as the payments; None where all of these are paid whether or not play stops."""

    @staticmethod
    def of(stages: Sequence[Sequence[Sequence[CellOutcome]]]) -> TransitionTable:
        """From a list of states, each a list of rows of cells."""
        entries = [cell for stage in stages for row in stage for cell in row]
        floating = any(isinstance(x, float) for e in entries for x in (*e.pay, *e.go.values()))
        kind: Any = float if floating else object
        sizes = [len(stage) * len(stage[0]) for stage in stages]
        players = len(entries[0].pay)
        pay = np.empty((len(entries), players), kind)
        prize = np.zeros_like(pay)
        for k, entry in enumerate(entries):
            pay[k] = entry.pay
            if entry.prize is not None:
                prize[k] = entry.prize
        links = np.cumsum([0, *(len(entry.go) for entry in entries)])
        weight = np.empty(links[-1], kind)
        target = np.empty(links[-1], np.int64)
        for k, entry in enumerate(entries):
            target[links[k] : links[k + 1]] = [state for state, _ in entry.go]
            weight[links[k] : links[k + 1]] = [sign * w for (_, sign), w in entry.go.items()]
        return TransitionTable(
            np.array([len(stage) for stage in stages]),
            np.array([len(stage[0]) for stage in stages]),
            np.cumsum([0, *sizes]),
            pay,
            links,
            target,
            weight,
            prize if np.any(prize != 0) else None,
        )

    @property
    def states(self) -> int:
        return len(self.rows)

    @property
    def cells(self) -> int:
        return len(self.pay)

    @property
    def exact(self) -> bool:
        return bool(self.pay.dtype == object)

    @property
    def zero_sum(self) -> bool:
        return bool(self.pay.shape[1] == 1)

    @cached_property
    def owner(self) -> Array:
        """The state of every cell."""
        return np.repeat(np.arange(self.states), np.diff(self.first))

    @cached_property
    def stay(self) -> Any:
        """The probability of every cell that the play continues."""
        return _sums(self.weight, self.link)

    @cached_property
    def settled(self) -> Any:
        """The last payments of plays that stop, times their probability."""
        stop = (1 - self.stay)[:, None]
        if self.prize is None:
            return self.pay * stop
        return (self.pay - self.prize) * stop + self.prize

    @cached_property
    def floats(self) -> TransitionTable:
        """The same in floating point."""
        if not self.exact:
            return self
        return self._in(lambda values: values.astype(float))

    @cached_property
    def rational(self) -> TransitionTable:
        """The same in fractions, floats read at their shortest spelling.

        Probabilities that add up to 1 but for their rounding then do so exactly.
        """
        if self.exact:
            return self
        table = self._in(_fractions)
        for cell in np.flatnonzero(abs(self.stay - 1) <= ROUNDED):
            if table.stay[cell] != 1:
                table.weight[table.link[cell] : table.link[cell + 1]] /= table.stay[cell]
        return replace(table)

    def _in(self, kind: Callable[[Array], Array]) -> TransitionTable:
        prize = None if self.prize is None else kind(self.prize)
        return replace(self, pay=kind(self.pay), weight=kind(self.weight), prize=prize)

    def scaled(self, discount: Number) -> TransitionTable:
        """The same with every weight multiplied, for values that are discounted."""
        if discount == 1:
            return self
        factor = discount if self.exact else float(discount)
        return replace(self, weight=self.weight * factor)

    def go(self, cell: int) -> Iterator[tuple[int, Any]]:
        """Where a cell leads to: states and signed weights."""
        for t in range(self.link[cell], self.link[cell + 1]):
            yield int(self.target[t]), self.weight[t]

    def cell(self, state: int, i: int, j: int) -> int:
        """The number of a cell."""
        return int(self.first[state] + i * self.columns[state] + j)

    def entry(self, cell: int, values: Any, player: int = 0) -> Any:
        """What a cell is worth when every state is worth its value."""
        total: Any = self.pay[cell, player]
        for target, weight in self.go(cell):
            total = total + weight * values[target]
        return total

    def matrix(self, state: int, values: Any, player: int = 0) -> list[list[Any]]:
        """The matrix game of a state when every state is worth its value."""
        n = int(self.columns[state])
        return [
            [self.entry(self.cell(state, i, j), values, player) for j in range(n)]
            for i in range(int(self.rows[state]))
        ]

    def same(self, other: TransitionTable) -> bool:
        """Whether all entries are equal."""
        mine, theirs = self._parts(), other._parts()
        return all(
            a.shape == b.shape and bool((a == b).all()) for a, b in zip(mine, theirs, strict=False)
        )

    def _parts(self) -> tuple[Array, ...]:
        return (
            self.rows,
            self.columns,
            self.first,
            self.pay,
            self.link,
            self.target,
            self.weight,
            np.zeros_like(self.pay) if self.prize is None else self.prize,
        )


def _sums(values: Array, link: Array) -> Any:
    """Sums of absolute values over consecutive stretches, empty ones included."""
    if values.dtype == object:
        sizes = np.abs(values)
        parts = [sum(sizes[a:b], Fraction(0)) for a, b in itertools.pairwise(link)]
        sums = np.empty(len(parts), object)
        sums[:] = parts
        return sums
    if len(values) > LARGE:
        from kibitz.stochastic import kernels

        return kernels.sums(values, link)
    source = np.repeat(np.arange(len(link) - 1), np.diff(link))
    return np.bincount(source, np.abs(values), len(link) - 1)


def _fractions(values: Array) -> Array:
    from kibitz.core.numbers import exact

    fractions = np.empty(values.shape, object)
    flat = [exact(x) for x in values.ravel().tolist()]
    fractions[...] = np.array(flat, object).reshape(values.shape) if flat else fractions
    return fractions
