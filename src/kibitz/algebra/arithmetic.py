"""Sums, products, quotients and powers of real algebraic numbers, in a field that holds both.

Cost: the degree of the field is at most the product of the degrees of the two numbers.
"""

from __future__ import annotations

from fractions import Fraction

from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.core.extension import extends


@extends(RealRoot)
def add(a: Point, b: Point) -> Point:
    """The sum of two numbers.

    >>> from kibitz.algebra.polynomial import Polynomial
    >>> from kibitz.algebra.real_root import real_roots
    >>> low, high = real_roots(Polynomial.read("t^2 - 2"))
    >>> print(add(low, high), multiply(low, high), divide(low, high), power(high, 4))
    0 -2 -1 4
    """
    field, (x, y) = joint_field([a, b])
    return field.point(x + y)


@extends(RealRoot)
def multiply(a: Point, b: Point) -> Point:
    """The product of two numbers."""
    field, (x, y) = joint_field([a, b])
    return field.point(field.times(x, y))


@extends(RealRoot)
def divide(a: Point, b: Point) -> Point:
    """The quotient of two numbers."""
    if b == 0:
        raise ZeroDivisionError("division by zero")
    field, (x, y) = joint_field([a, b])
    return field.point(field.times(x, field.inverse(y)))


@extends(RealRoot)
def power(a: Point, exponent: int) -> Point:
    """A whole power of a number."""
    if exponent < 0:
        return power(divide(Fraction(1), a), -exponent)
    field, (x,) = joint_field([a])
    total = field.number(Fraction(1))
    for _ in range(exponent):
        total = field.times(total, x)
    return field.point(total)
