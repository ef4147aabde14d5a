"""Treblecross: crosses in a row of squares; three adjacent ones win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.combinatorial.heaps.take_and_break import take_and_break
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Treblecross(HeapGame):
    """Rows of squares that are at least three away from every cross.

    A cross within two squares of another lets the opponent finish, so both keep away from crosses,
    and who cannot has lost. A row of n squares is then a heap of n + 2 in the game 0.007.
    Berlekamp, Conway and Guy, Winning Ways, chapter 4.

    >>> game = treblecross(9)
    >>> game.nimber(), [str(move) for move in game.winning_moves()][0]
    (1, 'cross square 1 of the row of 9, leaving a row of 6')
    """

    family: ClassVar[str] = "Treblecross"

    def heap_options(self, n: int) -> Iterator[Heaps]:
        # the squares next to both ends of a row of 3 leave the same
        for left in range(0 if n != 3 else 1, (n + 1) // 2):
            rows = (max(0, left - 2), max(0, n - left - 3))
            yield tuple(sorted(row for row in rows if row))

    def heap_nimber(self, n: int) -> int:
        return take_and_break("0.007").heap_nimber(n + 2) if n else 0

    def describe_heap_move(self, n: int, parts: Heaps) -> str:
        words = f"cross square {_square(n, parts)} of the row of {n}"
        if not parts:
            return words
        rows = " and ".join(map(str, parts))
        return words + (
            f", leaving rows of {rows}" if len(parts) > 1 else f", leaving a row of {rows}"
        )

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.formula_table import FormulaTable

        return FormulaTable(self)


def _square(n: int, parts: Heaps) -> int:
    """The first square of a row of n on which a cross leaves these rows.

    >>> _square(9, (6,)), _square(9, (1, 3)), _square(5, ())
    (1, 4, 3)
    """
    if len(parts) > 1:
        return min(parts) + 3
    return n - 2 - parts[0] if parts else (n + 1) // 2


def treblecross(*lengths: Any) -> Treblecross:
    """Treblecross on empty rows of squares, each at least 3 long.

    Parameters
    ----------
    *lengths : int
        The numbers of squares.

    Returns
    -------
    Treblecross
        The game.

    Examples
    --------
    >>> treblecross(2)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: Treblecross: a row of 2; three crosses need at least 3 squares
    """
    game = Treblecross(lengths)
    for length in game.position:
        if length < 3:
            raise GameError(
                f"Treblecross: a row of {length}; three crosses need at least 3 squares"
            )
    return game
