"""Nimble: coins on a strip of squares, and a move takes one of them any way to the left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.nim import Nim
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole_numbers


@dataclass(frozen=True)
class Nimble(Nim):
    """The squares of the coins. Squares are numbered from 0; coins on square 0 are dead.

    Any number of coins may share a square, and coins may pass one another, so each is a heap of
    nim of the size of its square. Ferguson ex. I.2.6.3.

    >>> game = nimble([0, 3, 3, 6, 10])
    >>> [str(move) for move in game.winning_moves()]
    ['coin 5 from square 10 to 6']
    """

    theorem: ClassVar[str] = "Bouton's theorem, a coin on square n being a heap of n"
    reading: ClassVar[str] = "A coin on square n is a heap of n."
    title: str = field(default="nimble", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "the square of coin")

    def show(self, position: Any) -> str:
        return "coins on " + ", ".join(map(str, position)) if position else "no coins"

    def heap_names(self, position: Any) -> tuple[str, ...]:
        return tuple(f"coin {i}" for i in range(1, len(position) + 1))

    def _moves(self, position: Any) -> Iterator[Move]:
        for i, square in enumerate(position):
            for left in range(square):
                yield self._reduced(position, i, left)

    def _reduced(self, position: Any, i: int, left: int) -> Move:
        words = f"coin {i + 1} from square {position[i]} to {left}"
        return Move(words, (*position[:i], left, *position[i + 1 :]))


@one_by_one
def nimble(squares: Iterable[int], play: str = "normal") -> Nimble:
    """Nimble with coins on these squares, numbered from 0.

    Parameters
    ----------
    squares : iterable of int
        The squares of the coins, numbered from 0.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Nimble
        The game.
    """
    return Nimble(whole_numbers(squares, "the square of coin"), play=play)
