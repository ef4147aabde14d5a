"""Options by name: one that is not known is an error with the nearest name, not a traceback."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from kibitz.core.errors import GameError, did_you_mean

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def refuse_unknown(
    function: Callable[..., Any], options: Mapping[str, Any], verb: str, placed: int = 0
) -> None:
    """Raise an error if the function, whose first argument is the game, lacks one of the options.

    So many were given without a name, by their place.

    >>> refuse_unknown(lambda game, method="auto": game, {"methd": "simplex"}, "solve")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: solve has no option 'methd'; did you mean 'method'?
    """
    parameters = list(inspect.signature(function).parameters.values())
    places = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) - 1
    if placed > places and all(p.kind is not p.VAR_POSITIONAL for p in parameters):
        most = f"at most {places}" if places else "nothing"
        raise GameError(f"{verb} takes {most} without a name, not {placed}") from None
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return
    known = [p.name for p in parameters[1:] if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for name in options:
        if name not in known:
            near = did_you_mean(name, known) if known else "; it takes none"
            raise GameError(f"{verb} has no option {name!r}{near}") from None


def with_known_options(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same method, which refuses options that it does not have by :func:`refuse_unknown`."""

    @wraps(method)
    def call(*args: Given.args, **options: Given.kwargs) -> Answer:
        try:
            return method(*args, **options)
        except TypeError:
            refuse_unknown(method, options, method.__name__, len(args) - 1)
            raise

    return call
