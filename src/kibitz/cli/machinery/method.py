"""Passing ``--method`` on to a verb, for the forms that have several methods."""

from __future__ import annotations

import inspect
from json import JSONDecodeError, loads
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.noun import Noun


def by_method(verb: Any, noun: Noun, method: str) -> Any:
    """Do it by the method that was asked for; ``auto`` leaves the choice to the form."""
    if method == "auto":
        return verb(noun)
    version = verb.version(noun) if hasattr(verb, "version") else getattr(noun, verb.__name__)
    taken = inspect.signature(version).parameters.values()
    if not any(p.name == "method" or p.kind is p.VAR_KEYWORD for p in taken):
        raise GameError(
            f"{verb.__name__} chooses the method for {noun.several} itself; leave out --method"
        )
    return verb(noun, method=method)


def method_options(given: list[str]) -> dict[str, Any]:
    """Options of a method, typed as key=value; values may be JSON."""
    values: dict[str, Any] = {}
    for word in given:
        key, is_given, value = word.partition("=")
        name = key.strip().replace("-", "_")
        if not is_given or not name:
            raise GameError(f"--set {word}: write --set KEY=VALUE, such as --set label=2")
        if name in values:
            raise GameError(f"--set {name} is given twice")
        try:
            values[name] = loads(value)
        except JSONDecodeError:
            values[name] = value.strip()
    return values
