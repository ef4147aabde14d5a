"""Connect Four on a board of any size: four in a line wins.

A board is two integers: the stones of the player to move and all stones, column by column from the
left, each with one bit to spare on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import square_name
from kibitz.games.board.read_board import read_board
from kibitz.pictures import FAINT, PAPER, WOOD, Board, Dot, Rect, Text, grid_board
from kibitz.rules import OVER, Rules, popcount

STEP = 40.0


class Stones(NamedTuple):
    """The stones of the player to move, and all stones."""

    mine: int
    all: int


class ConnectFour(Rules):
    """Drop stones into columns; four of one's own in a line win.

    With ``score="speed"`` a win counts for as many stones as the winner has left, and the last one.
    """

    title = "Connect Four"
    names = ("X", "O")

    def __init__(self, width: int = 7, height: int = 6, score: str = "win") -> None:
        if width < 1 or height < 1 or width * (height + 1) > 62:
            raise GameError(
                f"connect-four: {width} x {height} is not a board; width x (height + 1) may be 1 "
                "to 62"
            )
        if score not in ("win", "speed"):
            raise GameError(f"connect-four: score is {score!r}; it must be win or speed")
        self.width = width
        self.height = height
        self.by_speed = score == "speed"
        self.most_moves = width
        self.longest = self.squares = width * height
        most = self.worth(min(7, self.squares))
        self.payoff_bounds = (-most, most)
        bottom = sum(1 << (column * (height + 1)) for column in range(width))
        self.bottom = bottom
        self.board = bottom * ((1 << height) - 1)
        self.upper = sum(bottom << row for row in range(height - 1, -1, -2))

    def start(self) -> Stones:
        return Stones(0, 0)

    def player(self, state: Stones) -> int:
        if self.has_four(state.mine ^ state.all) or state.all == self.board:
            return OVER
        return popcount(state.all) & 1

    def book_move(self, history: tuple[int, ...]) -> int | None:
        """For a player who follows the book from the start, up to move 8 on the usual board.

        >>> [ConnectFour().book_move(line) for line in ((), (3, 2), (3, 2, 3))]
        [3, 5, None]
        """
        if (self.width, self.height) != (7, 6):
            return None
        return _book().get(history)

    def book_value(self, state: Stones) -> int | None:
        """Up to the eighth stone of the usual board, where the book or many a player may come.

        >>> rules = ConnectFour()
        >>> [rules.book_value(rules.position(column).state) for column in "1234"]
        [-1, -1, 0, 1]
        """
        if (self.width, self.height) != (7, 6) or self.by_speed or popcount(state.all) > 8:
            return None
        return _values().get(self.key(state))

    def has_four(self, stones: int) -> bool:
        side = self.height + 1
        pair = stones & (stones >> 1)
        if pair & (pair >> 2):
            return True
        pair = stones & (stones >> side)
        if pair & (pair >> (2 * side)):
            return True
        pair = stones & (stones >> (side - 1))
        if pair & (pair >> (2 * (side - 1))):
            return True
        pair = stones & (stones >> (side + 1))
        return pair & (pair >> (2 * (side + 1))) != 0

    def moves(self, state: Stones) -> Iterator[int]:
        free = (state.all + self.bottom) & self.board
        for k in range(self.width):
            column = self.from_center(k)
            if free & self.column(column):
                yield column

    def from_center(self, k: int) -> int:
        """The columns from the middle outwards."""
        step = (k + 1) // 2
        return self.width // 2 + (-step if k % 2 else step)

    def column(self, column: int) -> int:
        return ((1 << self.height) - 1) << (column * (self.height + 1))

    def play(self, state: Stones, move: int) -> Stones:
        stone = (state.all + self.bottom) & self.column(move)
        return Stones(state.mine ^ state.all, state.all | stone)

    def payoffs(self, state: Stones) -> tuple[int, int]:
        if not self.has_four(state.mine ^ state.all):
            return (0, 0)
        stones = popcount(state.all)
        won = self.worth(stones)
        return (-won, won) if stones % 2 == 0 else (won, -won)

    def worth(self, stones: int) -> int:
        """What a win with this many stones on the board counts for, nothing if it has no room."""
        if stones > self.squares:
            return 0
        return (self.squares + 2 - stones) // 2 if self.by_speed else 1

    def threats(self, stones: int, everything: int) -> int:
        """The empty squares that would complete a line of four."""
        side = self.height + 1
        found = (stones << 1) & (stones << 2) & (stones << 3)
        for step in (side, side - 1, side + 1):
            pair = (stones << step) & (stones << (2 * step))
            found |= pair & (stones << (3 * step))
            found |= pair & (stones >> step)
            pair = (stones >> step) & (stones >> (2 * step))
            found |= pair & (stones << step)
            found |= pair & (stones >> (3 * step))
        return found & (self.board ^ everything)

    def sound(self, state: Stones) -> int:
        """The squares to play on without losing at once, when no immediate win is to be had."""
        free = (state.all + self.bottom) & self.board
        dangers = self.threats(state.mine ^ state.all, state.all)
        forced = free & dangers
        if forced:
            if forced & (forced - 1):
                return 0
            free = forced
        return free & ~(dangers >> 1)

    def limits(self, state: Stones) -> tuple[int, int]:
        free = (state.all + self.bottom) & self.board
        stones = popcount(state.all)
        mine, theirs = self.worth(stones + 3), self.worth(stones + 4)
        low, high = -theirs, mine
        if self.threats(state.mine, state.all) & free:
            low = high = self.worth(stones + 1)
        elif self.sound(state) == 0:
            last = free & (free - 1) == 0 and state.all | free == self.board
            low = high = 0 if last else -self.worth(stones + 2)
        elif (self.squares - stones) % 2 == 0:
            high = min(high, self.most_against_follow_up(state))
        return (low, high) if stones % 2 == 0 else (-high, -low)

    def most_against_follow_up(self, state: Stones) -> int:
        """What is left to win against one who plays on top of every stone, with an even rest.

        In a column with an odd rest the lowest square is answered by that of another such column,
        so one player gets no upper square but a lowest one, and the other all others. Allis, *A
        knowledge-based approach of Connect-Four* (1988), calls it claimeven.
        """
        empty = self.board ^ state.all
        lowest = (state.all + self.bottom) & self.board
        if self.has_four(state.mine | (empty & ~self.upper) | lowest):
            return self.worth(0)
        theirs = state.mine ^ state.all
        lost = self.has_four(theirs | (empty & self.upper & ~lowest))
        return -self.worth(self.squares) if lost else 0

    def candidates(self, state: Stones) -> Iterator[int]:
        chosen = self.sound(state) or (state.all + self.bottom) & self.board
        for k in range(self.width):
            column = self.from_center(k)
            if chosen & self.column(column):
                yield column

    def evaluate(self, state: Stones) -> tuple[float, float]:
        """The squares that would complete a line, and stones near the middle column."""
        theirs = state.mine ^ state.all
        ahead = popcount(self.threats(state.mine, state.all))
        ahead -= popcount(self.threats(theirs, state.all))
        middle = self.column(self.width // 2)
        guess = 0.1 * ahead + 0.02 * (popcount(state.mine & middle) - popcount(theirs & middle))
        guess = max(-0.99, min(0.99, guess))
        return (guess, -guess) if popcount(state.all) % 2 == 0 else (-guess, guess)

    def order(self, state: Stones, move: int) -> int:
        stone = (state.all + self.bottom) & self.column(move)
        return popcount(self.threats(state.mine | stone, state.all))

    def read_position(self, text: str) -> Stones:
        """A board such as ``....... / ...O... / ..XXO..`` with all its rows."""
        board = read_board(text, self.height, self.width, "XO", self.title)
        side = self.height + 1
        sides = [
            sum(1 << (column * side + row) for row, column in board.squares(sign)) for sign in "XO"
        ]
        everything = sides[0] | sides[1]
        more = popcount(sides[0]) - popcount(sides[1])
        if more not in (0, 1):
            raise GameError(
                f"{self.title}: {popcount(sides[0])} X and {popcount(sides[1])} O; X moves first, "
                "so there are as many X as O, or one more"
            )
        if everything & ~((everything << 1) | self.bottom):
            raise GameError(
                f"{self.title}: a stone has an empty square below it; write all rows from the top"
            )
        if self.has_four(sides[more]):
            raise GameError(f"{self.title}: four are in a line, but play continued")
        return Stones(sides[more], everything)

    def key(self, state: Stones) -> int:
        plain = state.mine + state.all
        if popcount(state.all) > 14:
            return plain
        mirrored = 0
        side = self.height + 1
        for column in range(self.width):
            part = (plain >> (column * side)) & ((1 << side) - 1)
            mirrored |= part << ((self.width - 1 - column) * side)
        return min(plain, mirrored)

    def _piece(self, state: Stones, row: int, column: int) -> str:
        first = state.mine if popcount(state.all) % 2 == 0 else state.mine ^ state.all
        square = 1 << (column * (self.height + 1) + row)
        return "." if not state.all & square else "X" if first & square else "O"

    def show(self, state: Stones) -> str:
        lines = [
            " ".join(self._piece(state, row, column) for column in range(self.width))
            for row in reversed(range(self.height))
        ]
        foot = " ".join(str((column + 1) % 10) for column in range(self.width))
        return "\n".join([*lines, foot])

    def board_of(self, state: Stones) -> Board:
        frame = Rect(28, 8, self.width * STEP + 4, self.height * STEP + 4, WOOD, radius=8)
        grid = grid_board(
            self.height,
            self.width,
            lambda row, column: self._piece(state, row, column),
            self.title,
            click=lambda row, column: str(column + 1),
            size=STEP,
        )
        cells = tuple(replace(cell, fill="none", stroke="none") for cell in grid.cells)
        holes = tuple(Dot(*cell.middle, STEP * 0.4, PAPER, FAINT) for cell in cells)
        below = cells[0].middle[1] + STEP / 2 + 18
        labels = tuple(Text(cell.middle[0], below, cell.word, 11) for cell in cells[: self.width])
        plain = replace(grid, cells=cells, under=(frame, *holes), labels=labels)
        return plain.struck(*self.fours(state.mine ^ state.all))

    def fours(self, stones: int) -> list[list[str]]:
        """The lines of four among some stones, as names of squares.

        >>> ConnectFour().fours(0b1111)
        [['a1', 'a2', 'a3', 'a4']]
        """
        side = self.height + 1
        lines = []
        for step in (1, side, side - 1, side + 1):
            for start in range(self.width * side):
                squares = [start + k * step for k in range(4)]
                if all(stones >> square & 1 for square in squares):
                    lines.append([square_name(q % side, q // side) for q in squares])
        return lines

    def show_move(self, state: Stones, move: int) -> str:
        return str(move + 1)


@named("connect-four", "board")
def connect_four(width: int = 7, height: int = 6, score: str = "win") -> ConnectFour:
    """Drop stones into columns of a board; four in a line win.

    Parameters
    ----------
    width : int, default 7
        The number of columns.
    height : int, default 6
        The number of rows.
    score : str, default "win"
        What the payoff counts.

    Returns
    -------
    ConnectFour
        The game.
    """
    return ConnectFour(width, height, score)


@cache
def _values() -> dict[int, int]:
    """Solved positions by their key: 1 where the first player wins, 0 for a draw."""
    text = files("kibitz.games.board").joinpath("connect_four_values.txt").read_text("ascii")
    rules, found = ConnectFour(), {}
    for line in text.splitlines():
        moves, value = line.split()
        state = rules.start()
        for move in moves.strip("-"):
            state = rules.play(state, int(move) - 1)
        found[rules.key(state)] = int(value)
    return found


@cache
def _book() -> dict[tuple[int, ...], int]:
    """Moves that win soonest or lose latest, by the moves before them, both counted from 0."""
    text = files("kibitz.games.board").joinpath("connect_four_book.txt").read_text("ascii")
    pairs = (line.split() for line in text.splitlines())
    return {tuple(int(m) - 1 for m in line.strip("-")): int(move) - 1 for line, move in pairs}
