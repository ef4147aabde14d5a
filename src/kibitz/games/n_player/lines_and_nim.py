"""Games for three or more: lines on a board, and Nim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.open_lines import made_lines
from kibitz.games.board.read_board import read_board
from kibitz.games.board.tic_tac_toe import board_symmetries, line_masks
from kibitz.pictures import PLAYERS, Board, Canvas, Piece, grid_board
from kibitz.rules import OVER, Rules, replaced

SIGNS = "XOAB"


class ManyMarks(NamedTuple):
    """The squares of each player, who moves, and who made a line (-1: no one)."""

    marks: tuple[int, ...]
    turn: int
    winner: int


class LinesOfMany(Rules):
    """Mark squares in turn; the first line of ``k`` takes one from each of the others."""

    def __init__(self, players: int = 3, m: int = 4, n: int = 4, k: int = 3) -> None:
        if not 3 <= players <= 4:
            raise GameError(f"lines-of-many: {count_of(players, 'player')}; it must be 3 or 4")
        if m < 1 or n < 1 or m * n > 62:
            raise GameError(
                f"lines-of-many: {m} x {n} is not a board; it must have 1 to 62 squares"
            )
        if not 2 <= k <= max(m, n):
            raise GameError(
                f"lines-of-many: no line of {k} fits on {m} x {n}; it must be 2 to {max(m, n)}"
            )
        self.players, self.m, self.n, self.k = players, m, n, k
        self.title = f"Tic-tac-toe for {players}"
        self.names = tuple(SIGNS[:players])
        self.most_moves = self.longest = m * n
        self.payoff_bounds = (-1, players - 1)
        self.full = (1 << (m * n)) - 1
        self.lines = line_masks(m, n, k)
        self.turns = board_symmetries(m, n)
        self.losses = (-1,) * players
        self.nothing = (0,) * players
        self.zeros = (0.0,) * players

    def start(self) -> ManyMarks:
        return ManyMarks(self.nothing, 0, -1)

    def taken(self, state: ManyMarks) -> int:
        squares = 0
        for marks in state.marks:
            squares |= marks
        return squares

    def player(self, state: ManyMarks) -> int:
        if state.winner >= 0 or self.taken(state) == self.full:
            return OVER
        return state.turn

    def moves(self, state: ManyMarks) -> Iterator[int]:
        taken = self.taken(state)
        for square in range(self.m * self.n):
            if not (taken >> square) & 1:
                yield square

    def play(self, state: ManyMarks, move: int) -> ManyMarks:
        mine = state.marks[state.turn] | (1 << move)
        winner = -1
        for line in self.lines:
            if mine & line == line:
                winner = state.turn
        marks = replaced(state.marks, state.turn, mine)
        return ManyMarks(marks, (state.turn + 1) % self.players, winner)

    def payoffs(self, state: ManyMarks) -> tuple[int, ...]:
        if state.winner < 0:
            return self.nothing
        return replaced(self.losses, state.winner, self.players - 1)

    def evaluate(self, state: ManyMarks) -> tuple[float, ...]:
        """The share of the lines that are open to one player only."""
        guess = self.zeros
        for line in self.lines:
            owner = -1
            owners = 0
            for who in range(self.players):
                if state.marks[who] & line:
                    owners += 1
                    owner = who
            if owners == 1:
                guess = replaced(guess, owner, guess[owner] + 1.0 / len(self.lines))
        total = sum(guess) / self.players
        for who in range(self.players):
            guess = replaced(guess, who, guess[who] - total)
        return guess

    def null_move(self, state: ManyMarks) -> ManyMarks:
        return ManyMarks(state.marks, (state.turn + 1) % self.players, state.winner)

    def key(self, state: ManyMarks) -> tuple[tuple[int, ...], int, int]:
        """The least of the mirror images and turns of the board."""
        best = state.marks
        for turn in self.turns:
            marks = self.nothing
            for who in range(self.players):
                squares = 0
                for square in range(self.m * self.n):
                    squares |= ((state.marks[who] >> square) & 1) << turn[square]
                marks = replaced(marks, who, squares)
            if marks < best:
                best = marks
        return (best, state.turn, state.winner)

    def _piece(self, state: ManyMarks, row: int, column: int) -> str:
        square = row * self.m + column
        for sign, marks in zip(SIGNS, state.marks, strict=False):
            if marks >> square & 1:
                return sign
        return "."

    def show(self, state: ManyMarks) -> str:
        board = board_text(self.n, self.m, lambda row, column: self._piece(state, row, column))
        return f"{board}\n{self.show_turn(state)}"

    def read_position(self, text: str) -> ManyMarks:
        """A board of the players' signs from the top; who moves follows from their numbers."""
        board = read_board(text, self.n, self.m, SIGNS[: self.players], self.title)
        marks = tuple(board.bits(sign) for sign in self.names)
        counts = [squares.bit_count() for squares in marks]
        turn = sum(counts) % self.players
        if counts != [sum(counts) // self.players + (who < turn) for who in range(self.players)]:
            listed = ", ".join(f"{n} {sign}" for n, sign in zip(counts, self.names, strict=True))
            raise GameError(
                f"{self.title}: {listed}; players mark squares in turn, {self.names[0]} first"
            )
        won = [any(m & line == line for line in self.lines) for m in marks]
        last = (turn - 1) % self.players
        if any(lines for who, lines in enumerate(won) if who != last):
            raise GameError(f"{self.title}: a line is complete, but play continued")
        return ManyMarks(marks, turn, last if won[last] else -1)

    def board_of(self, state: ManyMarks) -> Board:
        def mark(row: int, column: int) -> Piece:
            sign = self._piece(state, row, column)
            return Piece() if sign == "." else Piece("disc", PLAYERS[SIGNS.index(sign)])

        made = made_lines(self.lines, state.marks, lambda square: self.show_move(state, square))
        return grid_board(self.n, self.m, mark, self.title).struck(*made)

    def show_move(self, state: ManyMarks, move: int) -> str:
        return square_name(move // self.m, move % self.m)


class Heaps(NamedTuple):
    """The counters in each heap, and who moves."""

    heaps: tuple[int, ...]
    turn: int


class NimOfMany(Rules):
    """Take counters from one heap; the last one to take wins 1 from each of the others."""

    def __init__(self, players: int = 3, heaps: tuple[int, ...] = (3, 4, 5)) -> None:
        if not 2 <= players <= 6:
            raise GameError(f"nim-of-many: {count_of(players, 'player')}; it must be 2 to 6")
        if not heaps or min(heaps) < 0 or not 0 < sum(heaps) <= 1000:
            raise GameError(
                f"nim-of-many: heaps {heaps}; heaps must not be negative, and at most 1000 in all"
            )
        self.players, self.heaps = players, tuple(heaps)
        self.title = f"Nim for {players}"
        self.most_moves = self.longest = sum(heaps)
        self.size = max(heaps) + 1
        self.payoff_bounds = (-1, players - 1)
        self.losses = (-1,) * players

    def start(self) -> Heaps:
        return Heaps(self.heaps, 0)

    def player(self, state: Heaps) -> int:
        return OVER if sum(state.heaps) == 0 else state.turn

    def moves(self, state: Heaps) -> Iterator[int]:
        """``heap * (greatest + 1) + how many``."""
        for heap in range(len(state.heaps)):
            for take in range(1, state.heaps[heap] + 1):
                yield heap * self.size + take

    def play(self, state: Heaps, move: int) -> Heaps:
        heap, take = move // self.size, move % self.size
        left = replaced(state.heaps, heap, state.heaps[heap] - take)
        return Heaps(left, (state.turn + 1) % self.players)

    def payoffs(self, state: Heaps) -> tuple[int, ...]:
        winner = (state.turn - 1) % self.players
        return replaced(self.losses, winner, self.players - 1)

    def key(self, state: Heaps) -> tuple[tuple[int, ...], int]:
        """The order of the heaps does not matter."""
        heaps = state.heaps
        for k in range(len(heaps)):
            for j in range(k + 1, len(heaps)):
                if heaps[j] < heaps[k]:
                    low, high = heaps[j], heaps[k]
                    heaps = replaced(replaced(heaps, k, low), j, high)
        return (heaps, state.turn)

    def show(self, state: Heaps) -> str:
        lines = [f"{k + 1}: {'|' * size} ({size})" for k, size in enumerate(state.heaps)]
        return "\n".join([*lines, self.show_turn(state)])

    def picture(self, state: Heaps) -> Any:
        canvas = Canvas(60 + 16 * max(self.heaps), 24 * len(self.heaps) + 20)
        for k, size in enumerate(state.heaps):
            canvas.text(16, 27 + 24 * k, str(k + 1), size=12)
            for j in range(size):
                canvas.dot(44 + 16 * j, 23 + 24 * k, 6, PLAYERS[state.turn])
        return canvas.finish(self.title)

    def show_move(self, state: Heaps, move: int) -> str:
        return f"{move % self.size} from {move // self.size + 1}"


@named("lines-of-many", "many-players")
def lines_of_many(players: int = 3, m: int = 4, n: int = 4, k: int = 3) -> LinesOfMany:
    """Tic-tac-toe for three or four players: the first line of k wins from all the others.

    Parameters
    ----------
    players : int, default 3
        The number of players.
    m : int, default 4
        The number of columns.
    n : int, default 4
        The number of rows.
    k : int, default 3
        The length of a line.

    Returns
    -------
    LinesOfMany
        The game.
    """
    return LinesOfMany(players, m, n, k)


@named("nim-of-many", "many-players")
def nim_of_many(players: int = 3, heaps: tuple[int, ...] = (3, 4, 5)) -> NimOfMany:
    """Nim for three or more players: the one who takes the last counter wins from all the others.

    Parameters
    ----------
    players : int, default 3
        The number of players.
    heaps : tuple of int, default (3, 4, 5)
        The sizes of the heaps.

    Returns
    -------
    NimOfMany
        The game.
    """
    return NimOfMany(players, heaps)
