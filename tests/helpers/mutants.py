"""Mutants of a claim: every field moved, dropped, doubled, negated, swapped or taken elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from kibitz.core.certificate import check
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError

TRIED: int | None = 12
"""How many mutants of a claim are tried, some of every field; all of them in the long checks."""


def mutants(data: dict[str, Any], other: dict[str, Any] | None = None) -> list[tuple[str, Any]]:
    """Mutants of a claim with the path of what was changed; fields of ``other`` are put in."""
    found = list(_all_mutants(data, other))
    if TRIED is None or len(found) <= TRIED:
        return found
    Random(str(data.get("kind"))).shuffle(found)
    seen: Counter[str] = Counter()
    rank = {}
    for what, _ in found:
        field = what.partition(".")[0].partition(" ")[0]
        rank[what] = seen[field]
        seen[field] += 1
    return sorted(found, key=lambda mutant: rank[mutant[0]])[:TRIED]


def _all_mutants(
    data: dict[str, Any], other: dict[str, Any] | None = None
) -> Iterator[tuple[str, Any]]:
    for path, value in _leaves(data):
        if path[0] in PROVENANCE:
            continue
        for changed in _changes(value):
            if changed != value:
                yield _spelled(path), _with(data, path, changed)
    for path, items in _lists(data):
        if path[0] in PROVENANCE:
            continue
        if items:
            yield f"{_spelled(path)} shortened", _with(data, path, items[:-1])
            yield f"{_spelled(path)} doubled", _with(data, path, [*items, items[-1]])
        if len(items) > 1 and items[0] != items[-1]:
            yield f"{_spelled(path)} reversed", _with(data, path, items[::-1])
    yield "an unknown field", {**data, "surely_unknown": 1}
    for key in (other or {}).keys() - PROVENANCE:
        if data.get(key) != other[key]:  # type: ignore[index]
            yield f"{key} of another game", {**data, key: other[key]}  # type: ignore[index]


def accepted(game: Any, data: dict[str, Any], other: dict[str, Any] | None = None) -> list[str]:
    """The mutants of a claim that the checker takes for proved."""
    found = []
    for what, mutant in mutants(data, other):
        try:
            certificate = check(game, mutant)
        except GameError:
            continue
        if certificate.holds:
            found.append(what)
    return found


def _changes(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield -value - 1
    elif isinstance(value, float):
        yield value + 1e-3 * (1 + abs(value))
        yield -value - 1
    elif isinstance(value, str):
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            yield value + "?"
        else:
            yield str(number + Fraction(1, 1000))
            yield str(-number - 1)
    elif value is None:
        yield "1"


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from _leaves(value, (*path, k))
    else:
        yield path, data


def _lists(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _lists(value, (*path, key))
    elif isinstance(data, list):
        yield path, data
        for k, value in enumerate(data):
            yield from _lists(value, (*path, k))


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The same with another value at a place; what lies beside the path is shared."""
    if not path:
        return value
    made = data.copy()
    made[path[0]] = _with(data[path[0]], path[1:], value)
    return made


def _spelled(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))
