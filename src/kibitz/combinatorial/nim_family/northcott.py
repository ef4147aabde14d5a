"""Northcott's game: a white and a black checker in every row, each side moves its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.read import pair, whole
from kibitz.core.errors import GameError, did_you_mean

SIDES = ("white", "black")


@dataclass(frozen=True)
class Northcott(NimInDisguise):
    """The position is (rows, mover); a row is (column of white, column of black), from 1.

    The mover takes one checker of its color any distance along its row, forwards or backwards,
    without jumping; who cannot move loses. The two sides have different moves and play can go
    round, and yet it is nim on the gaps: a retreat is answered by an advance of equal length, and
    no one can retreat forever. Ferguson ex. I.2.6.5. Cost O(rows).

    >>> game = northcott([(1, 5), (2, 8), (7, 4)], width=8)
    >>> game.gaps(), game.nimber()
    ((3, 5, 2), 4)
    >>> [str(move) for move in game.winning_moves()]
    ['white in row 2 from column 2 to 6']
    """

    theorem: ClassVar[str] = "nim on the gaps, a retreat being answered by an equal advance"
    summable: ClassVar[bool] = False
    reading: ClassVar[str] = "The heaps are the gaps between the two checkers of each row."
    reversible: ClassVar[str] = (
        "An advance makes a gap smaller, as in nim. A retreat makes it larger, but the other side "
        "can advance by as much and restore the gap; since no one can retreat forever, retreats "
        "only put off the end."
    )
    width: int
    title: str = field(default="Northcott's game", kw_only=True)

    def check(self, position: Any) -> None:
        whole(self.width, "the width", 2)
        if not isinstance(position, tuple) or len(position) != 2:
            raise GameError(
                f"{position!r} is not a position; write (rows, mover), say (((1, 5), (3, 2)), "
                "'white')"
            )
        rows, mover = position
        if mover not in SIDES:
            raise GameError(f"the mover is {mover!r}{did_you_mean(str(mover), SIDES)}")
        if not rows:
            raise GameError("the board has no rows; give at least one, such as (1, 5)")
        for i, row in enumerate(rows, 1):
            self._check_row(row, i)

    def _check_row(self, row: Any, i: int) -> None:
        if not isinstance(row, tuple) or len(row) != 2:
            raise GameError(f"row {i} is {row!r}; it must be (column of white, column of black)")
        for side, column in zip(SIDES, row, strict=True):
            whole(column, f"row {i}, the column of {side},", 1)
            if column > self.width:
                raise GameError(
                    f"row {i}, the column of {side}, is {column}; the board ends "
                    f"at column {self.width}"
                )
        if row[0] == row[1]:
            raise GameError(f"row {i}: both checkers are in column {row[0]}; they need two squares")

    def show(self, position: Any) -> str:
        rows, mover = position
        return f"{', '.join(f'{w}:{b}' for w, b in rows)}, {mover} to move"

    @property
    def mover(self) -> str:
        """The side to move, "white" or "black"."""
        side: str = self.position[1]
        return side

    def gaps(self) -> tuple[int, ...]:
        """The number of squares between the two checkers of each row."""
        return self.nim_heaps(self.position)

    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        return tuple(abs(white - black) - 1 for white, black in position[0])

    def heap_names(self, position: Any) -> tuple[str, ...]:
        return tuple(f"row {i}" for i in range(1, len(position[0]) + 1))

    def winner(self) -> str:
        """The side that wins, "white" or "black", in normal play."""
        side = SIDES.index(self.mover)
        return SIDES[side if self.outcome() == "N" else 1 - side]

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        rows, mover = position
        side = SIDES.index(mover)
        for i, row in enumerate(rows):
            mine, other = row[side], row[1 - side]
            low, high = (1, other - 1) if mine < other else (other + 1, self.width)
            for column in range(low, high + 1):
                if column != mine:
                    yield _moved(position, i, column)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber; in each row at most one, forwards or backwards."""
        self._refuse_misere()
        rows, mover = self.position
        side = SIDES.index(mover)
        change = self.nimber() ^ value
        moves = []
        for i, (row, gap) in enumerate(zip(rows, self.gaps(), strict=True)):
            mine, other = row[side], row[1 - side]
            away = (gap ^ change) + 1
            column = other - away if mine < other else other + away
            if column != mine and away >= 1 and 1 <= column <= self.width:
                moves.append(_moved(self.position, i, column))
        return tuple(moves)

    def progress(self, position: Any) -> int:
        """How far the side that has just moved could still advance if the other stood at the edge.

        A winner always has a winning advance, and every advance lowers this number.
        """
        rows, mover = position
        side = 1 - SIDES.index(mover)
        return sum(
            self.width - row[side] if row[side] < row[1 - side] else row[side] for row in rows
        )

    def _reach(self, position: Any) -> int:
        return int(2 * (self.width * (self.width - 1) // 2) ** len(position[0]))


def northcott(
    rows: Iterable[Any], width: int = 8, mover: str = "white", play: str = "normal"
) -> Northcott:
    """Northcott's game; a row is (column of white, column of black), or text such as ``1:5``.

    Parameters
    ----------
    rows : iterable
        The columns of the white and the black checker of each row.
    width : int, default 8
        The number of columns.
    mover : {"white", "black"}, default "white"
        Who moves first.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Northcott
        The game.

    Examples
    --------
    >>> northcott([(3, 3)])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 1: both checkers are in column 3; they need two squares
    """
    read = tuple(pair(row, f"row {i}") for i, row in enumerate(rows, 1))
    return Northcott((read, mover), whole(width, "the width", 2), play=play)


def _moved(position: Any, i: int, column: int) -> Move:
    rows, mover = position
    side = SIDES.index(mover)
    row = (column, rows[i][1]) if side == 0 else (rows[i][0], column)
    words = f"{mover} in row {i + 1} from column {rows[i][side]} to {column}"
    return Move(words, ((*rows[:i], row, *rows[i + 1 :]), SIDES[1 - side]))
