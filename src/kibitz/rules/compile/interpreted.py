"""A game's functions for algorithms, over rules as they are, where these cannot be compiled."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.rules.bits import bits_of, number_of, prefetch
from kibitz.rules.compile.constants import constants_of
from kibitz.rules.fault import bad_count, bad_payoffs, bad_player, chances, each
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules

_FIRST = 1 << 40
"""Numbers from here on stand for values other than small integers."""


def interpreted(rules: Rules) -> tuple[dict[str, Any], Callable[[int], Any]]:
    """The names that an algorithm finds around it, and which move a number stands for."""
    game = _Interpreted(rules)
    around = {
        "math": math,
        "np": np,
        "namedtuple": namedtuple,
        "bits_of": bits_of,
        "number_of": number_of,
        "prefetch": prefetch,
        "OVER": OVER,
        "CHANCE": CHANCE,
        "SIMULTANEOUS": SIMULTANEOUS,
        "TOGETHER": SIMULTANEOUS,
    }
    return {**around, **game.functions(), **constants_of(rules)}, game.meant


class _Interpreted:
    """What ``compile/interface.py`` promises; things are numbered when they are first seen."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.most = rules.most_moves
        self.numbers: dict[Any, int] = {}
        self.things: list[Any] = []

    def functions(self) -> dict[str, Any]:
        """All that the interface names; what the game does not say is not asked."""
        promised = (
            "player",
            "moves",
            "chance",
            "play",
            "payoff",
            "evaluate",
            "order",
            "noisy",
            "candidates",
            "limits",
            "pick",
            "null_move",
            "write_key",
            "write_view",
            "write_state",
            "read_state",
            "put_state",
            "take_state",
        )
        bounds = self.rules.payoff_bounds or (-math.inf, math.inf)
        unsaid = {
            "evaluate": lambda state, who: 0,
            "order": lambda state, move: 0,
            "noisy": lambda state, move: False,
            "candidates": self.moves,
            "limits": lambda state: bounds,
            "null_move": lambda state: state,
        }
        said = {name: getattr(self, name) for name in promised}
        return said | {name: plain for name, plain in unsaid.items() if not self.rules.has(name)}

    def code(self, thing: Any) -> int:
        """The number that a thing goes by; an integer stands for itself."""
        if isinstance(thing, int) and not isinstance(thing, bool) and abs(thing) < _FIRST:
            return thing
        try:
            known = thing in self.numbers
        except TypeError as error:
            hashable = "states and moves must be hashable"
            raise GameError(f"{self.rules.name}: {error}; {hashable}") from None
        if not known:
            self.numbers[thing] = _FIRST + len(self.things)
            self.things.append(thing)
        return self.numbers[thing]

    def meant(self, number: int) -> Any:
        """The thing that goes by a number."""
        return self.things[number - _FIRST] if number >= _FIRST else int(number)

    def player(self, state: Any) -> int:
        who = self.rules.player(state)
        if not isinstance(who, Integral) or not SIMULTANEOUS <= who < self.rules.players:
            raise GameError(bad_player(self.rules, who, state))
        return int(who)

    def moves(self, state: Any, out: Any) -> int:
        return self._list(self.rules.moves, state, out)

    def candidates(self, state: Any, out: Any) -> int:
        return self._list(self.rules.candidates, state, out)

    def _list(self, method: Callable[[Any], Iterable[Any]], state: Any, out: Any) -> int:
        count = 0
        given = each(self.rules, method.__name__, method(state), state)
        for count, move in enumerate(given, 1):
            if count > self.most:
                break
            out[count - 1] = self.code(move)
        if not 0 < count <= self.most:
            raise GameError(bad_count(self.rules, method.__name__, method(state), state))
        return count

    def chance(self, state: Any, out: Any, top: Any, bottom: Any) -> int:
        count = 0
        for count, (move, probability) in enumerate(chances(self.rules, state), 1):
            if count > self.most:
                break
            out[count - 1] = self.code(move)
            if isinstance(probability, float):
                top[count - 1], bottom[count - 1] = probability, 0
            else:
                top[count - 1], bottom[count - 1] = probability.as_integer_ratio()
        if not 0 < count <= self.most:
            raise GameError(bad_count(self.rules, "chance", self.rules.chance(state), state))
        return count

    def play(self, state: Any, move: int) -> Any:
        return self.rules.play(state, self.meant(move))

    def payoff(self, state: Any, who: int) -> Any:
        return self._entry(self.rules.payoffs, state, who)

    def evaluate(self, state: Any, who: int) -> Any:
        return self._entry(self.rules.evaluate, state, who)

    def _entry(self, method: Callable[[Any], Any], state: Any, who: int) -> Any:
        given = method(state)
        if wrong := bad_payoffs(self.rules, method.__name__, given, state):
            raise GameError(wrong)
        return given[who]

    def order(self, state: Any, move: int) -> int:
        return self.rules.order(state, self.meant(move))

    def noisy(self, state: Any, move: int) -> bool:
        return self.rules.noisy(state, self.meant(move))

    def limits(self, state: Any) -> Any:
        return self.rules.limits(state)

    def pick(self, state: Any, lot: int) -> Any:
        return self.rules.pick(state, lot)

    def null_move(self, state: Any) -> Any:
        return self.rules.null_move(state)

    def write_key(self, state: Any, out: Any) -> None:
        if self.rules.has("key"):  # a tuple that equals a state must not stand for it
            out[0] = self.code(("key", self.rules.key(state)))
        else:
            self.write_state(state, out)

    def write_view(self, state: Any, who: int, out: Any) -> None:
        out[0] = self.code((who, self.rules.information_state(state, who)))

    def write_state(self, state: Any, out: Any) -> None:
        out[0] = self.code((state,))

    def read_state(self, row: Any) -> Any:
        return self.meant(row[0])[0]

    def put_state(self, state: Any, store: list[Any], place: int) -> None:
        store[place] = state

    def take_state(self, store: list[Any], place: int) -> Any:
        return store[place]
