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
from kibitz.rules.fault import bad_count, bad_player
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Rules

OPTIONAL = (
    "chance", "evaluate", "order", "noisy", "candidates", "limits", "passed", "sees", "key", "pick",
)  # fmt: skip
"""What a game may say beyond the necessary."""


def interpreted(rules: Rules) -> tuple[dict[str, Any], Callable[[int], Any]]:
    """The functions of the game in Python, and which move a number stands for."""
    numbers: dict[Any, int] = {}
    things: list[Any] = []

    def code(thing: Any) -> int:
        if isinstance(thing, int) and not isinstance(thing, bool) and abs(thing) < 1 << 40:
            return thing
        try:
            known = thing in numbers
        except TypeError as error:
            raise GameError(f"{rules.name}: {error}; states and moves must be hashable") from None
        if not known:
            numbers[thing] = (1 << 40) + len(things)
            things.append(thing)
        return numbers[thing]

    def meant(number: int) -> Any:
        return things[number - (1 << 40)] if number >= 1 << 40 else int(number)

    return _functions(rules, code, meant), meant


def _functions(
    rules: Rules, code: Callable[[Any], int], meant: Callable[[int], Any]
) -> dict[str, Any]:
    """What :mod:`kibitz.rules.interface` promises, over rules as they are."""
    most = rules.most_moves

    def listed(method: Callable[[Any], Iterable[Any]]) -> Callable[[Any, Any], int]:
        def write(state: Any, out: Any) -> int:
            count = 0
            for count, move in enumerate(method(state), 1):
                if count > most:
                    break
                out[count - 1] = code(move)
            if not 0 < count <= most:
                raise GameError(bad_count(rules, method.__name__, method(state), state))
            return count

        return write

    def player(state: Any) -> int:
        who = rules.player(state)
        if not isinstance(who, Integral) or not TOGETHER <= who < rules.players:
            raise GameError(bad_player(rules, who, state))
        return int(who)

    def paid(method: Callable[[Any], Any]) -> Callable[[Any, int], Any]:
        def entry(state: Any, who: int) -> Any:
            given = method(state)
            if not isinstance(given, (tuple, list)) or len(given) != rules.players:
                raise GameError(
                    f"{rules.name}: {method.__name__}() gives {given!r:.60} at {state!r:.200}; it "
                    f"must be a tuple of {rules.players}"
                )
            return given[who]

        return entry

    def chance(state: Any, out: Any, top: Any, bottom: Any) -> int:
        count = 0
        for count, (move, probability) in enumerate(rules.chance(state), 1):
            if count > most:
                break
            out[count - 1] = code(move)
            if isinstance(probability, float):
                top[count - 1], bottom[count - 1] = probability, 0
            else:
                top[count - 1], bottom[count - 1] = probability.as_integer_ratio()
        if not 0 < count <= most:
            raise GameError(bad_count(rules, "chance", rules.chance(state), state))
        return count

    def write_key(state: Any, out: Any) -> None:
        out[0] = code((rules.key(state),))

    def write_state(state: Any, out: Any) -> None:
        out[0] = code((state,))

    def read_state(row: Any) -> Any:
        return meant(row[0])[0]

    def put_state(state: Any, store: list[Any], place: int) -> None:
        store[place] = state

    def take_state(store: list[Any], place: int) -> Any:
        return store[place]

    def write_view(state: Any, who: int, out: Any) -> None:
        out[0] = code((who, rules.sees(state, who)))

    bounds = rules.payoff_bounds
    return {
        "math": math,
        "np": np,
        "OVER": OVER,
        "CHANCE": CHANCE,
        "TOGETHER": TOGETHER,
        "namedtuple": namedtuple,
        "bits_of": bits_of,
        "number_of": number_of,
        "prefetch": prefetch,
        "player": player,
        "moves": listed(rules.moves),
        "candidates": listed(rules.candidates if rules.has("candidates") else rules.moves),
        "limits": rules.limits
        if rules.has("limits")
        else (lambda state: (bounds[0], bounds[1]) if bounds else (-math.inf, math.inf)),
        "chance": chance,
        "play": lambda state, move: rules.play(state, meant(move)),
        "payoff": paid(rules.payoffs),
        "evaluate": paid(rules.evaluate) if rules.has("evaluate") else (lambda state, who: 0),
        "order": (lambda state, move: rules.order(state, meant(move)))
        if rules.has("order")
        else (lambda state, move: 0),
        "noisy": (lambda state, move: rules.noisy(state, meant(move)))
        if rules.has("noisy")
        else (lambda state, move: False),
        "pick": rules.pick,
        "passed": rules.passed if rules.has("passed") else (lambda state: state),
        "write_key": write_key,
        "write_view": write_view,
        "write_state": write_state,
        "read_state": read_state,
        "put_state": put_state,
        "take_state": take_state,
        "PLAYERS": rules.players,
        "MOST_MOVES": rules.most_moves,
        "KEY_WORDS": 1,
        "STATE_WORDS": 1,
        "VIEW_WORDS": 1,
        "HAS_BOUNDS": bounds is not None,
        "LEAST": bounds[0] if bounds else 0,
        "MOST": bounds[1] if bounds else 0,
        **{f"HAS_{name.upper()}": rules.has(name) for name in OPTIONAL},
    }
