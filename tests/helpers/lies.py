"""Lies that hang together: another game's answer, all numbers scaled, names exchanged."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from helpers.mutants import Mutator
from kibitz.core.claim import PROVENANCE

NAMES = ("game", "title", "players", "strategies", "labels", "position")
FACTORS = (2, 3, -1, Fraction(1, 2), 10**15, 0)
ENDS = [("low", "high"), ("lower", "upper"), ("row", "column"), ("min", "max"), ("value", "gap")]


class Liar(Mutator):
    """Random lies about a claim that hang together."""

    def mutant(self) -> tuple[str, Any]:
        """What was changed, and the claim."""
        ways: list[Callable[[], tuple[str, Any]]] = [self._whole] * 2 + [self._scaled, self._moved]
        ways += [self._rounded, self._one_rounded, self._cancelling, self._shorter, self._longer]
        ways += [self._without, self._exchanged, self._ends, self._flags, self._fields, self._empty]
        return self.luck.choice(ways)()

    def _made(self, change: Callable[[Any], Any]) -> dict[str, Any]:
        kept = {k: v for k, v in self.data.items() if k in PROVENANCE}
        return {**change({k: v for k, v in self.data.items() if k not in kept}), **kept}

    def _whole(self) -> tuple[str, Any]:
        """All that is said of another game, under this game's names or under its own."""
        if not self.others:
            return self._scaled()
        other = self.luck.choice(self.others)
        if self.luck.random() < 0.5:
            return "all of another game", dict(other)
        own = {key: self.data[key] for key in NAMES if key in self.data}
        return "another game's answer, this game's names", {**other, **own}

    def _scaled(self) -> tuple[str, Any]:
        factor = self.luck.choice(FACTORS)
        return f"all times {factor}", self._made(lambda x: _numbers(x, lambda n: n * factor))

    def _moved(self) -> tuple[str, Any]:
        amount = self.luck.choice([1, Fraction(1, 1000), -7])
        return f"all plus {amount}", self._made(lambda x: _numbers(x, lambda n: n + amount))

    def _rounded(self) -> tuple[str, Any]:
        """Floats that are off by more than a billionth."""
        off = self.luck.choice([1e-6, 1e-4])
        near = lambda n: float(n) * (1 + off * self.luck.choice([-1, 1]))  # noqa: E731
        return f"floats off by {off}", self._inexact(self._made(lambda x: _numbers(x, near)))

    def _one_rounded(self) -> tuple[str, Any]:
        paths = [p for p in self.leaves if _number(self.at(p)) is not None]
        if not paths:
            return self._flags()
        path = self.luck.choice(paths)
        value = float(_number(self.at(path)) or 0) * (1 + 1e-6) + 1e-6
        return f"{path}: a float off by 1e-6", self._inexact(self.put(path, value))

    def _cancelling(self) -> tuple[str, Any]:
        """Two numbers of a list with enormous floats that cancel."""
        lists = [p for p in self.lists if all(_number(x) is not None for x in self.at(p))]
        lists = [p for p in lists if len(self.at(p)) > 1]
        if not lists:
            return self._one_rounded()
        path, much = self.luck.choice(lists), self.luck.choice([1e15, 1e300, 1e-3])
        items = [float(_number(x) or 0) for x in self.at(path)]
        items[0], items[-1] = items[0] + much, items[-1] - much
        return f"{path}: {much} that cancels", self._inexact(self.put(path, items))

    def _inexact(self, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "exact": False} if "exact" in data else data

    def _shorter(self) -> tuple[str, Any]:
        """An entry taken from all lists of a length, and one less where they are counted."""
        return self._resized(-1)

    def _longer(self) -> tuple[str, Any]:
        return self._resized(1)

    def _resized(self, more: int) -> tuple[str, Any]:
        if not self.lists:
            return self._flags()
        path = self.luck.choice(self.lists)
        size = len(self.at(path))
        k = self.luck.randrange(size)

        def change(x: Any) -> Any:
            if isinstance(x, dict):
                return {key: change(y) for key, y in x.items()}
            if isinstance(x, list):
                made = [change(y) for y in x]
                if len(x) != size:
                    return made
                return [*made, made[k]] if more > 0 else made[:k] + made[k + 1 :]
            counted = type(x) is int and x == size
            return x + more if counted else x

        return f"lists of {size} {'longer' if more > 0 else 'shorter'}", self._made(change)

    def _without(self) -> tuple[str, Any]:
        """A name left out wherever it is an entry of an object or a list."""
        if not self.texts:
            return self._flags()
        name = self.luck.choice(self.texts)

        def change(x: Any) -> Any:
            if isinstance(x, dict):
                return {key: change(y) for key, y in x.items() if key != name and y != name}
            return [change(y) for y in x if y != name] if isinstance(x, list) else x

        return f"without {name!r:.30}", self._made(change)

    def _exchanged(self) -> tuple[str, Any]:
        """Two names exchanged wherever they stand."""
        names = sorted({str(p[-1]) for p in self.tables if len(p) > 1} | {*self.texts})
        if len(names) < 2:
            return self._flags()
        one, two = self.luck.sample(names, 2)
        turn = {one: two, two: one}

        def change(x: Any) -> Any:
            if isinstance(x, dict):
                return {turn.get(key, key): change(y) for key, y in x.items()}
            if isinstance(x, list):
                return [change(y) for y in x]
            return turn.get(x, x) if isinstance(x, str) else x

        return f"{one!r:.30} and {two!r:.30} exchanged", self._made(change)

    def _ends(self) -> tuple[str, Any]:
        one, two = self.luck.choice(ENDS)

        def change(x: Any) -> Any:
            if isinstance(x, dict):
                turn = {one: two, two: one} if one in x and two in x else {}
                return {turn.get(key, key): change(y) for key, y in x.items()}
            return [change(y) for y in x] if isinstance(x, list) else x

        return f"{one} and {two} exchanged", self._made(change)

    def _flags(self) -> tuple[str, Any]:
        to = self.luck.choice([True, False, None])

        def change(x: Any) -> Any:
            if isinstance(x, dict):
                return {key: change(y) for key, y in x.items()}
            if isinstance(x, list):
                return [change(y) for y in x]
            return (not x if to is None else to) if isinstance(x, bool) else x

        return f"all flags {to}", self._made(change)

    def _fields(self) -> tuple[str, Any]:
        """The contents of two fields exchanged."""
        keys = [key for key in self.data if key not in PROVENANCE]
        if len(keys) < 2:
            return self._flags()
        one, two = self.luck.sample(keys, 2)
        made = {**self.data, one: self.data[two], two: self.data[one]}
        return f"{one} and {two} exchanged", made

    def _empty(self) -> tuple[str, Any]:
        """Nothing is listed, and that is what is counted."""
        if not self.lists:
            return self._flags()
        keys = [key for key, x in self.data.items() if isinstance(x, list) and x]
        if not keys:
            return self._shorter()
        key = self.luck.choice(keys)
        size = len(self.data[key])
        counted = {k: 0 for k, x in self.data.items() if type(x) is int and x == size}
        return f"{key} empty", {**self.data, **counted, key: []}

    def at(self, path: tuple[Any, ...]) -> Any:
        """What stands at a place."""
        found = self.data
        for key in path:
            found = found[key]
        return found

    def put(self, path: tuple[Any, ...], value: Any) -> Any:
        """The claim with another value at a place."""

        def made(data: Any, rest: tuple[Any, ...]) -> Any:
            if not rest:
                return value
            copy = data.copy()
            copy[rest[0]] = made(data[rest[0]], rest[1:])
            return copy

        return made(self.data, path)


def _number(x: Any) -> Fraction | float | None:
    if isinstance(x, bool) or not isinstance(x, (int, float, str)):
        return None
    try:
        return x if isinstance(x, float) else Fraction(x)
    except (ValueError, ZeroDivisionError):
        return None


def _numbers(x: Any, change: Callable[[Any], Any]) -> Any:
    """All numbers changed; whole ones that are not text stay whole, as positions in lists are."""
    if isinstance(x, dict):
        return {key: _numbers(y, change) for key, y in x.items()}
    if isinstance(x, list):
        return [_numbers(y, change) for y in x]
    number = _number(x)
    if number is None:
        return x
    try:
        made = change(number)
    except (OverflowError, TypeError):
        made = change(float(number))
    if isinstance(made, float):
        return x if isinstance(x, int) else made
    return int(made) if isinstance(x, int) and made == int(made) else str(made)
