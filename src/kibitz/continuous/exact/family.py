"""Families of profiles that depend on a parameter, and the proof that all of them are equilibria.

A claim about infinitely many profiles is a claim about the plane of (deviation, parameter): it is
cut into cells on which the gain from deviating keeps its sign, and one sample of each cell is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi, ring
from kibitz.algebra.expressions.tree import Symbol, expression
from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.plane_cells import Range, plane_cells
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.game import ContinuousGame

DEVIATION, PARAMETER = "deviation", "parameter"
IDENTITY = RationalFunction(Polynomial((Fraction(0), Fraction(1))))
Fraction2 = tuple[Multi, Multi]
"""Numerator and denominator."""


@dataclass(frozen=True)
class NumberInterval:
    """An interval of numbers; None is infinity."""

    start: Point | None
    end: Point | None
    start_included: bool = True
    end_included: bool = True

    def holds(self, x: Point) -> bool:
        after = self.start is None or x > self.start or (self.start_included and x == self.start)
        before = self.end is None or x < self.end or (self.end_included and x == self.end)
        return bool(after and before)

    def __str__(self) -> str:
        from kibitz.algebra.show_exact import brief

        left = "(-∞" if self.start is None else "[("[not self.start_included] + brief(self.start)
        right = "∞)" if self.end is None else brief(self.end) + "])"[not self.end_included]
        return f"{left}, {right}"


def never_gains(
    game: ContinuousGame, player: int, profile: Sequence[RationalFunction], span: NumberInterval
) -> bool:
    """Is the player's strategy best against the others', for every parameter in the span?"""
    return _all_signs(game, player, profile, span, game.intervals[player], None, (-1, 0))


def is_indifferent(
    game: ContinuousGame,
    player: int,
    profile: Sequence[RationalFunction],
    span: NumberInterval,
    own: NumberInterval,
) -> bool:
    """Does every strategy in ``own`` earn the player the same as the one in the profile?"""
    return _all_signs(game, player, profile, span, game.intervals[player], own, (0,))


def always_loses(
    game: ContinuousGame,
    player: int,
    profile: Sequence[RationalFunction],
    span: NumberInterval,
    own: NumberInterval,
) -> bool:
    """Does every strategy in ``own`` earn strictly less than the one in the profile?"""
    return _all_signs(game, player, profile, span, game.intervals[player], own, (-1,))


def _all_signs(
    game: ContinuousGame,
    player: int,
    profile: Sequence[RationalFunction],
    span: NumberInterval,
    width: Range,
    own: NumberInterval | None,
    allowed: tuple[int, ...],
) -> bool:
    assert game.cut_payoffs is not None
    payoff = game.cut_payoffs[player]
    context = ring([DEVIATION, PARAMETER])
    z, t = context.gens()
    along = {
        name: (_in(context, f.numerator, t), _in(context, f.denominator, t))
        for name, f in zip(game.variables, profile, strict=True)
    }
    one = context.constant(1)
    moved = {**along, game.variables[player]: (z, one)}
    deviated, stayed = _Composed(payoff, moved), _Composed(payoff, along)
    polynomials = [*deviated.polynomials, *stayed.polynomials]
    gains: dict[tuple[int, int], Multi] = {}
    for i, (a, b) in enumerate(deviated.values):
        for j, (c, d) in enumerate(stayed.values):
            gains[i, j] = (a * d - c * b) * b * d
    every = [*polynomials, *gains.values()]
    ends = [_end(context, t, e) for e in (span.start, span.end) if e is not None]
    if own is not None:
        ends += [_end(context, z, e) for e in (own.start, own.end) if e is not None]
    names: list[str] = []
    split: dict[int, Any] = {}
    drawn, height = [*every, *ends], (None, None)
    for cell in plane_cells(drawn, DEVIATION, PARAMETER, width, height, over=span.holds):
        if own is not None and not own.holds(cell.fibre.sample):
            continue
        names = names or [str(p) for p in cell.polynomials]
        signs = _Signs(cell, names, split)
        i, j = deviated.choose(signs), stayed.choose(signs)
        if signs.of(deviated.values[i][1]) == 0 or signs.of(stayed.values[j][1]) == 0:
            return False
        if signs.of(gains[i, j]) not in allowed:
            return False
    return True


class _Composed:
    """A payoff with rational functions put in the place of its variables."""

    def __init__(self, payoff: Payoff, places: Mapping[str, Fraction2]) -> None:
        self.payoff = payoff
        self.switches = [_composed(g, places) for g in payoff.switches]
        self.values = []
        for piece in payoff.pieces:
            a, b = _composed(piece.top, places)
            c, d = _composed(piece.bottom, places)
            self.values.append((a * d, b * c))

    @property
    def polynomials(self) -> list[Multi]:
        return [p for pair in (*self.switches, *self.values) for p in pair]

    def choose(self, signs: _Signs) -> int:
        return self.payoff.choose([signs.of(a) * signs.of(b) for a, b in self.switches])


class _Signs:
    """Signs of products of the irreducible polynomials of a cell."""

    def __init__(self, cell: Any, names: Sequence[str], split: dict[int, Any]) -> None:
        self.known = dict(zip(names, cell.fibre.signs, strict=True))
        self.split = split

    def of(self, polynomial: Multi) -> int:
        if polynomial.is_zero():
            return 0
        if id(polynomial) not in self.split:
            self.split[id(polynomial)] = _factored(polynomial)
        sign, factors = self.split[id(polynomial)]
        for name, power in factors:
            sign *= self.known[name] ** power
        return int(sign)


def _factored(polynomial: Multi) -> tuple[int, list[tuple[str, int]]]:
    """The sign of the constant, and the monic irreducible factors by their spelling."""
    constant, factors = polynomial.factor()
    sign, found = (1 if constant > 0 else -1), []
    for factor, power in factors:
        leading = factor.leading_coefficient()
        sign *= (1 if leading > 0 else -1) ** int(power)
        found.append((str(factor / leading), int(power)))
    return sign, found


def _composed(polynomial: Multi, places: Mapping[str, Fraction2]) -> Fraction2:
    """A polynomial of rational functions, over one common denominator."""
    names = polynomial.context().names()
    highest = [int(d) for d in polynomial.degrees()]
    any_top, _ = next(iter(places.values()))
    total, one = any_top * 0, any_top * 0 + 1
    for exponents, coefficient in polynomial.to_dict().items():
        term = one * coefficient
        for name, e, most in zip(names, exponents, highest, strict=True):
            top, bottom = places[name]
            term = term * top ** int(e) * bottom ** (most - int(e))
        total += term
    bottom = one
    for name, most in zip(names, highest, strict=True):
        bottom = bottom * places[name][1] ** max(most, 0)
    return total, bottom


def _in(context: Any, polynomial: Any, gen: Multi) -> Multi:

    total = context.constant(0)
    for c in reversed(polynomial.coefficients):
        total = total * gen + to_flint(c)
    return total


def _end(context: Any, gen: Multi, end: Point) -> Multi:
    from kibitz.algebra.real_root import RealRoot

    if isinstance(end, RealRoot):
        return _in(context, end.polynomial, gen)
    return gen * end.denominator - end.numerator


def against_the_rest(game: ContinuousGame, k: int) -> ContinuousGame:
    """Player k against the sum of all the others' strategies."""
    others = [x for j, x in enumerate(game.intervals) if j != k]
    lows, highs = [low for low, _ in others], [high for _, high in others]
    low = None if None in lows else sum((x for x in lows if x is not None), Fraction(0))
    high = None if None in highs else sum((x for x in highs if x is not None), Fraction(0))
    rest = Symbol("rest" if len(others) > 1 else game.variables[1 - k])
    payoff = game.aggregate(k, Symbol(game.variables[k]), rest)
    return ContinuousGame(
        (game.players[k], "the others"),
        (game.variables[k], rest.name),
        (game.intervals[k], (low, high)),
        (payoff, expression(0)),
    )


def is_dominated(game: ContinuousGame, player: int, end: str, at: Fraction) -> bool:
    """Is everything beyond an upper or lower cut strictly worse than the cut, against anything?"""
    alone = against_the_rest(game, player)
    low, high = game.intervals[player]
    own = (
        NumberInterval(at, high, False) if end == "upper" else NumberInterval(low, at, True, False)
    )
    rest_low, rest_high = alone.intervals[1]
    profile = [RationalFunction.constant(at), IDENTITY]
    return always_loses(alone, 0, profile, NumberInterval(rest_low, rest_high), own)
