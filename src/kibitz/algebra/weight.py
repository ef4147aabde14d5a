"""Weights of mixed strategies as people and files write them: fractions, floats, and roots."""

from __future__ import annotations

from typing import Any

from kibitz.algebra.real_root import Point, RealRoot
from kibitz.algebra.surd import is_near, point_from_json, read_point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import in_radicals, number


def read_weight(given: Any, where: str = "") -> Any:
    """A fraction, a float, or an exact irrational number: a root, or text such as ``sqrt(3)/3``.

    >>> read_weight("1/3"), read_weight(0.5)
    (Fraction(1, 3), 0.5)
    >>> read_weight("1-√3/3") == read_weight({"exact": "1-sqrt(3)/3"})
    True
    """
    if isinstance(given, RealRoot):
        return given
    if isinstance(given, dict):
        shown = {key: x for key, x in given.items() if key not in ("closed_form", "text")}
        return point_from_json(shown, where)
    if isinstance(given, str) and in_radicals(given):
        return read_point(given, where)
    return number(given, where)


@extends(RealRoot)
def says_point(right: Point, given: Any) -> bool:
    """Whether JSON says this number."""
    try:
        said = read_weight(given)
    except GameError:
        return False
    if isinstance(said, float):
        return is_near(said, float(right))
    return bool(said == right)


def weight_list(claim: Claim, key: str, length: int | None = None) -> tuple[Any, ...]:
    """A list of numbers in a claim, some of which may be roots."""
    return tuple(read_weight(x, f"{key}[{k}]") for k, x in enumerate(claim.items(key, length)))


def weight_table(claim: Claim, key: str, length: int | None = None) -> tuple[tuple[Any, ...], ...]:
    """A list of lists of numbers in a claim, some of which may be roots."""
    lists = claim.items(key, length)
    if not all(isinstance(line, list) for line in lists):
        raise GameError(f"{key}: expected lists of numbers")
    return tuple(tuple(read_weight(x, key) for x in line) for line in lists)
