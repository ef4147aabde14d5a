"""A maze on squares: from S to G past the walls, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle

Square = tuple[int, int]
_STEPS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}


class Maze(Puzzle):
    """Rows of squares from the top: ``#`` is a wall, ``S`` the start, ``G`` the goal.

    They are text, or a list of rows. Digits are squares that cost that much to enter; all others
    cost 1. A state is a row and a column, from 0; the estimate is their distance from the goal.

    >>> from kibitz.search.puzzles.a_star import a_star
    >>> found = a_star(Maze("S.# / .#G / ..."))
    >>> found.cost, found.moves
    (5, ('down', 'down', 'right', 'right', 'up'))
    """

    title = "maze"

    def __init__(self, rows: Any) -> None:
        rows = _rows(rows)
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            raise GameError(
                "maze: write rows of the same length, with a slash, a semicolon or a line between"
            )
        self.rows = tuple(rows)
        self.entrance, self.goal = self._only("S"), self._only("G")
        for row in rows:
            for sign in row:
                if sign not in ".#SG123456789":
                    raise GameError(f"maze: {sign!r} is not a square; write # . S G or a digit")

    def _only(self, sign: str) -> Square:
        found = [(r, c) for r, row in enumerate(self.rows) for c, x in enumerate(row) if x == sign]
        if len(found) != 1:
            raise GameError(f"maze: {len(found)} squares are {sign}; there must be one")
        return found[0]

    def start(self) -> Square:
        return self.entrance

    def moves(self, state: Square) -> Iterator[str]:
        for word in _STEPS:
            row, column = self.play(state, word)
            inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])
            if inside and self.rows[row][column] != "#":
                yield word

    def play(self, state: Square, move: str) -> Square:
        down, right = _STEPS[move]
        return (state[0] + down, state[1] + right)

    def is_goal(self, state: Square) -> bool:
        return state == self.goal

    def cost(self, state: Square, move: str) -> int:
        row, column = self.play(state, move)
        sign = self.rows[row][column]
        return int(sign) if sign.isdigit() else 1

    def estimate(self, state: Square) -> int:
        return abs(state[0] - self.goal[0]) + abs(state[1] - self.goal[1])

    def show(self, state: Square) -> str:
        return f"row {state[0] + 1}, column {state[1] + 1}"


def _rows(given: Any) -> list[str]:
    if isinstance(given, str):
        return [row.strip() for row in re.split("[/;\n]", given) if row.strip()]
    try:
        return ["".join(map(str, row)) for row in given]
    except TypeError:
        raise GameError(f"maze: {given!r:.60} is neither text nor a list of rows") from None
