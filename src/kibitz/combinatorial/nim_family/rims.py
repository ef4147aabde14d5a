"""Rims and Rayles: loops are drawn through dots, and no two loops may meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import islice
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.move import SOME, Move
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole_numbers
from kibitz.core.errors import GameError

MOST_MOVES = 4_000_000
"""Loops looked through at most for those that win."""


@dataclass(frozen=True)
class Rims(ImpartialGame):
    """The dots in each region of the plane, largest first; regions without dots are left out.

    A move draws a loop through at least one dot of one region; the other dots of that region come
    to lie inside it or outside, which are two regions from then on. Any numbers can be arranged.
    A region of n dots is worth n: the loop through n - m dots leaves m, and no loop keeps the
    nimber, so Rims is nim. Ferguson ex. I.4.5.8.

    >>> game = rims([5, 2])
    >>> game.nimber(), len(game.winning_moves())
    (7, 2)
    """

    theorem: ClassVar[str] = "Rims being nim, a region of n dots a heap of n"
    closed_form: ClassVar[str] = "g(n) = n, and regions add by nim-sum"
    title: str = field(default="Rims", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "region", 1)
        if list(position) != sorted(position, reverse=True):
            raise GameError(f"the regions {position} must be listed with the largest first")

    def show(self, position: Any) -> str:
        return "regions of " + ", ".join(map(str, position)) if position else "no dots"

    def most_dots(self, region: int) -> int:
        """How many dots of a region a loop may pass through.

        Parameters
        ----------
        region : int
            The number of dots in the region.
        """
        return region

    def value_of(self, dots: int) -> int:
        """The nimber of a region.

        Parameters
        ----------
        dots : int
            The number of dots in the region.
        """
        return dots

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        for i in self._first_of_each(position):
            dots = position[i]
            for taken in range(1, self.most_dots(dots) + 1):
                for inside in range((dots - taken) // 2 + 1):
                    yield _looped(position, i, taken, inside)

    def _nimber(self, position: Any) -> int | None:
        return reduce(xor, map(self.value_of, position), 0)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        self._refuse_misere()
        loops = sum(self.most_dots(d) * (d + 2) // 2 for d in set(self.position))
        if loops > MOST_MOVES:
            raise LimitError(
                f"up to {loops:,} loops are too many to list; the limit is {MOST_MOVES:,}"
            )
        change = self.nimber() ^ value
        return tuple(
            _looped(self.position, i, taken, inside)
            for i in self._first_of_each(self.position)
            for taken, inside in self._loops_worth(self.position[i], change)
        )

    def some_winning_moves(self) -> tuple[Move, ...]:
        """A few winning loops, those around no dot before the others."""
        total = self.nimber() if not self.is_misere else 0
        moves: list[Move] = []
        for i in self._first_of_each(self.position) if total else ():
            dots = self.position[i]
            wanted = self.value_of(dots) ^ total
            takes = range(1, self.most_dots(dots) + 1)
            empty = (k for k in takes if self.value_of(dots - k) == wanted)
            moves += [_looped(self.position, i, k, 0) for k in islice(empty, SOME)]
        return tuple(moves[:SOME]) or super().some_winning_moves()

    def _loops_worth(self, dots: int, change: int) -> Iterator[tuple[int, int]]:
        """The loops that change the nimber of a region in this way: (dots passed, inside)."""
        wanted = self.value_of(dots) ^ change
        for taken in range(1, self.most_dots(dots) + 1):
            left = dots - taken
            for inside in range(left // 2 + 1):
                if self.value_of(inside) ^ self.value_of(left - inside) == wanted:
                    yield taken, inside

    @staticmethod
    def _first_of_each(position: Any) -> Iterator[int]:
        """Regions of equal size are alike; one of each size is enough."""
        return (i for i, dots in enumerate(position) if i == 0 or position[i - 1] != dots)


@dataclass(frozen=True)
class Rayles(Rims):
    """Rims with loops through one or two dots only, which is Kayles. Ferguson ex. I.4.5.9.

    >>> game = rayles([5, 3])
    >>> game.nimber(), str(game.winning_moves()[0])
    (7, 'a loop through 2 of 5 dots, 0 inside and 3 outside')
    """

    theorem: ClassVar[str] = "Rayles being Kayles, whose nimbers have period 12 from 71 on"
    closed_form: ClassVar[str] = ""
    title: str = field(default="Rayles", kw_only=True)

    def most_dots(self, region: int) -> int:
        return min(2, region)

    def value_of(self, dots: int) -> int:
        # Guy and Smith (1956): a period of 12 that holds from 71 to 168 holds forever.
        return _kayles()[dots if dots < 71 else 71 + (dots - 71) % 12]


@one_by_one
def rims(regions: Iterable[int], play: str = "normal") -> Rims:
    """Rims with these numbers of dots in the regions.

    Parameters
    ----------
    regions : iterable of int
        The number of dots in each region.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rims
        The game.
    """
    return Rims(_regions(regions), play=play)


@one_by_one
def rayles(regions: Iterable[int], play: str = "normal") -> Rayles:
    """Rayles with these numbers of dots in the regions.

    Parameters
    ----------
    regions : iterable of int
        The number of dots in each region.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rayles
        The game.
    """
    return Rayles(_regions(regions), play=play)


def _regions(dots: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(filter(None, whole_numbers(dots, "region")), reverse=True))


def _looped(position: tuple[int, ...], i: int, taken: int, inside: int) -> Move:
    dots = position[i]
    outside = dots - taken - inside
    words = f"a loop through {taken} of {dots} dots, {inside} inside and {outside} outside"
    parts = (*position[:i], *position[i + 1 :], *(n for n in (inside, outside) if n))
    return Move(words, tuple(sorted(parts, reverse=True)))


def _mex(dots: int, most: int, values: list[int]) -> int:
    """The mex of what loops through 1 to ``most`` of the dots leave."""
    return least_absent(
        {
            values[inside] ^ values[dots - taken - inside]
            for taken in range(1, most + 1)
            for inside in range((dots - taken) // 2 + 1)
        }
    )


@lru_cache(maxsize=1)
def _kayles() -> list[int]:
    """The nimbers of Kayles up to the end of its first full period."""
    values: list[int] = []
    for n in range(71 + 12):
        values.append(_mex(n, min(2, n), values))
    return values
