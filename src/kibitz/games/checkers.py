"""Checkers, the English kind: capture if you can; men become kings on the far row.

The pieces are bits of a board of 8 by 8, row by row from the bottom left, on the dark squares only;
a step over the edge lands on a light square, which no mask holds. A move is a square and a
direction, ``4 * square + direction``; a jump that can go on is followed by a move of the same
player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.boards import board_picture, board_text
from kibitz.rules import (
    OVER,
    Rules,
    lowest,
    popcount,
    shift_left,
    shift_right,
    without_lowest,
)

_DARK = -0x55AA55AA55AA55AB
_BOTTOM = 0xFF
_TOP = shift_left(0xFF, 56)


class Pieces(NamedTuple):
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
    payoff_bounds = (-1, 1)
    most_moves = 64

    def __init__(self, limit: int = 80) -> None:
        if limit < 1:
            raise GameError(f"checkers: a draw after {limit} quiet moves; at least 1")
        self.limit = limit
        self.longest = (24 + 24 * 7) * limit + limit

    def start(self) -> Pieces:
        three = 0xFFFFFF
        return Pieces(shift_left(three, 40) & _DARK, three & _DARK, 0, 0, 0, 0)

    def player(self, state: Pieces) -> int:
        if state.quiet >= self.limit or not self.can_move(state):
            return OVER
        return state.turn

    def movers(self, state: Pieces, direction: int) -> int:
        """The mover's pieces that may go in a direction: 0 and 1 up the board, 2 and 3 down."""
        mine = state.black if state.turn == 0 else state.white
        if state.jumping:
            mine = state.jumping
        return mine if (direction >= 2) == (state.turn == 0) else mine & state.kings

    def jumpers(self, state: Pieces, direction: int) -> int:
        """The pieces that can jump in a direction."""
        theirs = state.white if state.turn == 0 else state.black
        free = _DARK & ~(state.black | state.white)
        back = 3 - direction
        return step(step(free, back) & theirs, back) & self.movers(state, direction)

    def steppers(self, state: Pieces, direction: int) -> int:
        """The pieces that can step in a direction."""
        free = _DARK & ~(state.black | state.white)
        return step(free, 3 - direction) & self.movers(state, direction)

    def can_jump(self, state: Pieces) -> bool:
        return any(self.jumpers(state, direction) != 0 for direction in range(4))

    def can_move(self, state: Pieces) -> bool:
        for direction in range(4):
            if self.steppers(state, direction) | self.jumpers(state, direction):
                return True
        return False

    def moves(self, state: Pieces) -> Iterator[int]:
        jumping = self.can_jump(state)
        for direction in range(4):
            pieces = self.jumpers(state, direction) if jumping else self.steppers(state, direction)
            while pieces:
                yield 4 * lowest(pieces) + direction
                pieces = without_lowest(pieces)

    def play(self, state: Pieces, move: int) -> Pieces:
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
            on = Pieces(first, second, kings, target, quiet, state.turn)
            if self.can_jump(on):
                return on
        return Pieces(first, second, kings, 0, quiet, 1 - state.turn)

    def payoffs(self, state: Pieces) -> tuple[int, int]:
        if self.can_move(state):
            return (0, 0)
        return (-1, 1) if state.turn == 0 else (1, -1)

    def evaluate(self, state: Pieces) -> tuple[float, float]:
        """Men and kings, and men kept at home."""
        total = 1.0 * (popcount(state.black) - popcount(state.white))
        total += 0.5 * (popcount(state.black & state.kings) - popcount(state.white & state.kings))
        home = popcount(state.black & _TOP) - popcount(state.white & _BOTTOM)
        guess = max(-0.99, min(0.99, 0.06 * total + 0.01 * home))
        return (guess, -guess)

    def noisy(self, state: Pieces, move: int) -> bool:
        """Jumps."""
        target = step(shift_left(1, move // 4), move % 4)
        return target & (state.black | state.white) != 0

    def passed(self, state: Pieces) -> Pieces:
        return Pieces(state.black, state.white, state.kings, 0, state.quiet, 1 - state.turn)

    def _piece(self, state: Pieces, row: int, column: int) -> str:
        square = shift_left(1, 8 * row + column)
        if not (state.black | state.white) & square:
            return "." if square & _DARK else " "
        piece = "b" if state.black & square else "w"
        return piece.upper() if state.kings & square else piece

    def show(self, state: Pieces) -> str:
        board = board_text(8, 8, lambda row, column: self._piece(state, row, column))
        lines = [line.rstrip() for line in board.splitlines()]
        return "\n".join([*lines, f"{self.names[state.turn]} to move"])

    def picture(self, state: Pieces) -> Any:
        stones = {"b": "X", "w": "O", "B": "x", "W": "o"}

        def stone(row: int, column: int) -> str:
            return stones.get(self._piece(state, row, column), ".")

        return board_picture(8, 8, stone, self.title, chequered=True)

    def show_move(self, state: Pieces, move: int) -> str:
        source, direction = shift_left(1, move // 4), move % 4
        target = step(source, direction)
        jump = target & (state.black | state.white) != 0
        if jump:
            target = step(target, direction)
        return f"{_number(move // 4)}{'x' if jump else '-'}{_number(lowest(target))}"


def step(pieces: int, direction: int) -> int:
    """All pieces one square further: up to the left or right, down to the left or right."""
    if direction == 0:
        return shift_left(pieces, 7) & _DARK
    if direction == 1:
        return shift_left(pieces, 9) & _DARK
    if direction == 2:
        return shift_right(pieces, 9) & _DARK
    return shift_right(pieces, 7) & _DARK


def _number(square: int) -> int:
    """Squares are numbered 1 to 32 from the top left."""
    return (7 - square // 8) * 4 + square % 8 // 2 + 1


@named("checkers", "board")
def checkers(limit: int = 80) -> Checkers:
    """English draughts: forced jumps, kings on the far row; who cannot move loses."""
    return Checkers(limit)
