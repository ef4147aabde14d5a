"""What was asked, as the line of Python that asks the same."""

from __future__ import annotations

from typing import Any


def call(verb: str, given: dict[str, Any]) -> str:
    """A call of a verb of the game.

    >>> call("game.solve", {"method": "simplex", "exact": True})
    "game.solve(method='simplex', exact=True)"
    """
    return f"{verb}({', '.join(f'{name}={value!r}' for name, value in given.items())})"


def with_method(method: str, options: dict[str, Any]) -> dict[str, Any]:
    """What ``solve`` is given; nothing when the choice is left to the form."""
    return ({} if method == "auto" else {"method": method}) | options
