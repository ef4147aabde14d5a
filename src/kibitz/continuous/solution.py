"""The pure equilibria of a game on intervals, each of which can prove itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from kibitz.algebra.expressions.piecewise import NotRational, pieces, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.number_field import univariate
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief, full, point_json, read_point
from kibitz.continuous.exact.components import CurveOfProfiles, RegionOfProfiles, SharesOfTotal
from kibitz.continuous.exact.family import NumberInterval
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.price_rules import PriceRule, read_rule
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import exact
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture

CLAIMED = 1e-6
"""How far from an equilibrium floats may be that are claimed without a radius."""


@dataclass(frozen=True)
class ContinuousEquilibrium(Solution, kind="continuous-equilibrium"):
    """One profile at which no one gains by deviating.

    >>> from fractions import Fraction
    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x(6-x-y)", "y(6-x-y)"], (0, 6))
    >>> print(ContinuousEquilibrium(game, (Fraction(2), Fraction(2))).verify())
    (2, 2) is an equilibrium: proved by the signs of every gain from deviating, ...
      ✓ 1 cannot gain: best is 4
      ✓ 2 cannot gain: best is 4
      ✓ the remaining fields follow from these
    >>> print(ContinuousEquilibrium(game, (Fraction(2), Fraction(1))).verify())
    (2, 1) is an equilibrium: NOT proved
      ✗ 1 cannot gain: x = 9/4 earns more than 6
      ✗ 2 cannot gain: y = 5/4 earns more than 3
      ✓ the remaining fields follow from these
    """

    game: ContinuousGame
    strategies: tuple[Point, ...]

    def __post_init__(self) -> None:
        n, given = len(self.game.players), len(self.strategies)
        if given != n:
            raise GameError(
                f"{count_of(given, 'strategy')} for {count_of(n, 'player')}; "
                "there must be one for each"
            )

    @cached_property
    def payoffs(self) -> tuple[Point, ...]:
        assert self.game.cut_payoffs is not None
        over, profile = joint_field(self.strategies)
        point = dict(zip(self.game.variables, profile, strict=True))
        return tuple(over.point(u.at(over, point)) for u in self.game.cut_payoffs)

    method: ClassVar[str] = ""

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return not any(isinstance(x, float) for x in self.strategies)

    def __getitem__(self, name: Any) -> Point:
        return self.strategies[self.game.index(name)]

    def to_json(self) -> dict[str, Any]:
        game = self.game
        return {
            "kind": self.kind,
            "strategies": {
                v: point_json(x) for v, x in zip(game.variables, self.strategies, strict=True)
            },
            game.strategy_word if game.strategy_word != "strategies" else "profile": [
                point_json(x) for x in self.strategies
            ],
            game.payoff_word: [point_json(x) for x in self.payoffs],
            "about": [float(x) for x in self.strategies],
            **{k: _fact_json(v) for k, v in market_facts(game, self).items()},
        }

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> ContinuousEquilibrium:
        return cls(game, read_profile(game, Claim(data)))

    def __str__(self) -> str:
        pairs = [
            f"{v} = {full(x)}" for v, x in zip(self.game.variables, self.strategies, strict=True)
        ]
        facts = [
            f"{k} {_vector(v) if isinstance(v, tuple) else brief(v)}"
            for k, v in market_facts(self.game, self).items()
        ]
        word = self.game.payoff_word
        shown = ", ".join([*facts, f"{word} {_vector(self.payoffs)}"])
        return f"{', '.join(pairs)}; {shown}"


def market_facts(game: ContinuousGame, at: ContinuousEquilibrium) -> dict[str, Any]:
    """What the model adds, by its formulas: the price, the quantities."""
    formulas = game.formulas()
    if not formulas:
        return {}
    if any(isinstance(x, float) for x in at.strategies):
        floats = {v: float(x) for v, x in zip(game.variables, at.strategies, strict=True)}
        return _each(formulas, lambda f: f.at_float(floats))
    over, profile = joint_field(at.strategies)
    point = dict(zip(game.variables, profile, strict=True))
    context = ring(game.variables)
    return _each(formulas, lambda f: over.point(Payoff.of(f, context).at(over, point)))


def _each(formulas: dict[str, Any], value: Any) -> dict[str, Any]:
    return {
        name: tuple(value(f) for f in x) if isinstance(x, tuple) else value(x)
        for name, x in formulas.items()
    }


@dataclass(frozen=True)
class EnclosedEquilibrium(ContinuousEquilibrium):
    """An equilibrium known to lie within ``radius`` of the given floats."""

    strategies: tuple[Any, ...] = ()
    radius: float = 0.0

    @cached_property
    def payoffs(self) -> tuple[Any, ...]:
        values = dict(zip(self.game.variables, self.strategies, strict=True))
        return tuple(u.at_float(values) for u in self.game.payoffs)

    def to_json(self) -> dict[str, Any]:
        radius = {"radius": self.radius} if self.radius else {}
        return {**super().to_json(), **radius}


@dataclass(frozen=True)
class Continuum(Solution, kind="continuum"):
    """Infinitely many equilibria: along a curve, or all profiles of a region."""

    game: ContinuousGame
    shape: CurveOfProfiles | RegionOfProfiles | SharesOfTotal | PriceRule

    method: ClassVar[str] = ""
    exact: ClassVar[bool] = True

    @property
    def by_rule(self) -> bool:
        return isinstance(self.shape, PriceRule)

    def to_json(self) -> dict[str, Any]:
        names = self.game.variables
        if isinstance(self.shape, PriceRule):
            return {"kind": self.kind, **self.shape.to_json(self.game.players)}
        if isinstance(self.shape, CurveOfProfiles):
            name = names[self.shape.parameter]
            return {
                "kind": self.kind,
                "curve": {
                    v: f.write(name) for v, f in zip(names, self.shape.formulas, strict=True)
                },
                "range": {name: str(self.shape.span)},
                "spans": {name: span_json(self.shape.span)},
            }
        pairs = list(zip(names, self.shape.spans, strict=True))
        words = {v: str(s) for v, s in pairs}
        spans = {"kind": self.kind, "spans": {v: span_json(s) for v, s in pairs}}
        if isinstance(self.shape, SharesOfTotal):
            return {**spans, "total": point_json(self.shape.total), "shares": words}
        samples = [[point_json(x) for x in p] for p in self.shape.samples]
        return {**spans, "region": words, "whole": self.shape.whole, "samples": samples}

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> Continuum:
        return cls(game, read_shape(game, Claim(data)))

    def __str__(self) -> str:
        names = self.game.variables
        if isinstance(self.shape, PriceRule):
            return self.shape.write(self.game.players)
        if isinstance(self.shape, CurveOfProfiles):
            name = names[self.shape.parameter]
            parts = [
                f"{v} = {f.write(name)}"
                for k, (v, f) in enumerate(zip(names, self.shape.formulas, strict=True))
                if k != self.shape.parameter
            ]
            return f"{', '.join(parts)}, {name} in {self.shape.span}"
        spans = [f"{v} in {s}" for v, s in zip(names, self.shape.spans, strict=True)]
        if isinstance(self.shape, SharesOfTotal):
            return f"total {brief(self.shape.total)}, {', '.join(spans)}"
        part = "" if self.shape.whole else " (a part of this)"
        return ", ".join(spans) + part


@dataclass(frozen=True)
class EquilibriumSet(Solution, MarketAnswer[Point], kind="continuous-equilibria"):
    """All pure equilibria: the isolated ones, and the infinite families.

    ``complete`` says whether these were proved to be all; ``remark`` why not, or why there is none.
    """

    game: ContinuousGame
    equilibria: tuple[ContinuousEquilibrium, ...]
    continua: tuple[Continuum, ...] = ()
    method: str = "cells of the plane"
    complete: bool = True
    remark: str = ""
    working: Any = field(default=None, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.equilibria) + len(self.continua)

    def __iter__(self) -> Any:
        return iter(self.equilibria)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, int):
            return self.equilibria[k]
        return self.the_only_one[k]

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return all(e.exact for e in self.equilibria)

    @property
    def the_only_one(self) -> ContinuousEquilibrium:
        """The equilibrium, when there is one; the isolated one when others form a continuum."""
        if len(self.equilibria) != 1:
            count = len(self.equilibria)
            why = f" ({self.remark})" if self.remark else ""
            raise GameError(
                f"there are {count} isolated equilibria{why}; look at .equilibria and .continua"
            )
        return self.equilibria[0]

    @property
    def unique(self) -> bool:
        return len(self) == 1 and not self.continua and self.complete

    @property
    def strategies(self) -> tuple[Point, ...]:
        return self.the_only_one.strategies

    quantities = prices = strategies

    @property
    def payoffs(self) -> tuple[Point, ...]:
        return self.the_only_one.payoffs

    profits = payoffs

    def market(self) -> dict[str, Any]:
        return market_facts(self.game, self.the_only_one)

    def explain(self) -> Explanation:
        return call(self, "explain_equilibria")

    def draw(self) -> Picture:
        return call(self, "draw_equilibria")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "model": self.game.model,
            "players": list(self.game.players),
            "equilibria": [e.to_json() for e in self.equilibria],
            "continua": [c.to_json() for c in self.continua],
            "complete": self.complete,
            "remark": self.remark,
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> EquilibriumSet:
        claim = Claim(data)
        points = [claimed(game, part) for part in claim.parts("equilibria")]
        shapes = [read_shape(game, part) for part in claim.parts("continua")]
        return cls(
            game,
            tuple(points),
            tuple(Continuum(game, shape) for shape in shapes),
            str(data.get("method", "")),
            claim.flag("complete"),
            claim.text("remark"),
        )

    def __str__(self) -> str:
        if not len(self):
            head = "no pure equilibrium" if self.complete else "no pure equilibrium was found"
            lines = [f"{head}: {self.remark}" if self.remark else head]
        else:
            count = len(self.equilibria)
            word = "equilibrium" if count == 1 else "equilibria"
            head = f"{count} pure {word}" if count else "no isolated equilibrium"
            lines = [head + (" and infinitely many others" if self.continua else "")]
            lines += [f"  {e}" for e in self.equilibria]
            lines += [f"  all {'in which ' * c.by_rule}{c}" for c in self.continua]
            if self.remark:
                lines.append(f"  {self.remark}")
        return "\n".join([*lines, f"found by {self.method}"])


def claimed(game: ContinuousGame, claim: Claim) -> ContinuousEquilibrium:
    """The profile that someone says is an equilibrium, exactly or within a radius."""
    strategies = read_profile(game, claim)
    radius = float(claim.number("radius")) if "radius" in claim else 0.0
    rounded = claim.data.get("exact") is False and _in_floats(game, claim)
    if game.algebraic and not radius and not rounded:
        return ContinuousEquilibrium(game, strategies)
    if not 0 <= radius <= 1:
        raise GameError(f"{claim.path('radius')}: {radius:g}; it must lie between 0 and 1")
    return EnclosedEquilibrium(game, tuple(map(float, strategies)), radius or CLAIMED)


def _in_floats(game: ContinuousGame, claim: Claim) -> bool:
    """Whether a strategy is written as a float."""
    keys = (game.strategy_word, "profile", "strategies")
    given: Any = next((claim.data[key] for key in keys if key in claim), ())
    values = given.values() if isinstance(given, dict) else given
    return isinstance(values, Iterable) and any(type(x) is float for x in values)


def read_profile(game: ContinuousGame, claim: Claim) -> tuple[Point, ...]:
    """The strategies of everyone, under any of the names that an answer has for them."""
    for key in (game.strategy_word, "profile", "strategies"):
        if key not in claim:
            continue
        value = claim.raw(key)
        if isinstance(value, dict):
            part = claim.part(key)
            value = [part.raw(v) for v in game.variables]
        if not isinstance(value, list) or len(value) != len(game.players):
            raise GameError(f"{claim.path(key)}: expected {count_of(len(game.players), 'number')}")
        return tuple(read_point(x, f"{claim.path(key)}[{k}]") for k, x in enumerate(value))
    raise GameError(f"{claim.path(game.strategy_word)}: it is missing")


def read_shape(game: ContinuousGame, claim: Claim) -> Any:
    """The curve, the region, the shares or the rule that a claim describes."""
    if "price" in claim:
        return read_rule(game.players, claim)
    given = claim.part("spans")
    if "curve" in claim:
        (name,) = given.data if len(given.data) == 1 else ("",)
        if name not in game.variables:
            raise GameError(f"{given.where}: expected the interval of one variable")
        curve = claim.part("curve")
        formulas = tuple(read_rational(curve.text(v), name) for v in game.variables)
        return CurveOfProfiles(game.variables.index(name), formulas, read_span(given, name))
    spans = tuple(read_span(given, v) for v in game.variables)
    if "total" in claim:
        return SharesOfTotal(exact(claim.raw("total"), claim.path("total")), spans)
    samples = [[read_point(x, claim.path("samples")) for x in p] for p in claim.items("samples")]
    return RegionOfProfiles(spans, tuple(map(tuple, samples)), claim.flag("whole"))


def span_json(span: NumberInterval) -> dict[str, Any]:
    """An interval with its ends as exact numbers, null for infinity."""
    ends = [None if e is None else point_json(e) for e in (span.start, span.end)]
    return {"from": ends[0], "to": ends[1], "closed": [span.start_included, span.end_included]}


def read_span(claim: Claim, name: str) -> NumberInterval:
    """What :func:`span_json` writes."""
    part = claim.part(name)
    ends = [part.raw(key) for key in ("from", "to")]
    low, high = (None if e is None else read_point(e, part.where) for e in ends)
    closed = part.items("closed", 2)
    if any(not isinstance(x, bool) for x in closed):
        raise GameError(f"{part.path('closed')}: expected true or false, twice")
    if low is not None and high is not None and low > high:
        raise GameError(f"{part.where}: it ends before it begins")
    return NumberInterval(low, high, *closed)


def read_rational(text: str, name: str) -> RationalFunction:
    """A rational function of one variable from its text."""
    try:
        only = pieces(read_expression(text, [name]), ring([name]))
    except NotRational:
        raise GameError(f"{text!r:.60} is not a rational function of {name}") from None
    if len(only) != 1:
        raise GameError(f"{text!r:.60} has cases; a rational function of {name} is expected")
    return RationalFunction.of(univariate(only[0].top, name), univariate(only[0].bottom, name))


def _fact_json(value: Any) -> Any:
    return [point_json(x) for x in value] if isinstance(value, tuple) else point_json(value)


def _vector(points: tuple[Point, ...]) -> str:
    return "(" + ", ".join(brief(x) for x in points) + ")"
