"""Take at least, or at most, a fraction of a heap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.heaps.one_pile import RemovalGame
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show

MOST_STEPS = 5_000_000
"""Steps from bound to bound."""


@dataclass(frozen=True)
class FractionGame(RemovalGame):
    """A game about a part of each heap; ``bound`` says which way it bounds what is taken."""

    bound: ClassVar[str]
    part: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "part", _read(self.part))
        super().__post_init__()

    @property
    def name(self) -> str:
        return self.title or f"{self.bound} {show(self.part)} of a heap"

    def _bounded(self, n: int) -> Iterator[int]:
        """Count steps, and refuse to continue forever where the part of a large heap is tiny."""
        yield from range(MOST_STEPS)
        raise LimitError(
            f"{self.name}: a heap of {n:,} needs more than {MOST_STEPS:,} steps; use a larger "
            "fraction or a smaller heap"
        )


@dataclass(frozen=True)
class AtLeastFraction(FractionGame):
    """Take at least a fraction of a heap, and at least one counter.

    What is left is any heap up to a bound that grows with n, so nimbers never fall and each is one
    more than that of the bound: g(n) = 1 + g(bound). O(log n) steps.

    >>> [at_least(Fraction(1, 2), n).nimber() for n in range(10)], at_least("1/2", 10**18).nimber()
    ([0, 1, 2, 2, 3, 3, 3, 3, 4, 4], 60)
    """

    bound: ClassVar[str] = "at least"

    @property
    def closed_form(self) -> str:
        if self.part == Fraction(1, 2):
            return "g(n) = 1 + ⌊log2 n⌋ for n >= 1, g(0) = 0"
        return f"g(n) = 1 + g(⌊{show(1 - self.part)} n⌋) for n >= 1, g(0) = 0"

    def removals(self, n: int) -> Iterable[int]:
        return range(self._least(n), n + 1) if n else ()

    def count_options(self, n: int) -> int:
        return n - self._least(n) + 1

    def heap_nimber(self, n: int) -> int:
        """Steps to the bound until nothing is left, all those at once that take equally many."""
        steps = 0
        for _ in self._bounded(n):
            if not n:
                break
            taken = self._least(n)
            same = n - (taken - 1) * self.part.denominator // self.part.numerator
            times = -(-same // taken)
            n -= times * taken
            steps += times
        return steps

    def leaves(self, n: int, value: int) -> Iterable[range]:
        """The heaps of a nimber lie between two bounds; each is the largest that leads to the last.

        n leads to at most m, that is ⌊(1 - part) n⌋ <= m, up to n = ⌈(m + 1) / (1 - part)⌉ - 1.
        """
        over, under = self.part.denominator, self.part.denominator - self.part.numerator
        low, high = 0, 1
        for level in self._bounded(n):
            if level == value or high > n:
                break
            low, high = high, -(-high * over // under) if under else n + 1
        most = n - self._least(n)
        return [range(low, min(high, most + 1))] if low <= most and level == value else []

    def _least(self, n: int) -> int:
        return max(1, -(-n * self.part.numerator // self.part.denominator))


@dataclass(frozen=True)
class AtMostFraction(FractionGame):
    """Take at most a fraction of a heap, rounded down, and at least one counter.

    The heaps that can be left are the last j(n) ones, where j grows by 0 or 1: their nimbers and
    that of n are 0, 1, ..., j in some order. So g(n) = j when j has just grown, and otherwise the
    nimber of the heap that can no longer be left, g(n - 1 - j). O(log n) steps, times 1/part.

    >>> [at_most("1/2", n).nimber() for n in range(10)], at_most("1/2", 10**18 + 1).nimber()
    ([0, 0, 1, 0, 2, 1, 3, 0, 4, 2], 250000000000000000)
    """

    bound: ClassVar[str] = "at most"

    @property
    def closed_form(self) -> str:
        if self.part == Fraction(1, 2):
            return "g(2k) = k and g(2k + 1) = g(k)"
        most = f"⌊{show(self.part)} n⌋"
        return f"g(n) = {most} where that has just grown, otherwise g(n - 1 - {most})"

    def removals(self, n: int) -> Iterable[int]:
        return range(1, self._most(n) + 1)

    def count_options(self, n: int) -> int:
        return self._most(n)

    def heap_nimber(self, n: int) -> int:
        for _ in self._bounded(n):
            most = self._most(n)
            since = n - self._first(most)
            if since % (most + 1) == 0 or not most:
                return most
            n -= (since // (most + 1) + 1) * (most + 1)
        return 0

    def leaves(self, n: int, value: int) -> Iterable[range]:
        """The one heap of this nimber among those that can be left, if it is there at all.

        The first heap of a nimber v is the least of which v can be taken. If m is one of its heaps,
        the next is the least heap that can no longer leave m.
        """
        over, under = self.part.denominator, self.part.denominator - self.part.numerator
        m, least = self._first(value), n - self._most(n)
        for _ in self._bounded(n):
            if m >= least or not under:
                break
            m = m * over // under + 1
        return [range(m, m + 1)] if least <= m < n else []

    def _most(self, n: int) -> int:
        return n * self.part.numerator // self.part.denominator

    def _first(self, taken: int) -> int:
        """The least heap from which this many can be taken."""
        return -(-taken * self.part.denominator // self.part.numerator)


def at_least(part: Any, *heaps: Any, play: str = "normal") -> AtLeastFraction:
    """Take at least this part of a heap: 1/2 for At-Least-Half.

    Parameters
    ----------
    part : number
        The fraction of a heap.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtLeastFraction
        The game.
    """
    return AtLeastFraction(heaps, _read(part), play=play)


def at_most(part: Any, *heaps: Any, play: str = "normal") -> AtMostFraction:
    """Take at most this part of a heap: 1/2 for At-Most-Half, 1 for nim.

    Parameters
    ----------
    part : number
        The fraction of a heap.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtMostFraction
        The game.
    """
    return AtMostFraction(heaps, _read(part), play=play)


def _read(part: Any) -> Fraction:
    value = exact(part, "fraction")
    if not 0 < value <= 1:
        raise GameError(f"fraction is {show(value)}; it must be above 0 and at most 1")
    return value
