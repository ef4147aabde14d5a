"""Quotients of polynomials in lowest terms, exact at rational and at algebraic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import (
    Point,
    RealRoot,
    rational_between,
    real_roots,
    roots_with_multiplicity,
)
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

ONE = Polynomial((Fraction(1),))
LONGEST = 20_000
"""The longest text that is read as a formula."""


@dataclass(frozen=True, slots=True)
class RationalFunction:
    """``numerator / denominator`` in lowest terms, with integer coefficients as small as can be.

    >>> f = RationalFunction.of(Polynomial.read("4t"), Polynomial.read("2t+2"))
    >>> print(f, f(Fraction(1, 2)), f - f)
    2t/(t+1) 2/3 0
    """

    numerator: Polynomial
    denominator: Polynomial = ONE

    @staticmethod
    def of(numerator: Polynomial, denominator: Polynomial = ONE) -> RationalFunction:
        """Reduce a quotient; the denominator must not be the zero polynomial."""
        if not denominator:
            raise ZeroDivisionError("the denominator is the zero polynomial")
        if not numerator:
            return RationalFunction(numerator, ONE)
        common = numerator.gcd(denominator)
        top, bottom = numerator // common, denominator // common
        ratio = top.content() / bottom.content()
        if (top.leading > 0) != (bottom.leading > 0):
            ratio = -ratio
        return RationalFunction(
            top.primitive().scale(Fraction(ratio.numerator)),
            bottom.primitive().scale(Fraction(ratio.denominator)),
        )

    @staticmethod
    def read(text: Any, variable: str = "t", where: str = "") -> RationalFunction:
        """A quotient from text such as ``2t/(t+1)``, or from a number.

        >>> print(RationalFunction.read("4t/(2t+2)"), RationalFunction.read("1/2"))
        2t/(t+1) 1/2
        """
        text = str(text)
        if len(text) > LONGEST:
            raise GameError(f"{where}: a formula of {count_of(len(text), 'letter')} is too long")
        try:
            return RationalFunction.of(Polynomial.read(text, variable, where))
        except GameError:
            top, slash, bottom = text.rpartition("/")
        if not slash:
            raise GameError(f"{where}: {text!r:.40} is not a function of {variable}")
        below = Polynomial.read(bottom, variable, where)
        if not below:
            raise GameError(f"{where}: {text!r:.40} divides by 0")
        return RationalFunction.of(Polynomial.read(top, variable, where), below)

    @staticmethod
    def constant(x: Fraction) -> RationalFunction:
        return RationalFunction.of(Polynomial.of([x]))

    def __bool__(self) -> bool:
        return bool(self.numerator)

    def __call__(self, t: Fraction) -> Fraction:
        return self.numerator(t) / self.denominator(t)

    def at_float(self, t: float) -> float:
        return self.numerator.at_float(t) / self.denominator.at_float(t)

    def at(self, point: Point) -> Point:
        """The value at a rational or algebraic point, as a rational or algebraic number.

        The minimal polynomial is that of multiplication by the value in the number field.

        >>> from kibitz.algebra.real_root import real_roots
        >>> root = real_roots(Polynomial.read("t^2-2"))[1]
        >>> print(RationalFunction.of(Polynomial.read("1"), Polynomial.read("t+1")).at(root))
        0.4142136 (root of t^2 + 2t - 1)
        """
        if not isinstance(point, RealRoot):
            return self(point)
        minimal = self._minimal_polynomial(point.polynomial)
        candidates = real_roots(minimal)
        close = point
        while len(candidates) > 1:
            close = close.refine((close.high - close.low) / 4)
            low, high = self._enclose(close.low, close.high)
            candidates = [x for x in candidates if x >= low and x <= high]
        return candidates[0]

    def _minimal_polynomial(self, field: Polynomial) -> Polynomial:
        from flint import fmpq_mat

        modulus = field.flint()
        _, inverse, _ = self.denominator.flint().xgcd(modulus)
        value = self.numerator.flint() * inverse % modulus
        rows, power = [], value
        for _ in range(field.degree):
            coefficients = power.coeffs()
            rows.append(coefficients + [0] * (field.degree - len(coefficients)))
            power = power.left_shift(1) % modulus
        return Polynomial.from_flint(fmpq_mat(rows).minpoly()).primitive()

    def _enclose(self, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
        top, bottom = _range(self.numerator, low, high), _range(self.denominator, low, high)
        if bottom[0] <= 0 <= bottom[1]:
            wide = Fraction(10) ** 400
            return -wide, wide
        ends = [x / y for x in top for y in bottom]
        return min(ends), max(ends)

    def __neg__(self) -> RationalFunction:
        return RationalFunction(-self.numerator, self.denominator)

    def __add__(self, other: RationalFunction) -> RationalFunction:
        return RationalFunction.of(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __sub__(self, other: RationalFunction) -> RationalFunction:
        return self + -other

    def __mul__(self, other: RationalFunction) -> RationalFunction:
        return RationalFunction.of(
            self.numerator * other.numerator, self.denominator * other.denominator
        )

    def sign_polynomial(self) -> Polynomial:
        """A polynomial with the sign of this function wherever it is defined."""
        return self.numerator * self.denominator

    def defined_on(self, start: Point | None, end: Point | None) -> bool:
        """Does the denominator stay clear of zero on the closed interval?"""
        return not any(
            (start is None or root >= start) and (end is None or root <= end)
            for root in real_roots(self.denominator)
        )

    def nonnegative_on(self, start: Point | None, end: Point | None) -> bool:
        """Is the function nowhere negative between two numbers? None is infinity."""
        polynomial = self.sign_polynomial()
        inside = [
            root
            for root in sign_changes(polynomial)
            if (start is None or root > start) and (end is None or root < end)
        ]
        return not inside and polynomial(_clear_of_roots(polynomial, start, end)) >= 0

    def vanishes_at(self, point: Point) -> bool:
        return vanishes_at(self.numerator, point)

    def write(self, variable: str = "t") -> str:
        top = self.numerator.write(variable, spaced=False)
        if self.denominator == ONE:
            return self.numerator.write(variable)
        bottom = self.denominator.write(variable, spaced=False)
        if self.numerator.degree < 1 and self.denominator.degree < 1:
            return f"{top}/{bottom}"
        top = f"({top})" if self.numerator.terms > 1 else top
        simple = self.denominator.terms == 1 and (
            self.denominator.degree == 0 or self.denominator.leading == 1
        )
        return f"{top}/{bottom}" if simple else f"{top}/({bottom})"

    def __str__(self) -> str:
        return self.write()

    def to_json(self) -> dict[str, Any]:
        return {
            "numerator": [str(c) for c in self.numerator.coefficients],
            "denominator": [str(c) for c in self.denominator.coefficients],
        }


def combination(
    weights: Sequence[RationalFunction], entries: Sequence[Polynomial]
) -> RationalFunction:
    """The sum of weights times entries, over one common denominator.

    >>> half = RationalFunction.constant(Fraction(1, 2))
    >>> print(combination([half, half], [Polynomial.read("t"), Polynomial.read("2-t")]))
    1
    """
    pairs = [(w, e) for w, e in zip(weights, entries, strict=True) if w and e]
    bottom = ONE.flint()
    for weight, _ in pairs:
        factor = weight.denominator.flint()
        bottom = bottom * (factor // bottom.gcd(factor))
    total = ONE.flint() * 0
    for weight, entry in pairs:
        scale = bottom // weight.denominator.flint()
        total += weight.numerator.flint() * scale * entry.flint()
    return RationalFunction.of(Polynomial.from_flint(total), Polynomial.from_flint(bottom))


def _range(polynomial: Polynomial, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """An interval that holds every value on [low, high], by Horner's rule on intervals."""
    bottom = top = Fraction(0)
    for c in reversed(polynomial.coefficients):
        ends = (bottom * low, bottom * high, top * low, top * high)
        bottom, top = min(ends) + c, max(ends) + c
    return bottom, top


def vanishes_at(polynomial: Polynomial, point: Point) -> bool:
    """Is this point a root? For algebraic points: does the minimal polynomial divide?"""
    if isinstance(point, RealRoot):
        return not polynomial % point.polynomial
    return polynomial(point) == 0


def _clear_of_roots(polynomial: Polynomial, start: Point | None, end: Point | None) -> Fraction:
    """A rational strictly between two numbers at which a nonzero polynomial is not zero."""
    t = rational_between(start, end)
    while polynomial and polynomial(t) == 0:
        t = rational_between(t, end)
    return t


def sign_after(polynomial: Polynomial, t: Fraction) -> int:
    """The sign just to the right of t; 0 only for the zero polynomial.

    >>> sign_after(Polynomial.read("t-1"), Fraction(1))
    1
    """
    while polynomial:
        value = polynomial(t)
        if value:
            return 1 if value > 0 else -1
        polynomial = polynomial.derivative()
    return 0


def stays_nonnegative(polynomial: Polynomial, t: Fraction) -> tuple[Point | None, Point | None]:
    """The longest interval around t on which a polynomial, not negative at t, stays so.

    >>> [str(end) for end in stays_nonnegative(Polynomial.read("t(3-t)"), Fraction(1))]
    ['0', '3']
    """
    if not polynomial:
        return None, None
    mirrored = Polynomial(tuple(-c if k % 2 else c for k, c in enumerate(polynomial.coefficients)))
    crossings = sign_changes(polynomial)
    below = [root for root in crossings if root < t]
    above = [root for root in crossings if root > t]
    low = t if sign_after(mirrored, -t) < 0 else (below[-1] if below else None)
    high = t if sign_after(polynomial, t) < 0 else (above[0] if above else None)
    return low, high


def sign_changes(polynomial: Polynomial) -> list[Point]:
    """The points where the sign changes, in ascending order."""
    return [root for root, multiplicity in roots_with_multiplicity(polynomial) if multiplicity % 2]
