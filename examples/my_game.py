"""A game of one's own: walls on a strip. Write it once, and everything works on it.

    kibitz check examples/my_game.py:Domino
    kibitz solve examples/my_game.py:Domino 10
    kibitz analyze examples/my_game.py:Domino 3
    kibitz play examples/my_game.py:Domino --vs depth:4
    kibitz draw examples/my_game.py:Domino --moves "3 6" -o strip.svg
    kibitz tournament examples/my_game.py:Domino random perfect mcts:iterations=200

Two players put dominoes on a strip of squares in turn. A domino covers two squares side by side;
whoever cannot put one down has lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.pictures import Board, Piece, grid_board
from kibitz.rules import OVER, Rules, popcount


class Strip(NamedTuple):
    """The squares that are covered, as bits, and who is to move."""

    covered: int
    turn: int


class Domino(Rules):
    """Cover two squares side by side; whoever cannot loses."""

    title = "Dominoes on a strip"
    names = ("left", "right")
    payoff_bounds = (-1, 1)

    def __init__(self, squares: int = 8) -> None:
        self.squares = squares
        self.longest = squares // 2 + 1
        self.most_moves = max(1, squares - 1)

    def start(self) -> Strip:
        return Strip(0, 0)

    def player(self, state: Strip) -> int:
        for square in range(self.squares - 1):
            if state.covered & (3 << square) == 0:
                return state.turn
        return OVER

    def moves(self, state: Strip) -> Iterator[int]:
        for square in range(self.squares - 1):
            if state.covered & (3 << square) == 0:
                yield square

    def play(self, state: Strip, move: int) -> Strip:
        return Strip(state.covered | (3 << move), 1 - state.turn)

    def payoffs(self, state: Strip) -> tuple[int, int]:
        return (-1, 1) if state.turn == 0 else (1, -1)

    def evaluate(self, state: Strip) -> tuple[float, float]:
        """An odd number of dominoes that still fit is good for whoever is to move."""
        room = (self.squares - popcount(state.covered)) // 2
        good = 0.1 if (room % 2 == 1) == (state.turn == 0) else -0.1
        return (good, -good)

    def show(self, state: Strip) -> str:
        return "".join("#" if state.covered >> k & 1 else "." for k in range(self.squares))

    def board_of(self, state: Strip) -> Board:
        """The strip as squares to see and to click; a move is the left one of its two."""

        def square(row: int, column: int) -> Piece:
            covered = state.covered >> column & 1
            return Piece("disc", "player2") if covered else Piece()

        def number(row: int, column: int) -> str:
            return str(column + 1)

        return grid_board(1, self.squares, square, name=number, label=number, coordinates=False)

    def show_move(self, state: Strip, move: int) -> str:
        return str(move + 1)


if __name__ == "__main__":
    import kibitz as kb

    print(kb.search(Domino(9)).solve())
