"""Breakthrough: bring one pawn to the far side, on a board of any size up to 64 squares.

A board is two integers, the pawns of each side, row by row from white's side. A move is a
square and a direction: three times the square, plus 0, 1 or 2 for left, straight on and right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.read_board import read_board
from kibitz.pictures import BLACK, WHITE, Board, grid_board
from kibitz.rules import OVER, Rules, lowest, popcount, shift_left, shift_right, without_lowest


class Pawns(NamedTuple):
    """The pawns of white and of black, and who is to move."""

    white: int
    black: int
    turn: int


class Breakthrough(Rules):
    """Pawns step straight or diagonally and capture diagonally; the first on the far row wins."""

    title = "Breakthrough"
    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-1, 1)

    def __init__(self, columns: int = 8, rows: int = 8) -> None:
        if columns < 2 or rows < 4 or columns * rows > 64:
            raise GameError(
                f"breakthrough: {columns} x {rows} is not a board; at least 2 x 4, at most 64 "
                "squares"
            )
        self.columns, self.rows = columns, rows
        self.most_moves = 6 * columns
        self.longest = 4 * columns * (rows - 1) + 2
        self.first_row = (1 << columns) - 1
        self.last_row = shift_left(self.first_row, columns * (rows - 1))
        squares = columns * rows
        self.everything = -1 if squares == 64 else (1 << squares) - 1
        left = sum(1 << (columns * row) for row in range(rows))
        self.not_left = self.everything & ~left
        self.not_right = self.everything & ~shift_left(left, columns - 1)

    def start(self) -> Pawns:
        two = (1 << (2 * self.columns)) - 1
        return Pawns(two, shift_left(two, self.columns * (self.rows - 2)), 0)

    def player(self, state: Pawns) -> int:
        if state.white & self.last_row or state.black & self.first_row:
            return OVER
        if state.white == 0 or state.black == 0:
            return OVER
        return state.turn

    def moves(self, state: Pawns) -> Iterator[int]:
        """Captures first: they are more often good."""
        white = state.turn == 0
        mine = state.white if white else state.black
        theirs = state.black if white else state.white
        empty = self.everything & ~(state.white | state.black)
        step = self.columns if white else -self.columns
        for direction in (0, 2):
            targets = self.reach(mine, direction, white) & theirs
            while targets:
                square = lowest(targets)
                targets = without_lowest(targets)
                yield 3 * (square - step - direction + 1) + direction
        for direction in (0, 1, 2):
            targets = self.reach(mine, direction, white) & empty
            while targets:
                square = lowest(targets)
                targets = without_lowest(targets)
                yield 3 * (square - step - direction + 1) + direction

    def reach(self, pawns: int, direction: int, white: bool) -> int:
        """Where pawns get by a step to the left, straight on or to the right."""
        if direction == 0:
            pawns &= self.not_left
        if direction == 2:
            pawns &= self.not_right
        if white:
            return shift_left(pawns, self.columns + direction - 1)
        return shift_right(pawns, self.columns - direction + 1)

    def play(self, state: Pawns, move: int) -> Pawns:
        square, direction = move // 3, move % 3
        white = state.turn == 0
        forward = self.columns if white else -self.columns
        target = shift_left(1, square + forward + direction - 1)
        source = shift_left(1, square)
        if white:
            return Pawns((state.white ^ source) | target, state.black & ~target, 1)
        return Pawns(state.white & ~target, (state.black ^ source) | target, 0)

    def payoffs(self, state: Pawns) -> tuple[int, int]:
        won = state.white & self.last_row != 0 or state.black == 0
        return (1, -1) if won else (-1, 1)

    def evaluate(self, state: Pawns) -> tuple[float, float]:
        """Pawns, and how far the foremost ones are."""
        total = 0.0
        for row in range(self.rows):
            line = shift_left(self.first_row, self.columns * row)
            total += (row + 3) * popcount(state.white & line)
            total -= (self.rows - 1 - row + 3) * popcount(state.black & line)
        guess = max(-0.99, min(0.99, total / (8.0 * self.columns * self.rows)))
        return (guess, -guess)

    def noisy(self, state: Pawns, move: int) -> bool:
        """Captures."""
        square, direction = move // 3, move % 3
        forward = self.columns if state.turn == 0 else -self.columns
        target = shift_left(1, square + forward + direction - 1)
        return (state.white | state.black) & target != 0

    def order(self, state: Pawns, move: int) -> int:
        """Captures, and steps of the foremost pawns."""
        row = move // 3 // self.columns
        gone = row if state.turn == 0 else self.rows - 1 - row
        return gone + (self.rows if self.noisy(state, move) else 0)

    def null_move(self, state: Pawns) -> Pawns:
        return Pawns(state.white, state.black, 1 - state.turn)

    def key(self, state: Pawns) -> tuple[int, int, int]:
        """The lesser of the board and its mirror image."""
        white, black = self.mirrored(state.white), self.mirrored(state.black)
        if white < state.white or (white == state.white and black < state.black):
            return (white, black, state.turn)
        return (state.white, state.black, state.turn)

    def mirrored(self, pawns: int) -> int:
        turned = 0
        line = self.everything & ~self.not_left
        for k in range(self.columns):
            column = shift_right(pawns, k) & line
            turned |= shift_left(column, self.columns - 1 - k)
        return turned

    def _piece(self, state: Pawns, row: int, column: int) -> str:
        square = shift_left(1, row * self.columns + column)
        return "W" if state.white & square else "B" if state.black & square else "."

    def show(self, state: Pawns) -> str:
        board = board_text(
            self.rows, self.columns, lambda row, column: self._piece(state, row, column)
        )
        return f"{board}\n{self.show_turn(state)}"

    def read_position(self, text: str) -> Pawns:
        """A board of W and B, and who moves: white unless it says black."""
        board = read_board(text, self.rows, self.columns, "WB", self.title)
        sides = [
            sum(shift_left(1, row * self.columns + column) for row, column in board.squares(sign))
            for sign in "WB"
        ]
        for sign, pawns in zip("WB", sides, strict=True):
            if popcount(pawns) > 2 * self.columns:
                raise GameError(
                    f"{self.title}: {popcount(pawns)} {sign}; each side begins with "
                    f"{2 * self.columns}"
                )
        return Pawns(sides[0], sides[1], board.mover(self.names, 0))

    def board_of(self, state: Pawns) -> Board:
        def stone(row: int, column: int) -> str:
            return {"W": "X", "B": "O", ".": "."}[self._piece(state, row, column)]

        return grid_board(
            self.rows, self.columns, stone, self.title, checkered=True, colors=self.colors
        )

    def show_move(self, state: Pawns, move: int) -> str:
        square, direction = move // 3, move % 3
        forward = self.columns if state.turn == 0 else -self.columns
        target = square + forward + direction - 1
        mark = "x" if self.noisy(state, move) else "-"
        return f"{self._name(square)}{mark}{self._name(target)}"

    def _name(self, square: int) -> str:
        return square_name(square // self.columns, square % self.columns)


@named("breakthrough", "board")
def breakthrough(columns: int = 8, rows: int = 8) -> Breakthrough:
    """Pawns race to the far row, capturing diagonally; the first one there wins.

    Parameters
    ----------
    columns : int, default 8
        The number of columns.
    rows : int, default 8
        The number of rows.

    Returns
    -------
    Breakthrough
        The game.
    """
    return Breakthrough(columns, rows)
