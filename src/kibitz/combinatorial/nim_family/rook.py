"""The rook game: a rook moves up or left on a board; the player who reaches the corner wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.read import pair, whole
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of


@dataclass(frozen=True)
class Rook(NimInDisguise):
    """The square (row, column) of the rook; rows and columns count from 1 at the top left.

    A move goes any distance up or left, so it is nim with heaps row - 1 and column - 1. The board
    has ``rows`` rows and ``columns`` columns.

    >>> game = rook(4, 5)
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (7, ['to row 4, column 4'])
    """

    theorem: ClassVar[str] = "Bouton's theorem, with heaps row - 1 and column - 1"
    closed_form: ClassVar[str] = "g(r, c) = (r - 1) ⊕ (c - 1), the nim-sum"
    reading: ClassVar[str] = "The heaps are the distances to the top row and to the first column."
    rows: int
    columns: int
    title: str = field(default="rook", kw_only=True)

    def check(self, position: Any) -> None:
        whole(self.rows, "the number of rows", 1)
        whole(self.columns, "the number of columns", 1)
        row, column = pair(position, "the square")
        whole(row, "the row", 1)
        whole(column, "the column", 1)
        if row > self.rows or column > self.columns:
            raise GameError(
                f"row {row}, column {column} is off the board of {count_of(self.rows, 'row')} and "
                f"{count_of(self.columns, 'column')}"
            )

    def show(self, position: Any) -> str:
        return f"row {position[0]}, column {position[1]}"

    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        return position[0] - 1, position[1] - 1

    def heap_names(self, position: Any) -> tuple[str, ...]:
        return "rows above", "columns left"

    def options(self, position: Any) -> Iterator[Any]:
        row, column = position
        for up in range(1, row):
            yield up, column
        for left in range(1, column):
            yield row, left

    def _outcome(self, position: Any) -> str | None:
        row, column = position
        if self.is_misere and max(row, column) <= 2:
            return "P" if (row + column) % 2 else "N"
        return "P" if row == column else "N"

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber: at most one up and one to the left."""
        self._refuse_misere()
        row, column = self.position
        targets = [
            (1 + (value ^ (column - 1)), column),
            (row, 1 + (value ^ (row - 1))),
        ]
        reached = [t for t in targets if t != self.position and t[0] <= row and t[1] <= column]
        return tuple(Move(f"to {self.show(t)}", t) for t in reached if min(t) >= 1)

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if not self.is_misere:
            return self.moves_to(0, limit)
        row, column = self.position
        # A lost square has equal coordinates, except that (1, 2) and (2, 1) replace (1, 1), (2, 2).
        squares = [(row, _partner(row)), (_partner(column), column)]
        reached = [s for s in squares if s[0] <= row and s[1] <= column and s != self.position]
        return tuple(Move(f"to {self.show(s)}", s) for s in reached)


def rook(
    row: int,
    column: int,
    rows: int | None = None,
    columns: int | None = None,
    play: str = "normal",
) -> Rook:
    """A rook on (row, column), counted from 1.

    Parameters
    ----------
    row : int
        The row of the rook.
    column : int
        The column of the rook.
    rows : int, optional
        The number of rows; just enough if omitted.
    columns : int, optional
        The number of columns; just enough if omitted.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Rook
        The game.
    """
    row, column = whole(row, "the row", 1), whole(column, "the column", 1)
    height = row if rows is None else whole(rows, "the number of rows", 1)
    width = column if columns is None else whole(columns, "the number of columns", 1)
    return Rook((row, column), height, width, play=play)


def rook_table(rows: int, columns: int) -> list[list[int]]:
    """The nimbers of all squares of a board: (row - 1) ⊕ (column - 1).

    Parameters
    ----------
    rows : int
        The number of rows.
    columns : int
        The number of columns.

    Returns
    -------
    list[list[int]]
        The nimbers, row by row.

    Examples
    --------
    >>> rook_table(2, 5)
    [[0, 1, 2, 3, 4], [1, 0, 3, 2, 5]]
    """
    height, width = whole(rows, "the number of rows", 1), whole(columns, "the columns", 1)
    return [[row ^ column for column in range(width)] for row in range(height)]


def _partner(coordinate: int) -> int:
    return 3 - coordinate if coordinate <= 2 else coordinate
