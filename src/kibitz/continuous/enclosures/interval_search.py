"""Certified search for equilibria when payoffs hold exp, log or sqrt.

Boxes of profiles are split; a box goes when some derivative keeps its sign on it and points
inwards. On small boxes Krawczyk's operator proves that the first-order conditions have exactly one
common zero, or none. That nobody gains anywhere on the whole interval is then proved by the same
arithmetic. Everything is rounded outwards, so what is found is there, and what is lost was not.
Moore, Kearfott, Cloud, Introduction to Interval Analysis, ch. 8.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from kibitz.algebra.expressions.assume import conditions, where_positive
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import Ball, ball, decide, enclose, high_end, low_end
from kibitz.algebra.expressions.tree import Condition, Expression
from kibitz.continuous.conditions import bounded
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.solution import Equilibrium, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.progress import work
from kibitz.core.solution import Certificate, Check

Box = list[tuple[float, float]]
MOST_BOXES = 20_000
FEW, NEAR = 13, 0.05
DEVIATIONS = [*((k / 12) ** 2 for k in range(FEW)), *(2.0**-k for k in range(8, 32, 2))]
"""Where to look for something better, as parts of an interval; the last ones in small boxes."""
CLAIMED = 1e-6
"""How far from an equilibrium numbers may be that are claimed without a radius."""
SMALL = 1e-7
"""The width, of the whole interval, at which a box that is still open is given up."""


@dataclass(frozen=True)
class EnclosedEquilibrium(Equilibrium):
    """An equilibrium known to lie within ``radius`` of the given floats."""

    strategies: tuple[Any, ...] = ()
    radius: float = 0.0

    @cached_property
    def payoffs(self) -> tuple[Any, ...]:
        values = dict(zip(self.game.variables, self.strategies, strict=True))
        return tuple(u.at_float(values) for u in self.game.payoffs)

    def verify(self) -> Certificate:
        """Prove that an equilibrium lies that close, from the game alone."""
        claim = f"an equilibrium lies within {self.radius:.1g} of {_shown(self.strategies)}"
        search = _Search(self.game)
        near = search.around(self.strategies, self.radius)
        proved = search.newton(near)
        checks = [Check("the first-order conditions have one zero there", proved is not None)]
        if proved is not None:
            for i, player in enumerate(self.game.players):
                checks.append(Check(f"{player} cannot gain", search.no_gain(i, proved)))
        return Certificate(claim, "interval arithmetic", tuple(checks))

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "radius": self.radius}


def claimed_profile(
    game: ContinuousGame, strategies: tuple[Any, ...], radius: float
) -> Equilibrium:
    """A profile that somebody says is an equilibrium, to be proved exactly or by intervals."""
    if game.algebraic:
        return Equilibrium(game, strategies)
    return EnclosedEquilibrium(game, tuple(map(float, strategies)), radius or CLAIMED)


@method(
    ContinuousGame,
    "interval-search",
    finds="enclosures of all pure equilibria",
    cost="boxes cut in halves until decided, exponential in the players",
    reference="Moore 1966; Krawczyk 1969",
    applies=bounded,
    aliases=("interval-arithmetic",),
)
def interval_search(game: ContinuousGame) -> EquilibriumSet:
    """All equilibria of a game with smooth payoffs on bounded intervals.

    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3))
    >>> found = game.solve()
    >>> [round(x, 6) for x in found.strategies], found.verify().holds
    ([1.0, 1.0], True)
    """
    why = bounded(game)
    if why is not None:
        raise GameError(why)
    search = _Search(game)
    boxes, undecided = search.run()
    idle = game.idle_remark()
    open_boxes = sum(1 for box in undecided if not (idle and search.far_corner(box)))
    found, doubtful = [], 0
    for box in boxes:
        if all(search.no_gain(i, box) for i in range(len(game.players))):
            middle = tuple((a + b) / 2 for a, b in box)
            radius = max((b - a) / 2 for a, b in box) + 1e-12
            found.append(EnclosedEquilibrium(game, middle, radius))
        else:
            doubtful += 1
    remark = idle
    if open_boxes:
        remark = f"{open_boxes} small boxes could not be decided: there may be more near kinks"
    elif not found and not idle:
        remark = "no zero of the first-order conditions is best for everybody"
    complete = not open_boxes and not idle
    return EquilibriumSet(game, tuple(found), (), "interval arithmetic", complete, remark, doubtful)


@dataclass
class _Search:
    game: ContinuousGame
    active: list[Expression] = field(init=False)
    """The payoffs of those whose strategy is above zero, so that a fixed cost is no case."""
    first: list[Expression] = field(init=False)
    second: list[list[Expression]] = field(init=False)
    cases: list[list[Condition]] = field(init=False)
    """Where a payoff may jump, and slopes tell nothing."""
    ends: list[tuple[float, float]] = field(init=False)
    roofs: tuple[Expression | None, ...] = field(init=False)
    leaps: list[bool] = field(init=False)
    """Does the payoff change when the own strategy leaves zero?"""

    def __post_init__(self) -> None:
        names, payoffs = self.game.variables, self.game.payoffs
        self.ends = [(_float(low), _float(high)) for low, high in self.game.search_intervals()]
        self.active = [
            where_positive(u, v) if low == 0 else u
            for u, v, (low, _) in zip(payoffs, names, self.ends, strict=True)
        ]
        self.leaps = [u != v for u, v in zip(self.active, payoffs, strict=True)]
        self.first = [differentiate(u, v) for u, v in zip(self.active, names, strict=True)]
        self.second = [[differentiate(g, v) for v in names] for g in self.first]
        self.cases = [conditions(u) for u in self.active]
        self.roofs = self.game.ceilings()

    def slope(self, i: int, place: dict[str, Ball]) -> Ball:
        """The derivative of a payoff by the own strategy; everything where it may jump."""
        from flint import arb

        if any(decide(c, place) is None for c in self.cases[i]):
            return arb(0, math.inf)
        return enclose(self.first[i], place)

    def value(self, i: int, box: Box, place: dict[str, Ball]) -> Ball:
        """What a player earns in a box; at zero itself a fixed cost is spared."""
        at_zero = self.leaps[i] and box[i] == (0.0, 0.0)
        return enclose(self.game.payoffs[i] if at_zero else self.active[i], place)

    def most(self, i: int, box: Box, place: dict[str, Ball]) -> float:
        """No less than what a player earns anywhere in a box."""
        top, roof = high_end(self.value(i, box, place)), self.roofs[i]
        return top if roof is None else min(top, high_end(enclose(roof, place)))

    def starts(self) -> list[Box]:
        """The whole box; those whose payoff leaps at zero stand there, or above it."""
        menus = [
            [ends, (0.0, 0.0)] if leap else [ends]
            for ends, leap in zip(self.ends, self.leaps, strict=True)
        ]
        return [list(box) for box in product(*menus)]

    def place(self, box: Box) -> dict[str, Ball]:
        return {v: ball(a, b) for v, (a, b) in zip(self.game.variables, box, strict=True)}

    def run(self) -> tuple[list[Box], list[Box]]:
        """Boxes with exactly one zero each, and those that stayed undecided."""
        todo = self.starts()
        found: list[Box] = []
        undecided: list[Box] = []
        seen = 0
        with work("boxes", None) as task:
            while todo:
                task.advance()
                seen += 1
                box = self.reduce(todo.pop())
                if box is None or any(_within(box, other) for other in found):
                    continue
                if seen > MOST_BOXES or task.stopped:
                    return found, [*undecided, *todo, box]
                known = self.newton(box) if self.width(box) < 0.3 else None
                if known is not None:
                    if not any(_overlap(known, other) for other in found):
                        found.append(known)
                    if _within(box, known) or self.unique_in(box):
                        continue
                if self.width(box) < SMALL:
                    if known is None and not any(_near(box, other) for other in found):
                        undecided.append(box)
                    continue
                todo += self.halves(box)
        return found, undecided

    def far_corner(self, box: Box) -> bool:
        """Does a box touch the upper ends of all intervals?"""
        return all(
            b >= high - 1e-6 * (high - low)
            for (_, b), (low, high) in zip(box, self.ends, strict=True)
        )

    def at_end(self, box: Box, i: int) -> bool:
        """Does a coordinate stand at an end of its interval?"""
        return box[i][0] == box[i][1] and box[i][0] in self.ends[i]

    def width(self, box: Box) -> float:
        return max(
            (b - a) / max(high - low, 1e-300)
            for (a, b), (low, high) in zip(box, self.ends, strict=True)
        )

    def halves(self, box: Box) -> list[Box]:
        k = max(
            range(len(box)),
            key=lambda j: (box[j][1] - box[j][0]) / max(self.ends[j][1] - self.ends[j][0], 1e-300),
        )
        a, b = box[k]
        middle = a + (b - a) * 0.4982  # off the center, where zeros like to be
        return [[*box[:k], half, *box[k + 1 :]] for half in ((a, middle), (middle, b))]

    def reduce(self, box: Box) -> Box | None:
        """Move coordinates to an end where the slope says so; None when no equilibrium is left."""
        for i in range(len(box)):
            (a, b), (low, high) = box[i], self.ends[i]
            if self.leaps[i] and a == b == 0:
                continue
            slope = self.slope(i, self.place(box))
            if slope > 0:
                if b < high:
                    return None
                box = [*box[:i], (high, high), *box[i + 1 :]]
            elif slope < 0:
                if a > low or self.leaps[i]:
                    return None
                box = [*box[:i], (low, low), *box[i + 1 :]]
        return None if self.beaten(box) else box

    def beaten(self, box: Box) -> bool:
        """Is something better for a player, all over the box? A few deviations are tried."""
        place = self.place(box)
        for i, name in enumerate(self.game.variables):
            most = self.most(i, box, place)
            if math.isinf(most):
                continue
            low, high = self.ends[i]
            for part in DEVIATIONS if self.width(box) < NEAR else DEVIATIONS[:FEW]:
                x = low + (high - low) * part
                moved = [*box[:i], (x, x), *box[i + 1 :]]
                if low_end(self.value(i, moved, {**place, name: ball(x, x)})) > most:
                    return True
        return False

    def unique_in(self, box: Box) -> bool:
        """Can the slopes vanish only once in this box? True when Newton contracts all of it."""
        step = self._krawczyk(box)
        return step is not None and step[1]

    def newton(self, box: Box) -> Box | None:
        """A small box inside which Krawczyk's operator proves one zero, or None."""
        proved = False
        for _ in range(40):
            step = self._krawczyk(box)
            if step is None:
                return box if proved else None
            smaller, inside = step
            proved |= inside
            if smaller is None:
                return None
            if self.width(smaller) > 0.9 * self.width(box):
                break
            box = smaller
        return box if proved else None

    def _krawczyk(self, box: Box) -> tuple[Box | None, bool] | None:
        """One step: the part of the box that can hold zeros, and whether one is proved inside."""
        from flint import arb, arb_mat

        free = [i for i in range(len(box)) if not self.at_end(box, i)]
        place = self.place(box)
        for i in range(len(box)):
            if i not in free and not (self.leaps[i] and box[i][0] == 0):
                slope = self.slope(i, place)
                at_high = box[i][0] == self.ends[i][1]
                if not (slope > 0 if at_high else slope < 0):
                    return None
        if not free:
            return box, True
        middle = {
            v: (arb((a + b) / 2) if i in free else place[v])
            for i, (v, (a, b)) in enumerate(zip(self.game.variables, box, strict=True))
        }
        jacobian = arb_mat([[enclose(self.second[i][j], place) for j in free] for i in free])
        if not all(jacobian[r, c].is_finite() for r in range(len(free)) for c in range(len(free))):
            return None
        center = arb_mat(
            [[jacobian[r, c].mid() for c in range(len(free))] for r in range(len(free))]
        )
        try:
            inverse = center.inv()
        except ZeroDivisionError:
            return None
        value = arb_mat([[enclose(self.first[i], middle)] for i in free])
        spread = arb_mat(
            [[place[self.game.variables[i]] - middle[self.game.variables[i]]] for i in free]
        )
        identity = arb_mat([[arb(int(r == c)) for c in range(len(free))] for r in range(len(free))])
        step = (identity - inverse * jacobian) * spread - inverse * value
        out = list(box)
        inside = True
        for row, i in enumerate(free):
            moved = middle[self.game.variables[i]] + step[row, 0]
            if not moved.is_finite():
                return None
            a, b = max(low_end(moved), box[i][0]), min(high_end(moved), box[i][1])
            if a > b:
                return None, False
            inside &= low_end(moved) > box[i][0] and high_end(moved) < box[i][1]
            out[i] = (a, b)
        return out, inside

    def around(self, point: tuple[float, ...], radius: float) -> Box:
        """A box around a point, cut to the intervals; ends themselves stay ends."""
        out: Box = []
        wide = max(4 * radius, 1e-9)
        for x, (low, high) in zip(point, self.ends, strict=True):
            if abs(x - low) <= radius or abs(x - high) <= radius:
                end = low if abs(x - low) <= radius else high
                out.append((end, end))
            else:
                out.append((max(low, x - wide), min(high, x + wide)))
        return out

    def no_gain(self, i: int, box: Box) -> bool:
        """Is the strategy in the box at least as good as every other one? Proved by bisection."""
        from flint import arb

        name, (low, high) = self.game.variables[i], self.ends[i]
        place = self.place(box)
        least = low_end(self.value(i, box, place))
        corner = self.at_end(box, i)
        if self.leaps[i] and not (corner and box[i][0] == 0):
            idle = self.value(i, [*box[:i], (0.0, 0.0), *box[i + 1 :]], {**place, name: ball(0, 0)})
            if not high_end(idle) <= least:
                return False
        todo = [(low, high)]
        for _ in range(MOST_BOXES):
            if not todo:
                return True
            a, b = todo.pop()
            there = [*box[:i], (a, b), *box[i + 1 :]]
            if self.most(i, there, {**place, name: ball(a, b)}) < least and (a, b) != (0, 0):
                continue
            hull = {**place, name: ball(min(a, box[i][0]), max(b, box[i][1]))}
            smooth = all(decide(c, hull) is not None for c in self.cases[i])
            slope = enclose(self.first[i] if corner else self.second[i][i], hull)
            if not smooth:
                slope = arb(0, math.inf)
            if (slope > 0) if corner and box[i][0] == high else (slope < 0):
                continue
            if b - a < SMALL * SMALL * max(1.0, high - low):
                return False
            middle = (a + b) / 2
            todo += [(a, middle), (middle, b)]
        return False


def _within(inner: Box, outer: Box) -> bool:
    return all(c <= a and b <= d for (a, b), (c, d) in zip(inner, outer, strict=True))


def _overlap(one: Box, other: Box) -> bool:
    return all(a <= d and c <= b for (a, b), (c, d) in zip(one, other, strict=True))


def _near(one: Box, other: Box) -> bool:
    return all(
        a - (b - a) <= d and c - (d - c) <= b + (b - a)
        for (a, b), (c, d) in zip(one, other, strict=True)
    )


def _float(x: Fraction | None) -> float:
    assert x is not None
    return float(x)


def _shown(xs: tuple[Any, ...]) -> str:
    return "(" + ", ".join(f"{x:.7g}" for x in xs) + ")"
