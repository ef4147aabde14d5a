"""How far the fixed point of a contraction can be, and in which metric that is measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, magnitude, number, show

METRICS = ("sup", "l1", "euclid")
ALSO = {
    "max": "sup",
    "linf": "sup",
    "l_inf": "sup",
    "infinity": "sup",
    "supremum": "sup",
    "sum": "l1",
    "manhattan": "l1",
    "taxicab": "l1",
    "l2": "euclid",
    "euclidean": "euclid",
    "2": "euclid",
    "1": "l1",
    "absolute": "sup",
    "abs": "sup",
}
"""Other names of the metrics."""


def a_priori_bound(factor: Any, first_step: Any, n: int) -> Number:
    """How far x_n can be from the fixed point, from the length d(x_1, x_0) of the first step.

    Parameters
    ----------
    factor : number
        The factor c < 1.
    first_step : number
        The length of the first step.
    n : int
        The number of steps.

    Returns
    -------
    number
        The bound c^n d / (1 - c).

    References
    ----------
    Banach 1922.

    Examples
    --------
    >>> print(a_priori_bound("1/2", 1, 4))
    1/8
    """
    return read_factor(factor) ** n / (1 - read_factor(factor)) * number(first_step, "first step")


def a_posteriori_bound(factor: Any, last_step: Any) -> Number:
    """How far x_n can be from the fixed point, from the length d(x_n, x_{n-1}) of the last step.

    Parameters
    ----------
    factor : number
        The factor c < 1.
    last_step : number
        The length of the last step.

    Returns
    -------
    number
        The bound c d / (1 - c).

    References
    ----------
    Banach 1922.

    Examples
    --------
    >>> print(a_posteriori_bound("3/4", "1/10"))
    3/10
    """
    return read_factor(factor) / (1 - read_factor(factor)) * number(last_step, "last step")


def shrunk(factor: Any, distance: Any, n: int) -> Number:
    """How far x_n can be from the fixed point when x_0 is at this distance: c^n d(x_0, x*).

    Parameters
    ----------
    factor : number
        The factor c < 1.
    distance : number
        The distance of the start.
    n : int
        The number of steps.

    Returns
    -------
    number
        The bound.

    Examples
    --------
    >>> print(shrunk("1/2", 3, 4))
    3/16
    """
    return read_factor(factor) ** n * number(distance, "distance")


def read_factor(factor: Any) -> Number:
    """A factor by which a map contracts: from 0 up to, not including, 1.

    >>> print(read_factor("1/2"))
    1/2
    """
    rate = number(factor, "factor")
    if not 0 <= rate < 1:
        raise GameError(f"factor is {show(rate)}; a contraction has one of at least 0 and below 1")
    return rate


def contraction_factor(matrix: Any, metric: str = "sup") -> Number:
    """The least c by which x -> A x + b contracts: the norm of A that belongs to the metric.

    Largest sum of a row for sup, of a column for l1, largest singular value for euclid.

    Parameters
    ----------
    matrix : sequence of rows
        The matrix A.
    metric : {"sup", "l1", "euclid"}, default "sup"
        The metric.

    Returns
    -------
    number
        The factor.

    Examples
    --------
    >>> print(contraction_factor([["1/2", "1/4"], [0, "1/3"]]))
    3/4
    >>> print(contraction_factor([["1/2", "1/4"], [0, "1/3"]], "l1"))
    7/12
    """
    rows = [[number(x, "matrix") for x in row] for row in matrix]
    kind = metric_name(metric)
    if kind == "sup":
        return max(sum((magnitude(x) for x in row), Fraction(0)) for row in rows)
    if kind == "l1":
        columns = zip(*rows, strict=True)
        return max(sum((magnitude(x) for x in column), Fraction(0)) for column in columns)
    import numpy as np

    norm = float(np.linalg.norm(np.array([[float(x) for x in row] for row in rows]), 2))
    return norm * (1 + 1e-12)


def metric_name(metric: str) -> str:
    """One of sup, l1 and euclid.

    >>> metric_name("L2"), metric_name("max")
    ('euclid', 'sup')
    """
    name = str(metric).strip().lower()
    name = ALSO.get(name, name)
    if name not in METRICS:
        raise GameError(f"no metric {metric!r}{did_you_mean(name, METRICS)}")
    return name


def distance(x: Sequence[Number], y: Sequence[Number], metric: str = "sup") -> Number:
    """The distance of two points; the Euclidean one is a float unless it comes out even.

    >>> distance((Fraction(0), Fraction(0)), (Fraction(3), Fraction(4)), "euclid")
    Fraction(5, 1)
    """
    gaps = [magnitude(a - b) for a, b in zip(x, y, strict=True)]
    kind = metric_name(metric)
    if kind == "sup":
        return max(gaps)
    if kind == "l1":
        return sum(gaps, Fraction(0))
    square = sum((g * g for g in gaps), Fraction(0))
    if isinstance(square, Fraction):
        top, bottom = math.isqrt(square.numerator), math.isqrt(square.denominator)
        if top * top == square.numerator and bottom * bottom == square.denominator:
            return Fraction(top, bottom)
    return math.sqrt(square)
