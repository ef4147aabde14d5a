"""Sudoku: every row, column and box holds every number once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isqrt

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle

Cells = tuple[int, ...]


class Sudoku(Puzzle):
    """A state is all cells, row by row, 0 where one is empty; a move fills the most constrained."""

    title = "Sudoku"

    def __init__(self, clues: str) -> None:
        cells = [0 if c in ".0_" else int(c, 36) for c in clues if c.isalnum() or c in "._"]
        self.size = isqrt(len(cells))
        self.box = isqrt(self.size)
        if self.box * self.box != self.size or self.size**2 != len(cells) or self.size < 4:
            raise GameError(
                f"sudoku: {len(cells)} cells; a puzzle has 81 (or 16, 256), with . for empty ones"
            )
        if max(cells) > self.size:
            raise GameError(f"sudoku: a clue is {max(cells)}; numbers run from 1 to {self.size}")
        self.clues: Cells = tuple(cells)
        for place, clue in enumerate(self.clues):
            if clue and any(self.clues[p] == clue for p in peers(self.size, place)):
                row, column = divmod(place, self.size)
                raise GameError(f"sudoku: two {clue}s meet at row {row + 1}, column {column + 1}")

    def start(self) -> Cells:
        return self.clues

    def free(self, state: Cells, place: int) -> list[int]:
        used = {state[p] for p in peers(self.size, place)}
        return [n for n in range(1, self.size + 1) if n not in used]

    def moves(self, state: Cells) -> Iterator[tuple[int, int]]:
        empty = [place for place, n in enumerate(state) if not n]
        options = {place: self.free(state, place) for place in empty}
        place = min(empty, key=lambda p: len(options[p]))
        return ((place, n) for n in options[place])

    def play(self, state: Cells, move: tuple[int, int]) -> Cells:
        place, n = move
        return (*state[:place], n, *state[place + 1 :])

    def is_goal(self, state: Cells) -> bool:
        return 0 not in state

    def show(self, state: Cells) -> str:
        digits = "." + "123456789abcdefghijklmnopqrstuvwxyz"
        rows = [state[k : k + self.size] for k in range(0, len(state), self.size)]
        return "\n".join(" ".join(digits[n] for n in row) for row in rows)

    def show_move(self, state: Cells, move: tuple[int, int]) -> str:
        row, column = divmod(move[0], self.size)
        return f"r{row + 1}c{column + 1}={move[1]}"


@cache
def peers(size: int, place: int) -> tuple[int, ...]:
    """The cells that share a row, a column or a box with one."""
    box, row, column = isqrt(size), place // size, place % size
    found = {row * size + k for k in range(size)} | {k * size + column for k in range(size)}
    top, left = row - row % box, column - column % box
    found |= {(top + i) * size + left + j for i in range(box) for j in range(box)}
    return tuple(sorted(found - {place}))
