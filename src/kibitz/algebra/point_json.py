"""Rational and algebraic numbers as JSON has them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, real_roots
from kibitz.algebra.surd import is_near, plain_point, read_point
from kibitz.core.errors import GameError
from kibitz.core.numbers import number

MOST_DEGREE = 40


def point(given: Any, where: str) -> Point | float:
    """A rational, a float, text with a square root, or a root of a polynomial near a number."""
    if not isinstance(given, dict):
        return number(given, where) if isinstance(given, float) else read_point(given, where)
    known = {"exact", "root_of", "about", "between"}
    if not {"root_of", "about"} <= given.keys() <= known:
        raise GameError(f"{where}: an algebraic number has root_of, about and perhaps exact")
    ends = given.get("between", [])
    if not isinstance(ends, list) or len(ends) not in (0, 2):
        raise GameError(f"{where}: between is a list of two numbers")
    found = root_near(given["root_of"], given["about"], where, ends)
    spelled = plain_point(found)
    if not isinstance(spelled, dict) or spelled["exact"] != given.get("exact", spelled["exact"]):
        raise GameError(f"{where}: root_of and exact are different numbers")
    return found


def root_near(coefficients: Any, about: Any, where: str, ends: Sequence[Any] = ()) -> Point:
    """The real root of a polynomial that a float is close to, for its size, and between two ends.

    >>> print(float(root_near(["2e-30", "-3e-15", 1], 1e-15, "x")))
    1e-15
    """
    if not isinstance(coefficients, list) or not 2 <= len(coefficients) <= MOST_DEGREE + 1:
        raise GameError(f"{where}: root_of is a list of up to {MOST_DEGREE + 1} coefficients")
    near = float(number(about, where))
    roots = real_roots(Polynomial.of(coefficients, where))
    close = [root for root in roots if is_near(near, float(root))]
    if not close:
        raise GameError(f"{where}: the polynomial has no root at {near}")
    if ends:
        low, high = (Fraction(number(x, where)) for x in ends)
        close = [root for root in close if low <= root <= high]
        if not close:
            raise GameError(f"{where}: the number is not between {ends[0]} and {ends[1]}")
    return min(close, key=lambda root: abs(float(root) - near))
