"""Numbers short enough for a picture."""

from __future__ import annotations

from kibitz.core.numbers import Number, show

LONGEST = 9


def short(x: Number, longest: int = LONGEST) -> str:
    """A number as it is, or as a decimal of four digits when it is long.

    >>> from fractions import Fraction
    >>> short(Fraction(7, 12)), short(Fraction(123456, 654321))
    ('7/12', '0.1887')
    """
    words = show(x)
    return words if len(words) <= longest else f"{float(x):.4g}"
