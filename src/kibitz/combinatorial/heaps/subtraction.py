"""Subtraction games: take an amount of a given set from one heap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.heaps.amounts import Amounts, FiniteAmounts, read_amounts
from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.combinatorial.move import LOOKED
from kibitz.core.extension import call


@dataclass(frozen=True)
class SubtractionGame(HeapGame):
    """Take k counters from a heap, where k is in the set of amounts. Ferguson I.1.4.

    A finite set has periodic nimbers, since the last max(S) of them determine the next. Infinite
    sets are given by name, by their exceptions or by a rule.

    >>> game = subtraction([1, 3, 4], 100)
    >>> game.outcome(), game.nimber(), game.period()
    ('P', 0, subtraction of 1,3,4: period 7 from 0 on)
    >>> [str(move) for move in subtraction([2, 5, 6], 9, 4).winning_moves()]
    ['take 5 from the heap of 9, leaving 4']
    >>> subtraction("powers-of-2", 10**18).nimber()
    1
    """

    splits: ClassVar[bool] = False
    is_paired: ClassVar[bool] = True
    """Whether Ferguson's pairing holds, by which misère play follows from the nimbers."""

    amounts: Amounts

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts", read_amounts(self.amounts))
        super().__post_init__()

    @property
    def name(self) -> str:
        return self.title or f"subtraction of {self.amounts}"

    @property
    def theorem(self) -> str:
        paired = self.is_misere and self.is_paired
        return "Ferguson's pairing of nimbers 0 and 1" if paired else super().theorem

    def heap_options(self, n: int) -> Iterator[Heaps]:
        return ((n - k,) if k < n else () for k in self.amounts.up_to(n))

    def count_options(self, n: int) -> int:
        return self.amounts.count(n)

    def may_take(self, n: int, amount: int) -> bool:
        """Whether this many may be taken from a heap of n.

        Parameters
        ----------
        n : int
            The size of the heap.
        amount : int
            How many counters to take.
        """
        return amount in self.amounts

    def some_leavings(self, n: int, value: int) -> Iterator[Heaps]:
        period = self.table().period
        if period is None:
            return super().some_leavings(n, value)
        left = islice(period.heaps_of(value, n), LOOKED)
        return ((m,) if m else () for m in left if self.may_take(n, n - m))

    def _outcome(self, position: Any) -> str | None:
        """In misère play by Ferguson's pairing: g(n) = 1 just if g(n - k) = 0 for the least k.

        So a sum with a nimber above 1 is won as in normal play, and another if its nim-sum is 0.
        T. Ferguson, On sums of graph games with last player losing, 1974.
        """
        if not self.is_misere or not self.is_paired:
            return super()._outcome(position)
        values = [self.heap_nimber(n) for n in position]
        total = reduce(xor, values, 0)
        return "P" if total == (max(values, default=0) <= 1) else "N"

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.code_table import CodeTable
        from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable

        if isinstance(self.amounts, FiniteAmounts):
            return FiniteTable(self, self.amounts.listed, self.amounts.listed, ())
        code = self.amounts.code()
        return call(self, "GrowingTable") if code is None else CodeTable(self, code)


@dataclass(frozen=True)
class ImpatientSubtraction(SubtractionGame):
    """A subtraction game where a heap may also be taken whole. Ferguson, exercise I.3.5.8.

    Its nimbers are those of the subtraction game, one later and one larger: g⁺(n) = g(n - 1) + 1.

    >>> impatient_subtraction([1, 2, 3], 9).nimber(), impatient_subtraction([2], 0, 1, 4).nimber()
    (1, 3)
    """

    is_paired: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return self.title or f"impatient subtraction of {self.amounts}"

    def heap_options(self, n: int) -> Iterator[Heaps]:
        whole = n not in self.amounts
        yield from super().heap_options(n)
        if whole and n:
            yield ()

    def count_options(self, n: int) -> int:
        return super().count_options(n) + 1

    def may_take(self, n: int, amount: int) -> bool:
        return amount == n or super().may_take(n, amount)

    def heap_nimber(self, n: int) -> int:
        return self.patient().heap_nimber(n - 1) + 1 if n else 0

    def patient(self) -> SubtractionGame:
        """The subtraction game with the same amounts."""
        return SubtractionGame((), self.amounts)

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.shifted_table import ShiftedTable

        return ShiftedTable(self, self.patient())


def subtraction(amounts: Any, *heaps: Any, play: str = "normal") -> SubtractionGame:
    """A subtraction game: its amounts, then its heaps; one heap may also stand first.

    Parameters
    ----------
    amounts : sequence of int, callable or str
        The amounts that may be taken, or the size of the heap when a list of amounts follows.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    SubtractionGame
        The game.

    Examples
    --------
    >>> print(subtraction("primes", 12).winning_moves()[0])
    take 2 from the heap of 12, leaving 10
    >>> subtraction([1, 2, 3], 7) == subtraction(7, [1, 2, 3])
    True
    """
    if isinstance(amounts, int) and len(heaps) == 1 and not isinstance(heaps[0], int):
        amounts, heaps = heaps[0], (amounts,)
    return SubtractionGame(heaps, read_amounts(amounts), play=play)


def impatient_subtraction(amounts: Any, *heaps: Any, play: str = "normal") -> ImpatientSubtraction:
    """A subtraction game where a heap may also be taken whole.

    Parameters
    ----------
    amounts : sequence of int, callable or str
        The amounts that may be taken.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ImpatientSubtraction
        The game.
    """
    return ImpatientSubtraction(heaps, read_amounts(amounts), play=play)
