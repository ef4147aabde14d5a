"""Payoffs of a tree as whole numbers of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, cast

import numpy as np

from kibitz.core.numbers import Number


def scaled(rows: Sequence[Sequence[Number]]) -> tuple[Any, Fraction | None]:
    """Payoffs as whole numbers of a unit, or as floats when any of them is one.

    >>> amounts, unit = scaled([(Fraction(1, 2), Fraction(1))])
    >>> amounts.tolist(), unit
    ([[1, 2]], Fraction(1, 2))
    """
    if any(isinstance(x, float) for row in rows for x in row):
        return np.array([[float(x) for x in row] for row in rows]), None
    exact = cast("Sequence[Sequence[int | Fraction]]", rows)
    bottom = lcm(*{x.denominator for row in exact for x in row})
    tops = [[x.numerator * (bottom // x.denominator) for x in row] for row in exact]
    large = max((abs(x) for row in tops for x in row), default=0) >= 1 << 62
    return np.array(tops, object if large else np.int64), Fraction(1, bottom)
