"""Properties that a problem may be wished to have, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Test = Callable[..., bool]


@dataclass(frozen=True)
class Wish:
    """A property of a game: its name, and how to tell whether a game has it."""

    name: str
    holds: Callable[[Any], bool] = field(compare=False)
    pattern: str = field(default="", compare=False)
    """Its words with the numbers left open; of two wishes with one pattern the later counts."""
    noun: type = field(default=object, compare=False)
    """The form of the games that may have it."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Pattern:
    """A wish with numbers left open, such as "{} winning moves"."""

    words: str
    noun: type
    test: Test

    def read(self, text: str) -> Wish | None:
        open_ = re.escape(self.words).replace(r"\{\}", r"(\d+)")
        found = re.fullmatch(open_, text)
        if found is None:
            return None
        numbers = [int(x) for x in found.groups()]

        def holds(game: Any) -> bool:
            return isinstance(game, self.noun) and self.test(game, *numbers)

        return Wish(text, holds, self.words, self.noun)


PATTERNS: dict[str, Pattern] = {}
"""The wishes that are known, by their words."""


EXCLUDED = {
    frozenset(pair)
    for pair in (
        ("rational value", "value with a square root"),
        ("rational value", "square root up to {}"),
        ("saddle point", "no saddle point"),
        ("value not an integer", "integer value"),
        ("empty core", "nonempty core"),
        ("empty core", "core with {} corners"),
        ("next player wins", "previous player wins"),
        ("no dominance", "pure dominance"),
        ("no dominance", "dominance by a mixture"),
    )
}
"""Pairs of which no game has both."""


def excluded(wishes: Iterable[Wish]) -> tuple[Wish, Wish] | None:
    """Two wishes that no game fulfills together, if there are any.

    >>> from kibitz.exercises.properties import zero_sum
    >>> found = excluded([wished("integer value"), wished("value not an integer")])
    >>> [str(wish) for wish in found]
    ['integer value', 'value not an integer']
    """
    for one, other in combinations(wishes, 2):
        if frozenset((one.pattern, other.pattern)) in EXCLUDED:
            return one, other
    return None


def wish(words: str, noun: type) -> Callable[[Test], Test]:
    """Register a property of a form; {} in its words stands for a whole number."""

    def register(test: Test) -> Test:
        PATTERNS[words] = Pattern(words, noun, test)
        return test

    return register


def wished(words: str, *numbers: int) -> Wish:
    """A wish by its words, with the numbers that they leave open.

    >>> from kibitz import matrix
    >>> from kibitz.exercises.properties import zero_sum
    >>> wish = wished("denominators below {}", 20)
    >>> wish.name, wish.holds(matrix("1 0; 0 1"))
    ('denominators below 20', True)
    """
    found = PATTERNS[words].read(words.format(*numbers))
    assert found is not None
    return found
