"""Many moves from one heap at once, where they are too many to list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.combinatorial.move import Move

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.game import Heaps
    from kibitz.combinatorial.heaps.one_pile import RemovalGame


@dataclass(frozen=True)
class HeapMoveRange:
    """The moves that leave any of ``left`` counters of a heap, beside the ``rest`` of the heaps.

    Iterating gives the moves one by one, those that leave least first.

    >>> from kibitz.combinatorial.heaps.fraction import at_least
    >>> wins = at_least("1/2", 10**18, 10**9).winning_ranges()[0]
    >>> print(wins)
    leave any of 536870912 to 1073741823 of the heap of 1000000000000000000
    >>> wins.count, next(iter(wins)).position
    (536870912, (536870912, 1000000000))
    """

    game: RemovalGame
    heap: int
    left: range
    rest: Heaps

    @property
    def count(self) -> int:
        """How many moves there are; ``len`` would not hold the largest numbers."""
        return max(0, (self.left.stop - self.left.start + self.left.step - 1) // self.left.step)

    @property
    def ends(self) -> tuple[Move, Move]:
        """The move that leaves least and the one that leaves most."""
        return self._move(self.left[0]), self._move(self.left[-1])

    def __iter__(self) -> Iterator[Move]:
        return map(self._move, self.left)

    def _move(self, left: int) -> Move:
        return self.game._move(self.heap, (left,) if left else (), self.rest)

    def to_json(self) -> dict[str, Any]:
        least, most = self.left[0], self.left[-1]
        return {"heap": self.heap, "leave_least": least, "leave_most": most, "moves": self.count}

    def __str__(self) -> str:
        if self.count == 1:
            return next(iter(self)).description
        least, most = self.left[0], self.left[-1]
        return f"leave any of {least} to {most} of the heap of {self.heap}"
