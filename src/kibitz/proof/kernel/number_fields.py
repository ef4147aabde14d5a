"""Algebraic numbers in claims: read with their polynomial, and put into one number field."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.point_json import MOST_DEGREE
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.core.errors import GameError
from kibitz.core.numbers import number

RATIONALS = NumberField(Fraction(0))


def is_point(field: NumberField, element: Element, claimed: Point) -> bool:
    """Whether an element of a field is this number: by its minimal polynomial and its place."""
    if not isinstance(claimed, RealRoot):
        return bool(element == field.number(claimed))
    total = field.number(Fraction(0))
    for c in reversed(claimed.polynomial.coefficients):
        total = field.times(total, element) + field.number(c)
    low, high = field.number(claimed.low), field.number(claimed.high)
    return total == 0 and field.sign(element - low) >= 0 and field.sign(high - element) >= 0


def in_one_field(points: Sequence[Point]) -> tuple[NumberField, list[Element]] | None:
    """Rationals and quadratic irrationals of one field in that field; None for any others."""
    roots = [x for x in points if isinstance(x, RealRoot)]
    if not roots:
        return RATIONALS, [RATIONALS.number(Fraction(x)) for x in points]  # type: ignore[arg-type]
    if any(x.polynomial.degree != 2 for x in roots):
        return None
    first = _discriminant(roots[0])
    theta = real_roots(Polynomial.of([-first, 0, 1]))[-1]
    field = NumberField(theta)
    found = []
    for x in points:
        if not isinstance(x, RealRoot):
            found.append(field.number(Fraction(x)))
            continue
        factor = _root(_discriminant(x) / first)
        if factor is None:
            return None
        _, b, a = x.polynomial.coefficients
        sign = (1 if x.index == 1 else -1) * (1 if a > 0 else -1)
        middle, wide = field.number(-b / (2 * a)), field.number(sign * factor / (2 * a))
        found.append(middle + field.times(wide, field.theta_element))
    return field, found


def _discriminant(x: RealRoot) -> Fraction:
    c, b, a = x.polynomial.coefficients
    return b * b - 4 * a * c


def _root(x: Fraction) -> Fraction | None:
    """The rational square root, if there is one."""
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    exact = top * top == x.numerator and bottom * bottom == x.denominator
    return Fraction(top, bottom) if exact else None


def element(field: NumberField, coefficients: Any, where: str) -> Element:
    """An element of a field from its coefficients, the constant first."""
    if not isinstance(coefficients, list) or len(coefficients) > MOST_DEGREE:
        raise GameError(f"{where}: an element is a list of up to {MOST_DEGREE} coefficients")
    total = field.number(Fraction(0))
    for c in reversed(coefficients):
        total = field.times(total, field.theta_element) + field.number(Fraction(number(c, where)))
    return total
