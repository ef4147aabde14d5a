"""Sets below the graph of a falling concave function: ``v <= f(u)`` for u between two numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.expressions.read import read_formula
from kibitz.bargaining.sets.feasible import FeasibleSet, Pair
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show

Box = tuple[float, float, float, float]
SAMPLES = 201
SLACK = 1e-9


@dataclass(frozen=True)
class Frontier(FeasibleSet):
    """All pairs (u, v) with ``start <= u <= end`` and ``v <= f(u)``, in floating point.

    >>> quarter = frontier("sqrt(1-x^2)", 0, 1)
    >>> quarter.contains((Fraction(1, 2), Fraction(1, 2))), quarter.height(0.6)
    (True, 0.8)
    """

    kind: ClassVar[str] = "frontier"

    start: Fraction
    end: Fraction
    formula: str
    function: Callable[[float], float] = field(compare=False, repr=False)
    readable: bool = True
    """Whether the formula says it all; a Python function has a name only."""

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise GameError(
                f"the frontier runs from {show(self.start)} to {show(self.end)}; its start must "
                "lie below its end"
            )
        spots = self._samples()
        heights = [self.height(u) for u in spots]
        for u, v in zip(spots, heights, strict=True):
            if not math.isfinite(v):
                raise GameError(f"the frontier {self.formula} has no value at {u:.6g}")
        size = max(map(abs, heights)) + 1e-12
        for a, b, c, u in zip(heights, heights[1:], heights[2:], spots[1:], strict=False):
            if a + c - 2 * b > SLACK * size:
                raise GameError(
                    f"the frontier {self.formula} bends upwards near {u:.6g}, so the set below it "
                    "is not convex; a concave function is needed"
                )

    def _samples(self) -> list[float]:
        low, high = float(self.start), float(self.end)
        return [low + (high - low) * k / (SAMPLES - 1) for k in range(SAMPLES)]

    def height(self, u: float) -> float:
        """The best the second player can get when the first gets u.

        Parameters
        ----------
        u : float
            The utility of the first player.

        Returns
        -------
        float
            The greatest utility of the second player; NaN where the frontier is not defined.
        """
        try:
            return float(self.function(u))
        except (ValueError, ZeroDivisionError, OverflowError, TypeError):
            return math.nan

    def contains(self, point: Pair) -> bool:
        u, v = point
        return self.start <= u <= self.end and float(v) <= self.height(float(u)) + SLACK

    def outside(self, point: Pair) -> str:
        u, v = point
        if not self.start <= u <= self.end:
            return f"u = {show(u)} is not between {show(self.start)} and {show(self.end)}"
        return f"v = {show(v)} is above the frontier, which is at {self.height(float(u)):.6g} there"

    def reaches(self, point: Pair) -> bool:
        u = max(float(point[0]), float(self.start))
        return (
            u <= float(self.end)
            and max(self.height(x) for x in [u, *(s for s in self._samples() if s >= u)])
            >= float(point[1]) - SLACK
        )

    def polish(self, x: float, start: float, rise: Callable[[float, float, float], float]) -> float:
        """A maximum along the frontier, already found roughly, to the last digits.

        Parameters
        ----------
        x : float
            Where the maximum was found.
        start : float
            Where the part begins that was searched.
        rise : callable
            The sign of the derivative of what is maximized, from u, v and the slope.
        """
        f, wide = self.height, float(self.end) - start
        step, reach = 1e-3 * wide, 1e-5 * wide
        if not start + 2 * step + reach < x < float(self.end) - 2 * step - reach:
            return x

        def at(t: float) -> float:
            slope = f(t - 2 * step) - 8 * f(t - step) + 8 * f(t + step) - f(t + 2 * step)
            return rise(t, f(t), slope / (12 * step))

        low, high = x - reach, x + reach
        if not at(low) > 0 > at(high):
            return x
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at(middle) > 0 else (low, middle)
        return (low + high) / 2

    def peak(self) -> float:
        """The u at which the frontier is highest; from there on it falls."""
        return greatest(self.height, float(self.start), float(self.end))

    def last_above(self, v: float, low: float) -> float:
        """The last u, from ``low`` on, at which the second player can still get v.

        Parameters
        ----------
        v : float
            The utility of the second player.
        low : float
            Where the search begins; the second player gets at least v there.

        Notes
        -----
        Cost: at most 200 bisections.
        """
        high = float(self.end)
        if self.height(high) >= v:
            return high
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self.height(middle) >= v else (low, middle)
        return low

    def outline(self, limits: Box) -> list[tuple[float, float]]:
        bottom = limits[1]
        curve = [(u, self.height(u)) for u in self._samples()]
        low, high = float(self.start), float(self.end)
        return [(low, bottom), *curve, (high, bottom), (low, bottom)]

    def pareto_line(self, limits: Box) -> list[tuple[float, float]]:
        top = self.peak()
        return [(u, self.height(u)) for u in [top, *(s for s in self._samples() if s > top)]]

    def landmarks(self) -> list[tuple[float, float]]:
        spots = (float(self.start), self.peak(), float(self.end))
        return [(u, self.height(u)) for u in spots]

    def words(self) -> str:
        return f"the set below v = {self.formula} for u from {show(self.start)} to {show(self.end)}"

    def to_json(self) -> dict[str, Any]:
        return {"frontier": self.formula, "from": plain(self.start), "to": plain(self.end)}


def frontier(formula: Any, start: Any, end: Any) -> Frontier:
    """The set below a function, given as a formula in x (or u) or as a Python function.

    Parameters
    ----------
    formula : str or callable
        The function.
    start : number
        The left end of its interval.
    end : number
        The right end of its interval.

    Returns
    -------
    Frontier
        The set.
    """
    low, high = exact(start, "start of the frontier"), exact(end, "end of the frontier")
    if callable(formula):
        return Frontier(low, high, getattr(formula, "__name__", "f(u)"), formula, False)
    read = read_formula(formula, ["x", "u"], "frontier")

    def height(u: float) -> float:
        return read.float_at({"x": u, "u": u})

    return Frontier(low, high, str(formula).strip(), height)


def greatest(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a concave function is greatest, by golden section."""
    golden = (math.sqrt(5) - 1) / 2
    a, b = low, high
    c, d = b - golden * (b - a), a + golden * (b - a)
    fc, fd = f(c), f(d)
    for _ in range(200):
        if fc < fd or math.isnan(fc):
            a, c, fc = c, d, fd
            d = a + golden * (b - a)
            fd = f(d)
        else:
            b, d, fd = d, c, fc
            c = b - golden * (b - a)
            fc = f(c)
        if b - a <= 1e-15 * max(abs(a), abs(b), 1e-300):
            break
    ends = [x for x in (low, (a + b) / 2, high) if not math.isnan(f(x))]
    return max(ends, key=f)
