"""Two-dimensional nim: counters on a board go left, or anywhere in a lower row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import pair, whole
from kibitz.combinatorial.nim_family.transfinite_nim import OrdinalGame
from kibitz.combinatorial.nimbers.ordinal import Ordinal
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class TwoDimensionalNim(OrdinalGame):
    """The counters (column, row), both counted from 0 at the bottom left.

    A move takes one counter any distance to the left in its row, or to any square of any lower
    row, however far to the right. A counter is worth w * row + column, so each has at most one
    winning move. Every play ends, but no number bounds its length. With ``width`` the board has
    that many columns and the values are those of nim; for a power of two, width * row + column.
    Ferguson ex. I.3.5.6.

    >>> game = two_dimensional_nim([(3, 2), (5, 1), (7, 0)])
    >>> print(game.value()), [str(move) for move in game.winning_moves()]
    w*3 + 1
    (None, ['counter 1 from (3, 2) to (2, 1)'])
    """

    width: int | None = field(default=None, kw_only=True)
    title: str = field(default="two-dimensional nim", kw_only=True)

    def check(self, position: Any) -> None:
        if self.width is not None:
            whole(self.width, "the width", 1)
        if not isinstance(position, tuple):
            raise GameError(
                f"{position!r} is not a position; write a tuple such as ((3, 2), (5, 1))"
            )
        for i, counter in enumerate(position, 1):
            column, row = pair(counter, f"counter {i}")
            whole(column, f"the column of counter {i}")
            whole(row, f"the row of counter {i}")
            if self.width is not None and column >= self.width:
                raise GameError(
                    f"the column of counter {i} is {column}; the board ends at column "
                    f"{self.width - 1}"
                )

    def show(self, position: Any) -> str:
        return ", ".join(f"({column}, {row})" for column, row in position) or "no counters"

    def ordinals(self, position: Any) -> tuple[Ordinal, ...]:
        if self.width is not None:
            return tuple(Ordinal((self.width * row + column,)) for column, row in position)
        return tuple(Ordinal(counter) for counter in position)

    def replaced(self, position: Any, i: int, heap: Ordinal) -> Move:
        if self.width is not None:
            row, column = divmod(int(heap), self.width)
        else:
            column, row = (*heap.coefficients, 0, 0)[:2]
        words = f"counter {i + 1} from {position[i]} to {(column, row)}"
        return Move(words, (*position[:i], (column, row), *position[i + 1 :]))


def two_dimensional_nim(
    counters: Iterable[Any], width: int | None = None, play: str = "normal"
) -> TwoDimensionalNim:
    """Two-dimensional nim with counters (column, row), or text such as ``3:2``.

    Parameters
    ----------
    counters : iterable of pairs or str
        The counters.
    width : int, optional
        The number of columns; just enough if omitted.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TwoDimensionalNim
        The game.

    Examples
    --------
    >>> two_dimensional_nim([(3, -2)])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the row of counter 1 is -2; it must be a whole number, at least 0
    """
    read = tuple(pair(counter, f"counter {i}") for i, counter in enumerate(counters, 1))
    return TwoDimensionalNim(read, width=width, play=play)
