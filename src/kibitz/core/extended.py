"""Functions of modules above a class that it offers as methods, found by class and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kibitz.core import index

Function = TypeVar("Function", bound=Callable[..., Any])

_EXTENSIONS: dict[str, dict[str, Callable[..., Any]]] = {}


def extends(*kinds: type) -> Callable[[Function], Function]:
    """Let the methods of some classes call this function by its name.

    Examples
    --------
    >>> class Coin: pass
    >>> @extends(Coin)
    ... def toss(coin, times=1):
    ...     return "heads " * times
    >>> extension_of(Coin, "toss")(Coin(), 2)
    'heads heads '
    """

    def register(function: Function) -> Function:
        for kind in kinds:
            _EXTENSIONS.setdefault(kind.__name__, {})[function.__name__] = function
        return function

    return register


def extension_of(kind: type, name: str) -> Callable[..., Any] | None:
    """The function of this name that extends a class, or one that the class descends from."""
    for form in kind.__mro__:
        index.load_extension(form.__name__, name)
        if name in _EXTENSIONS.get(form.__name__, {}):
            return _EXTENSIONS[form.__name__][name]
    return None
