"""Real algebraic numbers: a root of an irreducible polynomial, with an isolating interval.

Rational roots are Fractions. All comparisons are exact: intervals are halved until they part.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import floor, lcm
from typing import Any

from kibitz.algebra.flint_numbers import from_ball
from kibitz.algebra.polynomial import Polynomial
from kibitz.core.errors import GameError
from kibitz.core.extension import call, find

BITS = 53
"""Bits of the intervals in which roots are first isolated; more where two roots are closer."""


@dataclass(frozen=True, slots=True)
class RealRoot:
    """The real root number ``index`` (from 0, in ascending order) of an irreducible polynomial.

    >>> _, root = real_roots(Polynomial.read("t^2-2"))
    >>> print(root)
    1.414214 (root of t^2 - 2)
    >>> root > Fraction(7, 5), root < Fraction(3, 2), root == Fraction(17, 12)
    (True, True, False)
    """

    polynomial: Polynomial
    index: int
    low: Fraction = field(compare=False)
    high: Fraction = field(compare=False)

    def refine(self, width: Fraction) -> RealRoot:
        """The same number with an interval no wider than ``width``."""
        bottom = lcm(self.low.denominator, self.high.denominator)
        low, high = int(self.low * bottom), int(self.high * bottom)
        most = width * bottom
        if high - low <= most:
            return self
        unit = lcm(*(c.denominator for c in self.polynomial.coefficients))
        whole = [int(c * unit) for c in reversed(self.polynomial.coefficients)]
        positive_below = _is_positive(whole, low, bottom)
        while high - low > most:
            low, middle, high, bottom, most = 2 * low, low + high, 2 * high, 2 * bottom, 2 * most
            if _is_positive(whole, middle, bottom) == positive_below:
                low = middle
            else:
                high = middle
        return RealRoot(self.polynomial, self.index, Fraction(low, bottom), Fraction(high, bottom))

    def compare(self, other: Fraction | RealRoot) -> int:
        """-1, 0 or 1 as this number is less, equal or greater."""
        if isinstance(other, RealRoot):
            if self == other:
                return 0
            left, right = self, other
            while left.low < right.high and right.low < left.high:
                left = left.refine((left.high - left.low) / 2)
                right = right.refine((right.high - right.low) / 2)
            return -1 if left.high <= right.low else 1
        if other <= self.low:
            return 1
        if other >= self.high:
            return -1
        same_side = (self.polynomial(other) > 0) == (self.polynomial(self.low) > 0)
        return 1 if same_side else -1

    def __lt__(self, other: Any) -> bool:
        return self.compare(_point(other)) < 0

    def __le__(self, other: Any) -> bool:
        return self.compare(_point(other)) <= 0

    def __gt__(self, other: Any) -> bool:
        return self.compare(_point(other)) > 0

    def __ge__(self, other: Any) -> bool:
        return self.compare(_point(other)) >= 0

    def __add__(self, other: Any) -> Any:
        return _by("add", self, other)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        return _by("multiply", self, other)

    __rmul__ = __mul__

    def __neg__(self) -> RealRoot:
        found: RealRoot = _by("multiply", self, -1)
        return found

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if _operand(other) is None else self + -other

    def __rsub__(self, other: Any) -> Any:
        return NotImplemented if _operand(other) is None else -self + other

    def __truediv__(self, other: Any) -> Any:
        return _by("divide", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _by("divide", other, self)

    def __pow__(self, exponent: Any) -> Any:
        n = _whole(exponent)
        return float(self) ** float(exponent) if n is None else call(self, "power", n)

    def __abs__(self) -> RealRoot:
        return self if self > 0 else -self

    def __float__(self) -> float:
        close = self.refine(min(Fraction(1, 2), self.high - self.low))
        scale = max(abs(close.low), abs(close.high), Fraction(1, 10**300))
        close = close.refine(scale / 2**70)
        scale = max(abs(close.low), abs(close.high))
        return float(close.refine(scale / 2**60).low)

    def write(self, variable: str = "t") -> str:
        return f"{float(self):.7g} (root of {self.polynomial.write(variable)})"

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"RealRoot({self.polynomial.write('t')}, about {float(self):.10g})"

    def spelled(self) -> str:
        """As people write it: in radicals where it is quadratic, else with its equation."""
        return str(call(self, "write_point"))

    def plain(self) -> Any:
        """For JSON, with its spelling, its equation and its value."""
        return call(self, "plain_point")

    def is_written(self, given: Any) -> bool:
        """Whether JSON says this number."""
        return bool(call(self, "says_point", given))

    def bounds(self) -> tuple[Fraction, Fraction]:
        """The shortest decimals next to it between which its polynomial has no other root.

        They depend on the number alone, and not on how far it was refined.

        >>> _, root = real_roots(Polynomial.read("100 t^2 - 1 - t"))
        >>> [str(end) for end in root.bounds()]
        ['0', '1']
        """
        scale, close = 1, self
        others = [other for other in _of_irreducible(self.polynomial) if other != self]
        while True:
            while floor(close.low * scale) != floor(close.high * scale):
                close = close.refine((close.high - close.low) / 2)
            low = Fraction(floor(close.low * scale), scale)
            high = low + Fraction(1, scale)
            if not any(low < other < high for other in others):
                return low, high
            scale *= 10

    def to_json(self) -> dict[str, Any]:
        return {
            "root_of": [str(c) for c in self.polynomial.coefficients],
            "between": [str(end) for end in self.bounds()],
            "about": float(self),
        }


def _is_positive(coefficients: list[int], top: int, bottom: int) -> bool:
    """Whether a polynomial is positive at a fraction; its leading coefficient comes first."""
    total, power = 0, 1
    for c in coefficients:
        total = total * top + c * power
        power *= bottom
    return total > 0


Point = Fraction | RealRoot
"""A rational or a real algebraic number."""


def _operand(x: Any) -> Point | float | None:
    """A number that a root can be added to: exact, a float, or None for anything else."""
    if isinstance(x, (RealRoot, Fraction, float)):
        return x
    return Fraction(x) if isinstance(x, int) else None


def _by(operation: str, a: Any, b: Any) -> Any:
    """The result of an operation, in floats where one of the numbers is a float."""
    first, second = _operand(a), _operand(b)
    if first is None or second is None:
        return NotImplemented
    if isinstance(first, float) or isinstance(second, float):
        x, y = float(first), float(second)
        return {"add": x + y, "multiply": x * y}[operation] if operation != "divide" else x / y
    return find(RealRoot, operation)(first, second)


def _whole(exponent: Any) -> int | None:
    """An exponent as a whole number; None where it is not one."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return exponent.numerator
    try:
        return operator.index(exponent)
    except TypeError:
        return None


def _point(x: Any) -> Point:
    return x if isinstance(x, RealRoot) else Fraction(x)


def real_roots(polynomial: Polynomial) -> list[Point]:
    """The distinct real roots in ascending order; the zero polynomial has none to list.

    >>> [str(r) for r in real_roots(Polynomial.read("t^3 - t"))]
    ['-1', '0', '1']
    """
    return [root for root, _ in roots_with_multiplicity(polynomial)]


@lru_cache(maxsize=4096)
def _of_irreducible(factor: Polynomial) -> tuple[Point, ...]:
    if factor.degree == 1:
        return (-factor.coefficients[0] / factor.coefficients[1],)
    from flint import ctx

    found = []
    with ctx.workprec(BITS):  # whatever precision the caller works with
        roots = factor.flint().numer().complex_roots()
    for root, _ in roots:
        if root.imag.is_zero():
            middle, radius = from_ball(root.real), from_ball(root.real.rad())
            found.append((middle - radius, middle + radius))
    found.sort()
    return tuple(RealRoot(factor, k, low, high) for k, (low, high) in enumerate(found))


def roots_with_multiplicity(polynomial: Polynomial) -> list[tuple[Point, int]]:
    """The distinct real roots in ascending order, each with its multiplicity."""
    found = [
        (root, multiplicity)
        for factor, multiplicity in polynomial.factors()
        for root in _of_irreducible(factor)
    ]
    return sorted(found, key=lambda pair: _Order(pair[0]))


@dataclass(frozen=True, slots=True)
class _Order:
    point: Point

    def __lt__(self, other: _Order) -> bool:
        return bool(self.point < other.point)


def rational_between(low: Point | None, high: Point | None) -> Fraction:
    """The simplest rational strictly between two numbers; None is minus or plus infinity.

    >>> print(rational_between(Fraction(1, 3), Fraction(1, 2)), rational_between(None, None))
    2/5 0
    """
    if low is not None and high is not None and low >= high:
        raise GameError("an interval must end after it begins")
    a, b = low, high
    while True:
        left = a.high if isinstance(a, RealRoot) else a
        right = b.low if isinstance(b, RealRoot) else b
        if left is None or right is None or left < right:
            return _simplest(left, right)
        if isinstance(a, RealRoot):
            a = a.refine((a.high - a.low) / 2)
        if isinstance(b, RealRoot):
            b = b.refine((b.high - b.low) / 2)


def _simplest(low: Fraction | None, high: Fraction | None) -> Fraction:
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if high is not None and high <= 0:
        return -_simplest(-high, None if low is None else -low)
    assert low is not None
    whole = low.__floor__() + 1
    if high is None or whole < high:
        return Fraction(whole)
    floor = low.__floor__()
    rest_high = None if low == floor else 1 / (low - floor)
    return floor + 1 / _simplest(1 / (high - floor), rest_high)
