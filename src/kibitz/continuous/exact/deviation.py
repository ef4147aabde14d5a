"""Can one player gain by a deviation? Decided exactly, over the whole interval.

With the others fixed at numbers of a field, the payoff minus its claimed maximum v is a rational
function on each of finitely many cells of the line. The signs of its numerator, its denominator and
of all switches at one point of every cell decide whether it is positive anywhere: a proof without a
grid. Cost: one factorization over Q for each polynomial, O(cells) signs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.line_cells import line_cells
from kibitz.algebra.number_field import Element, FieldPolynomial, NumberField, number_ball, trim
from kibitz.algebra.real_root import Point
from kibitz.continuous.exact.payoff import Payoff, Slice
from kibitz.core.errors import GameError

Interval = tuple[Fraction | None, Fraction | None]
POINTS = 24
"""Strategies that are tried before the whole interval is looked at."""


@dataclass(frozen=True)
class BetterStrategy:
    """A strategy that earns more than the claimed maximum."""

    strategy: Point


def profitable_deviation(here: Slice, value: Element) -> BetterStrategy | None:
    """A strategy at which the payoff exceeds ``value``, or None when there is none at all."""
    obvious = _obvious(here, value)
    if obvious is not None:
        return BetterStrategy(obvious)
    field = here.field
    count, pieces = len(here.switches), len(here.tops)
    every = [*here.switches, *gains(here, value), *here.bottoms]
    cells = line_cells(field, every, here.low, here.high)
    for cell in cells:
        chosen = here.payoff.choose(cell.signs[:count])
        gain = cell.signs[count + chosen]
        bottom = cell.signs[count + pieces + chosen]
        if bottom == 0:
            raise GameError(
                f"a payoff divides by zero at {float(cell.sample):g}; define it there by cases"
            )
        if gain * bottom > 0:
            return BetterStrategy(cell.sample)
    return None


def gains(here: Slice, value: Element) -> list[FieldPolynomial]:
    """For each piece of the payoff the numerator of what it earns beyond a value."""
    pairs = zip(here.tops, here.bottoms, strict=True)
    return [_minus(here.field, top, bottom, value) for top, bottom in pairs]


def _obvious(here: Slice, value: Element) -> Fraction | None:
    """A strategy among a few that is better beyond doubt, by intervals; saves most of the work."""
    field = here.field
    lines = _Lines(
        here.payoff,
        [[field.ball(c) for c in p] for p in (*here.switches, *here.tops, *here.bottoms)],
    )
    return lines.beats(field.ball(value), here.low, here.high)


def surely_beaten(payoff: Payoff, own: str, interval: Interval, place: dict[str, Any]) -> bool:
    """Is a strategy beaten beyond doubt? All strategies are given as balls."""
    lines = _Lines(
        payoff,
        [
            _ball_line(p, own, place)
            for p in (
                *payoff.switches,
                *(piece.top for piece in payoff.pieces),
                *(piece.bottom for piece in payoff.pieces),
            )
        ],
    )
    value = lines.value(place[own])
    return value is not None and lines.beats(value, *interval) is not None


@dataclass(frozen=True)
class _Lines:
    """A payoff as a function of one's own strategy, its coefficients known as balls."""

    payoff: Payoff
    lines: list[list[Any]]

    def value(self, at: Any) -> Any:
        """The payoff at a ball, or None where a switch or a denominator may vanish."""
        count, pieces = len(self.payoff.switches), len(self.payoff.pieces)
        switches = [_sure_sign(_horner(p, at)) for p in self.lines[:count]]
        if None in switches:
            return None
        k = self.payoff.choose([s for s in switches if s is not None])
        bottom = _horner(self.lines[count + pieces + k], at)
        if not (bottom > 0 or bottom < 0):
            return None
        return _horner(self.lines[count + k], at) / bottom

    def beats(self, about: Any, low: Fraction | None, high: Fraction | None) -> Fraction | None:
        """A strategy among a few whose payoff surely exceeds this one."""
        for x in _spread(low, high):
            value = self.value(number_ball(x))
            if value is not None and value > about:
                return x
        return None


def _ball_line(polynomial: Multi, own: str, place: dict[str, Any]) -> list[Any]:
    """The coefficients of a polynomial in one variable, the others being balls."""
    from flint import arb

    names = polynomial.context().names()
    position = names.index(own)
    found: list[Any] = []
    for exponents, coefficient in polynomial.to_dict().items():
        power = int(exponents[position])
        found += [arb(0)] * (power + 1 - len(found))
        term = arb(coefficient)
        for name, e in zip(names, exponents, strict=True):
            if name != own and e:
                term = term * place[name] ** int(e)
        found[power] = found[power] + term
    return found


def _spread(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """Rationals all over an interval."""
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(k, POINTS) for k in range(POINTS + 1)]
    steps = [Fraction(0), *(Fraction(2) ** k for k in range(-4, 12))]
    steps += [s * Fraction(3, 2) for s in steps[1:]]
    if low is not None:
        return [low + s for s in steps]
    if high is not None:
        return [high - s for s in steps]
    return steps + [-s for s in steps[1:]]


def _horner(coefficients: list[Any], at: Any) -> Any:
    from flint import arb

    total = arb(0)
    for c in reversed(coefficients):
        total = total * at + c
    return total


def _sure_sign(x: Any) -> int | None:
    """The sign that all numbers of a ball have, or None."""
    if x > 0 or x < 0:
        return 1 if x > 0 else -1
    return 0 if x.is_zero() else None


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
