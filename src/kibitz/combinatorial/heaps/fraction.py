"""Take at least, or at most, a fraction of a heap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, ClassVar

from kibitz.combinatorial.heaps.one_pile import RemovalGame
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show


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


@dataclass(frozen=True)
class AtLeastFraction(FractionGame):
    """Take at least a fraction of a heap, and at least one counter.

    What is left is any heap up to a bound that grows with n, so nimbers never fall and each is one
    more than that of the bound: g(n) = 1 + g(bound). O(log n) steps.

    >>> [at_least(Fraction(1, 2), n).nimber() for n in range(10)], at_least("1/2", 10**18).nimber()
    ([0, 1, 2, 2, 3, 3, 3, 3, 4, 4], 60)
    """

    bound: ClassVar[str] = "at least"

    def removals(self, n: int) -> Iterable[int]:
        return range(self._least(n), n + 1) if n else ()

    def count_options(self, n: int) -> int:
        return n - self._least(n) + 1

    def heap_nimber(self, n: int) -> int:
        steps = 0
        while n:
            n -= self._least(n)
            steps += 1
        return steps

    def _least(self, n: int) -> int:
        return max(1, ceil(self.part * n))


@dataclass(frozen=True)
class AtMostFraction(FractionGame):
    """Take at most a fraction of a heap, rounded down, and at least one counter.

    The heaps that can be left are the last j(n) ones, where j grows by 0 or 1: their nimbers and
    that of n are 0, 1, ..., j in some order. So g(n) = j when j has just grown, and otherwise the
    nimber of the heap that can no longer be left, g(n - 1 - j). O(log n) steps.

    >>> [at_most("1/2", n).nimber() for n in range(10)], at_most("1/2", 10**18 + 1).nimber()
    ([0, 0, 1, 0, 2, 1, 3, 0, 4, 2], 250000000000000000)
    """

    bound: ClassVar[str] = "at most"

    def removals(self, n: int) -> Iterable[int]:
        return range(1, self._most(n) + 1)

    def count_options(self, n: int) -> int:
        return self._most(n)

    def heap_nimber(self, n: int) -> int:
        while n:
            most = self._most(n)
            if most != self._most(n - 1):
                return most
            n -= most + 1
        return 0

    def _most(self, n: int) -> int:
        return floor(self.part * n)


def at_least(part: Any, *heaps: Any, play: str = "normal") -> AtLeastFraction:
    """Take at least this part of a heap: 1/2 for At-Least-Half."""
    return AtLeastFraction(heaps, _read(part), play=play)


def at_most(part: Any, *heaps: Any, play: str = "normal") -> AtMostFraction:
    """Take at most this part of a heap: 1/2 for At-Most-Half, 1 for nim."""
    return AtMostFraction(heaps, _read(part), play=play)


def _read(part: Any) -> Fraction:
    value = exact(part, "fraction")
    if not 0 < value <= 1:
        raise GameError(f"fraction is {show(value)}; it must be above 0 and at most 1")
    return value
