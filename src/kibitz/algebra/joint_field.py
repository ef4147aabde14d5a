"""One field for several real algebraic numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.algebra.number_field import Element, NumberField, adjoin, embed
from kibitz.algebra.real_root import Point, RealRoot


def joint_field(points: Sequence[Point]) -> tuple[NumberField, list[Element]]:
    """A field that holds all the numbers, and each of them in it.

    >>> from kibitz.algebra.polynomial import Polynomial
    >>> from kibitz.algebra.real_root import real_roots
    >>> two, three = (real_roots(Polynomial.of([-n, 0, 1]))[1] for n in (2, 3))
    >>> field, (a, b) = joint_field([two, three])
    >>> field.point(field.times(a, b)) == real_roots(Polynomial.of([-6, 0, 1]))[1]
    True
    """
    field = NumberField(Fraction(0))
    found: list[Element] = []
    for x in points:
        if not isinstance(x, RealRoot):
            found.append(field.number(x))
            continue
        minimal = [field.number(c) for c in x.polynomial.coefficients]
        bigger, old, root = adjoin(field, _factor(field, minimal, x), x)
        found = [*(embed(bigger, old, e) for e in found), root]
        field = bigger
    return field, found


def _factor(field: NumberField, minimal: list[Element], x: RealRoot) -> list[Element]:
    """The linear factor of a minimal polynomial when its root is θ itself, else all of it."""
    if field.theta == x:
        return [-field.theta_element, field.number(Fraction(1))]
    return minimal
