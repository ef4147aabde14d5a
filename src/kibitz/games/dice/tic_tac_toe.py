"""Tic-tac-toe with dice: a throw decides whether the mark may be put."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import square_name
from kibitz.games.board.open_lines import made_lines
from kibitz.games.board.tic_tac_toe import board_symmetries
from kibitz.pictures import Board, grid_board
from kibitz.rules import popcount
from kibitz.rules.game import CHANCE, OVER
from kibitz.stochastic.from_rules.recurring import RecurringRules


class DiceTicTacToe(RecurringRules):
    """Tic-tac-toe with a die: aim at a square; with some chance the mark is not made."""

    players = 2
    names = ("X", "O")
    payoff_bounds = (-1, 1)
    most_moves = 9
    lines = (7, 56, 448, 73, 146, 292, 273, 84)
    """The squares of every line, as bits."""

    def __init__(self, hit: int = 4) -> None:
        if not 1 <= hit <= 6:
            raise GameError("dice-tic-tac-toe: hit is the number of good faces, 1 to 6")
        self.hit = hit
        self.turns = board_symmetries(3, 3)

    title = "Tic-tac-toe with a die"

    def start(self) -> tuple[int, int, int, int]:
        return (0, 0, 0, -1)

    def wins(self, marks: int) -> bool:
        return any(marks & line == line for line in self.lines)

    def player(self, state: tuple[int, int, int, int]) -> int:
        crosses, noughts, mover, aim = state
        if self.wins(crosses) or self.wins(noughts) or (crosses | noughts) == 511:
            return OVER
        return CHANCE if aim >= 0 else mover

    def moves(self, state: tuple[int, int, int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [k for k in range(9) if not taken >> k & 1]

    def chance(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, Fraction]]:
        yield 1, Fraction(self.hit, 6)
        if self.hit < 6:
            yield 0, Fraction(6 - self.hit, 6)

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        crosses, noughts, mover, aim = state
        if aim < 0:
            return (crosses, noughts, mover, move)
        if move == 0:
            return (crosses, noughts, 1 - mover, -1)
        if mover == 0:
            return (crosses | 1 << aim, noughts, 1, -1)
        return (crosses, noughts | 1 << aim, 0, -1)

    def payoffs(self, state: tuple[int, int, int, int]) -> tuple[int, int]:
        if self.wins(state[0]):
            return (1, -1)
        return (-1, 1) if self.wins(state[1]) else (0, 0)

    def evaluate(self, state: tuple[int, int, int, int]) -> tuple[float, float]:
        """The lines that are still open to each, weighted by how far they are filled."""
        total = 0.0
        for line in self.lines:
            mine, theirs = popcount(state[0] & line), popcount(state[1] & line)
            if theirs == 0 and mine > 0:
                total += 4.0**mine
            if mine == 0 and theirs > 0:
                total -= 4.0**theirs
        guess = max(-0.99, min(0.99, total / 64))
        return (guess, -guess)

    def board_of(self, state: tuple[int, int, int, int]) -> Board:
        def mark(row: int, column: int) -> str:
            square = 3 * row + column
            return "+" if state[0] >> square & 1 else "0" if state[1] >> square & 1 else "."

        def number(row: int, column: int) -> str:
            square = 3 * row + column
            return f"{square + 1}, aimed at" if square == state[3] else str(square + 1)

        def own_number(row: int, column: int) -> str:
            return str(3 * row + column + 1)

        plain = grid_board(
            3, 3, mark, self.name, top_first=True, label=number, click=own_number, size=56
        )
        made = made_lines(self.lines, state[:2], lambda square: square_name(*divmod(square, 3)))
        return plain.struck(*made)

    def show(self, state: tuple[int, int, int, int]) -> str:
        crosses, noughts, mover, aim = state
        marks = ["X" if crosses >> k & 1 else "O" if noughts >> k & 1 else "." for k in range(9)]
        rows = "/".join("".join(marks[k : k + 3]) for k in (0, 3, 6))
        if self.player(state) == OVER:
            return f"{rows} {self.show_turn(state)}"
        return f"{rows} {self.names[mover]}" + (f" at {aim + 1}" if aim >= 0 else "")

    def key(self, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """The least of the turns and mirror images of the board."""
        best = state
        for turn in self.turns:
            crosses = 0
            noughts = 0
            for square in range(9):
                crosses |= ((state[0] >> square) & 1) << turn[square]
                noughts |= ((state[1] >> square) & 1) << turn[square]
            image = (crosses, noughts, state[2], turn[state[3]] if state[3] >= 0 else -1)
            if image < best:
                best = image
        return best

    def show_move(self, state: tuple[int, int, int, int], move: int) -> str:
        return ("miss", "hit")[move] if state[3] >= 0 else str(move + 1)


@named("dice-tic-tac-toe", family="dice")
def dice_tic_tac_toe(hit: int = 4) -> DiceTicTacToe:
    """Tic-tac-toe in which a mark is made only after a good roll of a die.

    Parameters
    ----------
    hit : int, default 4
        The number of good faces.

    Returns
    -------
    DiceTicTacToe
        The game.
    """
    return DiceTicTacToe(hit)
