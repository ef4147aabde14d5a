"""Empty and divide: of two boxes, one is emptied and the other's chips are shared between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import SOME, Move
from kibitz.combinatorial.nim_family.read import whole
from kibitz.core.errors import GameError

MOST_MOVES = 1_000_000


@dataclass(frozen=True)
class EmptyAndDivide(ImpartialGame):
    """The chips (m, n) in the two boxes, at least one in each.

    A move empties one box and divides the chips of the other, at least one to each box; at (1, 1)
    none is left. P when both numbers are odd. Take a chip from each box, then the nimber is the
    number of ones at the end of the bitwise "or", which makes this delete nim (Abuku and Suetsugu
    2021). Ferguson ex. I.1.5.5. The order of the boxes does not matter.

    >>> game = empty_and_divide(10, 3)
    >>> game.nimber(), [move.position for move in game.winning_moves()]
    (2, [(1, 9), (3, 7), (5, 5)])
    """

    theorem: ClassVar[str] = "the formula of delete nim"
    closed_form: ClassVar[str] = (
        "g(m, n) is the number of ones at the end of (m - 1) or (n - 1), joined bit by bit; it is "
        "0 just where m and n are odd"
    )
    title: str = field(default="empty and divide", kw_only=True)

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple) or len(position) != 2:
            raise GameError(
                f"{position!r} is not a position; write two numbers of chips, say (5, 3)"
            )
        for i, chips in enumerate(position, 1):
            whole(chips, f"box {i}", 1)

    def show(self, position: Any) -> str:
        return f"{position[0]} and {position[1]}"

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        kept = position if position[0] != position[1] else position[:1]
        for chips in kept:
            for a in range(1, chips // 2 + 1):
                yield Move(f"divide the {chips} into {a} and {chips - a}", (a, chips - a))

    def _nimber(self, position: Any) -> int | None:
        joined: int = (position[0] - 1) | (position[1] - 1)
        return ((joined + 1) & ~joined).bit_length() - 1

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        self._refuse_misere()
        moves = (m for m in self.moves(self.position) if self._nimber(m.position) == value)
        if sum(self.position) > 4 * MOST_MOVES:
            raise LimitError(
                f"{sum(self.position):,} chips have too many divisions to list; every division "
                "into two odd numbers wins"
            )
        return tuple(islice(moves, MOST_MOVES))

    def some_winning_moves(self) -> tuple[Move, ...]:
        if self.is_misere:
            return super().some_winning_moves()
        even = [chips for chips in dict.fromkeys(self.position) if chips % 2 == 0]
        parts = ((a, n) for a in range(1, 2 * SOME, 2) for n in even if 2 * a <= n)
        won = (Move(f"divide the {n} into {a} and {n - a}", (a, n - a)) for a, n in parts)
        return tuple(islice(won, SOME))


def empty_and_divide(m: int, n: int, play: str = "normal") -> EmptyAndDivide:
    """Empty and divide with m and n chips.

    Parameters
    ----------
    m : int
        The chips in the first box.
    n : int
        The chips in the second box.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    EmptyAndDivide
        The game.

    Examples
    --------
    >>> empty_and_divide(0, 3)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: box 1 is 0; it must be a whole number, at least 1
    """
    return EmptyAndDivide((whole(m, "box 1", 1), whole(n, "box 2", 1)), play=play)
