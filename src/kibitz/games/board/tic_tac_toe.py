"""Tic-tac-toe and its relatives: k in a line on a board of m columns and n rows.

A board is two integers, the squares of each player, row by row from the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.open_lines import OpenLines
from kibitz.games.board.read_board import read_board
from kibitz.games.board.wide_lines import WideLineGame
from kibitz.pictures import Board, grid_board
from kibitz.rules import OVER, lowest, popcount, without_lowest

FEW = 62
"""Squares up to which a side's marks are the bits of one integer."""


class Marks(NamedTuple):
    """The squares of the first and of the second player."""

    crosses: int
    noughts: int


class LineGame(OpenLines):
    """Mark squares in turn; a line of ``k`` of one's own wins, or loses in misère play."""

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, misere: bool = False) -> None:
        if m < 1 or n < 1 or m * n > FEW:
            raise GameError(f"mnk: {m} x {n} is not a board; it must have 1 to {FEW} squares")
        if not 1 <= k <= max(m, n):
            raise GameError(f"mnk: no line of {k} fits on {m} x {n}")
        self.m, self.n, self.k, self.misere = m, n, k, misere
        self.line_pays = -1 if misere else 1
        self.title = "Tic-tac-toe" if (m, n, k) == (3, 3, 3) else f"{m},{n},{k} game"
        if misere:
            self.title = f"Misère {self.title[0].lower()}{self.title[1:]}"
        self.most_moves = m * n
        self.longest = m * n
        self.full = (1 << (m * n)) - 1
        self.lines = line_masks(m, n, k)
        self.turns = board_symmetries(m, n)
        self.starts = _starts(m, n, k)

    def start(self) -> Marks:
        return Marks(0, 0)

    def has_line(self, squares: int) -> bool:
        across, up, right, left = self.starts
        found = self.run(squares, 1) & across
        found |= self.run(squares, self.m) & up
        found |= self.run(squares, self.m + 1) & right
        found |= self.run(squares, self.m - 1) & left
        return found != 0

    def run(self, squares: int, step: int) -> int:
        """Where ``k`` of the squares follow one another by steps of this length."""
        found = squares
        for k in range(1, self.k):
            found &= squares >> (k * step)
        return found

    def player(self, state: Marks) -> int:
        taken = state.crosses | state.noughts
        turn = popcount(taken) & 1
        last = state.crosses if turn else state.noughts
        if self.has_line(last) or taken == self.full:
            return OVER
        return turn

    def moves(self, state: Marks) -> Iterator[int]:
        left = self.full & ~(state.crosses | state.noughts)
        while left:
            yield lowest(left)
            left = without_lowest(left)

    def pick(self, state: Marks, lot: int) -> int:
        square = (lot * self.most_moves) >> 32
        return -1 if ((state.crosses | state.noughts) >> square) & 1 else square

    def play(self, state: Marks, move: int) -> Marks:
        if popcount(state.crosses | state.noughts) & 1:
            return Marks(state.crosses, state.noughts | (1 << move))
        return Marks(state.crosses | (1 << move), state.noughts)

    def payoffs(self, state: Marks) -> tuple[int, int]:
        if self.has_line(state.crosses):
            return (self.line_pays, -self.line_pays)
        if self.has_line(state.noughts):
            return (-self.line_pays, self.line_pays)
        return (0, 0)

    def key(self, state: Marks) -> tuple[int, int]:
        """The least of the mirror images and turns of the board."""
        best = (state.crosses, state.noughts)
        for turn in self.turns:
            crosses = 0
            noughts = 0
            for square in range(self.m * self.n):
                crosses |= ((state.crosses >> square) & 1) << turn[square]
                noughts |= ((state.noughts >> square) & 1) << turn[square]
            if (crosses, noughts) < best:
                best = (crosses, noughts)
        return best

    def _piece(self, state: Marks, row: int, column: int) -> str:
        square = 1 << (row * self.m + column)
        return "X" if state.crosses & square else "O" if state.noughts & square else "."

    def show(self, state: Marks) -> str:
        return board_text(self.n, self.m, lambda row, column: self._piece(state, row, column))

    def board_of(self, state: Marks) -> Board:
        signs = {"X": "+", "O": "0", ".": "."}
        plain = grid_board(
            self.n, self.m, lambda row, column: signs[self._piece(state, row, column)], self.title
        )
        return self.struck(plain, *state)

    def read_position(self, text: str) -> Marks:
        """A board such as ``X.O / .X. / ..O``, as play may lead to it."""
        board = read_board(text, self.n, self.m, "XO", self.title)
        crosses, noughts = board.bits("X"), board.bits("O")
        more = popcount(crosses) - popcount(noughts)
        if more not in (0, 1):
            raise GameError(
                f"{self.title}: {popcount(crosses)} X and {popcount(noughts)} O; X moves first, so "
                "there are as many X as O, or one more"
            )
        lines = self.has_line(crosses), self.has_line(noughts)
        if lines[more]:
            raise GameError(f"{self.title}: a line is complete, but play continued")
        return Marks(crosses, noughts)

    def show_move(self, state: Marks, move: int) -> str:
        return square_name(move // self.m, move % self.m)


def line_masks(m: int, n: int, k: int) -> tuple[int, ...]:
    """All lines of ``k`` on a board of ``m`` columns and ``n`` rows."""
    found = set()
    for row in range(n):
        for column in range(m):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + (k - 1) * down, column + (k - 1) * right
                if 0 <= last_row < n and 0 <= last_column < m:
                    steps = ((row + i * down) * m + column + i * right for i in range(k))
                    found.add(sum(1 << square for square in steps))
    return tuple(sorted(found))


def _starts(m: int, n: int, k: int) -> tuple[int, int, int, int]:
    """The squares where lines of ``k`` may start: to the right, up, up right and up left."""

    def squares(rows: int, first: int, last: int) -> int:
        return sum(1 << (row * m + column) for row in range(rows) for column in range(first, last))

    up = n - k + 1
    last = m - k + 1
    return squares(n, 0, last), squares(up, 0, m), squares(up, 0, last), squares(up, k - 1, m)


def board_symmetries(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Where each square goes under the turns and reflections of the board."""
    found = set()
    for flip in (False, True):
        for mirror in (False, True):
            for swap in (False, True) if m == n else (False,):
                found.add(
                    tuple(_moved(square, m, n, flip, mirror, swap) for square in range(m * n))
                )
    return tuple(sorted(found - {tuple(range(m * n))}))


def _moved(square: int, m: int, n: int, flip: bool, mirror: bool, swap: bool) -> int:
    row, column = divmod(square, m)
    row = n - 1 - row if flip else row
    column = m - 1 - column if mirror else column
    return column * m + row if swap else row * m + column


@named("tic-tac-toe", "board")
def tic_tac_toe(*, play: Literal["normal", "misere"] = "normal") -> LineGame:
    """Three in a line on a board of three by three; with play=misere a line loses.

    Parameters
    ----------
    play : {"normal", "misere"}, default "normal"
        Whether a line wins, or loses ("misere").

    Returns
    -------
    LineGame
        The game.
    """
    return LineGame(3, 3, 3, _is_misere(play))


@named("mnk", "board", together=("m", "n", "k"))
def mnk(
    m: int = 4, n: int = 4, k: int = 4, *, play: Literal["normal", "misere"] = "normal"
) -> LineGame | WideLineGame:
    """A line of k on a board of m columns and n rows; with play=misere it loses.

    Parameters
    ----------
    m : int, default 4
        The number of columns.
    n : int, default 4
        The number of rows.
    k : int, default 4
        The length of a line.
    play : {"normal", "misere"}, default "normal"
        Whether a line wins, or loses ("misere").

    Returns
    -------
    LineGame or WideLineGame
        The game, in rows of bits where the board has more than 62 squares.
    """
    made = WideLineGame if m * n > FEW else LineGame
    return made(m, n, k, _is_misere(play))


def _is_misere(play: str) -> bool:
    if play not in ("normal", "misere"):
        raise GameError(f"mnk: play is {play!r}; it must be normal or misere")
    return play == "misere"
