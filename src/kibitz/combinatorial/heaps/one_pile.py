"""One-pile families with a formula: fractions of a half, divisors, even numbers, multiples of 3."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from math import isqrt
from typing import Any, ClassVar

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.heaps.game import HeapGame, Heaps, heaps_with_rest
from kibitz.combinatorial.heaps.move_range import HeapMoveRange
from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.combinatorial.move import SOME, Move
from kibitz.core.spelling import count_of

MOST_LISTED = 100_000
"""Winning moves listed one by one at most."""
MOST_TRIED = 1_000_000
"""Numbers tried as divisors at most; larger heaps are factored by FLINT."""
MOST_BITS = 160
"""Binary digits of the largest heap that is factored."""


@dataclass(frozen=True)
class RemovalGame(HeapGame):
    """Games where a move takes counters from a heap, and a formula gives the nimber of a heap."""

    splits: ClassVar[bool] = False

    @abstractmethod
    def removals(self, n: int) -> Iterable[int]:
        """The amounts that may be taken from a heap of n.

        Parameters
        ----------
        n : int
            The size of the heap.
        """

    @abstractmethod
    def heap_nimber(self, n: int) -> int:
        """The nimber of one heap, by the formula."""

    @abstractmethod
    def leaves(self, n: int, value: int) -> Iterable[range]:
        """What one move can leave of a heap of n with this nimber, by the formula the other way.

        Parameters
        ----------
        n : int
            The size of the heap.
        value : int
            The nimber to leave.

        Returns
        -------
        iterable of range
            What may be left, as ranges of sizes; a range may be empty.
        """

    def heap_options(self, n: int) -> Iterator[Heaps]:
        return ((n - k,) if k < n else () for k in self.removals(n))

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to a position with this nimber; refused where they are too many to list."""
        ranges = self.ranges_to(value)
        count = sum(r.count for r in ranges)
        if count > MOST_LISTED:
            raise LimitError(
                f"{self.name}: {count_of(count, 'move')} lead to nimber {value}, too many to "
                "list; use "
                "winning_ranges(), or ranges_to() with a nimber"
            )
        return tuple(move for moves in ranges for move in moves)

    def ranges_to(self, value: int) -> tuple[HeapMoveRange, ...]:
        """The moves to positions with this nimber, as ranges of what is left of each heap.

        Parameters
        ----------
        value : int
            The nimber to leave; 0 for the winning moves.

        Notes
        -----
        Cost: a range for each heap, however many moves it stands for.
        """
        self._refuse_misere()
        change = self.nimber() ^ value
        if not change:
            return ()
        return tuple(
            HeapMoveRange(self, heap, left, rest)
            for heap, rest in heaps_with_rest(self.position)
            for left in self.leaves(heap, self.heap_nimber(heap) ^ change)
            if left
        )

    def winning_ranges(self) -> tuple[HeapMoveRange, ...]:
        """The winning moves in normal play, as ranges: they can be more than could be listed.

        >>> from kibitz.combinatorial.heaps.fraction import at_least, at_most
        >>> [str(r) for r in at_least("1/2", 10**18, 100).winning_ranges()]
        ['leave any of 64 to 127 of the heap of 1000000000000000000']
        >>> [move.position for move in at_most("1/2", 10**18, 7).winning_moves()]
        [(7, 576460752303423487)]
        """
        return self.ranges_to(0)

    def some_winning_moves(self) -> tuple[Move, ...]:
        if self.is_misere:
            return super().some_winning_moves()
        return tuple(move for r in self.winning_ranges() for move in islice(r, SOME))[:SOME]

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.formula_table import FormulaTable

        return FormulaTable(self)


@dataclass(frozen=True)
class DimPlus(RemovalGame):
    """Take a divisor of the heap, the whole heap included. Ferguson, exercise I.3.5.4(a).

    One more than the number of times that n can be halved.

    >>> list(DimPlus(12).removals(12)), DimPlus(12).nimber(), DimPlus((0, 7, 40)).nimber()
    ([1, 2, 3, 4, 6, 12], 3, 5)
    """

    family: ClassVar[str] = "Dim+"
    closed_form: ClassVar[str] = "g(n) = k + 1 where 2^k is the largest power of 2 that divides n"

    def removals(self, n: int) -> Iterable[int]:
        return divisors(n)

    def count_options(self, n: int) -> int:
        return 2 * isqrt(n)

    def heap_nimber(self, n: int) -> int:
        return _twos(n) + 1 if n else 0

    def leaves(self, n: int, value: int) -> Iterable[range]:
        return _single((n - k for k in self.removals(n)), self, value)


@dataclass(frozen=True)
class Aliquot(RemovalGame):
    """Take a divisor of the heap smaller than the heap. Ferguson, exercise I.3.5.4(b).

    The number of times that n can be halved; an odd heap is lost.

    >>> list(Aliquot(12).removals(12)), Aliquot(12).nimber()
    ([1, 2, 3, 4, 6], 2)
    >>> Aliquot(0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: aliquot: heap 1 is 0; a heap must be a whole number, at least 1
    """

    family: ClassVar[str] = "aliquot"
    closed_form: ClassVar[str] = "g(n) = k where 2^k is the largest power of 2 that divides n"
    smallest: ClassVar[int] = 1

    def removals(self, n: int) -> Iterable[int]:
        return divisors(n)[:-1]

    def count_options(self, n: int) -> int:
        return 2 * isqrt(n)

    def heap_nimber(self, n: int) -> int:
        return _twos(n) if n else 0

    def leaves(self, n: int, value: int) -> Iterable[range]:
        return _single((n - k for k in self.removals(n)), self, value)


@dataclass(frozen=True)
class EvenIfNotAll(RemovalGame):
    """Take an even number but not the whole heap, or a whole odd heap. Ferguson I.4.3.

    >>> [EvenIfNotAll(n).nimber() for n in range(10)]
    [0, 1, 0, 2, 1, 3, 2, 4, 3, 5]
    """

    family: ClassVar[str] = "even if not all, all if odd"
    closed_form: ClassVar[str] = "g(2k) = k - 1 and g(2k - 1) = k for k >= 1, g(0) = 0"

    def removals(self, n: int) -> Iterable[int]:
        return chain(range(2, n, 2), (n,) if n % 2 else ())

    def heap_nimber(self, n: int) -> int:
        return (n + 1) // 2 if n % 2 else max(0, n // 2 - 1)

    def leaves(self, n: int, value: int) -> Iterable[range]:
        left = {2 * value - 1, 0} if n % 2 else {2 * value + 2}
        return _single((m for m in left if 0 <= m < n), self, value)


@dataclass(frozen=True)
class EvenOrLone(RemovalGame):
    """Take an even number of counters, or a lone counter. Ferguson, exercise I.4.5.1.

    >>> [EvenOrLone(n).nimber() for n in range(10)]
    [0, 1, 1, 0, 2, 2, 3, 3, 4, 4]
    """

    family: ClassVar[str] = "an even number or a lone counter"
    closed_form: ClassVar[str] = "g(n) = ⌊n/2⌋, except g(1) = 1 and g(3) = 0"

    def removals(self, n: int) -> Iterable[int]:
        return [1] if n == 1 else range(2, n + 1, 2)

    def heap_nimber(self, n: int) -> int:
        return {1: 1, 3: 0}.get(n, n // 2)

    def leaves(self, n: int, value: int) -> Iterable[range]:
        left = {1, 3, 2 * value + 1} if n % 2 else {2 * value}
        return _single({0} if n == 1 else (m for m in left if m < n), self, value)


@dataclass(frozen=True)
class ThreesOrAll(RemovalGame):
    """Take a multiple of 3 but not all, or all of a heap that is 2 modulo 3. Ferguson I.4.5.2.

    >>> [ThreesOrAll(n).nimber() for n in range(10)]
    [0, 0, 1, 0, 1, 2, 1, 2, 3, 2]
    """

    family: ClassVar[str] = "a multiple of 3 if not all, all if 2 modulo 3"
    closed_form: ClassVar[str] = (
        "g(3k) = k - 1 for k >= 1, g(3k + 1) = k, g(3k + 2) = k + 1, g(0) = 0"
    )

    def removals(self, n: int) -> Iterable[int]:
        return chain(range(3, n, 3), (n,) if n % 3 == 2 else ())

    def heap_nimber(self, n: int) -> int:
        times, rest = divmod(n, 3)
        return max(0, times + rest - 1) if rest != 1 else times

    def leaves(self, n: int, value: int) -> Iterable[range]:
        near = range(3 * value - 3 + n % 3, 3 * value + 7, 3)
        left = {m for m in near if 0 < m < n} | ({0} if n % 3 == 2 else set())
        return _single(left, self, value)


def divisors(n: int) -> list[int]:
    """The divisors of n, in order; none of 0.

    >>> divisors(12), divisors(0)
    ([1, 2, 3, 4, 6, 12], [])
    """
    if isqrt(n) > MOST_TRIED:
        return _factored(n)
    low = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return low + [n // d for d in reversed(low) if d * d != n]


def _factored(n: int) -> list[int]:
    """The divisors of a large number, from its prime factors."""
    from flint import fmpz

    if n.bit_length() > MOST_BITS:
        raise LimitError(
            f"a heap of {n.bit_length()} binary digits is too large to factor; nimber() does not "
            "need its divisors"
        )
    found = [1]
    for prime, power in fmpz(n).factor():
        found = [d * int(prime) ** k for d in found for k in range(power + 1)]
    return sorted(found)


def _single(left: Iterable[int], game: RemovalGame, value: int) -> Iterator[range]:
    """Heaps of this nimber, each as a range of its own, the largest first."""
    amounts = {m for m in left if game.heap_nimber(m) == value}
    return (range(m, m + 1) for m in sorted(amounts, reverse=True))


def _twos(n: int) -> int:
    return (n & -n).bit_length() - 1


ONE_PILE: dict[str, type[RemovalGame]] = {
    "dim-plus": DimPlus,
    "aliquot": Aliquot,
    "even-if-not-all": EvenIfNotAll,
    "even-or-lone": EvenOrLone,
    "threes-or-all": ThreesOrAll,
}
"""The families by name."""


def one_pile(family: str, *heaps: Any, play: str = "normal") -> RemovalGame:
    """A game of one of the families, by its name.

    Parameters
    ----------
    family : str
        The name of the family.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    RemovalGame
        The game.

    Examples
    --------
    >>> one_pile("dim-plus", 12).nimber()
    3
    """
    from kibitz.core.errors import GameError, did_you_mean

    if family not in ONE_PILE:
        raise GameError(f"no one-pile family is called {family!r}{did_you_mean(family, ONE_PILE)}")
    return ONE_PILE[family](heaps, play=play)
