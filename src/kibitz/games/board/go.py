"""Go on a small board, by area: stones and the points that only they surround.

A set of points is two integers, rows 1 to 5 and the rows above them, ten bits a row, so that what
steps over an edge falls on a bit that belongs to no point. A move is a point, row by row; the
number of points passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.registry import named
from kibitz.games.board.boards import MOST_MOVES, board_text, check_limit
from kibitz.games.board.read_board import read_board
from kibitz.pictures import BLACK, WHITE, WOOD, Board, Line, Rect, graph_board
from kibitz.rules import OVER, Rules, lowest, popcount, without_lowest

LETTERS = "abcdefghj"
"""Columns; go players leave out the i."""
_ROW = 10
_HALF = 5 * _ROW
_LOOKED_THROUGH = 5
"""The largest board on which looking ahead beats random games."""


class GoBoard(NamedTuple):
    """The stones of both, low and high rows; the point of a ko, or -1; passes; moves; the mover."""

    black_low: int
    black_high: int
    white_low: int
    white_high: int
    ko: int
    passes: int
    played: int
    turn: int


class Go(Rules):
    """Surround more of the board; stones without a free neighbor are taken off.

    Suicide is forbidden, and so is taking back a single stone at once (ko). Two passes end the
    game, and so does the limit on moves that keeps longer cycles finite.
    """

    title = "Go"
    names = ("black", "white")
    colors = (BLACK, WHITE)

    def __init__(
        self, size: int = 9, komi: float = 7.5, limit: int = 0, score: str = "win"
    ) -> None:
        if not 1 <= size <= 9:
            raise GameError(f"go: size is {size}; it must be 1 to 9")
        check_limit(limit, 0, "go")
        if not abs(komi) <= MOST_MOVES:
            raise GameError(
                f"go: komi is {show(komi):.20}; it must be at most {MOST_MOVES:,} points"
            )
        if score not in ("win", "points"):
            raise GameError(f"go: score is {score!r}; it must be win or points")
        self.size, self.komi = size, float(komi)
        self.points = size * size
        self.limit = limit or 2 * self.points + 2
        self.by_points = score == "points"
        self.most_moves = self.points + 1
        self.longest = self.limit
        self.searched_by = "mcts" if size > _LOOKED_THROUGH else ""
        most = self.points + abs(self.komi)
        self.payoff_bounds = (-most, most) if self.by_points else (-1, 1)
        row = (1 << size) - 1
        self.all_low = sum(row << (_ROW * k) for k in range(min(size, 5)))
        self.all_high = sum(row << (_ROW * k) for k in range(max(size - 5, 0)))

    def start(self) -> GoBoard:
        return GoBoard(0, 0, 0, 0, -1, 0, 0, 0)

    def player(self, state: GoBoard) -> int:
        if state.passes >= 2 or state.played >= self.limit:
            return OVER
        return state.turn

    def moves(self, state: GoBoard) -> Iterator[int]:
        """All legal points, then the pass."""
        low, high = self.legal(state)
        while low:
            place = lowest(low)
            low = without_lowest(low)
            yield place // _ROW * self.size + place % _ROW
        while high:
            place = lowest(high)
            high = without_lowest(high)
            yield (place // _ROW + 5) * self.size + place % _ROW
        yield self.points

    def legal(self, state: GoBoard) -> tuple[int, int]:
        """The points where a stone may go: where it breathes, joins what breathes, or captures."""
        black = state.turn == 0
        mine_low = state.black_low if black else state.white_low
        mine_high = state.black_high if black else state.white_high
        theirs_low = state.white_low if black else state.black_low
        theirs_high = state.white_high if black else state.black_high
        empty_low = self.all_low & ~(mine_low | theirs_low)
        empty_high = self.all_high & ~(mine_high | theirs_high)
        near_low, near_high = spread(empty_low, empty_high)
        good_low, good_high = empty_low & near_low, empty_high & near_high
        hard_low, hard_high = empty_low & ~near_low, empty_high & ~near_high
        if hard_low | hard_high:
            safe_low, safe_high = spread(good_low, good_high)
            safe_low, safe_high = flood(
                safe_low & mine_low, safe_high & mine_high, mine_low, mine_high
            )
            near_low, near_high = spread(safe_low, safe_high)
            good_low |= hard_low & near_low
            good_high |= hard_high & near_high
            hard_low &= ~near_low
            hard_high &= ~near_high
            while hard_low | hard_high:
                low = hard_low & -hard_low
                high = 0 if hard_low else hard_high & -hard_high
                air_low, air_high = self.air(
                    low, high, mine_low, mine_high, theirs_low, theirs_high, empty_low, empty_high
                )
                good_low |= air_low
                good_high |= air_high
                hard_low &= ~(air_low | low)
                hard_high &= ~(air_high | high)
        if state.ko >= 0:
            low, high = self.place(state.ko)
            good_low &= ~low
            good_high &= ~high
        return good_low, good_high

    def pick(self, state: GoBoard, lot: int) -> int:
        move = (lot * self.most_moves) >> 32
        if move == self.points:
            return move
        low, high = self.place(move)
        taken_low, taken_high = (
            state.black_low | state.white_low,
            state.black_high | state.white_high,
        )
        if move == state.ko or (low & taken_low) | (high & taken_high):
            return -1
        empty_low, empty_high = self.all_low & ~taken_low, self.all_high & ~taken_high
        near_low, near_high = spread(low, high)
        if (near_low & empty_low) | (near_high & empty_high):
            return move
        black = state.turn == 0
        air_low, air_high = self.air(
            low,
            high,
            state.black_low if black else state.white_low,
            state.black_high if black else state.white_high,
            state.white_low if black else state.black_low,
            state.white_high if black else state.black_high,
            empty_low,
            empty_high,
        )
        return move if (air_low & low) | (air_high & high) else -1

    def air(
        self,
        low: int,
        high: int,
        mine_low: int,
        mine_high: int,
        theirs_low: int,
        theirs_high: int,
        empty_low: int,
        empty_high: int,
    ) -> tuple[int, int]:
        """Points where a stone may go, this surrounded one among them if it is one.

        All free neighbors of a group that has two are such points.
        """
        near_low, near_high = spread(low, high)
        near_low &= mine_low
        near_high &= mine_high
        while near_low | near_high:
            one_low = near_low & -near_low
            one_high = 0 if near_low else near_high & -near_high
            group_low, group_high = flood(one_low, one_high, mine_low, mine_high)
            air_low, air_high = spread(group_low, group_high)
            air_low &= empty_low
            air_high &= empty_high
            if air_low != low or air_high != high:
                return air_low, air_high
            near_low &= ~group_low
            near_high &= ~group_high
        taken_low, taken_high = captured(
            low, high, theirs_low, theirs_high, empty_low & ~low, empty_high & ~high
        )
        return (low, high) if taken_low | taken_high else (0, 0)

    def place(self, move: int) -> tuple[int, int]:
        row, column = move // self.size, move % self.size
        if row < 5:
            return 1 << (row * _ROW + column), 0
        return 0, 1 << ((row - 5) * _ROW + column)

    def play(self, state: GoBoard, move: int) -> GoBoard:
        played, turn = state.played + 1, 1 - state.turn
        if move == self.points:
            return GoBoard(
                state.black_low,
                state.black_high,
                state.white_low,
                state.white_high,
                -1,
                state.passes + 1,
                played,
                turn,
            )
        low, high = self.place(move)
        black = state.turn == 0
        mine_low = (state.black_low if black else state.white_low) | low
        mine_high = (state.black_high if black else state.white_high) | high
        theirs_low = state.white_low if black else state.black_low
        theirs_high = state.white_high if black else state.black_high
        taken_low, taken_high = captured(
            low,
            high,
            theirs_low,
            theirs_high,
            self.all_low & ~(mine_low | theirs_low),
            self.all_high & ~(mine_high | theirs_high),
        )
        ko = -1
        if taken_low | taken_high:
            theirs_low ^= taken_low
            theirs_high ^= taken_high
            if popcount(taken_low) + popcount(taken_high) == 1:
                ko = self.ko_point(
                    low, high, mine_low, mine_high, theirs_low, theirs_high, taken_low, taken_high
                )
        if black:
            return GoBoard(mine_low, mine_high, theirs_low, theirs_high, ko, 0, played, turn)
        return GoBoard(theirs_low, theirs_high, mine_low, mine_high, ko, 0, played, turn)

    def ko_point(
        self,
        low: int,
        high: int,
        mine_low: int,
        mine_high: int,
        theirs_low: int,
        theirs_high: int,
        taken_low: int,
        taken_high: int,
    ) -> int:
        """The point just emptied, if the capturing stone is alone and can only breathe there."""
        near_low, near_high = spread(low, high)
        if (near_low & mine_low) | (near_high & mine_high):
            return -1
        empty_low = near_low & self.all_low & ~theirs_low
        empty_high = near_high & self.all_high & ~theirs_high
        if empty_low != taken_low or empty_high != taken_high:
            return -1
        place = lowest(taken_low) if taken_low else lowest(taken_high) + _HALF
        return place // _ROW * self.size + place % _ROW

    def area(self, state: GoBoard) -> int:
        """Black's stones and points that only black reaches, less white's."""
        empty_low = self.all_low & ~(state.black_low | state.white_low)
        empty_high = self.all_high & ~(state.black_high | state.white_high)
        low, high = spread(state.black_low, state.black_high)
        black_low, black_high = flood(low & empty_low, high & empty_high, empty_low, empty_high)
        low, high = spread(state.white_low, state.white_high)
        white_low, white_high = flood(low & empty_low, high & empty_high, empty_low, empty_high)
        black = popcount(state.black_low | (black_low & ~white_low))
        black += popcount(state.black_high | (black_high & ~white_high))
        white = popcount(state.white_low | (white_low & ~black_low))
        white += popcount(state.white_high | (white_high & ~black_high))
        return black - white

    def payoffs(self, state: GoBoard) -> tuple[float, float]:
        ahead = self.area(state) - self.komi
        if not self.by_points:
            ahead = 1.0 if ahead > 0 else (-1.0 if ahead < 0 else 0.0)
        return (ahead, -ahead)

    def evaluate(self, state: GoBoard) -> tuple[float, float]:
        """Stones, and empty points nearer to one's own stones, step by step outwards."""
        black_low, black_high = state.black_low, state.black_high
        white_low, white_high = state.white_low, state.white_high
        for _ in range(3):
            empty_low = self.all_low & ~(black_low | white_low)
            empty_high = self.all_high & ~(black_high | white_high)
            low, high = spread(black_low, black_high)
            other_low, other_high = spread(white_low, white_high)
            black_low |= low & empty_low & ~other_low
            black_high |= high & empty_high & ~other_high
            white_low |= other_low & empty_low & ~low
            white_high |= other_high & empty_high & ~high
        ahead = popcount(black_low) + popcount(black_high)
        ahead -= popcount(white_low) + popcount(white_high)
        guess = ahead - self.komi
        if not self.by_points:
            guess = max(-0.99, min(0.99, guess / self.points))
        return (guess, -guess)

    def noisy(self, state: GoBoard, move: int) -> bool:
        """Captures."""
        if move == self.points:
            return False
        low, high = self.place(move)
        black = state.turn == 0
        taken_low, taken_high = captured(
            low,
            high,
            state.white_low if black else state.black_low,
            state.white_high if black else state.black_high,
            self.all_low & ~(state.black_low | state.white_low | low),
            self.all_high & ~(state.black_high | state.white_high | high),
        )
        return taken_low | taken_high != 0

    def key(self, state: GoBoard) -> tuple[int, int, int, int, int, int, int, int]:
        """The least of the eight turns and mirror images, and what else the game hangs on."""
        black_low, black_high = state.black_low, state.black_high
        white_low, white_high, ko = state.white_low, state.white_high, state.ko
        best = (black_low, black_high, white_low, white_high, ko)
        for k in range(1, 8):
            mirrored = k == 4
            black_low, black_high = self.turned(black_low, black_high, mirrored)
            white_low, white_high = self.turned(white_low, white_high, mirrored)
            if ko >= 0:
                ko = self.turned_point(ko // self.size, ko % self.size, mirrored)
            image = (black_low, black_high, white_low, white_high, ko)
            if image < best:
                best = image
        low, high, other_low, other_high, point = best
        return (low, high, other_low, other_high, point, state.passes, state.played, state.turn)

    def turned(self, low: int, high: int, mirrored: bool) -> tuple[int, int]:
        """Points after a quarter turn, or in the mirror of the long diagonal."""
        new_low = 0
        new_high = 0
        while low | high:
            place = lowest(low) if low else lowest(high) + _HALF
            if low:
                low = without_lowest(low)
            else:
                high = without_lowest(high)
            one_low, one_high = self.place(self.turned_point(place // _ROW, place % _ROW, mirrored))
            new_low |= one_low
            new_high |= one_high
        return new_low, new_high

    def turned_point(self, row: int, column: int, mirrored: bool) -> int:
        return column * self.size + (row if mirrored else self.size - 1 - row)

    def _piece(self, state: GoBoard, row: int, column: int) -> str:
        low, high = self.place(row * self.size + column)
        if (state.black_low & low) | (state.black_high & high):
            return "X"
        return "O" if (state.white_low & low) | (state.white_high & high) else "."

    def show(self, state: GoBoard) -> str:
        board = board_text(
            self.size, self.size, lambda r, c: self._piece(state, r, c), name=LETTERS.__getitem__
        )
        return f"{board}\n{self.show_turn(state)}, komi {self.komi:g}"

    def read_position(self, text: str) -> GoBoard:
        """A board of X (black) and O (white), and who moves: black unless it says white."""
        board = read_board(text, self.size, self.size, "XO", self.title)
        sides = []
        for sign in "XO":
            low, high = 0, 0
            for row, column in board.squares(sign):
                one_low, one_high = self.place(row * self.size + column)
                low, high = low | one_low, high | one_high
            sides.append((low, high))
        (black_low, black_high), (white_low, white_high) = sides
        air_low, air_high = spread(
            self.all_low & ~(black_low | white_low), self.all_high & ~(black_high | white_high)
        )
        for sign, (low, high) in zip("XO", sides, strict=True):
            if flood(air_low & low, air_high & high, low, high) != (low, high):
                raise GameError(
                    f"{self.title}: stones of {sign} have no liberties and would be captured"
                )
        played = popcount(black_low) + popcount(black_high)
        played += popcount(white_low) + popcount(white_high)
        turn = board.mover(self.names, 0, "XO")
        passes = 2 if board.says_over else 0
        return GoBoard(black_low, black_high, white_low, white_high, -1, passes, played, turn)

    def board_of(self, state: GoBoard) -> Board:
        size, step = self.size, 34.0
        places = [(row, column) for row in range(size) for column in range(size)]
        points = {self._name(r, c): (c * step, (size - 1 - r) * step) for r, c in places}
        edges = [(self._name(r, c), self._name(r, c + 1)) for r, c in places if c < size - 1]
        edges += [(self._name(r, c), self._name(r + 1, c)) for r, c in places if r < size - 1]
        stones = {self._name(r, c): self._piece(state, r, c) for r, c in places}
        plain = graph_board(
            points,
            edges,
            stones.__getitem__,
            self.title,
            colors=self.colors,
            named=False,
            coordinates=True,
            radius=17,
        )
        lines = tuple(
            replace(line, width=1.0, stroke=BLACK) for line in plain.under if isinstance(line, Line)
        )
        left, top = (end - 17 for end in plain[self._name(size - 1, 0)].middle)
        wood = Rect(left, top, size * step, size * step, WOOD)
        return replace(plain, under=(wood, *lines), over=())

    def _name(self, row: int, column: int) -> str:
        return f"{LETTERS[column]}{row + 1}"

    def show_move(self, state: GoBoard, move: int) -> str:
        if move == self.points:
            return "pass"
        return self._name(move // self.size, move % self.size)


def spread(low: int, high: int) -> tuple[int, int]:
    """All places beside some; those off the board too, so cut it to what is wanted."""
    near_low = (low << 1) | (low >> 1) | (low << _ROW) | (low >> _ROW)
    near_low |= (high & 1023) << (_HALF - _ROW)
    near_high = (high << 1) | (high >> 1) | (high << _ROW) | (high >> _ROW)
    near_high |= low >> (_HALF - _ROW)
    return near_low, near_high


def flood(low: int, high: int, within_low: int, within_high: int) -> tuple[int, int]:
    """All points that can be reached from some inside a set."""
    while True:
        near_low, near_high = spread(low, high)
        near_low = low | (near_low & within_low)
        near_high = high | (near_high & within_high)
        if near_low == low and near_high == high:
            return low, high
        low, high = near_low, near_high


def captured(
    low: int, high: int, theirs_low: int, theirs_high: int, empty_low: int, empty_high: int
) -> tuple[int, int]:
    """The stones beside a new one that are left without air."""
    near_low, near_high = spread(low, high)
    air_low, air_high = spread(empty_low, empty_high)
    left_low = near_low & theirs_low & ~air_low
    left_high = near_high & theirs_high & ~air_high
    taken_low = 0
    taken_high = 0
    while left_low | left_high:
        one_low = left_low & -left_low
        one_high = 0 if left_low else left_high & -left_high
        group_low, group_high = flood(one_low, one_high, theirs_low, theirs_high)
        if (group_low & air_low) | (group_high & air_high) == 0:
            taken_low |= group_low
            taken_high |= group_high
        left_low &= ~group_low
        left_high &= ~group_high
    return taken_low, taken_high


@named("go", "board")
def go(size: int = 9, komi: float = 7.5, limit: int = 0, score: str = "win") -> Go:
    """Surround more of the board than the opponent; stones without liberties are captured.

    Parameters
    ----------
    size : int, default 9
        The size of the board.
    komi : float, default 7.5
        The points that the second player gets for moving second.
    limit : int, default 0
        The number of moves after which the board is scored; 0 chooses one for the size.
    score : str, default "win"
        What the payoff counts.

    Returns
    -------
    Go
        The game.
    """
    return Go(size, komi, limit, score)
