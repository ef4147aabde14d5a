"""Functions that a noun or an answer offers as methods, from modules above it.

Solvers, explanations and pictures import the noun they work on, so the noun cannot import them. It
names the function, the function says with :func:`extends` whom it serves, and the index
(:mod:`kibitz.core.index`) knows its module, which is imported at the first call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kibitz.core.extended import extends, extension_of
from kibitz.core.method import of_form
from kibitz.core.spelling import canonical_name

__all__ = ["call", "extends", "find"]

Found = TypeVar("Found")

_FOUND: dict[tuple[type, str], Callable[..., Any]] = {}


def call(game: Any, name: str, /, *args: Any, **options: Any) -> Found:  # type: ignore[type-var]
    """Call the function of this name that extends the class of a game or an answer.

    >>> class Coin: pass
    >>> @extends(Coin)
    ... def toss(coin, times=1):
    ...     return "heads " * times
    >>> call(Coin(), "toss", 2)
    'heads heads '

    A method of the form (:func:`kibitz.core.method.method`) of this name needs no other decorator.
    """
    return find(type(game), name)(game, *args, **options)  # type: ignore[no-any-return]


def find(kind: type, name: str) -> Callable[..., Any]:
    """The function of this name that extends a class, or one that the class descends from."""
    if (kind, name) not in _FOUND:
        _FOUND[kind, name] = _look_up(kind, name)
    return _FOUND[kind, name]


def _look_up(kind: type, name: str) -> Callable[..., Any]:
    function = extension_of(kind, name)
    if function is not None:
        return function
    method = of_form([form.__name__ for form in kind.__mro__], canonical_name(name))
    if method is None:
        raise AssertionError(f"no function {name} extends {kind.__name__}")
    return method.function
