"""Linear forms in several letters, c + s1 a + s2 b + ..., as text and back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from kibitz.algebra.expressions.piecewise import NotRational, pieces, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.core.errors import GameError

Form = tuple[Fraction, ...]
"""The constant, and what multiplies each letter."""


def read_form(text: str, letters: Sequence[str], where: str = "") -> Form:
    """A linear form from text.

    >>> [str(x) for x in read_form("1 - 2a + b/3", ["a", "b"])]
    ['1', '-2', '1/3']
    """
    read = read_expression(text, letters, where=where)
    try:
        (piece,) = pieces(read, ring(letters))
        linear = read.is_polynomial() and int(piece.top.total_degree()) <= 1
    except (NotRational, ValueError):
        linear = False
    if not linear:
        raise GameError(f"{where}: {text} must be linear in {', '.join(letters)}, such as 1-2a+b")
    nothing = dict.fromkeys(letters, Fraction(0))
    constant = Fraction(read.at(nothing))
    return (constant, *(Fraction(read.at({**nothing, x: Fraction(1)})) - constant for x in letters))


def write_form(form: Form, letters: Sequence[str]) -> str:
    """A linear form as text, the letters first.

    >>> write_form((Fraction(1, 2), Fraction(1, 6), Fraction(-2)), ["a", "b"])
    'a/6 - 2b + 1/2'
    """
    constant, *slopes = form
    terms = [(slope, letter) for slope, letter in zip(slopes, letters, strict=True) if slope]
    if constant or not terms:
        terms.append((constant, ""))
    out = ""
    for factor, letter in terms:
        size = abs(factor)
        sign = " - " if factor < 0 else " + "
        if not out:
            sign = "-" if factor < 0 else ""
        top = "" if letter and size.numerator == 1 else str(size.numerator)
        bottom = "" if size.denominator == 1 else f"/{size.denominator}"
        out += f"{sign}{top}{letter}{bottom}"
    return out


def in_lowest_terms(form: Form) -> Form:
    """A positive multiple with whole numbers without a common divisor before the letters.

    >>> [str(x) for x in in_lowest_terms((Fraction(-2), Fraction(1, 2), Fraction(1, 2)))]
    ['-4', '1', '1']
    """
    slopes = form[1:]
    if not any(slopes):
        return form
    bottom = lcm(*(s.denominator for s in slopes))
    common = gcd(*(int(s * bottom) for s in slopes))
    return tuple(x * bottom / common for x in form)
