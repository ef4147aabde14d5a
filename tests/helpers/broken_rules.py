"""Games with one fault each, for the checker to find."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.rules import CHANCE, OVER, SIMULTANEOUS, Rules
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


class LeftOut(WrongAlike):
    def alike(self, state: Any, player: int) -> Any:
        return []


class Weightless(WrongAlike):
    def alike(self, state: Any, player: int) -> Any:
        return [(state, 0)]


class NoOutcomes(BadChance):
    def chance(self, state: Any) -> Any:
        return []


class NoPairs(BadChance):
    def chance(self, state: Any) -> Any:
        return [1, 2]


class LessThanNothing(BadChance):
    def chance(self, state: Any) -> Any:
        return [(1, Fraction(3, 2)), (2, Fraction(-1, 2))]


class Forgetful(TakeAway):
    made = 0

    def play(self, state: Any, move: Any) -> Any:
        self.made += 1
        return (state[0] - 1, self.made % 2)


class Favorites(TakeAway):
    def candidates(self, state: Any) -> Any:
        return [state[0] + 1]


class Unreadable(TakeAway):
    def show_move(self, state: Any, move: Any) -> str:
        return f"take {move}"

    def read_move(self, state: Any, text: str) -> Any:
        return 7


class NoText(TakeAway):
    def show(self, state: Any) -> Any:
        return state


class HalfAGuess(TakeAway):
    def evaluate(self, state: Any) -> Any:
        return (0.5,)


class OneKey(TakeAway):
    zero_sum = False

    def key(self, state: Any) -> Any:
        return state[0]


class Together(Rules):
    """Both name a number at once, and the higher one wins."""

    def start(self) -> Any:
        return ()

    def player(self, state: Any) -> int:
        return OVER if state else SIMULTANEOUS

    def choices(self, state: Any, player: int) -> Any:
        return (1, 2)

    def play_together(self, state: Any, moves: Any) -> Any:
        return moves

    def payoffs(self, state: Any) -> Any:
        return (state[0] - state[1], state[1] - state[0])


class OneIsIdle(Together):
    def choices(self, state: Any, player: int) -> Any:
        return (1, 2)[: 2 - 2 * player]


class BothTheSame(Together):
    def choices(self, state: Any, player: int) -> Any:
        return (1, 1)


FAULTS = {
    LeftOut: "alike",
    Weightless: "alike",
    NoOutcomes: "chance",
    NoPairs: "chance",
    LessThanNothing: "chance",
    Forgetful: "play",
    Favorites: "candidates",
    Unreadable: "read_move",
    NoText: "show",
    HalfAGuess: "evaluate",
    OneKey: "key",
    OneIsIdle: "choices",
    BothTheSame: "choices",
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
