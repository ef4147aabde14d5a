"""Games with one fault each, for the checker to find."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.rules import CHANCE, OVER, Rules
from kibitz.rules.examples import TakeAway


class NoMoves(TakeAway):
    def moves(self, state: Any) -> Any:
        return [] if state[0] == 2 else super().moves(state)


class NoPayoffs(TakeAway):
    def payoffs(self, state: Any) -> Any:
        return (1,)


class NotZeroSum(TakeAway):
    def payoffs(self, state: Any) -> Any:
        return (1, 1)


class OutOfBounds(TakeAway):
    def payoffs(self, state: Any) -> Any:
        return (2, -2)


class BadPick(TakeAway):
    def pick(self, state: Any, lot: int) -> int:
        return 1 + (lot * 3 >> 32)


class BadChance(TakeAway):
    def player(self, state: Any) -> int:
        return CHANCE if state[0] else OVER

    def chance(self, state: Any) -> Any:
        return [(1, Fraction(1, 2)), (2, Fraction(1, 3))]

    def play(self, state: Any, move: Any) -> Any:
        return (max(0, state[0] - move), 1 - state[1])


class NoHash(TakeAway):
    def play(self, state: Any, move: Any) -> Any:
        return [state[0] - move, 1 - state[1]]


class WrongSymmetry(TakeAway):
    def key(self, state: Any) -> Any:
        return state[0] // 2


class Endless(Rules):
    def start(self) -> Any:
        return 0

    def player(self, state: Any) -> int:
        return state

    def moves(self, state: Any) -> Any:
        return (0,)

    def play(self, state: Any, move: Any) -> Any:
        return 1 - state


class TooLong(Endless):
    longest = 10


class WrongPlayer(TakeAway):
    def player(self, state: Any) -> int:
        return 7


class TwiceTheSame(TakeAway):
    def moves(self, state: Any) -> Any:
        return [1, 1]


class TooMany(TakeAway):
    most_moves = 2


class Crashes(TakeAway):
    def play(self, state: Any, move: Any) -> Any:
        return (state[0] - move, 1 // (state[0] - 3))


class WrongView(TakeAway):
    def information_state(self, state: Any, player: int) -> Any:
        return 0


class WrongAlike(TakeAway):
    def information_state(self, state: Any, player: int) -> Any:
        return state

    def alike(self, state: Any, player: int) -> Any:
        return [(state, 1), ((state[0] + 1, state[1]), 1)]


FAULTS = {
    WrongAlike: "alike",
    BadPick: "pick",
    NoMoves: "moves",
    NoPayoffs: "payoffs",
    NotZeroSum: "payoffs",
    OutOfBounds: "payoffs",
    BadChance: "chance",
    NoHash: "play",
    WrongSymmetry: "key",
    Endless: "player",
    TooLong: "longest",
    WrongPlayer: "player",
    TwiceTheSame: "moves",
    TooMany: "most_moves",
    Crashes: "play",
    WrongView: "information_state",
}
