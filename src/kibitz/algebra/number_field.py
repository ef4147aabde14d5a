"""Arithmetic with one real algebraic number: the field Q(θ), and polynomials over it.

An element is a polynomial in θ reduced by the minimal polynomial, so it is zero only when it is
the zero polynomial; its sign is read off an interval around θ that is narrowed until it tells. With
θ rational the field is Q itself. Polynomials over the field are lists of elements, constant first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, RealRoot, real_roots

Element = Any
"""FLINT's ``fmpq_poly`` in θ."""
FieldPolynomial = list[Element]


@dataclass(frozen=True)
class NumberField:
    """Q(θ) for a rational or real algebraic θ.

    >>> from kibitz.algebra.real_root import real_roots
    >>> field = NumberField(real_roots(Polynomial.read("t^2-2"))[1])
    >>> x = field.theta_element
    >>> field.sign(field.times(x, x) - field.number(Fraction(2))), field.sign(x)
    (0, 1)
    """

    theta: Point

    @cached_property
    def modulus(self) -> Any:
        from flint import fmpq_poly

        if isinstance(self.theta, RealRoot):
            return self.theta.polynomial.flint()
        return fmpq_poly([to_flint(-self.theta), 1])

    @cached_property
    def theta_element(self) -> Element:
        from flint import fmpq_poly

        return fmpq_poly([0, 1]) % self.modulus

    def number(self, x: Fraction) -> Element:
        from flint import fmpq_poly

        return fmpq_poly([to_flint(x)])

    def times(self, a: Element, b: Element) -> Element:
        return a * b % self.modulus

    def inverse(self, a: Element) -> Element:
        _, found, _ = a.xgcd(self.modulus)
        return found % self.modulus

    @cached_property
    def theta_ball(self) -> Any:
        """An interval around θ, as FLINT's ``arb``."""
        return number_ball(self.theta)

    def ball(self, a: Element) -> Any:
        """An interval around an element."""
        from flint import arb_poly

        return arb_poly(a)(self.theta_ball)

    def sign(self, a: Element) -> int:
        """The sign of an element, exactly."""
        if a.degree() < 1:
            return _sign(a[0])
        near = self.ball(a)
        if near > 0 or near < 0:
            return 1 if near > 0 else -1
        theta = self.theta
        assert isinstance(theta, RealRoot)
        coefficients = Polynomial.from_flint(a).coefficients
        low, high = theta.low, theta.high
        while True:
            bottom, top = _range(coefficients, low, high)
            if bottom > 0 or top < 0:
                return 1 if bottom > 0 else -1
            theta = theta.refine((high - low) / 2**16)
            low, high = theta.low, theta.high

    def point(self, a: Element) -> Point:
        """An element as a rational or an algebraic number of its own."""
        if a.degree() < 1:
            return from_flint(a[0])
        return RationalFunction.of(Polynomial.from_flint(a)).at(self.theta)

    def about(self, a: Element) -> float:
        """An element in floating point."""
        if a.degree() < 1:
            return float(from_flint(a[0]))
        return float(self.point(a))

    def specialize(self, polynomial: Any, own: str, others: dict[str, Element]) -> FieldPolynomial:
        """A polynomial of several variables in one of them, the others given."""
        context = polynomial.context()
        names = context.names()
        position = names.index(own)
        found: FieldPolynomial = []
        zero = self.number(Fraction(0))
        powers = {name: [self.number(Fraction(1))] for name in others}
        for exponents, coefficient in polynomial.to_dict().items():
            power = int(exponents[position])
            while len(found) <= power:
                found.append(zero)
            term = self.number(from_flint(coefficient))
            for name, exponent in zip(names, exponents, strict=True):
                if name != own and exponent:
                    term = self.times(term, self._power(powers[name], others[name], int(exponent)))
            found[power] = found[power] + term
        return trim(found)

    def _power(self, known: list[Element], base: Element, exponent: int) -> Element:
        while len(known) <= exponent:
            known.append(self.times(known[-1], base))
        return known[exponent]

    def value(self, polynomial: FieldPolynomial, x: Fraction) -> Element:
        """A polynomial at a rational, by Horner's rule."""
        total = self.number(Fraction(0))
        at = self.number(x)
        for c in reversed(polynomial):
            total = total * at + c
        return total

    def value_at(self, polynomial: FieldPolynomial, x: Element) -> Element:
        """A polynomial at an element."""
        total = self.number(Fraction(0))
        for c in reversed(polynomial):
            total = self.times(total, x) + c
        return total

    def remainder(self, a: FieldPolynomial, b: FieldPolynomial) -> FieldPolynomial:
        rest, inverse = list(a), self.inverse(b[-1])
        while len(rest) >= len(b):
            factor, shift = self.times(rest[-1], inverse), len(rest) - len(b)
            for k, c in enumerate(b[:-1]):
                rest[shift + k] = rest[shift + k] - self.times(factor, c)
            rest.pop()
            rest = trim(rest)
        return rest

    def quotient(self, a: FieldPolynomial, b: FieldPolynomial) -> FieldPolynomial:
        rest, inverse = list(a), self.inverse(b[-1])
        found = [self.number(Fraction(0))] * max(len(a) - len(b) + 1, 0)
        while len(rest) >= len(b):
            factor, shift = self.times(rest[-1], inverse), len(rest) - len(b)
            found[shift] = factor
            for k, c in enumerate(b[:-1]):
                rest[shift + k] = rest[shift + k] - self.times(factor, c)
            rest.pop()
            rest = trim(rest)
        return found

    def gcd(self, a: FieldPolynomial, b: FieldPolynomial) -> FieldPolynomial:
        while b:
            a, b = b, self.remainder(a, b)
        return a

    def squarefree(self, a: FieldPolynomial) -> FieldPolynomial:
        """The same roots, each once."""
        if len(a) < 3:
            return a
        common = self.gcd(a, derivative(a))
        return a if len(common) < 2 else self.quotient(a, common)

    def norm(self, a: FieldPolynomial) -> Polynomial:
        """A rational polynomial that has the roots of this one among its own."""
        if all(c.degree() < 1 for c in a):
            return Polynomial.of([from_flint(c[0]) for c in a])
        from flint import fmpq_mpoly_ctx

        context = fmpq_mpoly_ctx.get(("x", "t"), "lex")
        here = context.from_dict(
            {(k, j): c for k, e in enumerate(a) for j, c in enumerate(e.coeffs()) if c}
        )
        minimal = context.from_dict({(0, j): c for j, c in enumerate(self.modulus.coeffs()) if c})
        return univariate(here.resultant(minimal, "t"), "x")

    def possible_roots(self, a: FieldPolynomial) -> list[Point]:
        """Numbers among which all real roots are found."""
        return real_roots(self.norm(a)) if len(a) > 1 else []


def number_ball(x: Point) -> Any:
    """A rational or algebraic number as FLINT's ``arb``."""
    from flint import arb

    if not isinstance(x, RealRoot):
        return arb(to_flint(x))
    near = x.refine(min(Fraction(1, 2**50), x.high - x.low))
    low, high = (arb(to_flint(e)) for e in (near.low, near.high))
    return low.union(high)


def ball_value(field: NumberField, a: FieldPolynomial, x: Any) -> Any:
    """An interval around the value of a polynomial over the field at a ball."""
    from flint import arb

    total = arb(0)
    for c in reversed(a):
        total = total * x + field.ball(c)
    return total


def trim(a: FieldPolynomial) -> FieldPolynomial:
    """Without zeros at the end."""
    while a and not a[-1]:
        a.pop()
    return a


def derivative(a: FieldPolynomial) -> FieldPolynomial:
    return [k * c for k, c in enumerate(a)][1:]


def univariate(polynomial: Any, name: str) -> Polynomial:
    """A polynomial of several variables that holds only this one."""
    position = polynomial.context().names().index(name)
    found: list[Fraction] = []
    for exponents, coefficient in polynomial.to_dict().items():
        power = int(exponents[position])
        found += [Fraction(0)] * (power + 1 - len(found))
        found[power] = from_flint(coefficient)
    return Polynomial.of(found)


def adjoin(
    field: NumberField, a: FieldPolynomial, root: Point
) -> tuple[NumberField, Element, Element]:
    """A field that also holds a root of a polynomial: the field, the old θ in it, and the root.

    The root is given as a number; it is sought as t - kθ with t a primitive element. Where the
    polynomial vanishes altogether every number is a root of it, and this one is known by its own.
    """
    if not any(a) and isinstance(root, RealRoot):
        a = [field.number(c) for c in root.polynomial.coefficients]
    a = field.squarefree(a)
    if len(a) == 2:
        return field, field.theta_element, -field.times(a[0], field.inverse(a[1]))
    if not isinstance(field.theta, RealRoot):
        bigger = NumberField(root)
        return bigger, bigger.number(field.theta), bigger.theta_element
    if not isinstance(root, RealRoot):
        return field, field.theta_element, field.number(root)
    for k in range(1, 50):
        found = _primitive(field, a, field.theta, root, k)
        if found is not None:
            return found
    raise AssertionError("no primitive element was found")


def _primitive(
    field: NumberField, a: FieldPolynomial, theta: RealRoot, root: RealRoot, k: int
) -> tuple[NumberField, Element, Element] | None:
    from flint import fmpq_mpoly_ctx

    context = fmpq_mpoly_ctx.get(("t", "y"), "lex")
    t, y = context.gens()
    shifted = context.constant(0)
    for power, e in enumerate(a):
        coefficient = context.from_dict({(0, j): c for j, c in enumerate(e.coeffs()) if c})
        shifted += coefficient * (t - k * y) ** power
    minimal = context.from_dict({(0, j): c for j, c in enumerate(field.modulus.coeffs()) if c})
    candidates = real_roots(univariate(shifted.resultant(minimal, "y"), "t"))
    close, near = theta, root
    while len(candidates) > 1:
        low, high = near.low + k * close.low, near.high + k * close.high
        candidates = [c for c in candidates if c >= low and c <= high]
        close = close.refine((close.high - close.low) / 2**8)
        near = near.refine((near.high - near.low) / 2**8)
    bigger = NumberField(candidates[0])
    here = {"t": bigger.theta_element}
    common = bigger.gcd(
        bigger.specialize(minimal, "y", here), bigger.specialize(shifted, "y", here)
    )
    if len(common) != 2:
        return None
    old = -bigger.times(common[0], bigger.inverse(common[1]))
    return bigger, old, bigger.theta_element - k * old


def _range(
    coefficients: tuple[Fraction, ...], low: Fraction, high: Fraction
) -> tuple[Fraction, Fraction]:
    bottom = top = Fraction(0)
    for c in reversed(coefficients):
        ends = (bottom * low, bottom * high, top * low, top * high)
        bottom, top = min(ends) + c, max(ends) + c
    return bottom, top


def _sign(x: Any) -> int:
    return int(x > 0) - int(x < 0)


def embed(field: NumberField, old: Element, a: Element) -> Element:
    """An element of a smaller field in a bigger one, given what the old θ is there."""
    total = field.number(Fraction(0))
    for c in reversed(a.coeffs()):
        total = field.times(total, old) + field.number(from_flint(c))
    return total
