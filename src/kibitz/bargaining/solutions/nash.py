"""Nash's solution: the feasible point with the greatest product of gains.

On a polygon the product is a concave quadratic along every side of the Pareto frontier, so the
sides are walked from left to right until it stops growing: exact, O(corners). On a set with curved
boundary the point of tangency solves two polynomial equations, which are solved exactly. Below a
frontier that is not a polynomial it is found in floating point. When no one can gain without loss
to the other the product is zero everywhere, and the Pareto optimal point is taken. Nash (1950).
"""

from __future__ import annotations

import math
from functools import singledispatch
from itertools import combinations, pairwise
from typing import Any

from kibitz.algebra.plane_points import PlanePoint, meet
from kibitz.algebra.plane_polynomial import PlanePolynomial, X, Y
from kibitz.bargaining.game import BargainingProblem, why_no_point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Pair, read_pair, show_pair
from kibitz.bargaining.sets.frontier import Frontier, greatest
from kibitz.bargaining.sets.ideal import gains_both
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import ONE_EACH, BargainingSolution, needs_point
from kibitz.core.errors import GameError
from kibitz.core.method import method


@method(
    BargainingProblem,
    "nash",
    finds="the point that maximizes the product of gains",
    cost="O(corners) on a polygon, polynomial equations on a curved set",
    reference="Nash 1950",
    applies=why_no_point,
    aliases=(
        "nbs",
        "nash-bargaining",
        "nash-arbitration",
        "arbitration",
    ),
)
def nash(problem: BargainingProblem, weights: Any = None) -> BargainingSolution:
    """The point with the greatest product of gains; ``weights`` are the powers of the two gains.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    weights : pair of numbers, optional
        Bargaining powers: the exponents of the two gains.

    Returns
    -------
    BargainingSolution
        The point, exact except below a frontier that is any function.

    Notes
    -----
    Cost: O(corners) on a polygon, polynomial equations on a curved set.

    References
    ----------
    Nash 1950.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> print(nash(bargaining("x >= 0; 0 <= y <= 4 - x^2")))
    Nash solution (2*sqrt(3)/3, 8/3)
    gains (2*sqrt(3)/3, 8/3) over (0, 0), product 16*sqrt(3)/9
    found by tangency of a curve, solved exactly
    >>> nash(bargaining([(0, 0), (0, 4), (2, 0)]), weights=(1, 3)).point
    (Fraction(1, 2), Fraction(3, 1))
    """
    needs_point(problem, "Nash")
    powers = ONE_EACH if weights is None else read_pair(weights, "weights")
    if min(powers) <= 0:
        raise GameError(f"weights: {show_pair(powers)}; both must be positive")
    return _nash(problem.feasible, problem, powers)


@singledispatch
def _nash(feasible: FeasibleSet, problem: BargainingProblem, weights: Pair) -> BargainingSolution:
    raise GameError(f"no Nash solution is known for {feasible.words()}")


@_nash.register
def _(feasible: ChainSet, problem: BargainingProblem, weights: Pair) -> BargainingSolution:
    d = problem.point
    chain = feasible.gains(d)
    if len(chain) == 1 and (chain[0][0] == d[0] or chain[0][1] == d[1]):
        method = "Pareto optimality alone"
        return BargainingSolution(problem, "nash", chain[0], method, weights, degenerate=True)
    point = best_on_chain(chain, d, weights)
    return BargainingSolution(problem, "nash", point, "tangency on the Pareto frontier", weights)


def best_on_chain(chain: tuple[Pair, ...], d: Pair, weights: Pair) -> Pair:
    """The point of a falling chain where a weighted product of gains is greatest."""
    a, b = weights
    for (x0, y0), (x1, y1) in pairwise(chain):
        dx, dy = x1 - x0, y1 - y0
        t = -(a * dx * (y0 - d[1]) + b * dy * (x0 - d[0])) / ((a + b) * dx * dy)
        if t <= 0:
            return x0, y0
        if t < 1:
            return x0 + t * dx, y0 + t * dy
    return chain[-1]


@_nash.register
def _(feasible: Region, problem: BargainingProblem, weights: Pair) -> BargainingSolution:
    for point in tangencies(feasible, problem.point, weights):
        method = "tangency of a curve, solved exactly"
        return BargainingSolution(problem, "nash", point.pair, method, weights, place=point)
    if gains_both(feasible, problem.point):
        raise GameError("the product of gains has no greatest value: the set is unbounded")
    point = _pareto_of_line(feasible, problem.point)
    return BargainingSolution(
        problem,
        "nash",
        point.pair,
        "Pareto optimality alone",
        weights,
        degenerate=True,
        place=point,
    )


def tangencies(feasible: Region, d: Pair, weights: Pair) -> list[PlanePoint]:
    """Points above d whose outward normals make the weighted product stationary.

    On a convex set there is at most one, and the product is greatest there.
    """
    a, b = map(PlanePolynomial.constant, weights)
    gain_x, gain_y = (X - PlanePolynomial.constant(d[0])), (Y - PlanePolynomial.constant(d[1]))
    spots = []
    for g in feasible.constraints:
        spots += meet(g, a * gain_y * g.partial(1) - b * gain_x * g.partial(0))
    for g, h in combinations(feasible.constraints, 2):
        spots += meet(g, h)
    return [
        p
        for p in spots
        if p.sign(gain_x) > 0
        and p.sign(gain_y) > 0
        and feasible.holds(p)
        and feasible.stationary(p, a * gain_y, b * gain_x)
    ]


def _pareto_of_line(feasible: Region, d: Pair) -> PlanePoint:
    """The best point of the set above d or to the right of it."""
    here = PlanePoint.rational(*d)
    spots = [here]
    for line in (X - PlanePolynomial.constant(d[0]), Y - PlanePolynomial.constant(d[1])):
        spots += [p for g in feasible.constraints for p in meet(g, line) if feasible.holds(p)]
    above = [p for p in spots if p.x >= d[0] and p.y >= d[1]]
    return max(above, key=lambda p: float(p.x) + float(p.y))


@_nash.register
def _(feasible: Frontier, problem: BargainingProblem, weights: Pair) -> BargainingSolution:
    a, b = map(float, weights)
    u, v = map(float, problem.point)

    def value(x: float) -> float:
        gain = feasible.height(x) - v
        return a * math.log(x - u) + b * math.log(gain) if x > u and gain > 0 else -math.inf

    low, high = max(u, float(feasible.start)), float(feasible.end)
    start = max(low, feasible.peak())
    if feasible.height(start) <= v or start >= high:
        at = min(start, high)
        end = (at, feasible.height(at))
        method = "Pareto optimality alone"
        return BargainingSolution(problem, "nash", end, method, weights, degenerate=True)
    x = greatest(value, start, feasible.last_above(v, start))
    x = feasible.polish(x, start, lambda t, h, slope: a * (h - v) + b * (t - u) * slope)
    method = "golden section along the frontier, in floating point"
    return BargainingSolution(problem, "nash", (x, feasible.height(x)), method, weights)
