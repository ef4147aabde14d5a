"""Best responses to an irrational strategy, where a reaction curve may jump.

Intervals around the values of all candidates leave one or a few in the race. One alone is best. Two
that the best responses from below and from above run into are both best, since the greatest
payoff is continuous there. Anything else is decided by exact tests for deviations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.line_cells import LineCell, line_cells
from kibitz.algebra.number_field import (
    Element,
    NumberField,
    adjoin,
    ball_value,
    embed,
    number_ball,
)
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.continuous.exact.deviation import profitable_deviation
from kibitz.continuous.exact.maximum import Flat, Maximum, slopes
from kibitz.continuous.exact.payoff import Slice

NEAR, APART = 1e-4, 1e-2
"""How close a candidate is to the end of a branch it belongs to, and to other candidates."""


@dataclass(frozen=True)
class _Candidate:
    cell: LineCell
    value: Any
    limits: tuple[Any, ...]
    """What other pieces that end there come close to."""


def irrational_maximum(
    here: Slice, own: str, other: str, curves: Sequence[Multi], sides: Sequence[float]
) -> Maximum:
    """The best responses; ``sides`` says where those from below and from above run to."""
    every, bounded = _candidates(here)
    kept = _contenders(every)
    if bounded and _settled(every, kept, sides):
        return Maximum(None, tuple(c.cell.sample for c in kept))
    points, flats = [], []
    for candidate in kept:
        cell = candidate.cell
        if _is_best(here, own, other, curves, cell.sample):
            if cell.is_point:
                points.append(cell.sample)
            else:
                flats.append(Flat(cell.start, cell.end))
    return Maximum(None, tuple(points), tuple(flats))


def _settled(
    every: Sequence[_Candidate], kept: Sequence[_Candidate], sides: Sequence[float]
) -> bool:
    """Do the intervals alone tell which candidates are best?"""
    if not all(c.cell.is_point and c.value.is_finite() for c in kept):
        return False
    least = max(c.value.lower() for c in kept)
    if not all(limit < least for c in every for limit in c.limits):
        return False
    if len(kept) == 1:
        return True
    at = sorted(float(c.cell.sample) for c in kept)
    ends = sorted(sides)
    return (
        len(at) == len(ends) == 2
        and at[1] - at[0] > APART
        and all(abs(a - b) < NEAR * (1 + abs(a)) for a, b in zip(at, ends, strict=True))
    )


def _candidates(here: Slice) -> tuple[list[_Candidate], bool]:
    """All points and flats that may be best; and whether payoffs fall toward infinity."""
    over, count = here.field, len(here.switches)
    steep = slopes(here)
    cells = line_cells(over, [*here.switches, *steep, *here.bottoms], here.low, here.high)
    chosen = [here.payoff.choose(cell.signs[:count]) for cell in cells]
    found, bounded = [], True
    for k, (cell, piece) in enumerate(zip(cells, chosen, strict=True)):
        slope = cell.signs[count + piece]
        if cell.is_point or slope == 0:
            around = {p for p in chosen[max(k - 1, 0) : k + 2] if p != piece}
            limits = tuple(_about(here, p, cell.sample) for p in around if cell.is_point)
            found.append(_Candidate(cell, _about(here, piece, cell.sample), limits))
        elif (cell.end is None and slope > 0) or (cell.start is None and slope < 0):
            bounded = False
    return found, bounded


def _contenders(every: Sequence[_Candidate]) -> list[_Candidate]:
    """Candidates that intervals leave in the race."""
    lows = [c.value.lower() for c in every if c.value.is_finite()]
    if not lows:
        return list(every)
    least = max(lows)
    return [c for c in every if not (c.value.is_finite() and c.value < least)]


def _about(here: Slice, piece: int, x: Point) -> Any:
    """An interval around a piece of the payoff at one strategy."""
    at = number_ball(x)
    top, bottom = (ball_value(here.field, p, at) for p in (here.tops[piece], here.bottoms[piece]))
    return top / bottom


def _is_best(here: Slice, own: str, other: str, curves: Sequence[Multi], x: Point) -> bool:
    bigger, mine, theirs = _joint(here.field, own, other, curves, x)
    value = here.payoff.at(bigger, {own: mine, other: theirs})
    again = Slice.of(here.payoff, own, (here.low, here.high), bigger, {other: theirs})
    return profitable_deviation(again, value) is None


def _joint(
    over: NumberField, own: str, other: str, curves: Sequence[Multi], x: Point
) -> tuple[NumberField, Element, Element]:
    y = over.theta_element
    if not isinstance(x, RealRoot):
        return over, over.number(x), y
    for curve in sorted(curves, key=lambda c: int(c.total_degree())):
        line = over.specialize(curve, own, {other: y})
        if len(line) > 1 and vanishes(over, line, x):
            bigger, old, root = adjoin(over, line, x)
            return bigger, root, embed(bigger, old, y)
    raise AssertionError("a candidate is not on any curve")


def vanishes(over: NumberField, line: list[Element], x: Point) -> bool:
    """Is a number a root of a polynomial over the field?"""
    if not isinstance(x, RealRoot):
        return not over.value(line, x)
    near = ball_value(over, line, number_ball(x))
    if near > 0 or near < 0:
        return False
    return any(
        c.is_point and c.sample == x and c.signs[0] == 0
        for c in line_cells(over, [line], None, None)
    )
