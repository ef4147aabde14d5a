"""The egalitarian solution: both gain the same, and as much as they can.

Where the Pareto frontier does not meet the line of equal gains, the smaller gain is made as great
as it can be, and then the other: the end of the frontier nearest to that line. Kalai (1977).
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from kibitz.algebra.plane_polynomial import PlanePolynomial, X, Y
from kibitz.bargaining.game import BargainingProblem, why_no_point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.ideal import Way, ideal_point
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import ONE_EACH, BargainingSolution, needs_point
from kibitz.bargaining.solutions.kalai_smorodinsky import crossing, last_on_way, meet_ray
from kibitz.core.errors import GameError
from kibitz.core.method import method

METHOD = "equal gains on the Pareto frontier"


@method(
    BargainingProblem,
    "egalitarian",
    finds="the point that maximizes the smaller gain",
    cost="O(corners) on a polygon, polynomial equations on a curved set",
    reference="Kalai 1977",
    applies=why_no_point,
    aliases=("kalai", "maximin"),
)
def egalitarian(problem: BargainingProblem) -> BargainingSolution:
    """The point where the smaller of the two gains is as great as possible.

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
    Kalai 1977.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> egalitarian(bargaining([(0, 0), (0, 1), (3, 0)])).point
    (Fraction(3, 4), Fraction(3, 4))
    """
    needs_point(problem, "egalitarian")
    return _solution(problem.feasible, problem)


@singledispatch
def _solution(feasible: FeasibleSet, problem: BargainingProblem) -> BargainingSolution:
    raise GameError(f"no egalitarian solution is known for {feasible.words()}")


@_solution.register
def _(feasible: ChainSet, problem: BargainingProblem) -> BargainingSolution:
    point = crossing(feasible.gains(problem.point), problem.point, ONE_EACH)
    return BargainingSolution(problem, "egalitarian", point, METHOD)


@_solution.register
def _(feasible: Region, problem: BargainingProblem) -> BargainingSolution:
    d = problem.point
    part = feasible.above(d)
    lead = X - Y + PlanePolynomial.constant(d[1] - d[0])
    right = part.farthest((Fraction(1), Fraction(0)))
    top = part.farthest((Fraction(0), Fraction(1)))
    place = last_on_way(feasible, Way(d, Fraction(1)))
    if right is not None and right.sign(lead) < 0:
        place = right
    elif top is not None and top.sign(lead) > 0:
        place = top
    if place is None:
        raise GameError("equal gains have no greatest value: the set is unbounded")
    return BargainingSolution(problem, "egalitarian", place.pair, METHOD, place=place)


@_solution.register
def _(feasible: Frontier, problem: BargainingProblem) -> BargainingSolution:
    u, v = map(float, problem.point)
    end = float(ideal_point(feasible, problem.point)[0])
    point = meet_ray(feasible, (u, v), (1.0, 1.0), end)
    return BargainingSolution(problem, "egalitarian", point, f"{METHOD}, in floating point")
