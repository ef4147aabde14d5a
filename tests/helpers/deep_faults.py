"""Rules that are wrong at a single position, (4, 0, 77), which few random games meet."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.rules import OVER, Rules

TABLE = np.arange(10)


class Walk(Rules):
    """Six moves of three each; who moves last wins where the numbers come out right."""

    most_moves = 3

    def start(self) -> Any:
        return (0, 0, 0)

    def player(self, state: Any) -> int:
        return OVER if state[0] >= 6 else state[1]

    def moves(self, state: Any) -> Any:
        return range(3)

    def play(self, state: Any, move: int) -> Any:
        return (state[0] + 1, 1 - state[1], state[2] * 3 + move)

    def payoffs(self, state: Any) -> Any:
        return (1, -1) if state[2] % 7 == 3 else (-1, 1)


class TooMany(Walk):
    def moves(self, state: Any) -> Any:
        return range(9) if state[2] == 77 else range(3)


class TooFew(Walk):
    def moves(self, state: Any) -> Any:
        return range(0) if state[2] == 77 else range(3)


class NoSuchPlayer(Walk):
    def player(self, state: Any) -> int:
        return OVER if state[0] >= 6 else 5 if state[2] == 77 else state[1]


class OffTheTuple(Walk):
    steps = (1, 1, 1)

    def play(self, state: Any, move: int) -> Any:
        step = self.steps[state[2]] if state[2] == 77 else 1
        return (state[0] + step, 1 - state[1], state[2] * 3 + move)


class OffTheArray(Walk):
    def play(self, state: Any, move: int) -> Any:
        step = int(TABLE[state[2]]) if state[2] == 77 else 1
        return (state[0] + step, 1 - state[1], state[2] * 3 + move)


class ByZero(Walk):
    def play(self, state: Any, move: int) -> Any:
        return (state[0] + 1, 1 - state[1], state[2] * 3 + move + 1 // (77 - state[2]) * 0)


class Backwards(Walk):
    def play(self, state: Any, move: int) -> Any:
        way = 1 << (-1 if state[2] == 77 else 0)
        return (state[0] + way, 1 - state[1], state[2] * 3 + move)


FAULTS = {
    TooMany: "moves() gives 9 moves",
    TooFew: "no move at",
    NoSuchPlayer: "player() gives 5",
    OffTheTuple: "IndexError",
    OffTheArray: "IndexError",
    ByZero: "ZeroDivisionError",
    Backwards: "ValueError",
}
