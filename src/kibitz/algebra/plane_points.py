"""Where two algebraic curves meet, exactly.

After a shear, a resultant gives one coordinate, and the greatest common divisor over the field of
each of its roots the other one; so every point is given by one algebraic number, and the sign of
any polynomial at it can be decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count

from kibitz.algebra.number_field import NumberField
from kibitz.algebra.plane_polynomial import PlanePolynomial
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots


@dataclass(frozen=True)
class PlanePoint:
    """The point ``(x(t), y(t))`` for one algebraic number t.

    >>> circle, line = PlanePolynomial.read("x^2+y^2-2"), PlanePolynomial.read("x-y")
    >>> for point in meet(circle, line):
    ...     print(point.x, point.y)
    -1 -1
    1 1
    """

    t: Point
    along_x: RationalFunction
    along_y: RationalFunction

    @staticmethod
    def rational(x: Fraction, y: Fraction) -> PlanePoint:
        return PlanePoint(Fraction(0), RationalFunction.constant(x), RationalFunction.constant(y))

    @cached_property
    def x(self) -> Point:
        return self.along_x.at(self.t)

    @cached_property
    def y(self) -> Point:
        return self.along_y.at(self.t)

    def sign(self, polynomial: PlanePolynomial) -> int:
        """The sign of a polynomial here: -1, 0 or 1."""
        if isinstance(self.x, Fraction) and isinstance(self.y, Fraction):
            height = polynomial(self.x, self.y)
            return int(height > 0) - int(height < 0)
        value = polynomial.along(self.along_x, self.along_y)
        if value.vanishes_at(self.t):
            return 0
        return 1 if value.at(self.t) > 0 else -1

    @property
    def pair(self) -> tuple[Point, Point]:
        return self.x, self.y


def meet(first: PlanePolynomial, second: PlanePolynomial) -> list[PlanePoint]:
    """The points on both curves; where the curves share a component, that part is left out."""
    if not first or not second:
        return []
    if first.degree == 1 and second.degree == 1:
        return _lines(first, second)
    common = first.flint().gcd(second.flint())
    if common.total_degree() > 0:
        first = PlanePolynomial.from_flint(first.flint() / common)
        second = PlanePolynomial.from_flint(second.flint() / common)
    if first.degree < 1 or second.degree < 1:
        return []
    return next(spots for k in _shears() if (spots := _sheared(first, second, k)) is not None)


def _shears() -> Iterator[int]:
    """0, 1, -1, 2, -2, ...; finitely many points hide each other in finitely many directions."""
    yield 0
    for k in count(1):
        yield from (k, -k)


def _lines(first: PlanePolynomial, second: PlanePolynomial) -> list[PlanePoint]:
    (a, b, e), (c, d, f) = (
        (g.coefficient(1, 0), g.coefficient(0, 1), -g.coefficient(0, 0)) for g in (first, second)
    )
    turn = a * d - b * c
    return [PlanePoint.rational((e * d - b * f) / turn, (a * f - e * c) / turn)] if turn else []


def _sheared(first: PlanePolynomial, second: PlanePolynomial, k: int) -> list[PlanePoint] | None:
    """The common points seen in the direction k; None when two of them hide each other."""
    g, h = first.shear(k), second.shear(k)
    if any(f.degree_in(1) < 1 or f.in_y()[-1].degree > 0 for f in (g, h)):
        return None
    found = []
    for t in real_roots(_resultant(g, h)):
        field = NumberField(t)
        over = [field.specialize(f.flint(), "y", {"x": field.theta_element}) for f in (g, h)]
        common = field.squarefree(field.gcd(*over))
        if len(common) > 2:
            return None
        y = -field.times(common[0], field.inverse(common[1]))
        x = field.theta_element - k * y
        found.append(
            PlanePoint(t, *(RationalFunction.of(Polynomial.from_flint(z)) for z in (x, y)))
        )
    return found


def _resultant(g: PlanePolynomial, h: PlanePolynomial) -> Polynomial:
    return PlanePolynomial.from_flint(g.flint().resultant(h.flint(), "y")).in_y()[0]
