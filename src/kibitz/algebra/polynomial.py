"""Polynomials in one variable with rational coefficients: read, computed with, written.

Arithmetic is FLINT's; the surface holds :class:`fractions.Fraction`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from kibitz.algebra.expressions.formula import Meaning
from kibitz.algebra.flint_numbers import from_flint
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show

MOST_DEGREE = 200
"""A polynomial typed by a person does not need a higher power."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Coefficients from the constant term up, the last one not zero.

    >>> p = Polynomial.read("3t/2 + 1 - t^2")
    >>> print(p, p.degree, p(Fraction(2)))
    1 + 3t/2 - t^2 2 0
    >>> print(p * Polynomial.read("2-t"))
    t^3 - 7t^2/2 + 2t + 2
    """

    coefficients: tuple[Fraction, ...]

    @staticmethod
    def of(coefficients: Iterable[Any], where: str = "") -> Polynomial:
        """From coefficients, the constant term first; zeros at the end are dropped."""
        read = [exact(c, where) for c in coefficients]
        while read and read[-1] == 0:
            read.pop()
        return Polynomial(tuple(read))

    @staticmethod
    def read(given: Any, variable: str = "t", where: str = "") -> Polynomial:
        """From a number, a list of coefficients, or text such as ``"2-t"`` or ``"3t/2+1"``.

        >>> Polynomial.read("(1+t)(1-t)") == Polynomial.read([1, 0, -1])
        True
        >>> Polynomial.read("1/t")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: '1/t': only a number can divide; write polynomials such as ...
        """
        if isinstance(given, Polynomial):
            return given
        if isinstance(given, str):
            return _Meaning(given, variable, where).read()
        if isinstance(given, (list, tuple)):
            if len(given) > MOST_DEGREE + 1:
                raise GameError(
                    f"{_at(where)}{len(given)} coefficients; the limit is {MOST_DEGREE + 1}"
                )
            return Polynomial.of(given, where)
        return Polynomial.of([given], where)

    @staticmethod
    def from_flint(flint: Any) -> Polynomial:
        """From an ``fmpq_poly`` or ``fmpz_poly``."""
        return Polynomial(tuple(from_flint(c) for c in flint.coeffs()))

    def flint(self) -> Any:
        """As an ``fmpq_poly``."""
        from flint import fmpq, fmpq_poly

        return fmpq_poly([fmpq(c.numerator, c.denominator) for c in self.coefficients])

    @property
    def degree(self) -> int:
        """The highest power; -1 for the zero polynomial."""
        return len(self.coefficients) - 1

    @property
    def leading(self) -> Fraction:
        return self.coefficients[-1] if self.coefficients else Fraction(0)

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __call__(self, t: Fraction) -> Fraction:
        total = Fraction(0)
        for c in reversed(self.coefficients):
            total = total * t + c
        return total

    def at_float(self, t: float) -> float:
        """The value at a float, by Horner's rule."""
        total = 0.0
        for c in reversed(self.coefficients):
            total = total * t + float(c)
        return total

    def __neg__(self) -> Polynomial:
        return Polynomial(tuple(-c for c in self.coefficients))

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial.from_flint(self.flint() + other.flint())

    def __sub__(self, other: Polynomial) -> Polynomial:
        return Polynomial.from_flint(self.flint() - other.flint())

    def __mul__(self, other: Polynomial) -> Polynomial:
        return Polynomial.from_flint(self.flint() * other.flint())

    def __floordiv__(self, other: Polynomial) -> Polynomial:
        return Polynomial.from_flint(self.flint() // other.flint())

    def __mod__(self, other: Polynomial) -> Polynomial:
        return Polynomial.from_flint(self.flint() % other.flint())

    def scale(self, factor: Fraction) -> Polynomial:
        return Polynomial(tuple(c * factor for c in self.coefficients) if factor else ())

    def derivative(self) -> Polynomial:
        return Polynomial(tuple(k * c for k, c in enumerate(self.coefficients))[1:])

    def gcd(self, other: Polynomial) -> Polynomial:
        """The monic greatest common divisor."""
        return Polynomial.from_flint(self.flint().gcd(other.flint()))

    def content(self) -> Fraction:
        """The positive number that leaves coprime integers when it is divided out."""
        if not self.coefficients:
            return Fraction(0)
        bottom = lcm(*(c.denominator for c in self.coefficients))
        top = gcd(*(c.numerator * (bottom // c.denominator) for c in self.coefficients))
        return Fraction(top, bottom)

    def primitive(self) -> Polynomial:
        """The multiple with coprime integer coefficients and a positive leading one."""
        if not self:
            return self
        factor = 1 / self.content()
        return self.scale(factor if self.leading > 0 else -factor)

    def factors(self) -> list[tuple[Polynomial, int]]:
        """The irreducible factors over the rationals, primitive, with multiplicities."""
        if self.degree < 1:
            return []
        _, found = self.primitive().flint().numer().factor()
        return [(Polynomial.from_flint(f).primitive(), int(k)) for f, k in found]

    def write(self, variable: str = "t", spaced: bool = True) -> str:
        """Highest power first, unless that would put a minus sign before a positive constant.

        ``spaced`` puts room around the signs.

        >>> Polynomial.of([-2, 0, 1]).write("x"), Polynomial.of([1, -2]).write(spaced=False)
        ('x^2 - 2', '1-2t')
        """
        powers = [k for k, c in enumerate(self.coefficients) if c]
        if self.leading > 0 or self(Fraction(0)) <= 0:
            powers.reverse()
        out = ""
        for power in powers:
            c = self.coefficients[power]
            sign = "-" if c < 0 else "+" if out else ""
            out += f" {sign} " if spaced and out else sign
            out += _term(abs(c), power, variable)
        return out or "0"

    def __str__(self) -> str:
        return self.write()

    @property
    def terms(self) -> int:
        """How many coefficients are not zero."""
        return sum(1 for c in self.coefficients if c)


def _term(c: Fraction, power: int, variable: str) -> str:
    if power == 0:
        return show(c)
    letter = variable if power == 1 else f"{variable}^{power}"
    top = "" if c.numerator == 1 else str(c.numerator)
    return f"{top}{letter}" if c.denominator == 1 else f"{top}{letter}/{c.denominator}"


def _at(where: str) -> str:
    return f"{where}: " if where else ""


class _Meaning(Meaning[Polynomial, None]):
    """A formula as a polynomial in its one variable."""

    longest = 1_000_000
    deepest = 1_000_000

    def __init__(self, text: str, variable: str, where: str) -> None:
        super().__init__(text, where, [variable])
        self.advice = f"write polynomials such as 2-{variable}, 3{variable}/2+1 or {variable}^2"
        self.variable = variable

    def number(self, value: Fraction) -> Polynomial:
        return Polynomial.of([value])

    def name(self, name: str) -> Polynomial:
        if name != self.variable:
            kind = "letter" if len(name) == 1 else "name"
            raise self.wrong(f"the {kind} {name!r} is not the parameter {self.variable!r}")
        return Polynomial.of([0, 1])

    def sum(self, left: Polynomial, right: Polynomial) -> Polynomial:
        return left + right

    def negative(self, x: Polynomial) -> Polynomial:
        return -x

    def product(self, left: Polynomial, right: Polynomial) -> Polynomial:
        if left.degree + right.degree > MOST_DEGREE:
            raise self.wrong(f"its degree is above {MOST_DEGREE}")
        return left * right

    def quotient(self, top: Polynomial, bottom: Polynomial) -> Polynomial:
        if bottom.degree > 0:
            raise self.wrong("only a number can divide")
        if not bottom:
            raise self.wrong("it divides by zero")
        return top.scale(1 / bottom.leading)

    def power(self, base: Polynomial, exponent: Polynomial) -> Polynomial:
        if exponent.degree > 0 or exponent.leading.denominator > 1:
            raise self.wrong("a power must be a whole number")
        power = int(exponent.leading)
        if base.degree < 1:
            return Polynomial.of([self.whole_power(base.leading, power)])
        if power < 0:
            raise self.wrong("a power must be a whole number")
        if base.degree * power > MOST_DEGREE:
            raise self.wrong(f"its degree is above {MOST_DEGREE}")
        total = Polynomial.of([1])
        for _ in range(power):
            total = total * base
        return total
