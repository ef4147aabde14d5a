"""The pure equilibria of a game on intervals, each of which can prove itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.expressions.piecewise import ring
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief, full, point_json
from kibitz.continuous.exact.components import CurveOfProfiles, RegionOfProfiles, SharesOfTotal
from kibitz.continuous.exact.deviation import profitable_deviation
from kibitz.continuous.exact.family import is_indifferent, never_gains
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.price_rules import PriceRule
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution

THEOREM = "the signs of every gain from deviating, on the whole interval of each player"


@dataclass(frozen=True)
class Equilibrium(Solution):
    """One profile at which nobody gains by deviating.

    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x(6-x-y)", "y(6-x-y)"], (0, 6))
    >>> print(Equilibrium(game, (Fraction(2), Fraction(2))).verify())
    (2, 2) is an equilibrium: proved by the signs of every gain from deviating, ...
      ✓ 1 cannot gain: best is 4
      ✓ 2 cannot gain: best is 4
    >>> print(Equilibrium(game, (Fraction(2), Fraction(1))).verify())
    (2, 1) is an equilibrium: NOT proved
      ✗ 1 cannot gain: x = 9/4 earns more than 6
      ✗ 2 cannot gain: y = 5/4 earns more than 3
    """

    game: ContinuousGame
    strategies: tuple[Point, ...]

    @cached_property
    def payoffs(self) -> tuple[Point, ...]:
        assert self.game.cut_payoffs is not None
        over, profile = joint_field(self.strategies)
        point = dict(zip(self.game.variables, profile, strict=True))
        return tuple(over.point(u.at(over, point)) for u in self.game.cut_payoffs)

    def __getitem__(self, name: Any) -> Point:
        return self.strategies[self.game.index(name)]

    def verify(self) -> Certificate:
        claim = f"{_vector(self.strategies)} is an equilibrium"
        checks = self._membership()
        if all(c.passed for c in checks):
            checks = self._deviations()
        return Certificate(claim, THEOREM, tuple(checks))

    def _membership(self) -> list[Check]:
        if len(self.strategies) != len(self.game.players):
            found = f"{len(self.strategies)} for {len(self.game.players)}"
            return [Check("there is a strategy for every player", False, found)]
        out = []
        for name, x, (low, high) in zip(
            self.game.variables, self.strategies, self.game.intervals, strict=True
        ):
            inside = (low is None or x >= low) and (high is None or x <= high)
            if not inside:
                out.append(Check(f"{name} is in its interval", False, brief(x)))
        return out

    def _deviations(self) -> list[Check]:
        assert self.game.cut_payoffs is not None
        over, profile = joint_field(self.strategies)
        point = dict(zip(self.game.variables, profile, strict=True))
        checks = []
        for i, (player, payoff) in enumerate(
            zip(self.game.players, self.game.cut_payoffs, strict=True)
        ):
            value = payoff.at(over, point)
            better = profitable_deviation(self.game.slice(i, over, profile), value)
            earned = brief(over.point(value))
            found = f"best is {earned}"
            if better is not None:
                name = self.game.variables[i]
                found = f"{name} = {brief(better.strategy)} earns more than {earned}"
            checks.append(Check(f"{player} cannot gain", better is None, found))
        return checks

    def to_json(self) -> dict[str, Any]:
        game = self.game
        return {
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


def market_facts(game: ContinuousGame, at: Equilibrium) -> dict[str, Any]:
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
class Continuum(Solution):
    """Infinitely many equilibria: along a curve, or all profiles of a region."""

    game: ContinuousGame
    shape: CurveOfProfiles | RegionOfProfiles | SharesOfTotal | PriceRule

    @property
    def by_rule(self) -> bool:
        return isinstance(self.shape, PriceRule)

    def verify(self) -> Certificate:
        if isinstance(self.shape, PriceRule):
            rule = tuple(self.shape.checks(self.game))
            claim = f"all profiles in which {self} are equilibria"
            return Certificate(claim, "undercutting loses, and others earn nothing", rule)
        claim = f"all profiles with {self} are equilibria"
        if isinstance(self.shape, SharesOfTotal):
            checks = self._shares()
        else:
            checks = self._curve() if isinstance(self.shape, CurveOfProfiles) else self._region()
        return Certificate(claim, "cells of the plane of deviation and parameter", tuple(checks))

    def _curve(self) -> list[Check]:
        shape = self.shape
        assert isinstance(shape, CurveOfProfiles)
        return [
            Check(
                f"{player} cannot gain anywhere on the curve",
                never_gains(self.game, i, shape.formulas, shape.span),
            )
            for i, player in enumerate(self.game.players)
        ]

    def _shares(self) -> list[Check]:
        """Each player alone against the rest of the total, for every share at once."""
        from kibitz.continuous.exact.dominance import against_the_rest

        shape = self.shape
        assert isinstance(shape, SharesOfTotal)
        share = RationalFunction(Polynomial((Fraction(0), Fraction(1))))
        rest = RationalFunction.of(Polynomial.of([shape.total, -1]))
        checks = [Check("the strategies can add up to the total", shape.feasible)]
        for i, player in enumerate(self.game.players):
            alone = against_the_rest(self.game, i)
            good = never_gains(alone, 0, [share, rest], shape.spans[i])
            checks.append(Check(f"{player} cannot gain, whatever its share", good))
        return checks

    def _region(self) -> list[Check]:
        shape = self.shape
        assert isinstance(shape, RegionOfProfiles)
        if not shape.whole:
            return [
                Check(f"nobody gains at {_vector(p)}", Equilibrium(self.game, p).verify().holds)
                for p in shape.samples
            ]
        checks = []
        for i, player in enumerate(self.game.players):
            inside = [_between(s.start, s.end) for s in shape.spans]
            profile = [RationalFunction.constant(x) for x in inside]
            other = 1 - i
            profile[other] = RationalFunction(Polynomial((Fraction(0), Fraction(1))))
            best = never_gains(self.game, i, profile, shape.spans[other])
            flat = is_indifferent(self.game, i, profile, shape.spans[other], shape.spans[i])
            checks.append(Check(f"{player} cannot gain anywhere in the region", best and flat))
        return checks

    def to_json(self) -> dict[str, Any]:
        names = self.game.variables
        if isinstance(self.shape, PriceRule):
            return self.shape.to_json(self.game.players)
        if isinstance(self.shape, CurveOfProfiles):
            name = names[self.shape.parameter]
            return {
                "curve": {
                    v: f.write(name) for v, f in zip(names, self.shape.formulas, strict=True)
                },
                "range": {name: str(self.shape.span)},
            }
        spans = {v: str(s) for v, s in zip(names, self.shape.spans, strict=True)}
        if isinstance(self.shape, SharesOfTotal):
            return {"total": point_json(self.shape.total), "shares": spans}
        return {"region": spans, "whole": self.shape.whole}

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
class EquilibriumSet(Solution, MarketAnswer[Point]):
    """All pure equilibria: the isolated ones, and the infinite families.

    ``complete`` says whether these were proved to be all; ``remark`` why not, or why there is none.
    """

    game: ContinuousGame
    equilibria: tuple[Equilibrium, ...]
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
    def the_only_one(self) -> Equilibrium:
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

    def verify(self) -> Certificate:
        """Prove each equilibrium from the game alone; uniqueness rests on the method."""
        checks = []
        for part in (*self.equilibria, *self.continua):
            proof = part.verify()
            bad = next((f"{c.what}: {c.found}" for c in proof.checks if not c.passed), "")
            checks.append(Check(proof.claim, proof.holds, bad))
        if not checks:
            checks.append(self._none())
        count = "no" if not len(self) else str(len(self.equilibria))
        if self.continua:
            count += f" isolated and {len(self.continua)} continua of"
        claim = f"{count} pure equilibri{'um' if count == '1' else 'a'}"
        return Certificate(claim, THEOREM, tuple(checks))

    def _none(self) -> Check:
        from kibitz.continuous.solve import equilibria

        again = equilibria(self.game)
        what = "no profile of best responses exists"
        return Check(what, len(again) == 0 and again.complete, self.remark)

    def explain(self) -> Explanation:
        from kibitz.continuous.explain import explain_equilibria

        return explain_equilibria(self)

    def draw(self) -> Picture:
        from kibitz.continuous.draw import draw_equilibria

        return draw_equilibria(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "continuous-equilibria",
            "model": self.game.model,
            "players": list(self.game.players),
            "equilibria": [e.to_json() for e in self.equilibria],
            "continua": [c.to_json() for c in self.continua],
            "complete": self.complete,
            "remark": self.remark,
            "method": self.method,
        }

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


def _between(start: Point | None, end: Point | None) -> Fraction:
    from kibitz.algebra.real_root import rational_between

    return rational_between(start, end)


def _fact_json(value: Any) -> Any:
    return [point_json(x) for x in value] if isinstance(value, tuple) else point_json(value)


def _vector(points: tuple[Point, ...]) -> str:
    return "(" + ", ".join(brief(x) for x in points) + ")"
