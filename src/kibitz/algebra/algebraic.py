"""Polynomials with rational coefficients at real algebraic numbers, exactly."""

from __future__ import annotations

from fractions import Fraction

from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots


def sign_at(p: Polynomial, x: Point) -> int:
    """-1, 0 or 1, the sign of a polynomial at a rational or algebraic number.

    >>> root = real_roots(Polynomial.read("t^2 - 2"))[1]
    >>> sign_at(Polynomial.read("t^4 - 4"), root), sign_at(Polynomial.read("t - 3/2"), root)
    (0, -1)
    """
    if isinstance(x, Fraction):
        value = p(x)
        return (value > 0) - (value < 0)
    rest = _remainder(p, x.polynomial)
    if not rest:
        return 0
    while True:
        low, high = _range(rest, x.low, x.high)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        x = x.refine((x.high - x.low) / 16)


def evaluate_at(p: Polynomial, x: Point) -> Point:
    """The value of a polynomial at a rational or algebraic number, as one of these.

    It is an eigenvalue of the polynomial in the companion matrix of x; which one, an interval
    tells.

    >>> root = real_roots(Polynomial.read("t^2 - 2"))[1]
    >>> print(evaluate_at(Polynomial.read("t^2 + t/2 - 1"), root))
    1.707107 (root of ...)
    >>> print(evaluate_at(Polynomial.read("t^2"), root))
    2
    """
    if isinstance(x, Fraction):
        return p(x)
    rest = _remainder(p, x.polynomial)
    if rest.degree <= 0:
        return rest(Fraction(0))
    candidates = real_roots(_characteristic(rest, x.polynomial))
    while True:
        low, high = _range(rest, x.low, x.high)
        near = [c for c in candidates if _meets(c, low, high)]
        if len(near) == 1:
            return near[0]
        x = x.refine((x.high - x.low) / 16)
        candidates = [c.refine((high - low) / 16) if isinstance(c, RealRoot) else c for c in near]


def _meets(c: Point, low: Fraction, high: Fraction) -> bool:
    if isinstance(c, RealRoot):
        return c.low <= high and low <= c.high
    return low <= c <= high


def _remainder(p: Polynomial, q: Polynomial) -> Polynomial:
    return p - (p // q) * q


def _characteristic(p: Polynomial, minimal: Polynomial) -> Polynomial:
    """The characteristic polynomial of multiplication by p(x) in the field of x."""
    from flint import fmpq_mat

    size = minimal.degree
    columns, power = [], Polynomial.of([1])
    for _ in range(size):
        image = _remainder(p * power, minimal).coefficients
        columns.append([*image, *([Fraction(0)] * (size - len(image)))])
        power = power * Polynomial.of([0, 1])
    flat = [to_flint(c) for row in zip(*columns, strict=True) for c in row]
    return Polynomial.from_flint(fmpq_mat(size, size, flat).charpoly())


def _range(p: Polynomial, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of a polynomial on an interval, by Horner's rule in interval arithmetic."""
    bottom = top = Fraction(0)
    for c in reversed(p.coefficients):
        ends = [bottom * low, bottom * high, top * low, top * high]
        bottom, top = min(ends) + c, max(ends) + c
    return bottom, top
