"""Reading wishes: the properties that a problem should have in addition to those of its kind."""

from __future__ import annotations

import re

from kibitz.core.errors import GameError, nearest
from kibitz.core.spelling import count_of
from kibitz.exercises.properties import (
    coalitional,
    general_sum,
    impartial,
    stochastic,
    trees,
    zero_sum,
)
from kibitz.exercises.wish import PATTERNS, Wish

FORMS = (impartial, zero_sum, trees, stochastic, general_sum, coalitional)
"""Where wishes are registered."""


def wishes() -> list[str]:
    """The words of all wishes that are known.

    Returns
    -------
    list of str
        Each with {} for a whole number.
    """
    return list(PATTERNS)


def read_wishes(text: str) -> tuple[Wish, ...]:
    """The wishes in a text with commas between them.

    >>> [w.name for w in read_wishes("3x3, no saddle point, denominators below 20")]
    ['3 x 3', 'no saddle point', 'denominators below 20']
    """
    return tuple(_read(word) for word in text.split(",") if word.strip())


SHAPES = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6}
"""Polygons by their corners."""


def _read(text: str) -> Wish:
    words = " ".join(text.casefold().split())
    for shape, corners in SHAPES.items():
        if words in (f"{shape} core", f"core a {shape}", f"core is a {shape}"):
            words = f"core with {count_of(corners, 'corner')}"
    words = re.sub(r"(\d)\s*[x×]\s*(?=\d)", r"\1 x ", words)
    numbers = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
    words = " ".join(numbers.get(word, word) for word in words.split())
    words = words.replace("exactly ", "")
    for pattern in PATTERNS.values():
        found = pattern.read(words) or pattern.read(_plural(words))
        if found is not None:
            return found
    plain = {re.sub(r"\d+", "{}", name): name for name in PATTERNS}
    near = nearest(words, plain) or ";"
    raise GameError(f"unknown property {text.strip()!r}{near} the property ? lists them all")


def _plural(words: str) -> str:
    """The plural after a 1: "1 winning moves"."""
    return words + "s" if words.startswith("1 ") else words
