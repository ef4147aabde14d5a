"""Rationals and quadratic irrationals as people write them: ``1+sqrt(2)``, ``2*sqrt(3)/3``."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import (
    Call,
    Constant,
    Exponential,
    Expression,
    Power,
    Product,
    Quotient,
    Sum,
)
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import exact, spell

MOST_TRIED = 10_000
MOST_BITS = 100_000
MOST_COEFFICIENTS = 200
NINE_DIGITS = 1e-9


@extends(RealRoot)
def write_point(x: Point | float) -> str:
    """A number in full: a fraction, a root in radicals where it is quadratic, or a float.

    >>> low, high = real_roots(Polynomial.read("t^2 - 2t - 1"))
    >>> print(write_point(high), write_point(low), write_point(Fraction(1, 2)))
    1+sqrt(2) 1-sqrt(2) 1/2
    >>> print(write_point(real_roots(Polynomial.read("3t^2 - 4"))[1]))
    2*sqrt(3)/3
    """
    if isinstance(x, Fraction):
        return spell(x)
    if isinstance(x, float):
        return f"{x:.10g}"
    return _in_radicals(x) if x.polynomial.degree == 2 else x.write()


def _in_radicals(root: RealRoot) -> str:
    c, b, a = root.polynomial.coefficients
    middle, under = -b / (2 * a), (b * b - 4 * a * c) / (4 * a * a)
    factor, radicand = _square_free(under)
    sign = "" if root.index == 1 else "-"
    top = "" if factor.numerator == 1 else f"{factor.numerator}*"
    bottom = "" if factor.denominator == 1 else f"/{factor.denominator}"
    surd = f"{top}sqrt({radicand}){bottom}"
    if middle == 0:
        return f"{sign}{surd}"
    return f"{spell(middle)}{sign or '+'}{surd}"


def _square_free(under: Fraction) -> tuple[Fraction, int]:
    """The square root of ``under`` as a rational times the root of a whole number."""
    radicand, outside, k = under.numerator * under.denominator, 1, 2
    while k * k <= radicand and k < MOST_TRIED:
        while radicand % (k * k) == 0:
            radicand //= k * k
            outside *= k
        k += 1
    whole = math.isqrt(radicand)
    if whole * whole == radicand:
        radicand, outside = 1, outside * whole
    return Fraction(outside, under.denominator), radicand


def square_root(x: Fraction) -> Point:
    """The root of a number that is not negative: rational where it can be.

    >>> print(square_root(Fraction(9, 4)), write_point(square_root(Fraction(8))))
    3/2 2*sqrt(2)
    """
    if x < 0:
        raise GameError(f"{spell(x)} has no real square root")
    return Fraction(0) if x == 0 else real_roots(Polynomial.of([-x, 0, 1]))[-1]


@extends(RealRoot)
def plain_point(x: Point | float) -> Any:
    """A number for JSON: ``"7/12"``, a float, or a root with its spelling and its value.

    >>> plain_point(Fraction(7, 12))
    '7/12'
    >>> plain_point(square_root(Fraction(2)))["exact"]
    'sqrt(2)'
    """
    if isinstance(x, RealRoot):
        return {"exact": write_point(x), **x.to_json()}
    return spell(x) if isinstance(x, Fraction) else x


def read_point(given: Any, where: str = "") -> Point:
    """Read a rational, or a quadratic irrational that is written in radicals.

    >>> read_point("1 + sqrt(2)") == read_point("(2+sqrt(8))/2")
    True
    """
    if isinstance(given, RealRoot):
        return given
    if isinstance(given, str) and "sqrt" in given.replace("√", "sqrt"):
        return Surd.value(read_formula(given, [], where)).point()
    return exact(given, where)


def is_near(said: float, right: float) -> bool:
    """Whether a float is another to nine digits, however small both are.

    >>> is_near(1e-30, 1e-30 + 1e-40), is_near(0.0, 1e-30)
    (True, False)
    """
    return abs(said - right) <= NINE_DIGITS * abs(right)


def point_from_json(given: Any, where: str = "") -> Point:
    """The number that :func:`plain_point` wrote, all of whose spellings must agree.

    >>> root = square_root(Fraction(2))
    >>> point_from_json(plain_point(root)) == root, point_from_json("7/12")
    (True, Fraction(7, 12))
    >>> point_from_json({**plain_point(root), "about": 1.5}, "x")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: x: the number is about 1.414213562, not 1.5
    """
    if not isinstance(given, dict):
        return read_point(given, where)
    unknown = [key for key in given if key not in ("exact", "root_of", "between", "about")]
    if unknown:
        raise GameError(f"{where}: a number has no field {unknown[0]!r}")
    if "root_of" not in given:
        if "exact" not in given:
            raise GameError(f"{where}: a number needs exact, or root_of and between")
        found = read_point(given["exact"], where)
    else:
        found = _root(given, where)
    near = given.get("about", float(found))
    if not is_near(float(exact(near, where)), float(found)):
        raise GameError(f"{where}: the number is about {float(found):.10g}, not {near}")
    spelled = given.get("exact", write_point(found))
    if spelled != write_point(found) and read_point(spelled, where) != found:
        raise GameError(f"{where}: {spelled!r:.40} is another number")
    return found


def _root(given: dict[str, Any], where: str) -> Point:
    coefficients, ends = given["root_of"], given.get("between")
    if not isinstance(coefficients, list) or not 1 < len(coefficients) <= MOST_COEFFICIENTS:
        raise GameError(f"{where}: root_of must list the coefficients, constant first")
    roots = real_roots(Polynomial.of(coefficients, where))
    if isinstance(ends, list) and len(ends) == 2:
        low, high = (exact(x, where) for x in ends)
        inside = [r for r in roots if low <= r <= high]
        if len(inside) != 1:
            raise GameError(f"{where}: {len(inside)} roots lie between the bounds, not one")
        return inside[0]
    if ends is not None or "about" not in given or not roots:
        raise GameError(f"{where}: a root needs the two bounds between which it lies")
    near = float(exact(given["about"], where))
    return min(roots, key=lambda root: abs(float(root) - near))


class Surd:
    """``a + b * sqrt(n)``, just enough arithmetic to read one."""

    def __init__(self, a: Fraction, b: Fraction = Fraction(0), n: Fraction = Fraction(1)) -> None:
        self.a, self.b, self.n = a, b, n

    @staticmethod
    def value(formula: Expression) -> Surd:
        """What a formula without variables comes to."""
        match formula:
            case Constant(number):
                return Surd(number)
            case Call("sqrt", (inside,)):
                return Surd.value(inside)._root()
            case Power(base, whole):
                return Surd.value(base)._power(Fraction(whole))
            case Exponential(base, exponent) if (power := exponent.constant()) is not None:
                return Surd.value(base)._power(power)
            case Sum(left, right):
                return Surd.value(left) + Surd.value(right)
            case Product(left, right):
                return Surd.value(left) * Surd.value(right)
            case Quotient(top, bottom):
                return Surd.value(top) * Surd.value(bottom)._inverse()
        value = formula.constant()
        if value is None:
            raise GameError("only sums, products and square roots of rationals can be read")
        return Surd(value)

    def _root(self) -> Surd:
        inside = self.point()
        if isinstance(inside, RealRoot) or inside < 0:
            raise GameError("only square roots of nonnegative rationals can be read")
        factor, radicand = _square_free(inside) if inside else (Fraction(0), 1)
        return Surd(Fraction(0), factor, Fraction(radicand))

    def _power(self, power: Fraction) -> Surd:
        parts = (self.a, self.b * self.n)
        bits = max(max(x.numerator.bit_length(), x.denominator.bit_length()) for x in parts)
        if power.denominator > 1 or bits * abs(power) > MOST_BITS:
            raise GameError("only integer powers with fewer than 30000 digits can be read")
        base = self if power >= 0 else self._inverse()
        total = Surd(Fraction(1))
        for _ in range(abs(int(power))):
            total = total * base
        return total

    def _field(self, other: Surd) -> Fraction:
        mine, theirs = self.n if self.b else Fraction(1), other.n if other.b else Fraction(1)
        if mine != 1 and theirs != 1 and mine != theirs:
            raise GameError("two different square roots in one number cannot be read")
        return mine if mine != 1 else theirs

    def __add__(self, other: Surd) -> Surd:
        return Surd(self.a + other.a, self.b + other.b, self._field(other))

    def __mul__(self, other: Surd) -> Surd:
        n = self._field(other)
        return Surd(self.a * other.a + self.b * other.b * n, self.a * other.b + self.b * other.a, n)

    def _inverse(self) -> Surd:
        norm = self.a * self.a - self.b * self.b * self.n
        if norm == 0:
            raise GameError("it divides by zero")
        return Surd(self.a / norm, -self.b / norm, self.n)

    def point(self) -> Point:
        """The number itself."""
        if self.b == 0 or self.n == 1:
            return self.a + self.b
        roots = real_roots(Polynomial.of([self.a**2 - self.b**2 * self.n, -2 * self.a, 1]))
        return roots[1 if self.b > 0 else 0]
