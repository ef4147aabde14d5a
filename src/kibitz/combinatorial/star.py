"""The nim heap *n, the yardstick of impartial games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Star(ImpartialGame):
    """One heap of n counters; a move takes any number of them. Its nimber is n.

    >>> star(5).nimber(), (star(5) + star(3)).winning_moves()
    (5, (Move(description='in component 1 (*5): to *3', position=(3, 3)),))
    """

    theorem: ClassVar[str] = "the definition of a nim heap"

    def check(self, position: Any) -> None:
        if isinstance(position, bool) or not isinstance(position, int) or position < 0:
            raise GameError(f"nim heap: {position!r} is not a size; it must be 0, 1, 2, ...")

    def options(self, position: Any) -> range:
        return range(position - 1, -1, -1)

    def show(self, position: Any) -> str:
        return f"*{position}"

    def _nimber(self, position: Any) -> int | None:
        return int(position)

    def _reach(self, position: Any) -> int | None:
        return int(position) + 1

    def longest_play(self, limit: int | None = None) -> int | None:
        return int(self.position)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        self._refuse_misere()
        return (Move(f"to *{value}", value),) if 0 <= value < self.position else ()

    @property
    def name(self) -> str:
        return self.title or f"*{self.position}"


def star(n: int, play: str = "normal") -> Star:
    """The nim heap *n.

    Parameters
    ----------
    n : int
        The size of the heap.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Star
        The game.
    """
    return Star(n, play=play)
