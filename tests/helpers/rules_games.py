"""Small games that use every part of the rules, compiled or not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from kibitz.rules import (
    CHANCE,
    OVER,
    Rules,
    highest,
    lowest,
    popcount,
    replaced,
    shift_left,
    shift_right,
)

STEPS = (1, 3)
TABLE = np.array([0, 3, 5])


def double(x: int) -> int:
    return 2 * x


class Board(NamedTuple):
    squares: tuple[int, ...]
    turn: int


class Squares(Rules):
    """Fill squares in turn; a NamedTuple with a tuple, a helper, tables and ``_replace``."""

    def __init__(self, size: int = 5) -> None:
        self.size = size
        self.weights = tuple(range(1, size + 1))

    def start(self) -> Board:
        return Board((0,) * self.size, 0)

    def free(self, state: Board) -> int:
        count = sum(1 for square in state.squares if square == 0)
        if not self.is_sound(state):
            return -1
        return count

    def is_sound(self, state: Board) -> bool:
        return all(square >= 0 for square in state.squares)

    def player(self, state: Board) -> int:
        return state.turn if self.free(state) > 0 else OVER

    def moves(self, state: Board) -> list[int]:
        return [k for k in range(self.size) if state.squares[k] == 0]

    def play(self, state: Board, move: int) -> Board:
        squares = replaced(state.squares, move, state.turn + 1)
        return state._replace(squares=squares, turn=1 - state.turn)

    def payoffs(self, state: Board) -> tuple[int, int]:
        total: int = 0
        for k in range(self.size):
            total += self.weights[k] * (3 - 2 * state.squares[k])
        gain = double(total) + int(TABLE[1]) - STEPS[0] - STEPS[1]
        return (gain, -gain)

    def evaluate(self, state: Board) -> tuple[int, int]:
        return (self.free(state), -self.free(state))

    def order(self, state: Board, move: int) -> int:
        return self.weights[move]

    def noisy(self, state: Board, move: int) -> bool:
        return move == 0

    def null_move(self, state: Board) -> Board:
        return Board(state.squares, 1 - state.turn)

    def key(self, state: Board) -> tuple[int, tuple[int, ...]]:
        return (state.turn, state.squares)


class Dice(Rules):
    """Roll and keep, with exact probabilities and with floats."""

    zero_sum = False
    players = 1

    def start(self) -> tuple[int, int]:
        return (0, 1)

    def player(self, state: tuple[int, int]) -> int:
        total, rolling = state
        if total >= 10:
            return OVER
        return CHANCE if rolling else 0

    def chance(self, state: tuple[int, int]) -> Iterator[tuple[int, Any]]:
        if state[0] % 2:
            yield 1, 0.25
            yield 2, 0.75
        else:
            for face in range(1, 7):
                yield face, Fraction(1, 6)

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from STEPS

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + move, 1 - state[1])

    def payoffs(self, state: tuple[int, int]) -> tuple[float]:
        return (state[0] / 10,)


class Bits(Rules):
    """All 64 squares of a board: what leaves it is lost, and the last square is the sign."""

    def start(self) -> tuple[int, int]:
        return (shift_left(1, 63), 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1] & 1 if state[1] < 12 else OVER

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield lowest(state[0])
        yield highest(state[0]) + 64
        yield popcount(state[0]) + 256

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        bits, ply = state
        return (shift_right(bits, 3) ^ shift_left(bits, move % 7) ^ move, ply + 1)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        sign = 1 if state[0] < 0 else -1
        return (sign, -sign)


class Growing(Rules):
    """Numbers that outgrow 64 bits: only Python plays this one right."""

    def start(self) -> tuple[int, int]:
        return (3, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1] % 2 if state[1] < 50 else OVER

    def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
        return (3, 5)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] * move, state[1] + 1)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (1, -1) if state[0] > 2**63 else (-1, 1)


class Words(Rules):
    """States and moves of text, which only Python plays."""

    def start(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return len(state) % 2 if len(state) < 4 else OVER

    def moves(self, state: str) -> list[str]:
        return ["a", "b"]

    def play(self, state: str, move: str) -> str:
        return state + move

    def payoffs(self, state: str) -> tuple[int, int]:
        won = state in ("abba", "baab", "aaaa")
        return (1, -1) if won else (-1, 1)


class Ring(Rules):
    """Step left or right on a ring; whoever reaches the gate wins, if anybody ever does."""

    payoff_bounds = (-1, 1)

    def start(self) -> tuple[int, int]:
        return (3, 0)

    def player(self, state: tuple[int, int]) -> int:
        return OVER if state[0] == 0 else state[1]

    def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
        if state[0] == 2:
            return (0,)
        return (0, 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        step = 1 if move == 0 else -1
        return ((state[0] + step) % 6, 1 - state[1])

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (1, -1) if state[1] == 1 else (-1, 1)
