"""Gomoku and its relatives: k in a line on boards of more squares than an integer has bits.

A board is an integer for each row and player, and the last move, through which a new line goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.read_board import read_board
from kibitz.pictures import Board, grid_board
from kibitz.rules import OVER, Rules, replaced

MOST_SIDE = 26
"""Columns that have a letter of their own."""
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps along a row, a column and both diagonals: rows up, columns to the right."""


class WideMarks(NamedTuple):
    """The squares of each player, row by row; the last move, or -1; how many were made."""

    crosses: tuple[int, ...]
    noughts: tuple[int, ...]
    last: int
    played: int


class WideLineGame(Rules):
    """Mark squares in turn; a line of ``k`` of one's own wins, or loses in misère play."""

    names = ("X", "O")
    payoff_bounds = (-1, 1)

    def __init__(self, m: int = 15, n: int = 15, k: int = 5, misere: bool = False) -> None:
        if not 1 <= m <= MOST_SIDE or not 1 <= n <= MOST_SIDE:
            raise GameError(
                f"mnk: {m} x {n} is not a board; its sides must be 1 to {MOST_SIDE} squares"
            )
        if not 1 <= k <= max(m, n):
            raise GameError(f"mnk: no line of {k} fits on {m} x {n}")
        self.m, self.n, self.k, self.misere = m, n, k, misere
        self.line_pays = -1 if misere else 1
        self.title = f"Misère {m},{n},{k} game" if misere else f"{m},{n},{k} game"
        self.most_moves = m * n
        self.longest = m * n
        self.row = (1 << m) - 1

    def start(self) -> WideMarks:
        return WideMarks((0,) * self.n, (0,) * self.n, -1, 0)

    def is_marked(self, rows: tuple[int, ...], row: int, column: int) -> bool:
        """Whether a square is on the board and among these."""
        if row < 0 or row >= self.n or column < 0 or column >= self.m:
            return False
        return (rows[row] >> column) & 1 == 1

    def made_line(self, state: WideMarks) -> bool:
        """Whether the last move is part of a line."""
        if state.last < 0:
            return False
        rows = state.crosses if state.played & 1 else state.noughts
        row, column = state.last // self.m, state.last % self.m
        for up, right in _WAYS:
            length = 1
            step = 1
            while self.is_marked(rows, row + step * up, column + step * right):
                length += 1
                step += 1
            step = 1
            while self.is_marked(rows, row - step * up, column - step * right):
                length += 1
                step += 1
            if length >= self.k:
                return True
        return False

    def player(self, state: WideMarks) -> int:
        if state.played == self.most_moves or self.made_line(state):
            return OVER
        return state.played & 1

    def moves(self, state: WideMarks) -> Iterator[int]:
        for row in range(self.n):
            taken = state.crosses[row] | state.noughts[row]
            for column in range(self.m):
                if not (taken >> column) & 1:
                    yield row * self.m + column

    def pick(self, state: WideMarks, lot: int) -> int:
        square = (lot * self.most_moves) >> 32
        row, column = square // self.m, square % self.m
        taken = state.crosses[row] | state.noughts[row]
        return -1 if (taken >> column) & 1 else square

    def play(self, state: WideMarks, move: int) -> WideMarks:
        row, bit = move // self.m, 1 << (move % self.m)
        played = state.played + 1
        if state.played & 1:
            marked = replaced(state.noughts, row, state.noughts[row] | bit)
            return WideMarks(state.crosses, marked, move, played)
        marked = replaced(state.crosses, row, state.crosses[row] | bit)
        return WideMarks(marked, state.noughts, move, played)

    def payoffs(self, state: WideMarks) -> tuple[int, int]:
        if not self.made_line(state):
            return (0, 0)
        first = self.line_pays if state.played & 1 else -self.line_pays
        return (first, -first)

    def evaluate(self, state: WideMarks) -> tuple[float, float]:
        """The lines that are still open to each, weighted by how far they are filled."""
        total = 0.0
        for row in range(self.n):
            for column in range(self.m):
                for up, right in _WAYS:
                    total += self.line_worth(state, row, column, up, right)
        guess = max(-0.99, min(0.99, total / (4.0**self.k * 4)))
        return (self.line_pays * guess, -self.line_pays * guess)

    def line_worth(self, state: WideMarks, row: int, column: int, up: int, right: int) -> float:
        """What the line that starts here is worth to the first player; 0 if it does not fit."""
        last_row = row + (self.k - 1) * up
        last_column = column + (self.k - 1) * right
        if last_row >= self.n or last_column >= self.m or last_column < 0:
            return 0.0
        mine = 0
        theirs = 0
        for step in range(self.k):
            at = column + step * right
            mine += (state.crosses[row + step * up] >> at) & 1
            theirs += (state.noughts[row + step * up] >> at) & 1
        if mine > 0 and theirs > 0:
            return 0.0
        if mine > 0:
            return 4.0**mine
        return -(4.0**theirs) if theirs > 0 else 0.0

    def _piece(self, state: WideMarks, row: int, column: int) -> str:
        bit = 1 << column
        return "X" if state.crosses[row] & bit else "O" if state.noughts[row] & bit else "."

    def show(self, state: WideMarks) -> str:
        return board_text(self.n, self.m, lambda row, column: self._piece(state, row, column))

    def board_of(self, state: WideMarks) -> Board:
        signs = {"X": "+", "O": "0", ".": "."}
        return grid_board(
            self.n, self.m, lambda row, column: signs[self._piece(state, row, column)], self.title
        )

    def read_position(self, text: str) -> WideMarks:
        """A board such as ``X.O / .X. / ..O``, as play may lead to it."""
        board = read_board(text, self.n, self.m, "XO", self.title)
        crosses, noughts = board.bits("X"), board.bits("O")
        more = crosses.bit_count() - noughts.bit_count()
        if more not in (0, 1):
            raise GameError(
                f"{self.title}: {crosses.bit_count()} X and {noughts.bit_count()} O; X moves "
                "first, so there are as many X as O, or one more"
            )
        played = crosses.bit_count() + noughts.bit_count()
        both = self._rows(crosses), self._rows(noughts)
        ends = [self._in_a_line(rows) for rows in both]
        if ends[more]:
            raise GameError(f"{self.title}: a line is complete, but play continued")
        own = crosses if more else noughts
        last = ends[1 - more] or [own.bit_length() - 1]
        return WideMarks(*both, last[0], played)

    def _rows(self, squares: int) -> tuple[int, ...]:
        return tuple((squares >> (self.m * row)) & self.row for row in range(self.n))

    def _in_a_line(self, rows: tuple[int, ...]) -> list[int]:
        """The squares that are part of a line of these rows."""
        places = range(self.m * self.n)
        own = [p for p in places if (rows[p // self.m] >> (p % self.m)) & 1]
        return [p for p in own if self.made_line(WideMarks(rows, rows, p, 1))]

    def show_move(self, state: WideMarks, move: int) -> str:
        return square_name(move // self.m, move % self.m)
