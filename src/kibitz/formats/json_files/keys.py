"""What the JSON forms share: keys checked, labels read, numbers written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import plain
from kibitz.core.spelling import count_of


def check_keys(data: dict[str, Any], known: Sequence[str], needed: Sequence[str]) -> None:
    """Refuse unknown keys, and demand those that must be there.

    >>> check_keys({"matrix": [], "row": []}, ["matrix", "rows"], ["matrix"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row: unknown key; did you mean 'rows'?
    """
    for key in data:
        if key not in known:
            raise GameError(f"{key}: unknown key{did_you_mean(key, known)}")
    for key in needed:
        if key not in data:
            raise GameError(f"{key}: it is missing")


def one_of(data: dict[str, Any], names: Sequence[str]) -> str | None:
    """Which of several keys that mean the same is given; None when none is.

    >>> one_of({"bet": 2, "beta": 3}, ["beta", "bet"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: bet: this is already given by 'beta'
    """
    given = [key for key in names if key in data]
    if len(given) > 1:
        raise GameError(f"{given[1]}: this is already given by {given[0]!r}")
    return given[0] if given else None


def array(value: Any, path: str) -> list[Any]:
    """A value that must be a list."""
    if not isinstance(value, list):
        raise GameError(f"{path}: expected a list, found {type(value).__name__} {value!r:.40}")
    return value


def label(value: Any, path: str) -> str:
    """A name: a string, or a number taken as one."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise GameError(f"{path}: expected a name, found {value!r:.40}")
    return str(value)


def labels(value: Any, path: str, size: int) -> tuple[str, ...]:
    """Names for ``size`` things; numbers from 1 when none are given.

    >>> labels(None, "rows", 2), labels(["up", "down"], "rows", 2)
    (('1', '2'), ('up', 'down'))
    >>> labels(["up"], "rows", 2)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: rows: 1 name for 2
    """
    if value is None:
        return tuple(map(str, range(1, size + 1)))
    names = [label(v, f"{path}[{i}]") for i, v in enumerate(array(value, path))]
    if len(names) != size:
        raise GameError(f"{path}: {count_of(len(names), 'name')} for {size}")
    return tuple(names)


def nested(numbers: Any) -> Any:
    """Nested lists of numbers for JSON.

    >>> from fractions import Fraction
    >>> nested([[Fraction(1, 2), 0.5]])
    [['1/2', 0.5]]
    """
    if isinstance(numbers, Iterable):
        return [nested(x) for x in numbers]
    return plain(numbers)
