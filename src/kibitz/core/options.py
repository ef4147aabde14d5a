"""Options by name: one that is not known is an error with the nearest name, not a traceback."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from kibitz.core.errors import GameError, did_you_mean, nearest

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def refuse_unknown(
    function: Callable[..., Any], options: Mapping[str, Any], verb: str, placed: int = 0
) -> None:
    """Raise an error if the function, whose first argument is the game, lacks one of the options.

    ``placed`` is how many were given by position.

    >>> refuse_unknown(lambda game, method="auto": game, {"methd": "simplex"}, "solve")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: solve has no option 'methd'; did you mean 'method'?
    """
    parameters = list(inspect.signature(function).parameters.values())
    places = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) - 1
    if placed > places and all(p.kind is not p.VAR_POSITIONAL for p in parameters):
        several = "argument" if places == 1 else "arguments"
        most = f"at most {places} positional {several}" if places else "no positional arguments"
        raise GameError(f"{verb} takes {most}, not {placed}") from None
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


def with_known_parameters(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same function, which says in one line what it takes where it is called otherwise.

    >>> def cost(quantity, price=1): return quantity * price
    >>> with_known_parameters(cost)(3, prise=2)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: cost has no parameter 'prise'; did you mean 'price'?
    """

    @wraps(function)
    def call(*args: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return function(*args, **named)
        except TypeError as error:
            why = _misfit(function, args, named, str(error))
            if why is None:
                raise
            raise GameError(f"{function.__name__} {why}") from None

    return call


def _misfit(
    function: Callable[..., Any], args: tuple[Any, ...], named: Mapping[str, Any], error: str
) -> str | None:
    """What is wrong with the arguments of a call, None where the error has another reason."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    known = [p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
    is_open = len(known) < len(parameters)
    takes = ", ".join([*known, *(["..."] if is_open else [])]) or "no arguments"
    handed_on = re.search(r"got an unexpected keyword argument '(\w+)'", error)
    for name in named:
        if name not in known and (not is_open or (handed_on and handed_on[1] == name)):
            return f"has no parameter {name!r}{nearest(name, known) or f'; it takes {takes}'}"
    try:
        signature.bind(*args, **named)
    except TypeError as misfit:
        return f"cannot be called like this: {misfit}; it takes {takes}"
    return None
