"""What the games of the nim family share when they read a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from numbers import Integral, Number
from typing import Any, ParamSpec, TypeVar, cast

from kibitz.combinatorial.methods.nimber import quote
from kibitz.core.errors import GameError

Given = ParamSpec("Given")
Game = TypeVar("Game")
_NUMBERS = re.compile(r"[\s(\[]*-?\d+([\s,]+-?\d+)*[\s)\]]*", re.ASCII)
_PAIR = re.compile(r"\s*[(\[]?\s*(-?\d+)\s*[:;,]\s*(-?\d+)\s*[)\]]?\s*", re.ASCII)


def whole(value: Any, what: str, least: int = 0) -> int:
    """A whole number that is large enough.

    >>> whole(-3, "heap 2")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: heap 2 is -3; it must be a whole number, at least 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise GameError(f"{what} is {quote(value)}; it must be a whole number, at least {least}")
    return int(value)


def whole_numbers(values: Iterable[Any], what: str, least: int = 0) -> tuple[int, ...]:
    """Whole numbers, each large enough, also typed as text; ``what`` is the name of one of them.

    >>> whole_numbers([3, 4, 5], "heap"), whole_numbers("3, 4 5", "heap")
    ((3, 4, 5), (3, 4, 5))
    """
    if isinstance(values, str) and _NUMBERS.fullmatch(values):
        values = [int(word) for word in re.findall(r"-?\d+", values)]
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise GameError(f"{quote(values)} is not a list of numbers; write one such as (3, 4, 5)")
    return tuple(whole(value, f"{what} {i}", least) for i, value in enumerate(values, 1))


def one_by_one(maker: Callable[Given, Game], fixed: int = 0) -> Callable[..., Game]:
    """Let numbers be given one by one, behind ``fixed`` other arguments, where a list is asked for.

    >>> one_by_one(lambda heaps, play="normal": (heaps, play))(3, 4, 5, play="misere")
    ([3, 4, 5], 'misere')
    """

    @wraps(maker)
    def gathered(*given: Any, **settings: Any) -> Game:
        head, rest = given[:fixed], given[fixed:]
        if rest and isinstance(rest[0], Number):
            listed = [value for value in rest if not isinstance(value, str)]
            given = (*head, listed, *rest[len(listed) :])
        return cast(Callable[..., Game], maker)(*given, **settings)

    return gathered


def check_counts(position: Any, what: str, least: int = 0) -> None:
    """Refuse a position that is not a tuple of whole numbers."""
    if not isinstance(position, tuple):
        raise GameError(f"{quote(position)} is not a position; write a tuple such as (3, 4, 5)")
    whole_numbers(position, what, least)


def pair(given: Any, what: str) -> tuple[Any, Any]:
    """Two numbers, given as such or as text: ``3:5`` or ``(3, 5)``.

    >>> pair("3:5", "row 1"), pair((3, 5), "row 1")
    ((3, 5), (3, 5))
    """
    if isinstance(given, str):
        match = _PAIR.fullmatch(given)
        if match is None:
            raise GameError(f"{what} is {given!r}; write two numbers such as 3:5")
        return int(match[1]), int(match[2])
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise GameError(f"{what} is {quote(given)}; it must be two numbers such as (3, 5)")
    return given[0], given[1]
