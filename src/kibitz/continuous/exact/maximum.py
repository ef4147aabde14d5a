"""The greatest payoff one player can get when all others stand at rational strategies.

The line is cut where pieces meet, where a denominator vanishes, and where the derivative does; on
each cell the payoff rises, falls or stays. Its values at the points and its limits at the ends of
the intervals are compared exactly. The supremum may be approached only, as in Bertrand's price war,
or be infinite.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.line_cells import LineCell, line_cells
from kibitz.algebra.number_field import FieldPolynomial, derivative, number_ball, trim
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.continuous.exact.payoff import Slice
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Flat:
    """An open interval on which the payoff is constant."""

    start: Point | None
    end: Point | None


@dataclass(frozen=True)
class Maximum:
    """The supremum (None when infinite), where it is attained, and where it is only approached.

    ``toward`` is the point (None: infinity) that maximizing strategies tend to, ``side`` -1 or 1 as
    they come from below or above.
    """

    value: Point | None
    points: tuple[Point, ...]
    flats: tuple[Flat, ...] = ()
    toward: Point | None = None
    side: int = 0

    @property
    def attained(self) -> bool:
        return bool(self.points or self.flats)


def maximum(here: Slice) -> Maximum:
    """Maximize a slice whose field is Q."""
    tops, bottoms = [_rational(p) for p in here.tops], [_rational(p) for p in here.bottoms]
    steep = slopes(here)
    count = len(here.switches)
    cells = line_cells(here.field, [*here.switches, *steep, *here.bottoms], here.low, here.high)
    functions = [
        RationalFunction.of(t, b) if b else None for t, b in zip(tops, bottoms, strict=True)
    ]
    candidates = []
    for cell in cells:
        chosen = here.payoff.choose(cell.signs[:count])
        function = functions[chosen]
        if function is None or cell.signs[count + len(steep) + chosen] == 0:
            where = float(cell.sample)
            raise GameError(f"a payoff divides by zero at {where:g}; define it there by cases")
        candidates.append(_candidate(cell, function, cell.signs[count + chosen]))
    best = _Best()
    for candidate in _contenders(candidates):
        candidate.offer(best)
    return best.maximum()


@dataclass(frozen=True)
class _Candidate:
    """A point, a flat or an end that may hold the supremum; ``place`` is where to take the value.

    A None for the place of an approach is infinity.
    """

    cell: LineCell
    function: RationalFunction
    slope: int
    place: Point | None

    def about(self) -> Any:
        """An interval around the value, or None when it is not known without more work."""
        if self.place is None:
            return None
        at = number_ball(self.place)
        top, bottom = (
            arb_value(p, at) for p in (self.function.numerator, self.function.denominator)
        )
        value = top / bottom
        return value if value.is_finite() else None

    def offer(self, best: _Best) -> None:
        if self.cell.is_point:
            best.attain(self.function.at(self.cell.sample), self.cell.sample)
        elif self.slope == 0:
            assert isinstance(self.cell.sample, Fraction)
            best.stay(self.function(self.cell.sample), Flat(self.cell.start, self.cell.end))
        else:
            best.approach(_limit(self.function, self.place), self.place, -self.slope)


def _candidate(cell: LineCell, function: RationalFunction, slope: int) -> _Candidate:
    place: Point | None = cell.sample
    if not cell.is_point and slope:
        place = cell.end if slope > 0 else cell.start
    return _Candidate(cell, function, slope, place)


def _contenders(candidates: list[_Candidate]) -> list[_Candidate]:
    """Those that intervals around their values leave in the race."""
    known = [(c, c.about()) for c in candidates]
    least = None
    for _, value in known:
        if value is not None and (least is None or value.lower() > least):
            least = value.lower()
    return [c for c, value in known if value is None or least is None or not value < least]


def arb_value(polynomial: Polynomial, at: Any) -> Any:
    """A polynomial at a ball."""
    from flint import arb_poly

    return arb_poly(polynomial.flint())(at)


def _limit(function: RationalFunction, end: Point | None) -> Point | None:
    """Where a function that grows toward an end tends to; None is plus infinity."""
    top, bottom = function.numerator, function.denominator
    if end is None:
        if top.degree > bottom.degree:
            return None
        return Fraction(0) if top.degree < bottom.degree else top.leading / bottom.leading
    if RationalFunction.of(bottom).vanishes_at(end):
        return None
    return function.at(end)


class _Best:
    def __init__(self) -> None:
        self.value: Point | None = None
        self.begun = False
        self.points: list[Point] = []
        self.flats: list[Flat] = []
        self.approaches: list[tuple[Point | None, int]] = []

    def _offer(self, value: Point | None) -> bool:
        """Whether a value (None is infinite) equals the best; a better one becomes the best."""
        if self.begun and self.value is None:
            return value is None
        if not self.begun or value is None or (self.value is not None and value > self.value):
            self.begun, self.value = True, value
            self.points, self.flats, self.approaches = [], [], []
            return True
        return value == self.value

    def attain(self, value: Point, at: Point) -> None:
        if self._offer(value):
            self.points.append(at)

    def stay(self, value: Point, flat: Flat) -> None:
        if self._offer(value):
            self.flats.append(flat)

    def approach(self, value: Point | None, toward: Point | None, side: int) -> None:
        if self._offer(value):
            self.approaches.append((toward, side))

    def maximum(self) -> Maximum:
        toward, side = self.approaches[0] if self.approaches else (None, 0)
        if self.points or self.flats:
            toward, side = None, 0
        return Maximum(self.value, tuple(self.points), tuple(self.flats), toward, side)


def slopes(here: Slice) -> list[FieldPolynomial]:
    """The numerator of the derivative of each piece."""
    return [_slope(here, k) for k in range(len(here.tops))]


def _slope(here: Slice, k: int) -> FieldPolynomial:
    field, top, bottom = here.field, here.tops[k], here.bottoms[k]
    left = _product(here, derivative(top), bottom)
    right = _product(here, top, derivative(bottom))
    size = max(len(left), len(right))
    zero = field.number(Fraction(0))
    left += [zero] * (size - len(left))
    right += [zero] * (size - len(right))
    return trim([a - b for a, b in zip(left, right, strict=True)])


def _product(here: Slice, a: FieldPolynomial, b: FieldPolynomial) -> FieldPolynomial:
    field = here.field
    found = [field.number(Fraction(0))] * max(len(a) + len(b) - 1, 0)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] = found[i + j] + field.times(x, y)
    return trim(found)


def _rational(p: FieldPolynomial) -> Polynomial:
    return Polynomial.of([Fraction(int(c[0].p), int(c[0].q)) for c in p])
