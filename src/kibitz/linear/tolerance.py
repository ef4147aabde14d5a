"""How far floating-point answers may be off; exact numbers may not be off at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from kibitz.core.numbers import Number
from kibitz.linear.program import LinearProgram

ROUNDING = 1e-7
"""The relative error allowed, measured against the numbers that are added up."""


def noise(values: Sequence[Number]) -> Number:
    """The error allowed in any of these numbers: zero when all are exact.

    >>> noise([Fraction(3)]), noise([1e7, 2.0])
    (Fraction(0, 1), 1.0)
    """
    if not any(isinstance(v, float) for v in values):
        return Fraction(0)
    return ROUNDING * max(abs(float(v)) for v in values)


def row_noise(program: LinearProgram, x: Sequence[Number]) -> list[Number]:
    """The error allowed in each row of Ax."""
    return _noise(program, x, axis=1)


def column_noise(program: LinearProgram, y: Sequence[Number]) -> list[Number]:
    """The error allowed in each column of yA."""
    return _noise(program, y, axis=0)


def sum_noise(left: Sequence[Number], right: Sequence[Number | None]) -> Number:
    """The error allowed in the inner product of two vectors; None counts as nothing."""
    if not any(isinstance(v, float) for v in (*left, *right)):
        return Fraction(0)
    pairs = zip(left, right, strict=True)
    return ROUNDING * sum(abs(float(a) * float(b)) for a, b in pairs if b is not None)


def _noise(program: LinearProgram, values: Sequence[Number], axis: int) -> list[Number]:
    if program.exact and not any(isinstance(v, float) for v in values):
        return [Fraction(0)] * program.shape[1 - axis]
    reach = ROUNDING * max((abs(float(v)) for v in values), default=0.0)
    largest = np.abs(program.matrix.floats()).max(axis=axis, initial=0.0)
    allowed: list[Number] = (largest * reach).tolist()
    return allowed
