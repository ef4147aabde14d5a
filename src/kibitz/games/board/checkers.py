"""Checkers, the English kind: capture if you can; men become kings on the far row.

The pieces are bits of a board of 8 by 8, row by row from the bottom left, on the dark squares only;
a step over the edge lands on a light square, which no mask holds. A move is a square and a
direction, ``4 * square + direction``; a jump that can continue is followed by a move of the same
player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import check_limit
from kibitz.games.board.read_board import read_board
from kibitz.pictures import BLACK, WHITE, Board, grid_board
from kibitz.rules import (
    OVER,
    Rules,
    lowest,
    popcount,
    shift_left,
    shift_right,
    without_lowest,
)

DARK = -0x55AA55AA55AA55AB
_BOTTOM = 0xFF
_TOP = shift_left(0xFF, 56)


class CheckersState(NamedTuple):
    """The pieces of black and white, which are kings, the one that must jump on, quiet moves, and
    the mover."""

    black: int
    white: int
    kings: int
    jumping: int
    quiet: int
    turn: int


class Checkers(Rules):
    """Move along the diagonals; jump over the other's pieces to take them; who cannot move loses.

    A man that reaches the far row becomes a king, and its move ends. After 40 moves of each side
    without a capture or a man moved it is a draw.
    """

    title = "Checkers"
    names = ("black", "white")
    colors = (BLACK, WHITE)
    payoff_bounds = (-1, 1)
    most_moves = 64

    def __init__(self, limit: int = 80) -> None:
        check_limit(limit, 1, "checkers")
        self.limit = limit
        self.longest = (24 + 24 * 7) * limit + limit

    def start(self) -> CheckersState:
        three = 0xFFFFFF
        return CheckersState(shift_left(three, 40) & DARK, three & DARK, 0, 0, 0, 0)

    def player(self, state: CheckersState) -> int:
        if state.quiet >= self.limit or not self.can_move(state):
            return OVER
        return state.turn

    def movers(self, state: CheckersState, direction: int) -> int:
        """The mover's pieces that may go in a direction: 0 and 1 up the board, 2 and 3 down."""
        mine = state.black if state.turn == 0 else state.white
        if state.jumping:
            mine = state.jumping
        return mine if (direction >= 2) == (state.turn == 0) else mine & state.kings

    def jumpers(self, state: CheckersState, direction: int) -> int:
        """The pieces that can jump in a direction."""
        theirs = state.white if state.turn == 0 else state.black
        free = DARK & ~(state.black | state.white)
        back = 3 - direction
        return step(step(free, back) & theirs, back) & self.movers(state, direction)

    def steppers(self, state: CheckersState, direction: int) -> int:
        """The pieces that can step in a direction."""
        free = DARK & ~(state.black | state.white)
        return step(free, 3 - direction) & self.movers(state, direction)

    def can_jump(self, state: CheckersState) -> bool:
        return any(self.jumpers(state, direction) != 0 for direction in range(4))

    def can_move(self, state: CheckersState) -> bool:
        for direction in range(4):
            if self.steppers(state, direction) | self.jumpers(state, direction):
                return True
        return False

    def moves(self, state: CheckersState) -> Iterator[int]:
        jumping = self.can_jump(state)
        for direction in range(4):
            pieces = self.jumpers(state, direction) if jumping else self.steppers(state, direction)
            while pieces:
                yield 4 * lowest(pieces) + direction
                pieces = without_lowest(pieces)

    def play(self, state: CheckersState, move: int) -> CheckersState:
        source, direction = shift_left(1, move // 4), move % 4
        target = step(source, direction)
        black = state.turn == 0
        mine = state.black if black else state.white
        theirs = state.white if black else state.black
        taken = 0
        if target & theirs:
            taken = target
            target = step(target, direction)
        was_king = source & state.kings != 0
        crowned = not was_king and target & (_BOTTOM if black else _TOP) != 0
        mine = (mine ^ source) | target
        theirs ^= taken
        kings = state.kings & ~(source | taken)
        if was_king or crowned:
            kings |= target
        quiet = state.quiet + 1 if was_king and taken == 0 else 0
        first, second = (mine, theirs) if black else (theirs, mine)
        if taken != 0 and not crowned:
            on = CheckersState(first, second, kings, target, quiet, state.turn)
            if self.can_jump(on):
                return on
        return CheckersState(first, second, kings, 0, quiet, 1 - state.turn)

    def payoffs(self, state: CheckersState) -> tuple[int, int]:
        if self.can_move(state):
            return (0, 0)
        return (-1, 1) if state.turn == 0 else (1, -1)

    def evaluate(self, state: CheckersState) -> tuple[float, float]:
        """Men and kings, and men kept at home."""
        total = 1.0 * (popcount(state.black) - popcount(state.white))
        total += 0.5 * (popcount(state.black & state.kings) - popcount(state.white & state.kings))
        home = popcount(state.black & _TOP) - popcount(state.white & _BOTTOM)
        guess = max(-0.99, min(0.99, 0.06 * total + 0.01 * home))
        return (guess, -guess)

    def noisy(self, state: CheckersState, move: int) -> bool:
        """Jumps."""
        target = step(shift_left(1, move // 4), move % 4)
        return target & (state.black | state.white) != 0

    def null_move(self, state: CheckersState) -> CheckersState:
        return CheckersState(state.black, state.white, state.kings, 0, state.quiet, 1 - state.turn)

    def _piece(self, state: CheckersState, row: int, column: int) -> str:
        square = shift_left(1, 8 * row + column)
        if not (state.black | state.white) & square:
            return "." if square & DARK else " "
        piece = "b" if state.black & square else "w"
        return piece.upper() if state.kings & square else piece

    def show(self, state: CheckersState) -> str:
        """Each row with the number of its first square."""
        lines = []
        for row in reversed(range(8)):
            pieces = " ".join(self._piece(state, row, column) for column in range(8))
            lines.append(f"{4 * (7 - row) + 1:>2} {pieces}".rstrip())
        todo = f"to jump on from {_number(lowest(state.jumping))}" if state.jumping else "to move"
        return "\n".join([*lines, self.show_turn(state, todo)])

    def read_position(self, text: str) -> CheckersState:
        """As shown, b and w, capitals for kings; or ``B:W18,24,K27:B12,16``, who moves first."""
        if re.match(r"\s*[BWbw]\s*:", text):
            return _read_numbers(text)
        bare = re.sub(r"(?m)(^|/)\s*\d+(?=\s)", r"\1", text)
        board = None
        for width in (4, 8):
            with suppress(GameError):
                board = read_board(bare, 8, width, "bBwW", self.title)
                break
        if board is None:
            raise GameError(
                f"{self.title}: {text!r:.60} is not a board; write 8 rows of 4 or 8 squares from "
                "the top, with b, w, B, W and . between slashes, or B:W18,24,K27:B12,16"
            )
        found = {
            piece: [
                8 * row + (2 * column + row % 2 if len(board.rows[0]) == 4 else column)
                for row, column in board.squares(piece)
            ]
            for piece in "bBwW"
        }
        state = _pieces(found, board.mover(self.names, 0))
        on = re.search(r"jump on from (\d+)", board.rest)
        return state._replace(jumping=shift_left(1, _square(on[1]))) if on else state

    def board_of(self, state: CheckersState) -> Board:
        stones = {"b": "X", "w": "O", "B": "x", "W": "o"}

        def stone(row: int, column: int) -> str:
            return stones.get(self._piece(state, row, column), ".")

        def number(row: int, column: int) -> str:
            return str(_number(8 * row + column)) if (row + column) % 2 == 0 else ""

        return grid_board(
            8,
            8,
            stone,
            self.title,
            checkered=True,
            colors=self.colors,
            label=number,
            click=number,
            size=44,
        )

    def show_move(self, state: CheckersState, move: int) -> str:
        source, direction = shift_left(1, move // 4), move % 4
        target = step(source, direction)
        jump = target & (state.black | state.white) != 0
        if jump:
            target = step(target, direction)
        return f"{_number(move // 4)}{'x' if jump else '-'}{_number(lowest(target))}"


def step(pieces: int, direction: int) -> int:
    """All pieces one square further: up to the left or right, down to the left or right."""
    if direction == 0:
        return shift_left(pieces, 7) & DARK
    if direction == 1:
        return shift_left(pieces, 9) & DARK
    if direction == 2:
        return shift_right(pieces, 9) & DARK
    return shift_right(pieces, 7) & DARK


def _number(square: int) -> int:
    """Squares are numbered 1 to 32 from the top left."""
    return (7 - square // 8) * 4 + square % 8 // 2 + 1


def _square(number: str) -> int:
    """The square with a number from 1 to 32."""
    if not number.isdigit() or not 1 <= int(number) <= 32:
        raise GameError(f"Checkers: {number!r} is not a square; squares are numbered 1 to 32")
    row, place = divmod(int(number) - 1, 4)
    return 8 * (7 - row) + 2 * place + (7 - row) % 2


def _read_numbers(text: str) -> CheckersState:
    """``B:W18,24,K27:B12,16``: who moves, then the squares of each side, K before kings."""
    turn, *sides = [part.strip().rstrip(".").upper() for part in text.split(":")]
    found: dict[str, list[int]] = {"b": [], "B": [], "w": [], "W": []}
    for side in sides:
        if side[:1] not in ("B", "W"):
            raise GameError(f"Checkers: {side!r} must begin with B or W")
        for word in side[1:].replace(",", " ").split():
            piece = side[0] if word.startswith("K") else side[0].lower()
            found[piece].append(_square(word.removeprefix("K")))
    return _pieces(found, "BW".index(turn))


def _pieces(found: dict[str, list[int]], turn: int) -> CheckersState:
    sets = dict.fromkeys(found, 0)
    for piece, squares in found.items():
        for square in squares:
            bit = shift_left(1, square)
            if not bit & DARK:
                raise GameError("Checkers: a piece stands on a light square")
            if any(here & bit for here in sets.values()):
                raise GameError(f"Checkers: two pieces on square {_number(square)}")
            sets[piece] |= bit
    for side in ("bB", "wW"):
        count = sum(len(found[piece]) for piece in side)
        if count > 12:
            raise GameError(f"Checkers: {count_of(count, 'piece')} of one side; the limit is 12")
    if sets["b"] & _BOTTOM or sets["w"] & _TOP:
        raise GameError("Checkers: a man on the far row would be a king")
    return CheckersState(
        sets["b"] | sets["B"], sets["w"] | sets["W"], sets["B"] | sets["W"], 0, 0, turn
    )


@named("checkers", "board")
def checkers(limit: int = 80) -> Checkers:
    """English draughts: forced jumps, kings on the far row; a player who cannot move loses.

    Parameters
    ----------
    limit : int, default 80
        The number of moves without a capture after which the game is a draw.

    Returns
    -------
    Checkers
        The game.
    """
    return Checkers(limit)
