"""Ten games, each in a style of its own: states as tuples, nested tuples, bits, small classes ...

They are written the way somebody writes them who has read "Writing a game" in the book and nothing
else; none is written for the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz import OVER, Rules


class Drop(Rules):
    """Three in a line on four rows of five, stones fall down: the board is one tuple."""

    most_moves = 5
    longest = 20

    def start(self) -> tuple[int, ...]:
        return (0,) * 20

    def _won(self, board: tuple[int, ...]) -> bool:
        for k in range(20):
            if board[k]:
                column = k % 5
                if column < 3 and board[k] == board[k + 1] == board[k + 2]:
                    return True
                if k < 10 and board[k] == board[k + 5] == board[k + 10]:
                    return True
                if k < 10 and column < 3 and board[k] == board[k + 6] == board[k + 12]:
                    return True
                if k < 10 and column > 1 and board[k] == board[k + 4] == board[k + 8]:
                    return True
        return False

    def _stones(self, board: tuple[int, ...]) -> int:
        return sum(1 for stone in board if stone)

    def player(self, board: tuple[int, ...]) -> int:
        count = self._stones(board)
        if count == 20 or self._won(board):
            return OVER
        return count % 2

    def moves(self, board: tuple[int, ...]) -> list[int]:
        return [column for column in range(5) if board[15 + column] == 0]

    def play(self, board: tuple[int, ...], move: int) -> tuple[int, ...]:
        stone = 1 + self._stones(board) % 2
        place = move
        while board[place]:
            place += 5
        return board[:place] + (stone,) + board[place + 1 :]

    def payoffs(self, board: tuple[int, ...]) -> tuple[int, int]:
        if not self._won(board):
            return (0, 0)
        return (-1, 1) if self._stones(board) % 2 == 0 else (1, -1)


Rows = tuple[tuple[int, ...], tuple[int, ...]]


class Sowing(Rules):
    """Sow the seeds of one of your pits; nested tuples: pits of both, stores, and who moves."""

    most_moves = 4
    longest = 60

    def start(self) -> tuple[Rows, tuple[int, int], int, int]:
        return (((3, 3, 3, 3), (3, 3, 3, 3)), (0, 0), 0, 0)

    def player(self, state: tuple[Rows, tuple[int, int], int, int]) -> int:
        pits, stores, turn, plies = state
        return OVER if sum(pits[turn]) == 0 or plies == 60 else turn

    def moves(self, state: tuple[Rows, tuple[int, int], int, int]) -> list[int]:
        pits, stores, turn, plies = state
        return [k for k in range(4) if pits[turn][k] > 0]

    def play(
        self, state: tuple[Rows, tuple[int, int], int, int], move: int
    ) -> tuple[Rows, tuple[int, int], int, int]:
        pits, stores, turn, plies = state
        mine, theirs = list(pits[turn]), list(pits[1 - turn])
        seeds = mine[move]
        mine[move] = 0
        stored = 0
        place = move
        while seeds > 0:
            place = (place + 1) % 9
            if place < 4:
                mine[place] += 1
            elif place == 4:
                stored += 1
            else:
                theirs[place - 5] += 1
            seeds -= 1
        if turn == 0:
            return ((tuple(mine), tuple(theirs)), (stores[0] + stored, stores[1]), 1, plies + 1)
        return ((tuple(theirs), tuple(mine)), (stores[0], stores[1] + stored), 0, plies + 1)

    def payoffs(self, state: tuple[Rows, tuple[int, int], int, int]) -> tuple[int, int]:
        pits, stores, turn, plies = state
        lead = stores[0] + sum(pits[0]) - stores[1] - sum(pits[1])
        return (lead, -lead)


class Crosscram(Rules):
    """Dominoes upright against dominoes lying, on five by five: the board is an int of bits."""

    most_moves = 20
    longest = 13

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def _fits(self, taken: int, turn: int) -> int:
        free = ~taken & 0x1FFFFFF
        if turn == 0:
            return free & (free >> 5)
        return free & (free >> 1) & 0b01111_01111_01111_01111_01111

    def player(self, state: tuple[int, int]) -> int:
        taken, turn = state
        return turn if self._fits(taken, turn) else OVER

    def moves(self, state: tuple[int, int]) -> list[int]:
        taken, turn = state
        fits = self._fits(taken, turn)
        return [square for square in range(25) if fits >> square & 1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        taken, turn = state
        domino = (1 << move) | (1 << move + (5 if turn == 0 else 1))
        return (taken | domino, 1 - turn)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (-1, 1) if state[1] == 0 else (1, -1)


class Track:
    """Where two runners are: a small class of somebody's own."""

    def __init__(self, first: int, second: int, turn: int) -> None:
        self.first = first
        self.second = second
        self.turn = turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Track) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.first, self.second, self.turn))


class Runners(Rules):
    """Run one to three steps, but not onto the other; first home wins: a small class."""

    most_moves = 3
    longest = 40

    def start(self) -> Track:
        return Track(0, 1, 0)

    def player(self, track: Track) -> int:
        return OVER if track.first >= 20 or track.second >= 20 else track.turn

    def moves(self, track: Track) -> list[int]:
        mine = track.first if track.turn == 0 else track.second
        other = track.second if track.turn == 0 else track.first
        return [step for step in (1, 2, 3) if mine + step != other]

    def play(self, track: Track, move: int) -> Track:
        if track.turn == 0:
            return Track(track.first + move, track.second, 1)
        return Track(track.first, track.second + move, 0)

    def payoffs(self, track: Track) -> tuple[int, int]:
        return (1, -1) if track.first >= 20 else (-1, 1)


NEIGHBORS = {
    0: (1, 3, 4),
    1: (0, 2, 4),
    2: (1, 4, 5),
    3: (0, 4, 6),
    4: (0, 1, 2, 3, 5, 6, 7, 8),
    5: (2, 4, 8),
    6: (3, 4, 7),
    7: (4, 6, 8),
    8: (4, 5, 7),
}
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Morris(Rules):
    """Three men's morris: place three men, then move along lines; neighbors in a dictionary."""

    most_moves = 24
    longest = 30

    def start(self) -> tuple[tuple[int, ...], int]:
        return ((0,) * 9, 0)

    def _won(self, board: tuple[int, ...]) -> bool:
        return any(board[a] and board[a] == board[b] == board[c] for a, b, c in LINES)

    def player(self, state: tuple[tuple[int, ...], int]) -> int:
        board, plies = state
        return OVER if plies == 30 or self._won(board) else plies % 2

    def moves(self, state: tuple[tuple[int, ...], int]) -> list[int]:
        board, plies = state
        if plies < 6:
            return [place for place in range(9) if board[place] == 0]
        mine = 1 + plies % 2
        found = []
        for place in range(9):
            if board[place] == mine:
                for target in NEIGHBORS[place]:
                    if board[target] == 0:
                        found.append(9 * place + target)
        return found or [81]

    def play(self, state: tuple[tuple[int, ...], int], move: int) -> tuple[tuple[int, ...], int]:
        board, plies = state
        row = list(board)
        if plies < 6:
            row[move] = 1 + plies % 2
        elif move < 81:
            row[move // 9] = 0
            row[move % 9] = 1 + plies % 2
        return (tuple(row), plies + 1)

    def payoffs(self, state: tuple[tuple[int, ...], int]) -> tuple[int, int]:
        board, plies = state
        if not self._won(board):
            return (0, 0)
        return (1, -1) if plies % 2 else (-1, 1)


class Breakaway(Rules):
    """Breakthrough on four by five: moves appended to a list, the board copied as a list."""

    most_moves = 24
    longest = 60

    def start(self) -> tuple[tuple[int, ...], int]:
        return ((1,) * 8 + (0,) * 4 + (2,) * 8, 0)

    def player(self, state: tuple[tuple[int, ...], int]) -> int:
        board, turn = state
        for k in range(4):
            if board[k] == 2 or board[16 + k] == 1:
                return OVER
        return turn if 1 + turn in board else OVER

    def moves(self, state: tuple[tuple[int, ...], int]) -> list[int]:
        board, turn = state
        found = []
        step = 4 if turn == 0 else -4
        for square in range(20):
            if board[square] != 1 + turn:
                continue
            column = square % 4
            for side in (-1, 0, 1):
                target = square + step + side
                if 0 <= column + side < 4 and 0 <= target < 20:
                    if side == 0 and board[target] != 0:
                        continue
                    if board[target] != 1 + turn:
                        found.append(3 * square + side + 1)
        return found

    def play(self, state: tuple[tuple[int, ...], int], move: int) -> tuple[tuple[int, ...], int]:
        board, turn = state
        squares = list(board)
        step = 4 if turn == 0 else -4
        squares[move // 3] = 0
        squares[move // 3 + step + move % 3 - 1] = 1 + turn
        return (tuple(squares), 1 - turn)

    def payoffs(self, state: tuple[tuple[int, ...], int]) -> tuple[int, int]:
        return (-1, 1) if state[1] == 0 else (1, -1)


class Konane(Rules):
    """Jump over a stone of the other onto a free square, four by five: moves are yielded."""

    most_moves = 40
    longest = 20

    def start(self) -> tuple[int, ...]:
        return (1, 2, 1, 2, 2, 1, 2, 1, 1, 0, 0, 2, 2, 1, 2, 1, 1, 2, 1, 2, 0)

    def _jumps(self, state: tuple[int, ...]) -> Iterator[int]:
        mine = 1 + state[20]
        for square in range(20):
            if state[square] == mine:
                row, column = square // 4, square % 4
                if column < 2 and state[square + 1] == 3 - mine and state[square + 2] == 0:
                    yield 4 * square
                if column > 1 and state[square - 1] == 3 - mine and state[square - 2] == 0:
                    yield 4 * square + 1
                if row < 3 and state[square + 4] == 3 - mine and state[square + 8] == 0:
                    yield 4 * square + 2
                if row > 1 and state[square - 4] == 3 - mine and state[square - 8] == 0:
                    yield 4 * square + 3

    def player(self, state: tuple[int, ...]) -> int:
        for _ in self._jumps(state):
            return state[20]
        return OVER

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        yield from self._jumps(state)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        step = (1, -1, 4, -4)[move % 4]
        square = move // 4
        board = list(state)
        board[square], board[square + step] = 0, 0
        board[square + 2 * step] = 1 + state[20]
        board[20] = 1 - state[20]
        return tuple(board)

    def payoffs(self, state: tuple[int, ...]) -> tuple[int, int]:
        return (-1, 1) if state[20] == 0 else (1, -1)


class Noughts(Rules):
    """Tic-tac-toe with the board as a string."""

    most_moves = 9
    longest = 9

    def start(self) -> str:
        return "........."

    def _won(self, board: str) -> bool:
        return any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in LINES)

    def player(self, board: str) -> int:
        empty = board.count(".")
        return OVER if empty == 0 or self._won(board) else (9 - empty) % 2

    def moves(self, board: str) -> list[int]:
        return [k for k in range(9) if board[k] == "."]

    def play(self, board: str, move: int) -> str:
        mark = "XO"[(9 - board.count(".")) % 2]
        return board[:move] + mark + board[move + 1 :]

    def payoffs(self, board: str) -> tuple[int, int]:
        if not self._won(board):
            return (0, 0)
        return (-1, 1) if board.count(".") % 2 else (1, -1)


@dataclass(frozen=True)
class Heaps:
    """Three heaps, and who moves."""

    first: int
    second: int
    third: int
    turn: int


class Taking(Rules):
    """Take one to three stones from one of three heaps, the last wins: a frozen dataclass."""

    most_moves = 9
    longest = 24

    def start(self) -> Heaps:
        return Heaps(7, 8, 9, 0)

    def player(self, heaps: Heaps) -> int:
        return OVER if heaps.first + heaps.second + heaps.third == 0 else heaps.turn

    def moves(self, heaps: Heaps) -> list[int]:
        sizes = (heaps.first, heaps.second, heaps.third)
        return [4 * k + take for k in range(3) for take in (1, 2, 3) if take <= sizes[k]]

    def play(self, heaps: Heaps, move: int) -> Heaps:
        take, turn = move % 4, 1 - heaps.turn
        if move < 4:
            return replace(heaps, first=heaps.first - take, turn=turn)
        if move < 8:
            return replace(heaps, second=heaps.second - take, turn=turn)
        return Heaps(heaps.first, heaps.second, heaps.third - take, turn)

    def payoffs(self, heaps: Heaps) -> tuple[int, int]:
        return (-1, 1) if heaps.turn == 0 else (1, -1)


class Islands(Rules):
    """Take a square of four by four, and its neighbors are gone: a set of the squares left."""

    most_moves = 16
    longest = 17

    def start(self) -> tuple[frozenset[int], int]:
        return (frozenset(range(16)), 0)

    def player(self, state: tuple[frozenset[int], int]) -> int:
        left, turn = state
        return turn if left else OVER

    def moves(self, state: tuple[frozenset[int], int]) -> list[int]:
        return sorted(state[0])

    def play(self, state: tuple[frozenset[int], int], move: int) -> tuple[frozenset[int], int]:
        left, turn = state
        row, column = divmod(move, 4)
        gone = {
            4 * r + c
            for r, c in ((row, column), (row - 1, column), (row + 1, column))
            if 0 <= r < 4
        }
        gone |= {4 * row + c for c in (column - 1, column + 1) if 0 <= c < 4}
        return (left - gone, 1 - turn)

    def payoffs(self, state: tuple[frozenset[int], int]) -> tuple[int, int]:
        return (-1, 1) if state[1] == 0 else (1, -1)


GAMES: dict[str, tuple[type[Rules], int]] = {
    "one tuple": (Drop, 15),
    "nested tuples": (Sowing, 20),
    "an int of bits": (Crosscram, 9),
    "a small class": (Runners, 22),
    "a dictionary beside it": (Morris, 14),
    "lists and append": (Breakaway, 9),
    "generators": (Konane, 20),
    "a string": (Noughts, 9),
    "a dataclass": (Taking, 12),
    "a set": (Islands, 16),
}
"""The games by style, and how deep they are searched."""


def made(style: str) -> Any:
    return GAMES[style][0]()
