"""Schuh's game of divisors: name a divisor of n that is not a multiple of one named before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.chomp import chomp
from kibitz.combinatorial.nim_family.read import check_counts, whole
from kibitz.core.errors import GameError

MOST_NUMBER = 10**12
MOST_DIVISORS = 40


@dataclass(frozen=True)
class Divisors(ImpartialGame):
    """The divisors of n that may still be named, in rising order; who must name 1 has lost.

    Naming a divisor strikes it out with all its multiples, which is chomp on a bar with as many
    dimensions as n has primes; the move 1 is left out, as the poison is there. A whole set of
    divisors above {1} is N by strategy stealing, and two primes are chomp itself; the rest is
    searched. Schuh (1952).

    >>> game = divisors(72)
    >>> game.outcome(), [str(move) for move in game.winning_moves()]
    ('N', ['name 12'])
    """

    theorem: ClassVar[str] = "strategy stealing"
    number: int
    title: str = field(default="divisors", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "divisor", 1)
        if position[:1] != (1,):
            raise GameError("1 has been named; the game is over")
        whole_set = set(position)
        for d in position:
            if self.number % d:
                raise GameError(f"{d} does not divide {self.number}")
            if any(d % e == 0 and e not in whole_set for e in _divisors(self.number)):
                raise GameError(f"{d} remains, although one of its divisors has been named")

    def show(self, position: Any) -> str:
        return ", ".join(map(str, position)) + " left"

    def options(self, position: Any) -> Iterator[Any]:
        return (tuple(e for e in position if e % d) for d in position[1:])

    def _moves(self, position: Any) -> Iterator[Move]:
        for d in position[1:]:
            yield Move(f"name {d}", tuple(e for e in position if e % d))

    @property
    def grid(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The powers of the first prime, and the divisors without it: their products are all.

        >>> divisors(12).grid
        ((1, 2, 4), (1, 3))
        """
        primes = _primes(self.number)
        rest = self.number
        while primes and rest % primes[0] == 0:
            rest //= primes[0]
        return _divisors(self.number // rest), _divisors(rest)

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere:
            return None
        if len(position) == len(_divisors(self.number)):
            return "P" if position == (1,) else "N"
        primes = _primes(self.number)
        if len(primes) != 2:
            return None
        return chomp(_rows(position, primes)).outcome()


def divisors(number: int, named: Iterable[int] = (), play: str = "normal") -> Divisors:
    """The game of divisors of a number, after some of them have been named.

    Parameters
    ----------
    number : int
        The number.
    named : iterable of int, optional
        Divisors named so far.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Divisors
        The game.

    Examples
    --------
    >>> divisors(12, [4]).position
    (1, 2, 3, 6)
    """
    n = whole(number, "the number", 1)
    if n > MOST_NUMBER:
        raise GameError(f"the number {n:,} is too large; the limit is {MOST_NUMBER:,}")
    left = _divisors(n)
    if len(left) > MOST_DIVISORS:
        raise GameError(
            f"{n:,} has {len(left)} divisors, too many to search; use a number with at most "
            f"{MOST_DIVISORS}"
        )
    for d in named:
        if whole(d, "a divisor", 1) not in left:
            raise GameError(f"{d} is not left to be named among {left}")
        left = tuple(e for e in left if e % d)
    return Divisors(left, n, play=play)


@lru_cache(maxsize=64)
def _divisors(n: int) -> tuple[int, ...]:
    low = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return tuple(sorted({*low, *(n // d for d in low)}))


@lru_cache(maxsize=64)
def _primes(n: int) -> tuple[int, ...]:
    primes = []
    d = 2
    while d * d <= n:
        if n % d == 0:
            primes.append(d)
            while n % d == 0:
                n //= d
        d += 1
    return (*primes, n) if n > 1 else tuple(primes)


def _rows(position: tuple[int, ...], primes: tuple[int, ...]) -> list[int]:
    """The divisors p^i q^j as a bar: the length of row j counts the i that are left."""
    p, q = primes
    rows = []
    power = 1
    left = set(position)
    while power in left:
        length, d = 0, power
        while d in left:
            length, d = length + 1, d * p
        rows.append(length)
        power *= q
    return rows
