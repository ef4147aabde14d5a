"""Coalitions counted by size and weight with generating functions.

The number of coalitions of size s and weight w is the coefficient of y^s x^w in the product of
1 + y x^w(i) over the players. A polynomial in x is kept as one long integer, a block of binary
digits for each coefficient: a player joins by a shift and an addition, leaves by a subtraction, and
the coefficients of a range of weights are added up by one remainder. Mann and Shapley, 1962; Lucas,
"Measuring power in weighted voting systems", 1983.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from kibitz.core.errors import GameError

MOST_BYTES = 2**30
"""The most memory the polynomials may take."""
MOST_WORK = 2**36
"""The most bytes that may be moved about: half a minute or so."""


class Counts:
    """How many coalitions there are of each size and each weight below a cap.

    >>> counts = Counts.of([2, 1, 1], cap=4)
    >>> counts.between(2, 4)
    [0, 1, 3, 0]
    >>> counts.without(2).between(0, 4)
    [1, 2, 1]
    """

    __slots__ = ("cap", "rows", "width")

    def __init__(self, width: int, cap: int, rows: list[int]) -> None:
        self.width = width
        self.cap = cap
        self.rows = rows

    @classmethod
    def of(cls, weights: Sequence[int], cap: int, room: int = 0) -> Self:
        """Start empty and let the players join; cost n^2 additions of long integers.

        With ``room`` the blocks have space for the coalitions of this many players.
        """
        counts = cls(8 * -(-(max(len(weights), room) + 2) // 8), cap, [1])
        for weight in sorted(weights):
            counts.join(weight)
        return counts

    def join(self, weight: int) -> None:
        """Let one more player in."""
        shift = self.width * min(weight, self.cap)
        kept = (1 << (self.width * self.cap)) - 1
        rows = self.rows
        rows.append(0)
        for size in range(len(rows) - 1, 0, -1):
            rows[size] += (rows[size - 1] << shift) & kept

    def mix(self, weight: int) -> None:
        """Let one more player in who does not count toward the size."""
        shift = self.width * min(weight, self.cap)
        kept = (1 << (self.width * self.cap)) - 1
        self.rows = [row + ((row << shift) & kept) for row in self.rows]

    def without(self, weight: int) -> Counts:
        """The counts after a player of this weight has left."""
        shift = self.width * min(weight, self.cap)
        kept = (1 << (self.width * self.cap)) - 1
        rows: list[int] = []
        before = 0
        for row in self.rows[:-1]:
            before = row - ((before << shift) & kept)
            rows.append(before)
        return Counts(self.width, self.cap, rows)

    def between(self, low: int, high: int) -> list[int]:
        """By size, how many coalitions weigh at least ``low`` and less than ``high``."""
        low, high = max(low, 0), min(high, self.cap)
        if low >= high:
            return [0] * len(self.rows)
        start, kept = self.width * low, (1 << (self.width * (high - low))) - 1
        base = (1 << self.width) - 1
        return [((row >> start) & kept) % base for row in self.rows]

    def coefficients(self, size: int) -> list[int]:
        """How many coalitions of this size have each weight from 0 up to the cap."""
        step = self.width // 8
        data = self.rows[size].to_bytes(self.cap * step, "little")
        return [int.from_bytes(data[k : k + step], "little") for k in range(0, len(data), step)]


def work_of(players: int, cap: int, rounds: int) -> tuple[int, int]:
    """How many bytes the polynomials take, and how many are moved in this many rounds."""
    memory = cap * -(-(players + 2) // 8) * players
    return memory, memory * rounds


def check_work(players: int, cap: int, rounds: int, what: str, instead: str) -> None:
    """Refuse to count when the polynomials would be too long, before any is written.

    >>> check_work(60, 10**12, 60, "voters", "round the weights")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 60 voters and weights up to 1000000000000: counting coalitions ...
    """
    memory, work = work_of(players, cap, rounds)
    if memory > MOST_BYTES or work > MOST_WORK:
        raise GameError(
            f"{players} {what} and weights up to {cap}: counting coalitions by weight would take "
            f"{max(memory >> 20, 1)} MB and move {max(work >> 30, 1)} GB; {instead}"
        )
