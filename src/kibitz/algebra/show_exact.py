"""Writing exact numbers for people and for JSON: square roots as such, others by their equation."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show

MOST_TERMS = 400
"""Coefficients of an equation that is read."""


def brief(x: Point | float) -> str:
    """A number as short as can be: rationals exactly, square roots written out, others rounded.

    >>> from kibitz.algebra.polynomial import Polynomial
    >>> from kibitz.algebra.real_root import real_roots
    >>> [brief(r) for r in real_roots(Polynomial.read("t^2-t-1"))]
    ['(1-√5)/2', '(1+√5)/2']
    >>> brief(real_roots(Polynomial.read("t^3-2"))[0])
    '1.259921'
    """
    if isinstance(x, RealRoot):
        return surd(x) or f"{float(x):.7g}"
    return show(x)


def full(x: Point | float) -> str:
    """The same, with a decimal beside a square root and the equation of other algebraic numbers.

    >>> from kibitz.algebra.polynomial import Polynomial
    >>> from kibitz.algebra.real_root import real_roots
    >>> full(real_roots(Polynomial.read("t^2-2"))[1])
    '√2 (about 1.414214)'
    """
    if isinstance(x, RealRoot):
        root = surd(x)
        return x.write() if root is None else f"{root} (about {float(x):.7g})"
    return show(x)


def point_json(x: Point | float) -> Any:
    """Exact rationals as text, floats as numbers, algebraic numbers with their equation."""
    if isinstance(x, RealRoot):
        root = surd(x)
        return {**({} if root is None else {"closed_form": root}), **x.to_json()}
    return plain(x)


def read_point(value: Any, where: str = "") -> Point:
    """What :func:`point_json` writes: a rational, or a real root by its equation and an interval.

    >>> print(brief(read_point({"root_of": [-2, 0, 1], "between": [1, 2]})))
    √2
    """
    if not isinstance(value, dict):
        return exact(value, where)
    if "root_of" not in value or "between" not in value:
        raise GameError(f"{where}: an algebraic number needs root_of and between")
    given, ends = value["root_of"], value["between"]
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_TERMS:
        raise GameError(f"{where}.root_of: expected a list of 2 to {MOST_TERMS} coefficients")
    if not isinstance(ends, list) or len(ends) != 2:
        raise GameError(f"{where}.between: expected two numbers")
    polynomial = Polynomial.read(given, where=f"{where}.root_of")
    low, high = (exact(e, f"{where}.between") for e in ends)
    inside = [r for r in real_roots(polynomial) if r >= low and r <= high]
    if len(inside) != 1:
        raise GameError(f"{where}: {len(inside)} roots lie between these ends, not one")
    return inside[0]


def surd(x: RealRoot) -> str | None:
    """A root of a quadratic equation as (p ± q√d)/r; None for higher degrees."""
    if x.polynomial.degree != 2:
        return None
    c, b, a = x.polynomial.coefficients
    inside = (b * b - 4 * a * c) / (4 * a * a)
    whole, square = _square_out(inside.numerator * inside.denominator)
    coefficient = Fraction(whole, inside.denominator) * (1 if x.index else -1)
    middle = -b / (2 * a)
    bottom = lcm(coefficient.denominator, middle.denominator)
    p, q = middle * bottom, coefficient * bottom
    root = f"√{square}" if abs(q) == 1 else f"{abs(q)}√{square}"
    sign = "-" if q < 0 else "+" if p else ""
    top = f"{p if p else ''}{sign}{root}"
    if bottom == 1:
        return top
    return f"({top})/{bottom}" if p else f"{top}/{bottom}"


def _square_out(n: int) -> tuple[int, int]:
    """n as k^2 times a number, with k as large as trial division finds."""
    k, d = 1, 2
    while d * d <= n and d < 10_000:
        while n % (d * d) == 0:
            n //= d * d
            k *= d
        d += 1
    root = isqrt(n)
    return (k * root, 1) if root * root == n else (k, n)
