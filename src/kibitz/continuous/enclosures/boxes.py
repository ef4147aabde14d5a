"""Boxes of strategies under smooth payoffs: one zero of the slopes inside, and no one gains there.

Krawczyk's operator proves that the first-order conditions have one zero in a box, and bisection
that no player has a better strategy elsewhere. Moore 1966; Krawczyk 1969.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

from kibitz.algebra.expressions.assume import conditions, where_positive
from kibitz.algebra.expressions.cases import Condition
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import Ball, ball, decide, enclose, high_end, low_end
from kibitz.algebra.expressions.tree import Expression
from kibitz.continuous.game import ContinuousGame

Box = list[tuple[float, float]]
MOST_BOXES = 20_000
SMALL = 1e-7
"""The width, of the whole interval, at which a box that is still open is given up."""


@dataclass
class Boxes:
    """Where equilibria of smooth payoffs are, and are not: slopes and payoffs in boxes."""

    game: ContinuousGame
    active: list[Expression] = field(init=False)
    """The payoffs of those whose strategy is above zero, to avoid cases for fixed costs."""
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
        """The derivative of a payoff by one's own strategy; everything where it may jump."""
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

    def place(self, box: Box) -> dict[str, Ball]:
        return {v: ball(a, b) for v, (a, b) in zip(self.game.variables, box, strict=True)}

    def at_end(self, box: Box, i: int) -> bool:
        """Does a coordinate stand at an end of its interval?"""
        return box[i][0] == box[i][1] and box[i][0] in self.ends[i]

    def width(self, box: Box) -> float:
        return max(
            (b - a) / max(high - low, 1e-300)
            for (a, b), (low, high) in zip(box, self.ends, strict=True)
        )

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


def _float(x: Fraction | None) -> float:
    assert x is not None
    return float(x)
