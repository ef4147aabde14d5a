"""Random numbers that are the same with every machine and every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

_ALL = 2**64 - 1


class Dice:
    """A stream of random numbers that a text determines: SplitMix64, seeded by SHA-256.

    Python promises only that ``random.random`` stays as it is; how its other functions draw may
    change. This generator is a few lines of integer arithmetic, and so are its draws.

    References
    ----------
    Steele, Lea and Flood 2014.

    Examples
    --------
    >>> dice = Dice("nim 7")
    >>> [dice.integer(1, 6) for _ in range(8)]
    [6, 1, 3, 2, 6, 6, 6, 5]
    >>> dice.sample("abcdef", 3), dice.shuffled([1, 2, 3, 4])
    (['b', 'c', 'd'], [4, 1, 2, 3])
    """

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(sha256(seed.encode()).digest()[:8], "big")

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _ALL
        x = self._state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _ALL
        return x ^ (x >> 31)

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, all equally likely.

        Parameters
        ----------
        bound : int
            A positive whole number.
        """
        fair = _ALL - (_ALL + 1) % bound
        while (x := self._next()) > fair:
            pass
        return x % bound

    def integer(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included.

        Parameters
        ----------
        low, high : int
            The least and the greatest number.
        """
        return low + self.below(high - low + 1)

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """Several whole numbers.

        Parameters
        ----------
        count : int
            How many numbers to draw, independently.
        low, high : int
            The least and the greatest number.
        """
        return [self.integer(low, high) for _ in range(count)]

    def table(self, rows: int, columns: int, low: int, high: int) -> list[list[int]]:
        """A matrix of whole numbers.

        Parameters
        ----------
        rows, columns : int
            The size of the matrix.
        low, high : int
            The least and the greatest number.
        """
        return [self.integers(columns, low, high) for _ in range(rows)]

    def choice(self, items: Sequence[Item]) -> Item:
        """One of some items, all equally likely.

        Parameters
        ----------
        items : sequence of Item
            At least one item.
        """
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Some items in a random order (Fisher and Yates).

        Parameters
        ----------
        items : sequence of Item
            The items, which stay as they are.
        """
        mixed = list(items)
        for k in range(len(mixed) - 1, 0, -1):
            other = self.below(k + 1)
            mixed[k], mixed[other] = mixed[other], mixed[k]
        return mixed

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """A random selection of items, each at most once, in their own order.

        Parameters
        ----------
        items : sequence of Item
            The items.
        count : int
            How many to select.
        """
        chosen = set(self.shuffled(range(len(items)))[:count])
        return [item for k, item in enumerate(items) if k in chosen]
