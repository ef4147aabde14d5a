"""Can one player gain by a deviation? Decided exactly, over the whole interval.

With the others fixed at numbers of a field, the payoff minus its claimed maximum v is a rational
function on each of finitely many cells of the line. The signs of its numerator, its denominator and
of all switches at one point of every cell decide whether it is positive anywhere: a proof without a
grid. Cost: one factorisation over Q for each polynomial, O(cells) signs.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.continuous.line_cells import line_cells
from kibitz.continuous.number_field import Element, FieldPolynomial, NumberField, trim
from kibitz.continuous.payoff import Slice
from kibitz.core.errors import GameError
from kibitz.core.real_root import Point


@dataclass(frozen=True)
class Deviation:
    """A strategy that earns more than the claimed maximum."""

    strategy: Point


def profitable_deviation(here: Slice, value: Element) -> Deviation | None:
    """A strategy at which the payoff exceeds ``value``, or None when there is none at all."""
    field = here.field
    gains = [_minus(field, t, b, value) for t, b in zip(here.tops, here.bottoms, strict=True)]
    count, pieces = len(here.switches), len(here.tops)
    cells = line_cells(field, [*here.switches, *gains, *here.bottoms], here.low, here.high)
    for cell in cells:
        chosen = here.payoff.choose(cell.signs[:count])
        gain = cell.signs[count + chosen]
        bottom = cell.signs[count + pieces + chosen]
        if bottom == 0:
            raise GameError(
                f"a payoff divides by zero at {float(cell.sample):g}; say what it is there by cases"
            )
        if gain * bottom > 0:
            return Deviation(cell.sample)
    return None


def _minus(
    field: NumberField, top: FieldPolynomial, bottom: FieldPolynomial, value: Element
) -> FieldPolynomial:
    """top - value * bottom."""
    size = max(len(top), len(bottom))
    zero = value - value
    found = []
    for k in range(size):
        a = top[k] if k < len(top) else zero
        b = bottom[k] if k < len(bottom) else zero
        found.append(a - field.times(value, b))
    return trim(found)
