"""Mutants of a claim: every field moved, dropped, doubled, negated, swapped or taken elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from kibitz.core.certificate import Certificate, check
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


ODD: list[Any] = [0, 1, -1, 2, 10**30, -(10**9), 0.5, 1e308, -1e308, 5e-324, -0.0, 1e-9, None]
ODD += [True, False, "", "x", "1/3", "-7", "1/1000000007", [], {}, [[]], "9" * 400]


class Mutator:
    """Random mutants of a claim: one place or two changed, swapped, dropped or taken elsewhere."""

    def __init__(self, data: dict[str, Any], others: list[dict[str, Any]], luck: Random) -> None:
        self.data, self.others, self.luck = data, others, luck
        kept = {key: value for key, value in data.items() if key not in PROVENANCE}
        self.leaves = [path for path, _ in _leaves(kept)]
        self.lists = [path for path, items in _lists(kept) if items]
        self.tables = [path for path in _tables(kept) if path]
        self.texts = sorted({x for _, x in _leaves(kept) if isinstance(x, str)})

    def mutant(self) -> tuple[str, Any]:
        """What was changed, and the claim; the claim itself where the change does nothing."""
        ways = [self._leaf] * 4 + [self._odd, self._swap, self._list, self._drop]
        ways += [self._other] * 2 + [self._everywhere, self._word, self._rename]
        return self.luck.choice(ways)()

    def _leaf(self) -> tuple[str, Any]:
        path = self.luck.choice(self.leaves)
        value = self.luck.choice(list(_changes(_at(self.data, path))) or [0])
        return f"{_spelled(path)} moved", _with(self.data, path, value)

    def _odd(self) -> tuple[str, Any]:
        path = self.luck.choice(self.leaves)
        return f"{_spelled(path)} odd", _with(self.data, path, self.luck.choice(ODD))

    def _swap(self) -> tuple[str, Any]:
        one, two = self.luck.choice(self.leaves), self.luck.choice(self.leaves)
        found = _with(self.data, one, _at(self.data, two))
        return f"{_spelled(one)} swapped with {_spelled(two)}", _with(
            found, two, _at(self.data, one)
        )

    def _list(self) -> tuple[str, Any]:
        if not self.lists:
            return self._leaf()
        path = self.luck.choice(self.lists)
        items = list(_at(self.data, path))
        k, n = self.luck.randrange(len(items)), self.luck.randrange(len(items))
        how = self.luck.choice(["shortened", "doubled", "exchanged", "emptied"])
        made = {
            "shortened": items[:k] + items[k + 1 :],
            "doubled": [*items, items[k]],
            "exchanged": [items[{k: n, n: k}.get(j, j)] for j in range(len(items))],
            "emptied": [],
        }[how]
        return f"{_spelled(path)} {how}", _with(self.data, path, made)

    def _drop(self) -> tuple[str, Any]:
        if not self.tables:
            return self._leaf()
        path = self.luck.choice(self.tables)
        above = dict(_at(self.data, path[:-1]))
        del above[path[-1]]
        return f"{_spelled(path)} dropped", _with(self.data, path[:-1], above)

    def _other(self) -> tuple[str, Any]:
        """A part of another answer of the kind in the same place."""
        if not self.others:
            return self._odd()
        other, path = self.luck.choice(self.others), self.luck.choice(self.leaves)
        path = path[: self.luck.randrange(1, len(path) + 1)]
        try:
            return f"{_spelled(path)} of another game", _with(self.data, path, _at(other, path))
        except (KeyError, IndexError, TypeError):
            return self._leaf()

    def _everywhere(self) -> tuple[str, Any]:
        """One value replaced by another wherever it stands."""
        path = self.luck.choice(self.leaves)
        old = _at(self.data, path)
        new = self.luck.choice(list(_changes(old)) or [0])
        kept = {k: v for k, v in self.data.items() if k in PROVENANCE}
        return f"{_spelled(path)} everywhere", {**_replaced(self.data, old, new), **kept}

    def _word(self) -> tuple[str, Any]:
        """A text replaced by another text of the claim."""
        path = self.luck.choice(self.leaves)
        if not isinstance(_at(self.data, path), str) or not self.texts:
            return self._leaf()
        return f"{_spelled(path)} renamed", _with(self.data, path, self.luck.choice(self.texts))

    def _rename(self) -> tuple[str, Any]:
        """Two entries of a table exchanged, as if players or moves were."""
        path = self.luck.choice(self.tables or self.leaves)
        above = _at(self.data, path[:-1])
        key = self.luck.choice(list(above)) if isinstance(above, dict) else path[-1]
        if key in PROVENANCE or len(path) == 1:
            return self._leaf()
        found = _with(self.data, path, above[key])
        return f"{_spelled(path)} exchanged with {key}", _with(
            found, (*path[:-1], key), _at(self.data, path)
        )


def _tables(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all entries of objects."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, key)
            yield from _tables(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from _tables(value, (*path, k))


def _replaced(data: Any, old: Any, new: Any) -> Any:
    if isinstance(data, dict):
        return {key: _replaced(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_replaced(value, old, new) for value in data]
    return new if type(data) is type(old) and data == old else data


def says_the_same(one: Any, two: Any) -> bool:
    """Whether two claims differ only in how their numbers are spelled."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(says_the_same(one[k], two[k]) for k in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(says_the_same, one, two))
    if isinstance(one, bool) or isinstance(two, bool) or one is None or two is None:
        return one is two
    try:
        return bool(Fraction(one) == Fraction(two))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        return bool(one == two)


def accepted(game: Any, data: dict[str, Any], other: dict[str, Any] | None = None) -> list[str]:
    """The mutants of a claim that the checker takes for proved."""
    return [what for what, _, _ in accepted_claims(game, data, other)]


def accepted_claims(
    game: Any, data: dict[str, Any], other: dict[str, Any] | None = None
) -> Iterator[tuple[str, dict[str, Any], Certificate]]:
    """What was changed in each mutant that the checker takes for proved, and by what."""
    for what, mutant in mutants(data, other):
        try:
            certificate = check(game, mutant)
        except GameError:
            continue
        if certificate.holds:
            yield what, mutant, certificate


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


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def _spelled(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))
