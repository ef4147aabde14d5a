"""Reading what students write: numbers, vectors, lists, words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import read_point
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

DIGITS = 3
"""Digits that a decimal must have to stand for a number with a longer spelling."""


def read_exact(given: Any, where: str = "") -> Point:
    """A number: 3, -7/12, 0.25, (1+sqrt(5))/2.

    >>> read_exact("3/4"), read_exact(0.25), read_exact("= 2")
    (Fraction(3, 4), Fraction(1, 4), Fraction(2, 1))
    """
    if isinstance(given, str):
        given = given.strip().lstrip("=").strip().replace("√", "sqrt")
        given = re.sub(r"sqrt\s*(\d+)", r"sqrt(\1)", given)
    return read_point(given, where)


def agrees(given: Any, right: Point) -> bool:
    """Whether an answer is this number, or a decimal that rounds it to three digits or more.

    >>> agrees("0.667", Fraction(2, 3)), agrees("0.67", Fraction(2, 3)), agrees(2, Fraction(2))
    (True, False, True)
    """
    read = read_exact(given)
    if read == right:
        return True
    text = str(given).strip().lstrip("=").strip().lower()
    found = re.fullmatch(r"[-+−]?\d*\.(\d+)", text)
    if found is None or len(found[1]) < DIGITS:
        return False
    half = Fraction(1, 2 * 10 ** len(found[1]))
    return bool(abs(approximate(read) - float(right)) <= float(half) * (1 + 1e-9))


def approximate(number: Point) -> float:
    """The number as a float, infinite where it is too large for one.

    >>> approximate(Fraction(1, 4)), approximate(-(Fraction(10) ** 400))
    (0.25, -inf)
    """
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def is_rounded(given: Any) -> bool:
    """Whether it has decimals with three digits or more.

    >>> is_rounded("0.333 0.667"), is_rounded([0.5, 0.5])
    (True, False)
    """
    text = given if isinstance(given, str) else repr(given)
    return re.search(rf"\.\d{{{DIGITS}}}", text) is not None


def read_words(given: Any) -> list[Any]:
    """The items of a list, or of a text with commas, semicolons or blanks between them.

    >>> read_words("1/2, 1/2"), read_words([1, 0]), read_words("(1; 2)")
    (['1/2', '1/2'], [1, 0], ['1', '2'])
    """
    if isinstance(given, str):
        text = given.strip().strip("()[]{}")
        parted = re.split(r"\s*[,;]\s*" if re.search("[,;]", text) else r"\s+", text)
        return [word for word in parted if word]
    if isinstance(given, Sequence):
        return list(given)
    return [given]


def read_vector(given: Any, names: Sequence[str]) -> list[Point]:
    """A number for each name, in order, or by name.

    >>> read_vector("1/2 1/2", ["1", "2"])
    [Fraction(1, 2), Fraction(1, 2)]
    >>> read_vector({"2": 1}, ["1", "2"])
    [Fraction(0, 1), Fraction(1, 1)]
    """
    if isinstance(given, dict):
        for key in given:
            if str(key) not in names:
                raise GameError(f"there is no {key!r}; there are {', '.join(names)}")
        return [read_exact(given.get(name, 0), name) for name in names]
    words = read_words(given)
    if len(words) != len(names):
        raise GameError(f"{count_of(len(words), 'number')}, {len(names)} are needed")
    return [read_exact(word, name) for word, name in zip(words, names, strict=True)]


def read_distribution(given: Any, names: Sequence[str]) -> list[Fraction]:
    """Probabilities for the names; decimals that sum to 1 up to rounding are scaled to do so.

    >>> read_distribution("0.333 0.667", ["1", "2"])
    [Fraction(333, 1000), Fraction(667, 1000)]
    """
    numbers = read_vector(given, names)
    if not all(isinstance(p, Fraction) for p in numbers):
        raise GameError("probabilities must be fractions or decimals")
    exact = [p for p in numbers if isinstance(p, Fraction)]
    if min(exact) < 0:
        raise GameError("a probability is negative")
    total = sum(exact, Fraction(0))
    if total != 1 and abs(total - 1) > Fraction(len(exact), 1000):
        raise GameError(f"the probabilities sum to {total}, not to 1")
    return [p / total for p in exact]


def plain_words(given: Any) -> str:
    """Words without capitals and signs, for comparison.

    >>> plain_words(" Take 2 from heap 1. ")
    'take 2 from heap 1'
    """
    return " ".join(re.sub(r"[^\w+/-]+", " ", str(given).casefold()).split())
