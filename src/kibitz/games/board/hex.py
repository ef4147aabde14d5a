"""Hex: join your two sides of a board of hexagons; it cannot end in a draw.

Cells are numbered row by row from the top, each row half a cell further right. A set of cells is
two integers of 62 bits. Besides its stones, each side keeps those that are joined to its first
edge, so that a move costs a step and not a search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import letters, square_name
from kibitz.games.board.read_board import read_board
from kibitz.pictures import Board, hex_board
from kibitz.rules import OVER, Rules, lowest, mirrored_bits, popcount, shift_right, without_lowest

WORD = 62
_WORD = (1 << WORD) - 1


class HexBoard(NamedTuple):
    """The stones of each side, low and high word, those joined to its first edge, and the mover."""

    red_low: int
    red_high: int
    blue_low: int
    blue_high: int
    red_joined_low: int
    red_joined_high: int
    blue_joined_low: int
    blue_joined_high: int
    turn: int


class Hex(Rules):
    """Red joins the top and the bottom row, blue the first and the last column."""

    title = "Hex"
    names = ("red", "blue")
    payoff_bounds = (-1, 1)

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        if not 1 <= size <= 11:
            raise GameError(f"hex: size is {size}; it must be 1 to 11")
        self.size, self.swap = size, swap
        cells = size * size
        self.most_moves = cells + 1
        self.longest = cells + 1
        everything = (1 << cells) - 1
        left = sum(1 << (size * row) for row in range(size))
        bottom = (1 << size) - 1
        self.all_low, self.all_high = _words(everything)
        self.left_low, self.left_high = _words(left)
        self.right_low, self.right_high = _words(left << (size - 1))
        self.bottom_low, self.bottom_high = _words(bottom)
        self.top_low, self.top_high = _words(bottom << (size * (size - 1)))

    def start(self) -> HexBoard:
        return HexBoard(0, 0, 0, 0, 0, 0, 0, 0, 0)

    def player(self, state: HexBoard) -> int:
        if (state.red_joined_low & self.top_low) | (state.red_joined_high & self.top_high):
            return OVER
        if (state.blue_joined_low & self.right_low) | (state.blue_joined_high & self.right_high):
            return OVER
        return state.turn

    def moves(self, state: HexBoard) -> Iterator[int]:
        left = self.all_low & ~(state.red_low | state.blue_low)
        while left:
            yield lowest(left)
            left = without_lowest(left)
        left = self.all_high & ~(state.red_high | state.blue_high)
        while left:
            yield lowest(left) + WORD
            left = without_lowest(left)
        if self.may_swap(state):
            yield self.size * self.size

    def may_swap(self, state: HexBoard) -> bool:
        """Whether the second player may take over the first stone, mirrored."""
        if not self.swap or state.turn == 0 or state.blue_low | state.blue_high:
            return False
        return popcount(state.red_low) + popcount(state.red_high) == 1

    def play(self, state: HexBoard, move: int) -> HexBoard:
        if move == self.size * self.size:
            first = lowest(state.red_low) if state.red_low else WORD + lowest(state.red_high)
            move = first % self.size * self.size + first // self.size
            state = HexBoard(0, 0, 0, 0, 0, 0, 0, 0, 1)
        low = 1 << move if move < WORD else 0
        high = 1 << (move - WORD) if move >= WORD else 0
        if state.turn == 0:
            stones_low, stones_high = state.red_low | low, state.red_high | high
            joined_low, joined_high = self.joined(
                low,
                high,
                stones_low,
                stones_high,
                state.red_joined_low,
                state.red_joined_high,
                self.bottom_low,
                self.bottom_high,
            )
            return HexBoard(
                stones_low,
                stones_high,
                state.blue_low,
                state.blue_high,
                joined_low,
                joined_high,
                state.blue_joined_low,
                state.blue_joined_high,
                1,
            )
        stones_low, stones_high = state.blue_low | low, state.blue_high | high
        joined_low, joined_high = self.joined(
            low,
            high,
            stones_low,
            stones_high,
            state.blue_joined_low,
            state.blue_joined_high,
            self.left_low,
            self.left_high,
        )
        return HexBoard(
            state.red_low,
            state.red_high,
            stones_low,
            stones_high,
            state.red_joined_low,
            state.red_joined_high,
            joined_low,
            joined_high,
            0,
        )

    def joined(
        self,
        low: int,
        high: int,
        stones_low: int,
        stones_high: int,
        joined_low: int,
        joined_high: int,
        edge_low: int,
        edge_high: int,
    ) -> tuple[int, int]:
        """The stones joined to an edge once a new stone lies there."""
        near_low, near_high = self.spread(low, high)
        touches = (near_low & joined_low) | (near_high & joined_high)
        if touches | (low & edge_low) | (high & edge_high) == 0:
            return joined_low, joined_high
        low |= near_low & stones_low & ~joined_low
        high |= near_high & stones_high & ~joined_high
        while low | high:
            joined_low |= low
            joined_high |= high
            near_low, near_high = self.spread(low, high)
            low = near_low & stones_low & ~joined_low
            high = near_high & stones_high & ~joined_high
        return joined_low, joined_high

    def spread(self, low: int, high: int) -> tuple[int, int]:
        """All cells beside a set of cells."""
        size = self.size
        inner_low, inner_high = low & ~self.left_low, high & ~self.left_high
        west_low = (inner_low >> 1) | ((inner_high & 1) << (WORD - 1))
        west_high = inner_high >> 1
        inner_low, inner_high = low & ~self.right_low, high & ~self.right_high
        east_low = inner_low << 1
        east_high = (inner_high << 1) | (east_low >> WORD) & 1
        up_low, up_high = low | west_low, high | west_high
        down_low, down_high = low | east_low & _WORD, high | east_high
        found_low = west_low | east_low | (up_low << size) | (down_low >> size)
        found_low |= down_high << (WORD - size)
        found_high = west_high | east_high | (up_high << size) | (down_high >> size)
        found_high |= up_low >> (WORD - size)
        return found_low & self.all_low, found_high & self.all_high

    def payoffs(self, state: HexBoard) -> tuple[int, int]:
        red = (state.red_joined_low & self.top_low) | (state.red_joined_high & self.top_high)
        return (1, -1) if red else (-1, 1)

    def evaluate(self, state: HexBoard) -> tuple[float, float]:
        """Who needs fewer stones to join the sides, the other one passing."""
        red = self.distance(state.red_low, state.red_high, state.blue_low, state.blue_high, True)
        blue = self.distance(state.blue_low, state.blue_high, state.red_low, state.red_high, False)
        ahead = blue - red + (0.5 if state.turn == 0 else -0.5)
        guess = max(-0.99, min(0.99, ahead / (self.size + 1.0)))
        return (guess, -guess)

    def distance(self, low: int, high: int, other_low: int, other_high: int, upward: bool) -> int:
        """How many stones one side needs at least to join its edges; more than fit if it cannot."""
        free_low, free_high = self.all_low & ~other_low, self.all_high & ~other_high
        seen_low = (self.bottom_low if upward else self.left_low) & free_low
        seen_high = (self.bottom_high if upward else self.left_high) & free_high
        end_low = self.top_low if upward else self.right_low
        end_high = self.top_high if upward else self.right_high
        near_low, near_high = seen_low & low, seen_high & high
        reached_low, reached_high = near_low, near_high
        for needed in range(self.size * self.size + 1):
            while near_low | near_high:
                reached_low |= near_low
                reached_high |= near_high
                near_low, near_high = self.spread(near_low, near_high)
                seen_low |= near_low & free_low
                seen_high |= near_high & free_high
                near_low &= low & ~reached_low
                near_high &= high & ~reached_high
            if (reached_low & end_low) | (reached_high & end_high):
                return needed
            near_low, near_high = seen_low & ~reached_low, seen_high & ~reached_high
            if near_low | near_high == 0:
                break
        return self.size * self.size + 1

    def key(self, state: HexBoard) -> tuple[int, int, int, int, int]:
        """The lesser of the board and its half turn."""
        red_low, red_high = self.half_turn(state.red_low, state.red_high)
        blue_low, blue_high = self.half_turn(state.blue_low, state.blue_high)
        turned = (red_low, red_high, blue_low, blue_high, state.turn)
        plain = (state.red_low, state.red_high, state.blue_low, state.blue_high, state.turn)
        return turned if turned < plain else plain

    def half_turn(self, low: int, high: int) -> tuple[int, int]:
        """Cells seen from the other end: all bits of the board in reverse."""
        first = shift_right(mirrored_bits(high), 2)
        second = shift_right(mirrored_bits(low), 2)
        spare = 2 * WORD - self.size * self.size
        if spare >= WORD:
            return second >> (spare - WORD), 0
        return ((first >> spare) | (second << (WORD - spare))) & _WORD, second >> spare

    def _piece(self, state: HexBoard, cell: int) -> str:
        red = state.red_low | state.red_high << WORD
        blue = state.blue_low | state.blue_high << WORD
        return "X" if red >> cell & 1 else "O" if blue >> cell & 1 else "."

    def show(self, state: HexBoard) -> str:
        size = self.size
        lines = ["   " + " ".join(letters(column) for column in range(size))]
        for row in range(size):
            cells = " ".join(self._piece(state, row * size + column) for column in range(size))
            lines.append(f"{' ' * row}{row + 1:>2} {cells}")
        who = "red (X) joins top and bottom, blue (O) left and right"
        return "\n".join([*lines, f"{who}; {self.show_turn(state)}"])

    def read_position(self, text: str) -> HexBoard:
        """A board of X (red) and O (blue) from the top; who moves follows from their numbers.

        As many of both may also be blue's turn where the first stone was taken over; then it says
        ``blue to move``.
        """
        board = read_board(text, self.size, self.size, "XO", self.title, True)
        red, blue = board.squares("X"), board.squares("O")
        mover = self._turn(len(red), len(blue), board.rest)
        state = self.start()
        for turn, stones in enumerate((red, blue)):
            for row, column in stones:
                state = self.play(state._replace(turn=turn), row * self.size + column)
        return state._replace(turn=mover)

    def _turn(self, red: int, blue: int, words: str) -> int:
        """Who moves when there are this many stones, and this is said below the board."""
        ahead = red - blue
        possible = [ahead] if ahead in (0, 1) else []
        if self.swap and ahead in (-1, 0) and blue:
            possible.append(ahead + 1)
        if not possible:
            more = "one more O after a swap, " if self.swap else ""
            raise GameError(
                f"{self.title}: {red} X and {blue} O; X moves first, so there are as many X as O, "
                f"{more}or one more"
            )
        match = re.search(r"(?i)\b(red|blue) (?:to move|moves)\b", words)
        if match is None:
            return possible[0]
        turn = self.names.index(match[1].lower())
        if turn not in possible:
            raise GameError(f"{self.title}: {red} X and {blue} O; it is not {match[1]}'s turn")
        return turn

    def board_of(self, state: HexBoard) -> Board:
        size = self.size
        return hex_board(size, size, lambda r, c: self._piece(state, r * size + c), self.title)

    def show_move(self, state: HexBoard, move: int) -> str:
        if move == self.size * self.size:
            return "swap"
        return square_name(move // self.size, move % self.size)


def _words(cells: int) -> tuple[int, int]:
    return cells & _WORD, cells >> WORD


@named("hex", "board")
def hex_game(size: int = 11, swap: bool = False) -> Hex:
    """Connect your two sides of a board of hexagons before your opponent does.

    Parameters
    ----------
    size : int, default 11
        The size of the board.
    swap : bool, default False
        Whether the second player may take over the first stone.

    Returns
    -------
    Hex
        The game.
    """
    return Hex(size, swap)
