"""Qubic: four in a line in a cube of four by four by four.

Cells are the bits of one integer of 64 bits for each player: level, row and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.open_lines import OpenLines
from kibitz.games.board.read_board import read_board
from kibitz.pictures import COLUMN, FAINT, ROW, Board, Canvas, Cell, drawn_board
from kibitz.rules import OVER, lowest, popcount, shift_left, without_lowest

MIRROR, AXES, INSIDE = 0, 3, 5
"""Where the images of the cube are in their list."""
SYMMETRIC = 6
"""Marks up to which images of a position are taken for one."""


class Cells(NamedTuple):
    """The cells of the first and of the second player, who moves, and whether a line is made."""

    crosses: int
    noughts: int
    turn: int
    won: int


class Qubic(OpenLines):
    """Mark cells in turn; four of one's own in a line, in any direction, win."""

    title = "Qubic"
    most_moves = 64
    longest = 64
    k = 4

    def __init__(self) -> None:
        self.lines = _lines()
        self.through = tuple(
            tuple(_seven([line for line in self.lines if line & shift_left(1, cell)]))
            for cell in range(64)
        )
        self.images = _images()

    def start(self) -> Cells:
        return Cells(0, 0, 0, 0)

    def player(self, state: Cells) -> int:
        if state.won or state.crosses | state.noughts == -1:
            return OVER
        return state.turn

    def moves(self, state: Cells) -> Iterator[int]:
        free = ~(state.crosses | state.noughts)
        while free:
            yield lowest(free)
            free = without_lowest(free)

    def play(self, state: Cells, move: int) -> Cells:
        mine = (state.crosses if state.turn == 0 else state.noughts) | shift_left(1, move)
        won = 0
        for line in self.through[move]:
            if mine & line == line:
                won = 1
        if state.turn == 0:
            return Cells(mine, state.noughts, 1, won)
        return Cells(state.crosses, mine, 0, won)

    def payoffs(self, state: Cells) -> tuple[int, int]:
        if not state.won:
            return (0, 0)
        return (1, -1) if state.turn == 1 else (-1, 1)

    def order(self, state: Cells, move: int) -> int:
        """Complete a line, stop one, add to lines that are open."""
        mine = state.crosses if state.turn == 0 else state.noughts
        theirs = state.noughts if state.turn == 0 else state.crosses
        total = 0
        for line in self.through[move]:
            own, other = popcount(mine & line), popcount(theirs & line)
            if other == 0:
                total += 1 << (3 * own + (1 if own == 3 else 0))
            elif own == 0:
                total += 1 << (3 * other - 1)
        return total

    def key(self, state: Cells) -> tuple[int, int, int, int]:
        """While few cells are marked, the least of the 192 images of the cube that keep lines."""
        crosses, noughts = state.crosses, state.noughts
        if popcount(crosses | noughts) > SYMMETRIC:
            return (crosses, noughts, state.turn, state.won)
        best = (crosses, noughts)
        for inside in range(4):
            for turn in range(6):
                for mirror in range(8):
                    if (crosses, noughts) < best:
                        best = (crosses, noughts)
                    axis = 0 if mirror & 1 == 0 else (1 if mirror & 2 == 0 else 2)
                    crosses = self.swapped(crosses, MIRROR + axis)
                    noughts = self.swapped(noughts, MIRROR + axis)
                crosses = self.swapped(crosses, AXES + turn % 2)
                noughts = self.swapped(noughts, AXES + turn % 2)
            crosses = self.swapped(crosses, INSIDE + inside % 2)
            noughts = self.swapped(noughts, INSIDE + inside % 2)
        return (best[0], best[1], state.turn, state.won)

    def swapped(self, cells: int, image: int) -> int:
        """The cells in another image of the cube."""
        moved = 0
        while cells:
            moved |= shift_left(1, self.images[image][lowest(cells)])
            cells = without_lowest(cells)
        return moved

    def _piece(self, state: Cells, cell: int) -> str:
        bit = shift_left(1, cell)
        return "X" if state.crosses & bit else "O" if state.noughts & bit else "."

    def show(self, state: Cells) -> str:
        lines = []
        for row in reversed(range(4)):
            levels = [
                " ".join(self._piece(state, 16 * level + 4 * row + k) for k in range(4))
                for level in range(4)
            ]
            lines.append(f"{row + 1} " + "   ".join(levels))
        lines.append("  " + "   ".join(["a b c d"] * 4))
        lines.append("  " + "   ".join(f"level {level}" for level in range(1, 5)))
        return "\n".join(lines)

    def read_position(self, text: str) -> Cells:
        """Four rows from the top, each through the four levels; X begins."""
        board = read_board(text, 4, 16, "XO", self.title)
        sides = []
        for sign in "XO":
            cells = 0
            for row, place in board.squares(sign):
                cells |= shift_left(1, 16 * (place // 4) + 4 * row + place % 4)
            sides.append(cells)
        crosses, noughts = sides
        turn = popcount(crosses) - popcount(noughts)
        if turn not in (0, 1):
            raise GameError(
                f"{self.title}: {popcount(crosses)} X and {popcount(noughts)} O; X moves first, so "
                "there are as many X as O, or one more"
            )
        if any(sides[turn] & line == line for line in self.lines):
            raise GameError(f"{self.title}: a line is complete, but play continued")
        won = any(sides[1 - turn] & line == line for line in self.lines)
        return Cells(crosses, noughts, turn, 1 if won else 0)

    def board_of(self, state: Cells) -> Board:
        size = 26.0
        cells = []
        canvas = Canvas(4 * size + 160, 4 * (4 * size * 0.6 + 24) + 20)
        for level in range(4):
            top = 8 + (3 - level) * (4 * size * 0.6 + 24)

            def at(row: float, column: float, top: float = top) -> tuple[float, float]:
                return 66 + column * size + row * 14, top + (4 - row) * size * 0.6

            for k in range(5):
                canvas.line(*at(k, 0), *at(k, 4), stroke=FAINT)
                canvas.line(*at(0, k), *at(4, k), stroke=FAINT)
            for cell in range(16):
                piece = self._piece(state, 16 * level + cell)
                row, column = divmod(cell, 4)
                corners = (
                    (row, column),
                    (row, column + 1),
                    (row + 1, column + 1),
                    (row + 1, column),
                )
                name = self.show_move(state, 16 * level + cell)
                cells.append(Cell(name, tuple(at(*corner) for corner in corners)))
                if piece != ".":
                    x, y = at(cell // 4 + 0.5, cell % 4 + 0.5)
                    canvas.dot(x, y, 6.5, ROW if piece == "X" else COLUMN)
            canvas.text(12, top + size * 1.6, f"level {level + 1}", size=12, anchor="start")
            for k in range(4):
                x, y = at(0, k + 0.5)
                canvas.text(x, y + 12, "abcd"[k], size=9)
                x, y = at(k + 0.5, 4)
                canvas.text(x + 10, y + 3, str(k + 1), size=9)
        return self.struck(drawn_board(canvas, cells, self.title), state.crosses, state.noughts)

    def show_move(self, state: Cells, move: int) -> str:
        return f"{'abcd'[move % 4]}{move // 4 % 4 + 1}.{move // 16 + 1}"


def _lines() -> tuple[int, ...]:
    """The 76 lines of four."""
    found = set()
    for cell in product(range(4), repeat=3):
        for way in product((-1, 0, 1), repeat=3):
            ends = [tuple(a + k * d for a, d in zip(cell, way, strict=True)) for k in range(4)]
            if any(way) and all(0 <= x < 4 for end in ends for x in end):
                bits = 0
                for level, row, column in ends:
                    bits |= shift_left(1, 16 * level + 4 * row + column)
                found.add(bits)
    return tuple(sorted(found))


def _images() -> tuple[tuple[int, ...], ...]:
    """Where cells go in images that generate all: three mirrors, two exchanges of axes, and two
    that turn the cube inside out along every axis at once.
    """

    def image(move: Callable[[int, int, int], tuple[int, int, int]]) -> tuple[int, ...]:
        places = [move(cell // 16, cell // 4 % 4, cell % 4) for cell in range(64)]
        return tuple(16 * level + 4 * row + column for level, row, column in places)

    outer, inner = (1, 0, 3, 2), (0, 2, 1, 3)
    return (
        image(lambda x, y, z: (3 - x, y, z)),
        image(lambda x, y, z: (x, 3 - y, z)),
        image(lambda x, y, z: (x, y, 3 - z)),
        image(lambda x, y, z: (y, x, z)),
        image(lambda x, y, z: (x, z, y)),
        image(lambda x, y, z: (outer[x], outer[y], outer[z])),
        image(lambda x, y, z: (inner[x], inner[y], inner[z])),
    )


def _seven(lines: list[int]) -> list[int]:
    """Four or seven lines go through a cell; the first one fills up the places."""
    return lines + lines[:1] * (7 - len(lines))


@named("qubic", "board")
def qubic() -> Qubic:
    """Four in a line in a cube of four by four by four."""
    return Qubic()
