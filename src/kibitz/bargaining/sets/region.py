"""Smooth convex sets, given by polynomial inequalities such as ``x^2 + 4y^2 <= 8``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from kibitz.algebra.plane_points import PlanePoint, meet
from kibitz.algebra.plane_polynomial import PlanePolynomial
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.bargaining.sets.feasible import FeasibleSet, Pair
from kibitz.core.errors import GameError
from kibitz.core.numbers import show

Box = tuple[float, float, float, float]
MOST_CONSTRAINTS = 40
SAMPLES = 240


@dataclass(frozen=True)
class Region(FeasibleSet):
    """The points where no polynomial of a list is positive.

    >>> region = Region((PlanePolynomial.read("x^2+y^2-2"),))
    >>> region.contains((Fraction(1), Fraction(1))), region.contains((Fraction(2), Fraction(0)))
    (True, False)
    """

    kind: ClassVar[str] = "region"

    constraints: tuple[PlanePolynomial, ...]
    names: tuple[str, str] = ("x", "y")

    def __post_init__(self) -> None:
        if not self.constraints:
            raise GameError("the feasible set has no inequality, so it is the whole plane")
        if len(self.constraints) > MOST_CONSTRAINTS:
            raise GameError(
                f"{len(self.constraints)} inequalities; the limit is {MOST_CONSTRAINTS}"
            )

    def contains(self, point: Pair) -> bool:
        return all(g(*point) <= 0 for g in self.constraints)

    def outside(self, point: Pair) -> str:
        for g in self.constraints:
            if g(*point) > 0:
                return f"{self.inequality(g)} fails there, by {show(g(*point))}"
        return "it is not in the set"

    def inequality(self, g: PlanePolynomial) -> str:
        """A constraint with its constant on the right.

        Parameters
        ----------
        g : PlanePolynomial
            A polynomial of the list; it is not positive in the set.
        """
        constant = g.coefficient(0, 0)
        left = (g - PlanePolynomial.constant(constant)).write(self.names)
        if left.startswith("-"):
            return f"{(PlanePolynomial.constant(constant) - g).write(self.names)} >= {constant}"
        return f"{left} <= {-constant}"

    def reaches(self, point: Pair) -> bool:
        """Some corner, or some extreme point of a boundary curve, lies above and to the right."""
        u, v = point
        lines = (_line(0, u), _line(1, v))
        spots = [*self.corners, *self.extremes]
        spots += [p for line in lines for g in self.constraints for p in meet(g, line)]
        spots.append(PlanePoint.rational(u, v))
        return any(self.holds(p) and p.x >= u and p.y >= v for p in spots)

    def holds(self, point: PlanePoint) -> bool:
        """Whether an algebraic point belongs to the set.

        Parameters
        ----------
        point : PlanePoint
            A point with algebraic coordinates.
        """
        return all(point.sign(g) <= 0 for g in self.constraints)

    def active(self, point: PlanePoint) -> list[PlanePolynomial]:
        """The constraints that hold with equality at a point.

        Parameters
        ----------
        point : PlanePoint
            A point with algebraic coordinates.
        """
        return [g for g in self.constraints if point.sign(g) == 0]

    @cached_property
    def corners(self) -> tuple[PlanePoint, ...]:
        """Where two boundary curves meet in a point of the set."""
        pairs = combinations(self.constraints, 2)
        return tuple(p for g, h in pairs for p in meet(g, h) if self.holds(p))

    @cached_property
    def extremes(self) -> tuple[PlanePoint, ...]:
        """Points of the set with a horizontal or vertical tangent."""
        curves = [g for g in self.constraints if g.degree > 1]
        return tuple(
            p for g in curves for k in (0, 1) for p in meet(g, g.partial(k)) if self.holds(p)
        )

    def farthest(self, direction: tuple[Fraction, Fraction]) -> PlanePoint | None:
        """A point of the set that is greatest in a direction; None when there is none.

        Where several are, the best of them for the player whom the direction favors less.

        Parameters
        ----------
        direction : pair of Fraction
            The weights of the two utilities.
        """
        spots = self.maximizers(direction)
        if not spots:
            return None
        return spots[0] if direction[0] > direction[1] else spots[-1]

    def maximizers(self, direction: tuple[Fraction, Fraction]) -> list[PlanePoint]:
        """Points that are greatest in a direction, from left to right; the ends of a whole side.

        Parameters
        ----------
        direction : pair of Fraction
            The weights of the two utilities.
        """
        a, b = direction
        spots = [*self.corners]
        for g in self.constraints:
            tangent = _times(g.partial(1), a) - _times(g.partial(0), b)
            spots += [p for p in meet(g, tangent) if self.holds(p)]
        wanted = PlanePolynomial.constant(a), PlanePolynomial.constant(b)
        found: list[PlanePoint] = []
        for p in spots:
            if self.stationary(p, *wanted) and all(p.pair != q.pair for q in found):
                found.append(p)
        return sorted(found, key=lambda p: (float(p.x), -float(p.y)))

    def above(self, floor: Pair) -> Region:
        """The part of the set where no one gets less than at a point.

        Parameters
        ----------
        floor : Pair
            The least utility of each player.
        """
        u, v = floor
        return Region((*self.constraints, -_line(0, u), -_line(1, v)), self.names)

    def stationary(self, point: PlanePoint, a: PlanePolynomial, b: PlanePolynomial) -> bool:
        """Whether (a, b) at a point of the boundary is a nonnegative mix of outward normals.

        Parameters
        ----------
        point : PlanePoint
            A point of the boundary.
        a, b : PlanePolynomial
            The two components of a vector field.
        """
        active = self.active(point)
        normals = [(g.partial(0), g.partial(1)) for g in active]
        for p, q in normals:
            if point.sign(a * q - b * p) == 0 and point.sign(a * p + b * q) > 0:
                return True
        for (p, q), (r, s) in combinations(normals, 2):
            turn = point.sign(p * s - q * r)
            if turn and point.sign(a * s - b * r) * turn >= 0 <= point.sign(p * b - q * a) * turn:
                return True
        return False

    def not_convex(self) -> str:
        """Why this set need not be convex, or nothing when every constraint is seen to be."""
        for g in self.constraints:
            if _convex_on_sight(g):
                continue
            graph = self._graph(g)
            if not (self._curves_inwards(g) if graph is None else graph):
                return f"the set is not convex: {self.inequality(g)} cuts a dent into it"
        return ""

    def _graph(self, g: PlanePolynomial) -> bool | None:
        """For a bound on one variable by a function of the other: whether it bends as it should."""
        for k in (0, 1):
            other = 1 - k
            linear = g.degree_in(k) == 1 and g.partial(k).degree == 0
            if linear:
                bend = g.partial(other).partial(other)
                low, high = self.range_of(other)
                coefficients = [
                    bend.coefficient(*((i, 0) if k else (0, i))) for i in range(bend.degree + 1)
                ]
                curve = RationalFunction.of(Polynomial.of(coefficients))
                return curve.nonnegative_on(low, high)
        return None

    def range_of(self, variable: int) -> tuple[Fraction | None, Fraction | None]:
        """The bounds that inequalities in one variable alone put on it.

        Parameters
        ----------
        variable : int
            0 for the first coordinate, 1 for the second.

        Returns
        -------
        pair of Fraction or None
            The least and the greatest value; None for a side without a bound.
        """
        low: Fraction | None = None
        high: Fraction | None = None
        for g in self.constraints:
            if g.degree == 1 and g.degree_in(1 - variable) < 1:
                slope = g.coefficient(*((1, 0) if variable == 0 else (0, 1)))
                bound = -g.coefficient(0, 0) / slope
                if slope > 0:
                    high = bound if high is None else min(high, bound)
                else:
                    low = bound if low is None else max(low, bound)
        return low, high

    def _curves_inwards(self, g: PlanePolynomial) -> bool:
        """Looks at the bend of one boundary curve in many places inside the set."""
        gx, gy = g.partial(0), g.partial(1)
        bend = (gx.partial(0) * gy * gy) - (gx.partial(1) * gx * gy) - (gx.partial(1) * gx * gy)
        bend = bend + gy.partial(1) * gx * gx
        center = self._inside(None)
        if center is None or any(h.float_at(*center) > 1e-9 for h in self.constraints):
            return False
        size = max((abs(float(c)) for _, c in g.terms), default=1.0)
        around = [p for p in self.boundary() if abs(g.float_at(*p)) < 1e-7 * size]
        return not any(bend.float_at(*p) < -1e-9 * size**3 for p in around)

    def boundary(self, box: Box | None = None) -> list[tuple[float, float]]:
        """Points around the boundary, seen from a point inside; empty when none is found.

        Parameters
        ----------
        box : tuple of float, optional
            The part of the plane that is shown: left, bottom, right, top.
        """
        center = self._inside(box)
        if center is None:
            return []
        reach = 4 * max((abs(x) for x in box), default=1.0) if box else 1e4
        found = []
        for k in range(SAMPLES):
            angle = 2 * math.pi * k / SAMPLES
            found.append(self.last_point(center, (math.cos(angle), math.sin(angle)), reach))
        found += [(float(p.x), float(p.y)) for p in self.corners]
        return sorted(found, key=lambda p: math.atan2(p[1] - center[1], p[0] - center[0]))

    def last_point(
        self, start: tuple[float, float], direction: tuple[float, float], reach: float
    ) -> tuple[float, float]:
        """The last point of the set on a ray from a point inside, by bisection.

        Parameters
        ----------
        start : tuple of float
            The point inside.
        direction : tuple of float
            Where the ray leads.
        reach : float
            How many times the direction it goes at most.
        """
        low, high = 0.0, reach
        for _ in range(70):
            middle = (low + high) / 2
            spot = start[0] + middle * direction[0], start[1] + middle * direction[1]
            good = all(g.float_at(*spot) <= 0 for g in self.constraints)
            low, high = (middle, high) if good else (low, middle)
        return start[0] + low * direction[0], start[1] + low * direction[1]

    def _inside(self, box: Box | None) -> tuple[float, float] | None:
        spots = [(float(p.x), float(p.y)) for p in (*self.corners, *self.extremes)]
        if box is not None:
            spots += [(box[0], box[1]), ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)]
        if not spots:
            return None
        return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)

    def outline(self, limits: Box) -> list[tuple[float, float]]:
        left, bottom, right, top = limits
        walls = [_wall(0, left, -1), _wall(0, right, 1), _wall(1, bottom, -1), _wall(1, top, 1)]
        around = Region((*self.constraints, *walls), self.names).boundary(limits)
        return [*around, around[0]] if around else []

    def pareto_line(self, limits: Box) -> list[tuple[float, float]]:
        ends = self.pareto_ends()
        if ends is None:
            return []
        (x0, y0), (x1, y1) = ((float(p.x), float(p.y)) for p in ends)
        if (x0, y0) == (x1, y1):
            return [(x0, y0)]
        found = []
        for k in range(SAMPLES // 2 + 1):
            share = k / (SAMPLES // 2)
            start = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
            found.append(self.last_point(start, (y0 - y1, x1 - x0), 10.0))
        return found

    def pareto_ends(self) -> tuple[PlanePoint, PlanePoint] | None:
        """The highest point of the set and the one farthest to the right, if it has both."""
        top = self.farthest((Fraction(0), Fraction(1)))
        right = self.farthest((Fraction(1), Fraction(0)))
        return None if top is None or right is None else (top, right)

    def landmarks(self) -> list[tuple[float, float]]:
        return [(float(p.x), float(p.y)) for p in (*self.corners, *self.extremes)]

    def words(self) -> str:
        return "the set where " + ", ".join(map(self.inequality, self.constraints))

    def to_json(self) -> dict[str, Any]:
        names = {} if self.names == ("x", "y") else {"names": list(self.names)}
        return {"inequalities": [self.inequality(g) for g in self.constraints], **names}


def _line(variable: int, at: Fraction) -> PlanePolynomial:
    place = (1, 0) if variable == 0 else (0, 1)
    return PlanePolynomial.of({place: Fraction(1), (0, 0): -at})


def _wall(variable: int, at: float, side: int) -> PlanePolynomial:
    line = _line(variable, Fraction(repr(at)))
    return line if side > 0 else -line


def _times(g: PlanePolynomial, factor: Fraction) -> PlanePolynomial:
    return g * PlanePolynomial.constant(factor)


def _convex_on_sight(g: PlanePolynomial) -> bool:
    """Lines, and second-degree polynomials whose form is not negative."""
    if g.degree > 2:
        return False
    a, b, c = g.coefficient(2, 0), g.coefficient(1, 1), g.coefficient(0, 2)
    return a >= 0 and c >= 0 and 4 * a * c >= b * b
