"""Heads of a large board as bits, so that many thousands of positions fit in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from kibitz.combinatorial.coins.turn import TartanTurn, Turn

SMALL = 512
"""Heads up to which a plain frozenset serves."""


class Heads(Set[Any]):
    """A set of coins (row, column) of a board, equal to the frozenset of them.

    >>> heads = Heads.of([(1, 2), (3, 1)], (1, 1), 4)
    >>> sorted(heads), heads == frozenset({(1, 2), (3, 1)}), len(heads)
    ([(1, 2), (3, 1)], True, 2)
    >>> hash(heads) == hash(frozenset(heads))
    True
    """

    __slots__ = ("bits", "origin", "width")

    def __init__(self, bits: int, origin: tuple[int, int], width: int) -> None:
        self.bits = bits
        self.origin = origin
        self.width = width

    @classmethod
    def of(cls, coins: Iterable[Any], origin: tuple[int, int], width: int) -> Heads:
        """The bits of these coins."""
        heads = cls(0, origin, width)
        lines: dict[int, int] = {}
        for row, column in coins:
            lines[row - origin[0]] = lines.get(row - origin[0], 0) | 1 << (column - origin[1])
        heads.bits = sum(line << row * width for row, line in lines.items())
        return heads

    def turned(self, turn: Turn | TartanTurn) -> Heads:
        """The position after a turn."""
        top, left = self.origin
        if isinstance(turn, TartanTurn):
            line = sum(1 << (column - left) for column in turn.columns)
            change = sum(line << (row - top) * self.width for row in turn.rows)
        else:
            change = Heads.of(turn.coins, self.origin, self.width).bits
        return Heads(self.bits ^ change, self.origin, self.width)

    def __contains__(self, coin: object) -> bool:
        if not isinstance(coin, tuple) or len(coin) != 2:
            return False
        row, column = coin[0] - self.origin[0], coin[1] - self.origin[1]
        if row < 0 or not 0 <= column < self.width:
            return False
        return bool(self.bits >> (row * self.width + column) & 1)

    def __iter__(self) -> Iterator[Any]:
        digits = f"{self.bits:b}"[::-1]
        place = digits.find("1")
        while place >= 0:
            row, column = divmod(place, self.width)
            yield row + self.origin[0], column + self.origin[1]
            place = digits.find("1", place + 1)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        return f"Heads({sorted(self)})"

    @classmethod
    def _from_iterable(cls, coins: Iterable[Any]) -> Any:
        return frozenset(coins)
