"""Acrostic games: a move of a row game along one row or one column of a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from kibitz.combinatorial.coins.board_rule import BoardRule, Cell
from kibitz.combinatorial.coins.turn import Turn


@dataclass(frozen=True)
class AcrosticTwins(BoardRule):
    """Turn two coins of one row or of one column; labels from 0. Ferguson I.5.2.

    The coin in row r and column c is worth r ⊕ c.

    >>> acrostic_twins().table(3, 5)
    [[0, 1, 2, 3, 4], [1, 0, 3, 2, 5], [2, 3, 0, 1, 6]]
    """

    theorem: ClassVar[str] = "the nim-sum of row and column"
    closed_form: ClassVar[str] = "g(r, c) = r ⊕ c, the nim-sum"

    @property
    def origin(self) -> Cell:
        return 0, 0

    def turns(self, row: int, column: int) -> Iterator[tuple[Cell, ...]]:
        for above in range(row):
            yield ((above, column),)
        for left in range(column):
            yield ((row, left),)

    def value(self, row: int, column: int) -> int:
        return row ^ column

    def turns_by(self, row: int, column: int, change: int) -> Iterator[Turn]:
        """At most one in the column and one in the row: the other coin makes up the value."""
        wanted = change ^ self.value(row, column)
        if 0 <= wanted ^ column < row:
            yield Turn(((wanted ^ column, column), (row, column)))
        if 0 <= wanted ^ row < column:
            yield Turn(((row, wanted ^ row), (row, column)))


def acrostic_twins() -> AcrosticTwins:
    """Two coins of one row or of one column.

    Returns
    -------
    AcrosticTwins
        The rule.
    """
    return AcrosticTwins("Acrostic Twins")
