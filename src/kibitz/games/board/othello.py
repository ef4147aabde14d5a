"""Othello: enclose the other's discs to turn them; most discs at the end win.

A board is two integers of 64 bits, the discs of the player to move and of the other, row by row
from the top left; the squares where something can be enclosed are kept with it. A move is a
square; 64 passes, which is only allowed where nothing can be enclosed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.read_board import read_board
from kibitz.pictures import BLACK, WHITE, WOOD, Board, grid_board
from kibitz.rules import (
    OVER,
    Rules,
    lowest,
    mirrored_bits,
    popcount,
    shift_left,
    shift_right,
    without_lowest,
)

PASS = 64
_INNER = 0x7E7E7E7E7E7E7E7E
_CORNERS = shift_left(0x81, 56) | 0x81
_X_SQUARES = 0x0042000000004200


class Discs(NamedTuple):
    """The discs of the mover and of the other, who moves (or OVER), and where discs may go."""

    mine: int
    theirs: int
    turn: int
    places: int


class Othello(Rules):
    """Place a disc so that it encloses a line of the other's discs, and turn them over."""

    title = "Othello"
    names = ("black", "white")
    colors = (BLACK, WHITE)
    payoff_bounds = (-64, 64)
    most_moves = 64
    longest = 120

    def __init__(self, score: str = "discs") -> None:
        if score not in ("discs", "win"):
            raise GameError(f"othello: score is {score!r}; it must be discs or win")
        self.by_discs = score == "discs"
        if not self.by_discs:
            self.payoff_bounds = (-1, 1)

    def start(self) -> Discs:
        mine, theirs = 0x0000000810000000, 0x0000001008000000
        return Discs(mine, theirs, 0, places(mine, theirs))

    def player(self, state: Discs) -> int:
        return OVER if state.turn < 0 else state.turn

    def moves(self, state: Discs) -> Iterator[int]:
        left = state.places
        if left == 0:
            yield PASS
        while left:
            yield lowest(left)
            left = without_lowest(left)

    def play(self, state: Discs, move: int) -> Discs:
        if move == PASS:
            return Discs(state.theirs, state.mine, 1 - state.turn, places(state.theirs, state.mine))
        disc = shift_left(1, move)
        turned = enclosed(disc, state.mine, state.theirs)
        mine = state.theirs & ~turned
        theirs = state.mine | disc | turned
        free = places(mine, theirs)
        turn = 1 - state.turn
        if free == 0 and places(theirs, mine) == 0:
            turn = -1 - turn
        return Discs(mine, theirs, turn, free)

    def payoffs(self, state: Discs) -> tuple[int, int]:
        mine, theirs = popcount(state.mine), popcount(state.theirs)
        ahead = mine - theirs if state.turn in (0, -1) else theirs - mine
        if not self.by_discs:
            ahead = (ahead > 0) - (ahead < 0)
        return (ahead, -ahead)

    def evaluate(self, state: Discs) -> tuple[float, float]:
        """Corners, squares beside empty corners, and the choice of moves."""
        corners = popcount(state.mine & _CORNERS) - popcount(state.theirs & _CORNERS)
        risky = popcount(state.mine & _X_SQUARES) - popcount(state.theirs & _X_SQUARES)
        choice = popcount(state.places) - popcount(places(state.theirs, state.mine))
        guess = 8.0 * corners - 3.0 * risky + 1.0 * choice
        if not self.by_discs:
            guess = max(-0.99, min(0.99, guess / 64))
        return (guess, -guess) if state.turn == 0 else (-guess, guess)

    def order(self, state: Discs, move: int) -> int:
        """Corners first, squares beside them last, else where the other gets little choice."""
        after = self.play(state, move)
        value = -popcount(after.places)
        if move != PASS:
            disc = shift_left(1, move)
            if disc & _CORNERS:
                value += 40
            if disc & _X_SQUARES:
                value -= 20
        return value

    def key(self, state: Discs) -> tuple[int, int, int]:
        """The least of the eight turns and mirror images."""
        mine, theirs = state.mine, state.theirs
        least, other = mine, theirs
        for k in range(8):
            if mine < least or (mine == least and theirs < other):
                least, other = mine, theirs
            if k % 4 == 3:
                mine, theirs = upside_down(mine), upside_down(theirs)
            else:
                mine, theirs = quarter_turn(mine), quarter_turn(theirs)
        return (least, other, state.turn)

    def _piece(self, state: Discs, row: int, column: int) -> str:
        square = shift_left(1, 8 * row + column)
        swapped = state.turn in (1, -2)
        black, white = (state.theirs, state.mine) if swapped else (state.mine, state.theirs)
        return "X" if black & square else "O" if white & square else "."

    def show(self, state: Discs) -> str:
        board = board_text(8, 8, lambda row, column: self._piece(state, row, column), True)
        return f"{board}\n{self.show_turn(state)}"

    def read_position(self, text: str) -> Discs:
        """A board of X (black) and O (white) from the top, and who moves: black, or as it says."""
        board = read_board(text, 8, 8, "XO", self.title, True)
        turn = board.mover(self.names, 0, "XO")
        sides = tuple(
            sum(shift_left(1, 8 * row + column) for row, column in board.squares(sign))
            for sign in "XO"
        )
        mine, theirs = sides[turn], sides[1 - turn]
        if mine & theirs or not mine | theirs:
            raise GameError(f"{self.title}: a position needs at least one disc")
        free = places(mine, theirs)
        over = free == 0 and places(theirs, mine) == 0
        return Discs(mine, theirs, -1 - turn if over else turn, free)

    def board_of(self, state: Discs) -> Board:
        return grid_board(
            8,
            8,
            lambda r, c: self._piece(state, r, c),
            self.title,
            top_first=True,
            fill=lambda r, c: WOOD,
            colors=self.colors,
        )

    def show_move(self, state: Discs, move: int) -> str:
        return "pass" if move == PASS else square_name(move // 8, move % 8)


def rays(discs: int, through: int, step: int) -> int:
    """Lines of discs from some squares up the board, at most six long."""
    line = shift_left(discs, step) & through
    line |= shift_left(line, step) & through
    pairs = through & shift_left(through, step)
    line |= shift_left(line, 2 * step) & pairs
    return line | (shift_left(line, 2 * step) & pairs)


def rays_down(discs: int, through: int, step: int) -> int:
    """The same down the board."""
    line = shift_right(discs, step) & through
    line |= shift_right(line, step) & through
    pairs = through & shift_right(through, step)
    line |= shift_right(line, 2 * step) & pairs
    return line | (shift_right(line, 2 * step) & pairs)


def places(mine: int, theirs: int) -> int:
    """The squares where a disc of mine encloses others."""
    inner = theirs & _INNER
    found = shift_left(rays(mine, theirs, 8), 8) | shift_right(rays_down(mine, theirs, 8), 8)
    found |= shift_left(rays(mine, inner, 1), 1) | shift_right(rays_down(mine, inner, 1), 1)
    found |= shift_left(rays(mine, inner, 7), 7) | shift_right(rays_down(mine, inner, 7), 7)
    found |= shift_left(rays(mine, inner, 9), 9) | shift_right(rays_down(mine, inner, 9), 9)
    return found & ~(mine | theirs)


def enclosed(disc: int, mine: int, theirs: int) -> int:
    """What a disc of mine turns over."""
    inner = theirs & _INNER
    turned = 0
    for step in (1, 7, 8, 9):
        through = theirs if step == 8 else inner
        line = rays(disc, through, step)
        if shift_left(line, step) & mine:
            turned |= line
        line = rays_down(disc, through, step)
        if shift_right(line, step) & mine:
            turned |= line
    return turned


def upside_down(board: int) -> int:
    """The rows of a board of 8 by 8 in reverse."""
    return mirrored_rows(mirrored_bits(board))


def mirrored_rows(board: int) -> int:
    """Each row of a board of 8 by 8 in reverse."""
    board = (shift_right(board, 1) & 0x5555555555555555) | shift_left(board & 0x5555555555555555, 1)
    board = (shift_right(board, 2) & 0x3333333333333333) | shift_left(board & 0x3333333333333333, 2)
    half = 0x0F0F0F0F0F0F0F0F
    return (shift_right(board, 4) & half) | shift_left(board & half, 4)


def quarter_turn(board: int) -> int:
    """A board of 8 by 8 turned by a quarter: transposed, then each row in reverse."""
    swap = 0x0F0F0F0F00000000 & (board ^ shift_left(board, 28))
    board ^= swap ^ shift_right(swap, 28)
    swap = 0x3333000033330000 & (board ^ shift_left(board, 14))
    board ^= swap ^ shift_right(swap, 14)
    swap = 0x5500550055005500 & (board ^ shift_left(board, 7))
    board ^= swap ^ shift_right(swap, 7)
    return mirrored_rows(board)


@named("othello", "board")
def othello(score: Literal["discs", "win"] = "discs") -> Othello:
    """Flip the opponent's discs by enclosing them; the most discs at the end win.

    Parameters
    ----------
    score : {"discs", "win"}, default "discs"
        What the payoff counts.

    Returns
    -------
    Othello
        The game.
    """
    return Othello(score)
