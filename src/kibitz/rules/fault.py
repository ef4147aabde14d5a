"""What is reported when rules go wrong in the middle of a compiled search.

Compiled code raises :class:`Fault` with the state, where it asks the game for something that cannot
be; any other error out of compiled rules has lost its place, which random games in Python look for.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import islice
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import is_one, show
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules

_ASKED = ("player", "moves", "candidates", "chance", "predecessors", "converting")
PLAYER, MOVES, CANDIDATES, CHANCES, PREDECESSORS, CONVERTING = range(6)
"""Which question a fault is the answer to."""
LOOK_FOR = 2.0
"""Seconds in which random games may find the place of an error."""
MOST_COUNTED = 1_000_000
OF_RULES = (ArithmeticError, AssertionError, LookupError, RuntimeError, TypeError, ValueError)


class Fault(Exception):
    """Raised by compiled code: which question, the number in the answer, and the state."""


def guarded(function: Any, rules: Rules, decode: Callable[[Any], Any]) -> Any:
    """The same function; what goes wrong in it is reported as a fault of the rules."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Fault as fault:
            raise GameError(fault_message(rules, fault, decode)) from None
        except GameError:
            raise
        except OF_RULES as error:
            if reason := blamed(rules, error):
                raise GameError(reason) from error
            if not _is_compiled(error):
                raise
            raise GameError(_found(rules, f"{type(error).__name__}: {error}")) from None

    return call


def _is_compiled(error: Exception) -> bool:
    """Whether it was raised by what was compiled, not by what compiles."""
    frame = error.__traceback__
    return frame is not None and (frame.tb_next is None or frame.tb_next.tb_next is None)


def fault_message(rules: Rules, fault: Fault, decode: Callable[[Any], Any]) -> str:
    """A fault as one line; a long state is looked for, since compiled code does not tell it."""
    question, number, *inside = fault.args
    if not inside:
        return _found(rules, f"{_ASKED[question]}() gives {number}")
    state = decode(inside[0])
    if question == PLAYER:
        return bad_player(rules, number, state)
    method = _ASKED[question]
    return bad_count(rules, method, getattr(rules, method)(state), state)


def check_hash(rules: Rules, state: Any) -> None:
    """Refuse a state that cannot be known again, and that playing might change."""
    try:
        hash(state)
    except TypeError:
        raise GameError(
            f"{rules.name}: {state!r:.200} is not hashable; states must be hashable: use tuples"
        ) from None


def chances(rules: Rules, state: Any) -> list[tuple[Any, Any]]:
    """What may happen where chance is to move; refused where that is not a distribution.

    >>> from kibitz.games.dice.pig import Pig
    >>> len(chances(Pig(10), Pig(10).play(Pig(10).start(), 1)))
    6
    """
    outcomes = list(each(rules, "chance", rules.chance(state), state))
    if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in outcomes):
        raise GameError(
            f"{rules.name}: chance() gives {outcomes!r:.60} at {state!r:.200}; it must list "
            "pairs (outcome, probability)"
        )
    if not outcomes:
        raise GameError(
            f"{rules.name}: chance is to move at {state!r:.200}, but there are no outcomes"
        )
    try:
        weights = [float(weight) for _, weight in outcomes]
    except (TypeError, ValueError):
        raise GameError(
            f"{rules.name}: chance() gives {outcomes!r:.60} at {state!r:.200}; probabilities must "
            "be numbers"
        ) from None
    if min(weights) < 0:
        raise GameError(f"{rules.name}: a probability at {state!r:.200} is negative")
    if not is_one(sum(weights)):
        total = show(sum(weight for _, weight in outcomes))
        raise GameError(
            f"{rules.name}: the probabilities at {state!r:.200} do not add up to 1 but to {total}"
        )
    return outcomes


def each(rules: Rules, method: str, given: Any, state: Any) -> Iterator[Any]:
    """The moves that a method lists; refused where it lists nothing, for want of a return perhaps.

    >>> from kibitz.rules.examples import TakeAway
    >>> list(each(TakeAway(2), "moves", range(1, 3), (2, 0)))
    [1, 2]
    """
    try:
        return iter(given)
    except TypeError:
        raise GameError(
            f"{rules.name}: {method}() gives {given!r:.60} at {state!r:.200}; it must list the "
            "moves"
        ) from None


def mover(rules: Rules, state: Any) -> int:
    """Who is to move; refused where that is not a player of the game.

    >>> from kibitz.rules.examples import TakeAway
    >>> mover(TakeAway(2), (2, 0)), mover(TakeAway(2), (0, 1))
    (0, -1)
    """
    who = rules.player(state)
    try:
        known = SIMULTANEOUS <= who < rules.players
    except TypeError:
        known = False
    if not known:
        raise GameError(bad_player(rules, who, state))
    return who


def bad_payoffs(rules: Rules, method: str, given: Any, state: Any) -> str:
    """Why what each player gets cannot be used; nothing when it can."""
    if isinstance(given, (tuple, list)) and len(given) == rules.players:
        return ""
    return (
        f"{rules.name}: {method}() gives {given!r:.60} at {state!r:.200}; it must be a tuple of "
        f"{rules.players}"
    )


def bad_player(rules: Rules, who: Any, state: Any) -> str:
    return (
        f"{rules.name}: player() gives {who!r} at {state!r:.200}; it must be 0 to "
        f"{rules.players - 1}, OVER or CHANCE"
    )


def bad_count(rules: Rules, method: str, listed: Any, state: Any) -> str:
    count = sum(1 for _ in islice(iter(listed), MOST_COUNTED))
    if count == 0:
        return f"{rules.name}: no move at {state!r:.200}, but the game is not over"
    many = f"{count:,}" if count < MOST_COUNTED else f"{count:,} and more"
    return (
        f"{rules.name}: {method}() gives {count_of(many, 'move')} at {state!r:.200}; raise "
        "most_moves, "
        f"which is {rules.most_moves}"
    )


def blamed(rules: Rules, error: BaseException) -> str:
    """An error that came out of a method of the rules: its file, line and position."""
    sentence = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_locals.get("self") is rules:
            code = frame.f_code
            given = [frame.f_locals.get(name) for name in code.co_varnames[1 : code.co_argcount]]
            place = f", at {given[0]!r:.200}" if given else ""
            what = f"{type(error).__name__}: {error}"
            sentence = f"{rules.name}: {code.co_filename}, line {line}: {what}{place}"
    return sentence


def _found(rules: Rules, what: str) -> str:
    """What went wrong, with a position where it does, if random games come to one soon."""
    random, stop = Random(1), time.monotonic() + LOOK_FOR
    while time.monotonic() < stop:
        state = rules.start()
        try:
            while (after := _anywhere(rules, state, random)) is not None:
                state = after[0]
        except GameError as again:
            return str(again)
        except Exception as again:
            return blamed(rules, again) or f"{rules.name}: {type(again).__name__}: {again}"
    return f"{rules.name}: {what}, at a position that random games do not find soon"


def _anywhere(rules: Rules, state: Any, random: Random) -> tuple[Any] | None:
    """A random successor of this position; None at the end."""
    check_hash(rules, state)
    who = mover(rules, state)
    if who == OVER:
        if wrong := bad_payoffs(rules, "payoffs", rules.payoffs(state), state):
            raise GameError(wrong)
        return None
    if who == SIMULTANEOUS:
        raise GameError(bad_player(rules, who, state))
    method = "chance" if who == CHANCE else "moves"
    given = chances(rules, state) if who == CHANCE else rules.moves(state)
    listed = list(each(rules, method, given, state))
    if not 0 < len(listed) <= rules.most_moves:
        raise GameError(bad_count(rules, method, listed, state))
    for name in ("evaluate", "key", "limits", "null_move"):
        if rules.has(name):
            getattr(rules, name)(state)
    moves = [move for move, _ in listed] if who == CHANCE else listed
    after = {move: rules.play(state, move) for move in moves}
    return (after[random.choice(moves)],)
