"""Rules that turn coins in a pattern: Grunt, Turnips and Sym."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from kibitz.combinatorial.coins.rule import MOST_TURNS, CoinRule
from kibitz.combinatorial.errors import LimitError

MOST_LISTED = 1_000_000
"""The coin up to which turns are listed, the small ones first."""


@dataclass(frozen=True)
class Grunt(CoinRule):
    """Turn 0, d, x - d and x with 0 < d < x - d. Labels from 0. Ferguson I.5.1.

    Coin x is worth a heap of x in Grundy's game: it is split into d and x - d.

    >>> grunt().values(12)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]
    """

    theorem: ClassVar[str] = "the nimbers of Grundy's game"

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        return ((0, d, x - d) for d in range(1, (x + 1) // 2))


@dataclass(frozen=True)
class Turnips(CoinRule):
    """Turn three coins at equal distances. Labels from 0. Winning Ways, ch. 14.

    >>> turnips().values(8)
    [0, 0, 1, 0, 0, 1, 2, 2, 1]
    """

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        return ((x - 2 * d, x - d) for d in range(1, x // 2 + 1))


@dataclass(frozen=True)
class Sym(CoinRule):
    """Turn any set of coins that is its own mirror image. Labels from 0. Winning Ways, ch. 14.

    A coin has exponentially many turns, but what they leave is a union of cosets: beside the
    leftmost coin, each pair of mirror images is in or out.

    >>> sym().values(10)
    [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32]
    """

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        yield ()
        if x > MOST_LISTED:
            raise LimitError(f"{self.name}: coin {x:,} has too many turns to list")
        for first in range(x):
            halves = range(first + 1, (first + x) // 2 + 1)
            for size in range(len(halves) + 1):
                for left in combinations(halves, size):
                    yield tuple(sorted({first, *left, *(first + x - y for y in left)}))

    def reached(self, x: int) -> Mapping[int, int]:
        counts: Counter[int] = Counter([0])
        for first in range(x):
            coset = Counter([self.value(first)])
            for y in range(first + 1, (first + x) // 2 + 1):
                mirror = first + x - y
                change = self.value(y) ^ (self.value(mirror) if mirror != y else 0)
                coset += Counter({value ^ change: times for value, times in coset.items()})
                if len(coset) > MOST_TURNS:
                    raise LimitError(f"{self.name}: the values of coin {x} are too many to list")
            counts += coset
        return counts

    def allows(self, coins: Iterable[int]) -> bool:
        turned = set(coins)
        ends = min(turned) + max(turned)
        return {ends - y for y in turned} == turned


def grunt() -> Grunt:
    """Four coins in a symmetric pattern that begins with coin 0.

    Returns
    -------
    Grunt
        The rule.

    References
    ----------
    Ferguson I.5.1.
    """
    return Grunt(0, "Grunt")


def turnips() -> Turnips:
    """Three coins at equal distances, labels from 0.

    Returns
    -------
    Turnips
        The rule.

    References
    ----------
    Winning Ways, ch. 14.
    """
    return Turnips(0, "Turnips")


def sym() -> Sym:
    """Any symmetric set of coins, labels from 0.

    Returns
    -------
    Sym
        The rule.

    References
    ----------
    Winning Ways, ch. 14.
    """
    return Sym(0, "Sym")
