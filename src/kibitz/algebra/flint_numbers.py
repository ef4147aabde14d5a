"""Rational numbers as python-flint has them, and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def to_flint(x: Any) -> Any:
    """A rational number as an ``fmpq``.

    >>> to_flint(Fraction(2, 3))
    2/3
    """
    from flint import fmpq

    return fmpq(x.numerator, x.denominator)


def from_flint(x: Any) -> Fraction:
    """An ``fmpq`` or ``fmpz`` as a fraction.

    >>> from_flint(to_flint(Fraction(2, 3))), from_flint(to_flint(5).numerator)
    (Fraction(2, 3), Fraction(5, 1))
    """
    return Fraction(int(x.p), int(x.q)) if hasattr(x, "p") else Fraction(int(x))


def from_ball(x: Any) -> Fraction:
    """The middle of an ``arb`` as a fraction.

    >>> from flint import arb
    >>> from_ball(arb(0.75))
    Fraction(3, 4)
    """
    mantissa, exponent = x.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
