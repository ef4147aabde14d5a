"""The answer to a bargaining problem: a pair of utilities, and the theorem that singles it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.plane_points import PlanePoint
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import plain_point, point_from_json, write_point
from kibitz.bargaining.game import BargainingProblem, why_no_point
from kibitz.bargaining.sets.feasible import (
    ChainSet,
    Pair,
    Utilities,
    plain_pair,
    read_pair,
    show_pair,
)
from kibitz.bargaining.sets.region import Region
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import number
from kibitz.core.solution import Solution
from kibitz.core.spelling import canonical_name
from kibitz.pictures import Picture

TITLES = {
    "nash": "Nash solution",
    "kalai-smorodinsky": "Kalai-Smorodinsky solution",
    "egalitarian": "egalitarian solution",
    "utilitarian": "utilitarian solution",
}
ONE_EACH = (Fraction(1), Fraction(1))


@dataclass(frozen=True)
class BargainingSolution(Solution, kind="bargaining-solution"):
    """A pair of utilities by one of the concepts, with the segment of ties where there are any.

    >>> from kibitz.bargaining.game import bargaining
    >>> solution = bargaining([(0, 0), (0, 4), (2, 0)]).nash()
    >>> print(solution.verify())
    the Nash solution is (1, 2): proved by Nash's theorem, since a line separates it from the set
      ✓ it can be reached
      ✓ neither player gets less than by disagreeing: gains (1, 2)
      ✓ no corner lies beyond the line through it on which both gains have equal weight: 2, 2
      ✓ the remaining fields follow from these
    """

    problem: BargainingProblem
    concept: str
    point: Utilities
    method: str
    weights: Pair = ONE_EACH
    face: tuple[Utilities, Utilities] | None = None
    degenerate: bool = False
    place: PlanePoint | None = field(default=None, compare=False, repr=False)
    """The point with the number that gives it, on a set with curved boundary."""

    @property
    def game(self) -> BargainingProblem:
        """The problem that it answers."""
        return self.problem

    @property
    def payoff(self) -> Utilities:
        return self.point

    @property
    def exact(self) -> bool:
        return not isinstance(self.point[0], float)

    @property
    def gains(self) -> Utilities:
        """What both gain over the disagreement point."""
        u, v = self.problem.point
        if self.place is not None:
            along_u, along_v = self._along()
            return along_u.at(self.place.t), along_v.at(self.place.t)
        x, y = self.point
        if isinstance(x, Fraction) and isinstance(y, Fraction):
            return x - u, y - v
        return float(x) - float(u), float(y) - float(v)

    @property
    def product(self) -> Point | float:
        """The product of the gains."""
        first, second = self.gains
        if isinstance(first, Fraction) and isinstance(second, Fraction):
            return first * second
        if self.place is None:
            return float(first) * float(second)
        along_u, along_v = self._along()
        return (along_u * along_v).at(self.place.t)

    @property
    def slope(self) -> Point | float | None:
        """The slope of the way from the disagreement point to the solution."""
        first, second = self.gains
        if isinstance(first, Fraction) and isinstance(second, Fraction):
            return second / first if first else None
        if self.place is None or not first:
            return float(second) / float(first) if float(first) else None
        along_u, along_v = self._along()
        quotient = RationalFunction.of(along_u.denominator, along_u.numerator)
        return (along_v * quotient).at(self.place.t)

    def _along(self) -> tuple[RationalFunction, RationalFunction]:
        """Both gains as functions of the number that gives an algebraic point."""
        assert self.place is not None
        u, v = map(RationalFunction.constant, self.problem.point)
        return self.place.along_x - u, self.place.along_y - v

    @property
    def slope_of_boundary(self) -> Fraction | None:
        """The slope of the side of the frontier it lies inside; None at corners and on curves."""
        feasible = self.problem.feasible
        if not isinstance(feasible, ChainSet):
            return None
        chain = feasible.gains(self.problem.point)
        for (x0, y0), (x1, y1) in pairwise(chain):
            x = self.point[0]
            if isinstance(x, Fraction) and x0 < x < x1:
                return (y1 - y0) / (x1 - x0)
        return None

    @property
    def exchange_rate(self) -> Point | float | None:
        """The equilibrium exchange rate: the rate of II's utility for I's that supports it."""
        return None if self.degenerate else self.slope

    def explain(self) -> Explanation:
        """The derivation."""
        return call(self, "explain_solution")

    def draw(self) -> Picture:
        """The feasible set with the disagreement point and the solution."""
        return call(self, "draw_solution")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "concept": self.concept,
            "solution": plain_pair(self.point),
            "disagreement": plain_pair(self.problem.point),
            "gains": plain_pair(self.gains),
            "product": plain_point(self.product),
            "degenerate": self.degenerate,
            "exact": self.exact,
            "method": self.method,
        }
        if self.weights != ONE_EACH:
            data["weights"] = plain_pair(self.weights)
        if self.face is not None:
            data["face"] = [plain_pair(end) for end in self.face]
        for key in ("slope", "slope_of_boundary", "exchange_rate"):
            value = getattr(self, key)
            if value is not None:
                name = "slope_threat_to_solution" if key == "slope" else key
                data[name] = plain_point(value)
        ends = pareto_ends(self.problem)
        if ends is not None:
            data["pareto_arc"] = [plain_pair(end) for end in ends]
        if self.place is not None and not isinstance(self.place.t, Fraction):
            x, y = self.place.along_x.write(), self.place.along_y.write()
            data["place"] = {"t": plain_point(self.place.t), "x": x, "y": y}
        return data

    @classmethod
    def from_json(cls, problem: BargainingProblem, data: dict[str, Any]) -> BargainingSolution:
        claim = Claim(data)
        concept = canonical_name(str(data.get("concept", "nash")))
        concept = {"ks": "kalai-smorodinsky", "kalai": "egalitarian"}.get(concept, concept)
        if concept not in TITLES:
            raise GameError(f"unknown concept {concept!r}{did_you_mean(concept, TITLES)}")
        pair = ONE_EACH if "weights" not in claim else read_pair(claim.raw("weights"), "weights")
        point, place = _read_point(claim, "solution"), None
        face = None
        if "face" in claim:
            ends = [Claim({"face": end}) for end in claim.items("face", 2)]
            face = _read_point(ends[0], "face"), _read_point(ends[1], "face")
        if "place" in claim:
            part = claim.part("place")
            x, y = (RationalFunction.read(part.raw(key), "t", f"place.{key}") for key in "xy")
            place = PlanePoint(point_from_json(part.raw("t"), "place.t"), x, y)
        elif isinstance(problem.feasible, Region) and all(isinstance(x, Fraction) for x in point):
            u, v = point
            assert isinstance(u, Fraction)
            assert isinstance(v, Fraction)
            place = PlanePoint.rational(u, v)
        method, lone = str(data.get("method", "")), bool(data.get("degenerate", False))
        return cls(problem, concept, point, method, pair, face, lone, place)

    def __str__(self) -> str:
        lines = [f"{TITLES[self.concept]} {show_pair(self.point)}"]
        if self.face is not None:
            ends = " and ".join(map(show_pair, self.face))
            lines.append(f"the midpoint of all maximizers, between {ends}")
        product = self._shown_product() if self.concept == "nash" else ""
        where = show_pair(self.problem.point)
        lines.append(f"gains {show_pair(self.gains)} over {where}{product}")
        if self.degenerate:
            lines.append("no pair is strictly better for both; this is the Pareto-optimal one")
        return "\n".join([*lines, f"found by {self.method}"])

    def _shown_product(self) -> str:
        """What is largest at the solution: the product of gains, raised to the weights."""
        if self.weights == ONE_EACH:
            return f", product {write_point(self.product)}"
        words = f", weights {show_pair(self.weights)}"
        first, second = self.gains
        whole = [w for w in self.weights if isinstance(w, Fraction) and 0 <= w <= 9 and w == int(w)]
        if isinstance(first, Fraction) and isinstance(second, Fraction) and len(whole) == 2:
            product = first ** int(whole[0]) * second ** int(whole[1])
            return f"{words}, weighted product {write_point(product)}"
        return words


def _read_point(claim: Claim, key: str) -> Utilities:
    given = claim.items(key, 2)
    if any(isinstance(x, float) for x in given):
        first, second = (float(number(x, key)) for x in given)
        return first, second
    return point_from_json(given[0], key), point_from_json(given[1], key)


def pareto_ends(problem: BargainingProblem) -> tuple[Utilities, Utilities] | None:
    """The two ends of a curved Pareto frontier, where it has them."""
    if not isinstance(problem.feasible, Region):
        return None
    ends = problem.feasible.pareto_ends()
    return None if ends is None else (ends[0].pair, ends[1].pair)


def needs_point(problem: BargainingProblem, concept: str) -> Pair:
    """The disagreement point that a concept needs."""
    if problem.disagreement is None:
        raise GameError(f"the {concept} solution does not apply: {why_no_point(problem)}")
    return problem.disagreement
