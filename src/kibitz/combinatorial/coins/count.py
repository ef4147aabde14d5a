"""Rules that limit the number of coins turned: Turning Turtles, Twins, Mock Turtles and on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from math import comb
from operator import xor
from typing import ClassVar

import numpy as np

from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.errors import LimitError
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_BITS = 26
"""The longest nimbers that are looked for: the search keeps a byte for each."""
MOST_COUNTED = 50_000
"""Coins to the left of one whose turns are counted."""
MOST_SCANNED = 300_000
"""Sets of coins looked at in vain before the search for another turn is given up."""
MOST_SUMS = 1 << 24
"""Nim-sums by number of coins that are kept for this."""


@dataclass(frozen=True)
class CoinCount(CoinRule):
    """From ``fewest`` to ``most`` coins, anywhere in the row.

    The first fewest - 1 coins are worth 0 and serve to fill up, so the others are worth what they
    are when any number up to ``most`` may be turned. Up to 2: 1, 2, 3, ...; up to 3: the odious
    numbers; an odd number after the even number below it: its values doubled and made odious
    (the Mock Turtle theorem). Otherwise each value is the least that fewer than ``most`` earlier
    ones do not add up to, found greedily; P-positions are then lexicodes. Winning Ways, ch. 14;
    Ferguson I.5.1.

    >>> mock_turtles().values(7), triplets().values(7)
    ([1, 2, 4, 7, 8, 11, 13, 14], [0, 0, 1, 2, 4, 7, 8, 11])
    >>> moebius().values(8)
    [1, 2, 4, 8, 16, 31, 32, 64, 103]
    """

    theorem: ClassVar[str] = "the Mock Turtle theorem and the greedy rule"
    fewest: int
    most: int

    @property
    def closed_form(self) -> str:
        if self.most > 3:
            return ""
        less = self.origin + self.fewest - 1
        x = f"(x - {less})" if less else "x"
        start = "" if self.fewest == 1 else f", and g(x) = 0 for x < {less}"
        if self.most == 1:
            return f"g(x) = 1{start}"
        if self.most == 2:
            value = "x" if less == 1 else f"x - {less - 1}" if less else "x + 1"
            return f"g(x) = {value}{start if less != 1 or self.origin == 1 else ''}"
        return (
            f"g(x) = 2{x}, or 2{x} + 1 where {x} has an even number of binary ones{start}: "
            "the odious numbers"
        )

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.most:
            raise GameError(
                f"{self.name}: from {self.fewest} to {count_of(self.most, 'coin')}; give 1 or "
                "more, the "
                "smaller number first"
            )

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        for size in self._others(x):
            yield from _rising(self.origin, x, size)

    def _others(self, x: int) -> range:
        """How many coins left of a coin may be turned with it."""
        return range(self.fewest - 1, min(self.most, x - self.origin + 1))

    def allows(self, coins: Iterable[int]) -> bool:
        return self.fewest <= len(set(coins)) <= self.most

    def value(self, x: int) -> int:
        place = x - self.origin - (self.fewest - 1)
        return 0 if place < 0 else _place_value(place, self.most)

    def reached(self, x: int) -> Mapping[int, int]:
        below = x - self.origin
        if sum(comb(below, size) for size in self._others(x)) <= 2000:
            return Counter(reduce(xor, map(self.value, others), 0) for others in self.turns(x))
        return self._subset_sums(x)

    def _subset_sums(self, x: int) -> Mapping[int, int]:
        """How often each nim-sum occurs among the sets, counted by size, coin after coin."""
        size = 1 << self.value(x - 1).bit_length() if x - self.origin <= MOST_COUNTED else 0
        most = self._others(x).stop
        if not 0 < size * most <= MOST_SUMS:
            raise LimitError(f"{self.name}: the turns of coin {x:,} are too many to count")
        values = [self.value(y) for y in range(self.origin, x)]
        counts = np.zeros((most, size), object if comb(x, most) > 2**62 else np.int64)
        counts[0, 0] = 1
        everyone = np.arange(size)
        for value in values:
            counts[1:] += counts[:-1, everyone ^ value]
        total = counts[self.fewest - 1 :].sum(axis=0)
        return {int(v): int(total[v]) for v in np.flatnonzero(total)}

    def turns_worth(self, x: int, wanted: int) -> Iterator[tuple[int, ...]]:
        """All but one of the other coins are chosen; the last is where the missing value is."""
        if wanted == 0 and self.fewest == 1:
            yield ()
        if x == self.origin or wanted.bit_length() > self.value(x - 1).bit_length():
            return
        for size in range(max(1, self.fewest - 1), self._others(x).stop):
            in_vain = 0
            for chosen in _rising(self.origin, x, size - 1):
                missing = reduce(xor, map(self.value, chosen), wanted)
                in_vain += 1
                for last in self._labels_worth(missing, x):
                    if not chosen or last > chosen[-1]:
                        in_vain = 0
                        yield (*chosen, last)
                if in_vain > MOST_SCANNED and x - self.origin > MOST_COUNTED:
                    raise LimitError(f"{self.name}: coin {x:,} has too many turns to list")

    def _labels_worth(self, value: int, end: int) -> Iterable[int]:
        """The coins below ``end`` with this value."""
        first_alive = self.origin + self.fewest - 1
        if value == 0:
            return range(self.origin, min(first_alive, end))
        if self.most <= 3:
            label = first_alive + (
                0 if self.most == 1 else value - 1 if self.most == 2 else value // 2
            )
            if self.most == 1:
                return range(first_alive, end) if value == 1 else ()
            return (label,) if label < end and self.value(label) == value else ()
        label = self._inverse(end).get(value, end)
        return (label,) if label < end else ()

    def _inverse(self, end: int) -> dict[int, int]:
        table = self._inverse_table
        first_alive = self.origin + self.fewest - 1
        for label in range(first_alive + len(table), end):
            table[self.value(label)] = label
        return table

    @cached_property
    def _inverse_table(self) -> dict[int, int]:
        return {}

    def longest_play(self, x: int) -> int:
        table = self._lengths
        while len(table) <= x - self.origin:
            enough = len(table) >= self.fewest - 1
            table.append(1 + sum(table[max(0, len(table) - self.most + 1) :]) if enough else 0)
        return table[x - self.origin]


def turning_turtles() -> CoinCount:
    """One or two coins, labels from 1: coin x is worth x.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Ferguson ex. I.2.6.4.
    """
    return CoinCount(1, "Turning Turtles", 1, 2)


def twins() -> CoinCount:
    """Exactly two coins, labels from 0: coin x is worth x.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Ferguson I.5.1.
    """
    return CoinCount(0, "Twins", 2, 2)


def mock_turtles() -> CoinCount:
    """One, two or three coins, labels from 0: the odious numbers.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Ferguson I.5.1.
    """
    return CoinCount(0, "Mock Turtles", 1, 3)


def triplets() -> CoinCount:
    """Exactly three coins, labels from 0.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Ferguson ex. I.5.5.3.
    """
    return CoinCount(0, "Triplets", 3, 3)


def moebius() -> CoinCount:
    """Up to five coins, labels from 0.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Winning Ways, ch. 14.
    """
    return CoinCount(0, "Moebius", 1, 5)


def mogul() -> CoinCount:
    """Up to seven coins, labels from 0; with 24 coins it is the Golay code.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Winning Ways, ch. 14.

    Examples
    --------
    >>> max(mogul().values(23)) < 4096
    True
    """
    return CoinCount(0, "Mogul", 1, 7)


def moidores() -> CoinCount:
    """Up to nine coins, labels from 0.

    Returns
    -------
    CoinCount
        The rule.

    References
    ----------
    Winning Ways, ch. 14.
    """
    return CoinCount(0, "Moidores", 1, 9)


def coin_count(fewest: int, most: int, origin: int = 0) -> CoinCount:
    """Turn from ``fewest`` to ``most`` coins.

    Parameters
    ----------
    fewest : int
        The least number of coins turned.
    most : int
        The greatest number of coins turned.
    origin : int, default 0
        The label of the first coin.

    Returns
    -------
    CoinCount
        The rule.
    """
    return CoinCount(origin, f"{fewest} to {count_of(most, 'coin')}", fewest, most)


def odious(value: int) -> int:
    """The odious one of 2 * value and 2 * value + 1, the one with an odd number of binary ones.

    >>> [odious(n) for n in range(6)]
    [1, 2, 4, 7, 8, 11]
    """
    return 2 * value + 1 - value.bit_count() % 2


def _place_value(place: int, most: int) -> int:
    """The value of the place-th coin, from 0, when up to ``most`` coins may be turned."""
    if most == 1:
        return 1
    if place < min(most, MOST_BITS):
        return 1 << place  # any of the coins to its left may be turned with it
    if most % 2 == 1:
        return 1 if place == 0 else odious(_place_value(place - 1, most - 1))
    if most == 2:
        return place + 1
    # nim-sums of up to half as many values are all different
    if sum(comb(place + 1, size) for size in range(most // 2 + 1)) > 1 << MOST_BITS:
        raise LimitError(
            f"turning up to {count_of(most, 'coin')}, coin {place + 1} from the left has a value "
            f"of more than {MOST_BITS} bits; use a shorter row"
        )
    return _greedy_values(most, 64 * (place // 64 + 1))[place]


@lru_cache(maxsize=32)
def _greedy_values(most: int, count: int) -> list[int]:
    from kibitz.combinatorial.coins.kernels import greedy_values

    values: list[int] = greedy_values(most, count, MOST_BITS).tolist()
    if len(values) < count:
        raise LimitError(
            f"turning up to {count_of(most, 'coin')}, only {len(values)} coins have values of "
            "at most "
            f"{MOST_BITS} bits; use a shorter row"
        )
    return values


def _rising(low: int, high: int, size: int) -> Iterator[tuple[int, ...]]:
    """The subsets of a range in lexicographic order, one by one, however long the range is."""
    if size == 0:
        yield ()
        return
    if high - low <= MOST_COUNTED:
        yield from combinations(range(low, high), size)
        return
    for first in range(low, high - size + 1):
        for rest in _rising(first + 1, high, size - 1):
            yield (first, *rest)
