"""The Kalai-Smorodinsky solution: gains in proportion to the best each player could hope for.

The ideal point gives both players at once the most that either can get; the solution is where the
way from the disagreement point to the ideal point leaves the set. Kalai and Smorodinsky (1975).
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from itertools import pairwise
from math import ceil

from kibitz.algebra.plane_points import PlanePoint, meet
from kibitz.bargaining.game import BargainingProblem, why_no_point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Pair
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.ideal import Way, ideal_point, way
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import BargainingSolution, needs_point
from kibitz.bargaining.solutions.nash import nash
from kibitz.core.errors import GameError
from kibitz.core.method import method

NAME = "kalai-smorodinsky"
METHOD = "the segment to the ideal point"


@method(
    BargainingProblem,
    "kalai-smorodinsky",
    finds="the Pareto point with gains in proportion to the ideal point",
    cost="O(corners) on a polygon, polynomial equations on a curved set",
    reference="Kalai and Smorodinsky 1975",
    applies=why_no_point,
    aliases=("ks",),
)
def kalai_smorodinsky(problem: BargainingProblem) -> BargainingSolution:
    """The Pareto point on the way from the disagreement point to the ideal point.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.

    Returns
    -------
    BargainingSolution
        The point, exact except below a frontier that is any function.

    Notes
    -----
    Cost: O(corners) on a polygon, polynomial equations on a curved set.

    References
    ----------
    Kalai and Smorodinsky 1975.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> print(kalai_smorodinsky(bargaining([(0, 0), (0, 1), (1, 1), (2, 0)])))
    Kalai-Smorodinsky solution (4/3, 2/3)
    gains (4/3, 2/3) over (0, 0)
    found by the segment to the ideal point
    """
    needs_point(problem, "Kalai-Smorodinsky")
    return _solution(problem.feasible, problem)


@singledispatch
def _solution(feasible: FeasibleSet, problem: BargainingProblem) -> BargainingSolution:
    raise GameError(f"no Kalai-Smorodinsky solution is known for {feasible.words()}")


@_solution.register
def _(feasible: ChainSet, problem: BargainingProblem) -> BargainingSolution:
    d = problem.point
    chain = feasible.gains(d)
    first, second = chain[-1][0] - d[0], chain[0][1] - d[1]
    point = crossing(chain, d, (first, second))
    lone = first == 0 or second == 0
    return BargainingSolution(problem, NAME, point, METHOD, degenerate=lone)


def crossing(chain: tuple[Pair, ...], d: Pair, direction: Pair) -> Pair:
    """Where a ray from d meets a falling chain; the nearer end of the chain if it passes by."""

    def side(p: Pair) -> Fraction:
        return (p[0] - d[0]) * direction[1] - (p[1] - d[1]) * direction[0]

    if side(chain[0]) >= 0:
        return chain[0]
    for start, end in pairwise(chain):
        before, after = side(start), side(end)
        if after >= 0:
            t = before / (before - after)
            return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
    return chain[-1]


@_solution.register
def _(feasible: Region, problem: BargainingProblem) -> BargainingSolution:
    d = problem.point
    ideal = x, y = ideal_point(feasible, d)
    if x == d[0] or y == d[1]:
        found = nash(problem)
        return BargainingSolution(
            problem, NAME, found.point, METHOD, degenerate=True, place=found.place
        )
    exactly = way(ideal, d)
    if exactly is None:
        towards = float(x) - float(d[0]), float(y) - float(d[1])
        point = feasible.last_point((float(d[0]), float(d[1])), towards, 1.0)
        return BargainingSolution(problem, NAME, point, f"{METHOD}, in floats")
    place = last_on_way(feasible, exactly)
    assert place is not None, "the ideal point is as far as the set goes"
    return BargainingSolution(problem, NAME, place.pair, METHOD, place=place)


def last_on_way(feasible: Region, way: Way) -> PlanePoint | None:
    """The last point of a region on the way from d; None where a rational way never leaves it."""
    spots = [p for g in feasible.constraints for p in meet(g, way.curve) if way.holds(p)]
    ahead = list(filter(feasible.holds, spots))
    if not ahead:
        return None
    last = max(ahead, key=lambda p: float(p.x) + float(p.y))
    if isinstance(way.ratio, Fraction):
        steps = ceil(float(last.x) - float(way.d[0])) + 1
        if feasible.contains((way.d[0] + steps, way.d[1] + steps * way.ratio)):
            return None
    return last


@_solution.register
def _(feasible: Frontier, problem: BargainingProblem) -> BargainingSolution:
    u, v = map(float, problem.point)
    x, y = map(float, ideal_point(feasible, problem.point))
    if x <= u or y <= v:
        end = (x, max(y, v))
        return BargainingSolution(problem, NAME, end, METHOD, degenerate=True)
    point = meet_ray(feasible, (u, v), (x - u, y - v), x)
    return BargainingSolution(problem, NAME, point, f"{METHOD}, in floating point")


def meet_ray(
    feasible: Frontier, d: tuple[float, float], direction: tuple[float, float], end: float
) -> tuple[float, float]:
    """Where a ray from d goes through a falling frontier; its nearer end if it passes by."""
    low, high = max(d[0], float(feasible.start), feasible.peak()), end
    for _ in range(200):
        middle = (low + high) / 2
        below = (feasible.height(middle) - d[1]) * direction[0] > (middle - d[0]) * direction[1]
        low, high = (middle, high) if below else (low, middle)
    x = (low + high) / 2
    return x, feasible.height(x)
