"""Where two algebraic curves meet, exactly.

After a shear, a resultant gives one coordinate and the remainder of degree one in Euclid's
algorithm the other as a rational function of it; so every point is given by one algebraic number,
and the sign of any polynomial at it can be decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from kibitz.algebra.plane_polynomial import PlanePolynomial
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots

SHEARS = (0, 1, -1, 2, -2, 3, 5, -7)


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
    for k in SHEARS:
        found = _sheared(first, second, k)
        if found is not None:
            return found
    return []


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
    resultant = _resultant(g, h)
    line = _linear_remainder(g.in_y(), h.in_y())
    if not resultant or line is None:
        return None
    low, slope = line
    y = RationalFunction.of(-low, slope)
    s = RationalFunction.of(Polynomial.of([0, 1]))
    x = s - RationalFunction.constant(Fraction(k)) * y
    found = []
    for t in real_roots(resultant):
        if RationalFunction.of(slope).vanishes_at(t):
            return None
        point = PlanePoint(t, x, y)
        if point.sign(first) == 0 and point.sign(second) == 0:
            found.append(point)
    return found


def _resultant(g: PlanePolynomial, h: PlanePolynomial) -> Polynomial:
    eliminated = PlanePolynomial.from_flint(g.flint().resultant(h.flint(), "y"))
    return eliminated.in_y()[0] if eliminated else Polynomial(())


def _linear_remainder(
    g: list[Polynomial], h: list[Polynomial]
) -> tuple[Polynomial, Polynomial] | None:
    """What Euclid's algorithm in y leaves when the degree has come down to one."""
    a, b = (g, h) if len(g) >= len(h) else (h, g)
    while len(b) > 2:
        a, b = b, _remainder(a, b)
    return (b[0], b[1]) if len(b) == 2 else None


def _remainder(a: list[Polynomial], b: list[Polynomial]) -> list[Polynomial]:
    """The pseudo-remainder of polynomials in y, without the content of its coefficients."""
    rest = list(a)
    while len(rest) >= len(b):
        top, shift = rest[-1], len(rest) - len(b)
        rest = [c * b[-1] for c in rest]
        for k, c in enumerate(b):
            rest[k + shift] = rest[k + shift] - top * c
        while rest and not rest[-1]:
            rest.pop()
    common = Polynomial(())
    for c in rest:
        common = common.gcd(c) if common else c
    return [c // common for c in rest] if common.degree > 0 else rest
