"""Grundy's game: split a heap into two heaps of different sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.tables.table import NimberTable


@dataclass(frozen=True)
class GrundysGame(HeapGame):
    """Split a heap into two unequal heaps; heaps of 1 and 2 are stuck. Grundy (1939).

    Whether its nimbers become periodic is not known. They are found with a sparse space, a heap of
    a million in a few seconds.

    >>> grundys_game(8, 9).nimber(), [grundys_game(n).nimber() for n in range(11)]
    (3, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0])
    >>> print(grundys_game().period(3000))
    Grundy's game: unknown; heaps up to 3,000 prove no period
    """

    family: ClassVar[str] = "Grundy's game"

    def heap_options(self, n: int) -> Iterator[Heaps]:
        return ((a, n - a) for a in range(1, (n + 1) // 2))

    def count_options(self, n: int) -> int:
        return n // 2

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable

        return FiniteTable(self, (), (), (0,), unequal=True)


def grundys_game(*heaps: Any, play: str = "normal") -> GrundysGame:
    """Grundy's game with these heaps.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    GrundysGame
        The game.
    """
    return GrundysGame(heaps, play=play)
