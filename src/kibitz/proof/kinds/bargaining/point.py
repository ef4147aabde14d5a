"""Claims that a pair of utilities solves a bargaining problem."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from itertools import pairwise

from kibitz.algebra.plane_points import PlanePoint
from kibitz.algebra.plane_polynomial import PlanePolynomial, X, Y
from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Pair, Utilities, show_pair
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.ideal import gains_both, ideal_point, way
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import ONE_EACH, TITLES, BargainingSolution
from kibitz.core.certificate import Check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show

THEOREMS = {
    "nash": "Nash's theorem, since a line separates it from the set",
    "kalai-smorodinsky": "the theorem of Kalai and Smorodinsky",
    "egalitarian": "its definition",
    "utilitarian": "its definition",
}
LONE = "no pair is strictly better for both than disagreement"
FLOOR = "neither player gets less than by disagreeing"
WEAKLY = "no point of the set is better for both"
SLACK, ENDS = 1e-6, (Fraction(-1, 10**6), Fraction(1, 10**6))
"""Below a frontier that is any function, by how much floats may be off, relative to its size."""
FOLLOWS = (
    *("disagreement", "gains", "product", "exact", "slope_threat_to_solution"),
    *("slope_of_boundary", "exchange_rate", "pareto_arc"),
)


@checks("bargaining-solution", of=BargainingProblem)
def bargaining_solution(problem: BargainingProblem, claim: Claim, proof: Proof) -> None:
    """The theorem that characterizes the concept, and what else follows from the point."""
    if problem.disagreement is None:
        raise GameError("a point is claimed, and this problem has no disagreement point")
    solution = BargainingSolution.from_json(problem, dict(claim.data))
    theorem = THEOREMS[solution.concept]
    if solution.concept == "nash" and not isinstance(problem.feasible, ChainSet):
        theorem = "Nash's theorem, since it is stationary on a convex set"
    if solution.degenerate:
        theorem = "Pareto optimality, since neither player can gain without loss to the other"
    if isinstance(problem.feasible, Frontier):
        theorem += f", within {SLACK:.0e} of the size of the frontier"
    proof.states(f"the {TITLES[solution.concept]} is {show_pair(solution.point)}", theorem)
    if solution.place is not None:
        proof.that("the payoffs are where the claim says", solution.place.pair == solution.point)
    lone = _is_lone(problem) if solution.concept in ("nash", "kalai-smorodinsky") else False
    if not isinstance(problem.feasible, Frontier):
        proof.equal("degenerate", solution.degenerate, lone)
    for found in _checks(problem.feasible, solution):
        proof.that(found.what, found.passed, found.found)
    for key in ("concept", "solution", "degenerate", "weights", "face", "place"):
        claim.raw(key, None)
    if solution.weights != ONE_EACH:
        proof.that("weights are for Nash's solution", solution.concept == "nash")
    if solution.face is not None:
        proof.that("only the utilitarian solution has ties", solution.concept == "utilitarian")
    if "degenerate" in claim:
        claim.flag("degenerate")
    right = solution.to_json()
    for key in FOLLOWS:
        proof.says(claim, key, right.get(key))


def _is_lone(problem: BargainingProblem) -> bool:
    """Whether no one can gain without loss to the other."""
    feasible, d = problem.feasible, problem.point
    if isinstance(feasible, Region):
        return not gains_both(feasible, d)
    chain = feasible.gains(d) if isinstance(feasible, ChainSet) else ()
    return len(chain) == 1 and (chain[0][0] == d[0] or chain[0][1] == d[1])


@singledispatch
def _checks(feasible: FeasibleSet, solution: BargainingSolution) -> list[Check]:
    raise GameError(f"solutions on {feasible.words()} are not checked")


@_checks.register
def _(feasible: ChainSet, solution: BargainingSolution) -> list[Check]:
    d, point = solution.problem.point, _rational(solution.point)
    if point is None:
        return [Check("it is a pair of exact numbers", False, show_pair(solution.point))]
    on = _OnChain(solution, feasible.gains(d), point, (point[0] - d[0], point[1] - d[1]))
    reached = Check("it can be reached", feasible.contains(point))
    if solution.degenerate:
        return [
            reached,
            Check(LONE, _is_lone(solution.problem)),
            Check("it is the Pareto-optimal one", (point,) == on.chain, show_pair(point)),
        ]
    rational = Check(FLOOR, min(on.gains) >= 0, f"gains {show_pair(on.gains)}")
    return [reached, rational, *_BY_CONCEPT[solution.concept](on)]


@dataclass
class _OnChain:
    """A pair of utilities, and the corners of the frontier where both gain."""

    solution: BargainingSolution
    chain: tuple[Pair, ...]
    point: Pair
    gains: Pair

    def frontier(self) -> Check:
        x, y = self.point
        between = any(
            p[0] < x < q[0] and (q[0] - p[0]) * (y - p[1]) == (q[1] - p[1]) * (x - p[0])
            for p, q in pairwise(self.chain)
        )
        return Check("it lies on the Pareto frontier", self.point in self.chain or between)


def _separation(on: _OnChain) -> list[Check]:
    (a, b), gains = on.solution.weights, on.gains
    what = "no corner lies beyond the line through it on which both gains have equal weight"
    if min(gains) <= 0:
        return [Check(what, False, "a gain is not positive")]
    d = on.solution.problem.point
    heights = [a * (p[0] - d[0]) / gains[0] + b * (p[1] - d[1]) / gains[1] for p in on.chain]
    return [Check(what, max(heights) <= a + b, ", ".join(show(h) for h in heights[:6]))]


def _proportional(on: _OnChain) -> list[Check]:
    d, ideal = on.solution.problem.point, (on.chain[-1][0], on.chain[0][1])
    cross = on.gains[0] * (ideal[1] - d[1]) - on.gains[1] * (ideal[0] - d[0])
    what, found = "its gains are in proportion to those of the ideal point", show_pair(ideal)
    return [Check(what, cross == 0, f"ideal point {found}"), on.frontier()]


def _equal(on: _OnChain) -> list[Check]:
    lead = on.gains[0] - on.gains[1]
    ends = (lead > 0 and on.point == on.chain[0]) or (lead < 0 and on.point == on.chain[-1])
    what = "both gain the same, or it is the end of the frontier that comes nearest"
    return [Check(what, lead == 0 or ends), on.frontier()]


def _greatest_sum(on: _OnChain) -> list[Check]:
    best = max(u + v for u, v in on.chain)
    ends = [p for p in on.chain if p[0] + p[1] == best]
    middle = (ends[0][0] + ends[-1][0]) / 2, (ends[0][1] + ends[-1][1]) / 2
    face = (ends[0], ends[-1]) if len(ends) > 1 else None
    return [
        Check("no corner has a greater sum", sum(on.point) == best, show(best)),
        Check(
            "it is the midpoint of all maximizers", (on.point, on.solution.face) == (middle, face)
        ),
    ]


_BY_CONCEPT = {
    "nash": _separation,
    "kalai-smorodinsky": _proportional,
    "egalitarian": _equal,
    "utilitarian": _greatest_sum,
}


def _rational(pair: Utilities) -> Pair | None:
    x, y = pair
    return (x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else None


def _middle(ends: list[Pair | None]) -> Pair | None:
    first, second = ends
    if first is None or second is None:
        return None
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


@_checks.register
def _(feasible: Region, solution: BargainingSolution) -> list[Check]:
    d, place = solution.problem.point, solution.place
    if place is None and (exact := _rational(solution.point)) is not None:
        place = PlanePoint.rational(*exact)
    if place is None or place.pair != solution.point:
        return [_near(feasible, solution)]
    checks = [
        Check("the set is convex", not feasible.not_convex(), feasible.not_convex()),
        Check("it can be reached", feasible.holds(place)),
        Check(FLOOR, place.x >= d[0] and place.y >= d[1]),
    ]
    gain_x, gain_y = X - PlanePolynomial.constant(d[0]), Y - PlanePolynomial.constant(d[1])
    a, b = map(PlanePolynomial.constant, solution.weights)
    part = feasible.above(d)
    if solution.degenerate:
        none = not gains_both(feasible, d)
        top = all(part.stationary(place, *map(PlanePolynomial.constant, way)) for way in _WAYS)
        return [*checks, Check(LONE, none), Check("it is the Pareto-optimal one", top)]
    if solution.concept == "nash":
        good = feasible.stationary(place, a * gain_y, b * gain_x)
        return [*checks, Check("the boundary is tangent to the curve of equal products", good)]
    if solution.concept == "utilitarian":
        best = [part.stationary(place, *map(PlanePolynomial.constant, ONE_EACH))]
        if solution.face is not None:
            ends = [_rational(end) for end in solution.face]
            best += [end is not None and feasible.contains(end) for end in ends]
            here = _rational(place.pair)
            best += [here is not None and sum(end) == sum(here) for end in ends if end is not None]
            best.append(_middle(ends) == place.pair)
        return [*checks, Check("the boundary is tangent to the line of equal sums", all(best))]
    weakly = [part.stationary(place, *map(PlanePolynomial.constant, way)) for way in _WAYS]
    pareto = Check(WEAKLY, any(weakly) or _between(part, place))
    if solution.concept == "egalitarian":
        lead = place.sign(gain_x - gain_y)
        good = lead == 0 or weakly[0 if lead < 0 else 1]
        return [*checks, Check("both gain the same, or it is the nearer end", good), pareto]
    ideal = ideal_point(feasible, d)
    exactly = way(ideal, d)
    good = exactly is not None and exactly.holds(place)
    words = f"ideal point {show_pair(ideal)}"
    return [*checks, Check("its gains are in proportion to the ideal point", good, words), pareto]


_WAYS = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))


def _between(region: Region, place: PlanePoint) -> bool:
    """Some outward normal at the point has no negative part."""
    slopes = ([place.sign(g.partial(k)) for k in (0, 1)] for g in region.active(place))
    return any(min(both) >= 0 for both in slopes)


def _near(feasible: Region, solution: BargainingSolution) -> Check:
    """A floating answer: close to the boundary, and in proportion."""
    what = "up to a millionth, it is where the ray to the ideal point leaves the set"
    if solution.concept != "kalai-smorodinsky":
        return Check(what, False, "this solution should be exact")
    x, y = map(float, solution.point)
    (u, v), d = ideal_point(feasible, solution.problem.point), solution.problem.point
    first = (x - float(d[0])) / (float(u) - float(d[0]))
    second = (y - float(d[1])) / (float(v) - float(d[1]))
    ray = [[c + (Fraction(p) - c) * (1 + k) for c, p in zip(d, (x, y), strict=True)] for k in ENDS]
    inside, outside = (feasible.contains((u, v)) for u, v in ray)
    good = inside and not outside and abs(first - second) < SLACK
    return Check(what, good, f"{first:.9g} and {second:.9g} of what each could hope for")


@_checks.register
def _(feasible: Frontier, solution: BargainingSolution) -> list[Check]:
    x, y = map(float, solution.point)
    u, v = map(float, solution.problem.point)
    start, end = float(feasible.start), float(feasible.end)
    heights = [abs(h) for _, h in feasible.pareto_line((0, 0, 0, 0))]
    size = max(abs(start), abs(end), abs(u), abs(v), *heights, 1e-300) * SLACK
    if not start - size <= x <= end + size:
        return [Check("it lies on the frontier", False, show_pair((x, y)))]
    x = min(max(x, start), end)
    on = Check("it lies on the frontier", abs(feasible.height(x) - y) <= size)
    floor = Check(FLOOR, x >= u - size and y >= v - size)
    curve = [p for p in feasible.pareto_line((0, 0, 0, 0)) if p[0] >= u and p[1] >= v]
    if solution.degenerate:
        lone = not any(p[0] > u + size and p[1] > v + size for p in curve)
        return [on, floor, Check(LONE, lone)]
    a, b = map(float, solution.weights)
    if solution.concept == "nash":
        highest = max(a * (p[0] - u) / (x - u) + b * (p[1] - v) / (y - v) for p in curve)
        good, what = highest <= a + b + SLACK, "no point of the frontier lies beyond its tangent"
    elif solution.concept == "utilitarian":
        highest = max(p[0] + p[1] for p in curve)
        good, what = x + y >= highest - size, "no point of the frontier has a greater sum"
    elif solution.concept == "egalitarian":
        lead = (x - u) - (y - v)
        nearest = curve[0][0] if lead > 0 else curve[-1][0]
        good = abs(lead) <= size or abs(x - nearest) <= size
        what = "both gain the same, or it is the nearer end"
    else:
        ideal = [float(i) for i in ideal_point(feasible, solution.problem.point)]
        cross = (x - u) * (ideal[1] - v) - (y - v) * (ideal[0] - u)
        good, what = abs(cross) <= size * max(map(abs, ideal)), "its gains are in proportion"
    return [on, floor, Check(f"{what}, up to rounding", good)]
