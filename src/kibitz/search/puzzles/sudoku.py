"""Sudoku: every row, column and box holds every number once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isqrt
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle

Cells = tuple[int, ...]
_SIGNS = "._*-+| /,;\n\r\t"


class Sudoku(Puzzle):
    """A state is all cells, row by row, 0 where one is empty; a move fills the most constrained.

    Clues are text (a dot, 0 or _ for an empty cell), numbers, or rows of them.

    >>> from kibitz.search.puzzles.backtracking import count_solutions
    >>> count_solutions(Sudoku("1... ..3. .4.. ...2")), count_solutions(Sudoku([[0] * 4] * 4))
    (1, 288)
    """

    title = "Sudoku"
    is_filled_in = True

    def __init__(self, clues: Any) -> None:
        cells = _cells(clues)
        self.size = isqrt(len(cells))
        self.box = isqrt(self.size)
        if self.box * self.box != self.size or self.size**2 != len(cells) or self.size < 4:
            raise GameError(
                f"sudoku: {count_of(len(cells), 'cell')}; a puzzle has 81 (or 16, 256), with "
                ". for empty ones"
            )
        if max(cells) > self.size or min(cells) < 0:
            worst = max(cells) if max(cells) > self.size else min(cells)
            raise GameError(f"sudoku: a clue is {worst}; numbers run from 1 to {self.size}")
        self.clues: Cells = tuple(cells)
        self._units = units(self.size)
        for place, clue in enumerate(self.clues):
            if clue and any(self.clues[p] == clue for p in peers(self.size, place)):
                row, column = divmod(place, self.size)
                raise GameError(f"sudoku: two {clue}s meet at row {row + 1}, column {column + 1}")

    def start(self) -> Cells:
        return self.clues

    def free(self, state: Cells, place: int) -> list[int]:
        """The numbers that a cell can still take.

        Parameters
        ----------
        state : tuple of int
            All cells, row by row, 0 where one is empty.
        place : int
            The number of the cell, from 0.
        """
        used = {state[p] for p in peers(self.size, place)}
        return [n for n in range(1, self.size + 1) if n not in used]

    def moves(self, state: Cells) -> Iterator[tuple[int, int]]:
        """What may stand in the empty cell with the fewest choices, the first of equals."""
        used = [0] * (3 * self.size)
        for n, (row, column, box) in zip(state, self._units, strict=True):
            if n:
                bit = 1 << n
                used[row] |= bit
                used[column] |= bit
                used[box] |= bit
        best, taken, most = -1, 0, -1
        for place, n in enumerate(state):
            if not n:
                row, column, box = self._units[place]
                here = used[row] | used[column] | used[box]
                count = here.bit_count()
                if count > most:
                    best, taken, most = place, here, count
                    if count == self.size:
                        break
        return ((best, n) for n in range(1, self.size + 1) if not taken >> n & 1)

    def play(self, state: Cells, move: tuple[int, int]) -> Cells:
        place, n = move
        return (*state[:place], n, *state[place + 1 :])

    def is_goal(self, state: Cells) -> bool:
        return 0 not in state

    def show(self, state: Cells) -> str:
        signs = "." + "123456789abcdefghijklmnopqrstuvwxyz"
        rows = [state[k : k + self.size] for k in range(0, len(state), self.size)]
        return "\n".join(" ".join(signs[n] for n in row) for row in rows)

    def show_move(self, state: Cells, move: tuple[int, int]) -> str:
        row, column = divmod(move[0], self.size)
        return f"r{row + 1}c{column + 1}={move[1]}"


def _cells(clues: Any) -> list[int]:
    """The clues as a list of numbers, 0 for none."""
    if isinstance(clues, str):
        strange = next(
            (c for c in clues if not (c.isascii() and c.isalnum()) and c not in _SIGNS), ""
        )
        if strange:
            raise GameError(
                f"sudoku: {strange!r} is not a clue; write digits, and . for empty cells"
            )
        return [0 if c in "._*" else int(c, 36) for c in clues if c.isalnum() or c in "._*"]
    try:
        rows = list(clues)
        flat = [n for row in rows for n in row] if isinstance(rows[0], (list, tuple, str)) else rows
        return [0 if n in (None, ".", "", "_") else int(n) for n in flat]
    except (TypeError, ValueError, IndexError):
        raise GameError(
            f"sudoku: {clues!r:.60} are not clues; write digits, 0 for empty cells"
        ) from None


@cache
def units(size: int) -> tuple[tuple[int, int, int], ...]:
    """For every cell the numbers of its row, its column and its box among all three kinds."""
    box = isqrt(size)
    return tuple(
        (row, size + column, 2 * size + row // box * box + column // box)
        for row in range(size)
        for column in range(size)
    )


@cache
def peers(size: int, place: int) -> tuple[int, ...]:
    """The cells that share a row, a column or a box with one."""
    box, row, column = isqrt(size), place // size, place % size
    found = {row * size + k for k in range(size)} | {k * size + column for k in range(size)}
    top, left = row - row % box, column - column % box
    found |= {(top + i) * size + left + j for i in range(box) for j in range(box)}
    return tuple(sorted(found - {place}))
