"""What games share that are won by a line of one's own marks: an estimate by the open lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kibitz.pictures import Board
from kibitz.rules import Rules, popcount


class OpenLines(Rules):
    """Rules whose states have the bits of ``crosses`` and of ``noughts``, in any order."""

    names = ("X", "O")
    payoff_bounds = (-1, 1)
    lines: tuple[int, ...]
    """The cells of every line, as bits."""
    k: int
    """Cells of a line."""
    line_pays: int = 1
    """What a line is worth to its owner; -1 in misère play."""

    def evaluate(self, state: Any) -> tuple[float, float]:
        """The lines that are still open to each, weighted by how far they are filled."""
        total = 0.0
        for line in self.lines:
            mine, theirs = popcount(state.crosses & line), popcount(state.noughts & line)
            if theirs == 0 and mine > 0:
                total += 4.0**mine
            if mine == 0 and theirs > 0:
                total -= 4.0**theirs
        guess = max(-0.99, min(0.99, total / (4.0**self.k * 4)))
        return (self.line_pays * guess, -self.line_pays * guess)

    def struck(self, board: Board, *sides: int) -> Board:
        """A board with a stroke through every line that one of the sides, as bits, has made."""
        return board.struck(*made_lines(self.lines, sides, lambda cell: self.show_move(None, cell)))


def made_lines(
    lines: Iterable[int], sides: Iterable[int], name: Callable[[int], str]
) -> list[list[str]]:
    """The lines that one of the sides has made, each as the names of its cells in order.

    >>> made_lines((0b111, 0b1001001), (0b1001011, 0b100), str)
    [['0', '3', '6']]
    """
    made = [line for side in sides for line in lines if side & line == line]
    return [[name(cell) for cell in range(64) if line >> cell & 1] for line in made]
