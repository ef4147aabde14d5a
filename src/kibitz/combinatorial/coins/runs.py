"""Rules that turn a run of neighboring coins: Ruler and Rulerette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.nim_family.read import whole

MOST_RUN = 1_000_000
MOST_WRITTEN = 5_000_000
"""Coins in all the turns of one coin."""
"""The longest run that is written out."""


@dataclass(frozen=True)
class CoinRun(CoinRule):
    """Any run of at least ``shortest`` coins without a gap; labels from 1.

    From one coin on, Ruler: the largest power of 2 that divides x. From two on, Rulerette: half of
    that. Ferguson I.5.1 and ex. I.5.5.4.

    >>> ruler().values(8), rulerette().values(8), coin_run(3).values(8)
    ([1, 2, 1, 4, 1, 2, 1, 8], [0, 1, 0, 2, 0, 1, 0, 4], [0, 0, 1, 0, 0, 2, 0, 0])
    """

    shortest: int

    @property
    def theorem(self) -> str:
        """What the value of a coin rests on."""
        if self.shortest > 2:
            return super().theorem
        return "the Ruler rule: the largest power of two that divides the label"

    @property
    def closed_form(self) -> str:
        if self.shortest > 2:
            return ""
        half = "half of " if self.shortest == 2 else ""
        odd = ", and 0 for odd x" if self.shortest == 2 else ""
        return f"g(x) is {half}the largest power of 2 that divides x{odd}"

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        written = 0
        for first in range(x - self.shortest + 1, self.origin - 1, -1):
            written += x - first
            if written > MOST_WRITTEN:
                raise LimitError(f"{self.name}: the runs up to coin {x:,} are too many to list")
            yield tuple(range(first, x))

    def allows(self, coins: Iterable[int]) -> bool:
        run = sorted(set(coins))
        return len(run) >= self.shortest and run[-1] - run[0] + 1 == len(run)

    def value(self, x: int) -> int:
        if self.shortest > 2:
            return super().value(x)
        place = x - self.origin + 1
        return (place & -place) // self.shortest

    @cached_property
    def _sums(self) -> tuple[list[int], set[int]]:
        """The nim-sums of the first coins, and those before which a run to the next can begin."""
        return [0], set()

    def _next(self, place: int) -> int:
        """The other coins of a run are worth the difference of two nim-sums of first coins."""
        sums, starts = self._sums
        if place + 1 >= self.shortest:
            starts.add(sums[place + 1 - self.shortest])
        value = 0
        while sums[place] ^ value in starts:
            value += 1
        sums.append(sums[place] ^ value)
        return value

    def reached(self, x: int) -> Mapping[int, int]:
        return Counter(total for _, total in self._totals(x))

    def turns_worth(self, x: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if self.shortest <= 2:
            firsts = self._firsts(x, wanted)
        else:
            firsts = (first for first, total in self._totals(x) if total == wanted)
        for first in firsts:
            if x - first > MOST_RUN:
                raise LimitError(
                    f"{self.name}: the run from {first:,} to {x:,} is too long to list"
                )
            yield tuple(range(first, x))

    def _firsts(self, x: int, wanted: int) -> Iterator[int]:
        """The first coins of runs up to x whose other coins have this nim-sum.

        The coins up to place n have the nim-sum n ⊕ ⌊n/2⌋, the Gray code, which can be undone; for
        Rulerette without its last digit.
        """
        place = x - self.origin
        code = place ^ place >> 1
        codes = [code ^ wanted]
        if self.shortest == 2:
            codes = [code ^ (2 * wanted + digit) for digit in (0, 1)]
        for before in sorted(map(_undo_gray, codes), reverse=True):
            if place + 1 - before >= self.shortest:
                yield self.origin + before

    def _totals(self, x: int) -> Iterator[tuple[int, int]]:
        """For each run that ends in x: its first coin, and the nim-sum of its other coins."""
        if x - self.origin > MOST_RUN:
            raise LimitError(f"{self.name}: the runs up to coin {x:,} are too many to list")
        total = 0
        for first in range(x, self.origin - 1, -1):
            if first < x:
                total ^= self.value(first)
            if x - first + 1 >= self.shortest:
                yield first, total

    def longest_play(self, x: int) -> int:
        """A turn of coin n leaves all below it to turn: powers of two from the shortest run on."""
        spare = x - self.origin + 1 - self.shortest
        return 1 << spare if spare >= 0 else 0


def _undo_gray(code: int) -> int:
    """The number with this Gray code."""
    number = 0
    while code:
        number ^= code
        code >>= 1
    return number


def ruler() -> CoinRun:
    """Any run of neighboring coins, labels from 1.

    Returns
    -------
    CoinRun
        The rule.

    References
    ----------
    Ferguson I.5.1.
    """
    return CoinRun(1, "Ruler", 1)


def rulerette() -> CoinRun:
    """Any run of two or more neighboring coins, labels from 1.

    Returns
    -------
    CoinRun
        The rule.

    References
    ----------
    Ferguson ex. I.5.5.4.
    """
    return CoinRun(1, "Rulerette", 2)


def coin_run(shortest: int, origin: int = 1) -> CoinRun:
    """Any run of at least this many coins.

    Parameters
    ----------
    shortest : int
        The least number of coins of a run.
    origin : int, default 1
        The label of the first coin.

    Returns
    -------
    CoinRun
        The rule.
    """
    least = whole(shortest, "the shortest run", 1)
    return CoinRun(origin, f"runs of {least} or more", least)
