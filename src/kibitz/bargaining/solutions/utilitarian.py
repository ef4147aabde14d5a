"""The utilitarian solution: the greatest sum of utilities among points that harm no one.

Where a whole side of the frontier does as well, its middle is taken and the side is reported.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from kibitz.bargaining.game import BargainingProblem, why_no_point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Utilities
from kibitz.bargaining.sets.frontier import Frontier, greatest
from kibitz.bargaining.sets.ideal import ideal_point
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import ONE_EACH, BargainingSolution, needs_point
from kibitz.core.errors import GameError
from kibitz.core.method import method

NAME = "utilitarian"
METHOD = "the greatest sum on the Pareto frontier"


@method(
    BargainingProblem,
    "utilitarian",
    finds="the point that maximizes the sum of utilities",
    cost="O(corners) on a polygon, polynomial equations on a curved set",
    reference="Harsanyi 1955",
    applies=why_no_point,
)
def utilitarian(problem: BargainingProblem) -> BargainingSolution:
    """The point with the greatest sum.

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
    Harsanyi 1955.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> print(utilitarian(bargaining(sigma=4, disagreement=(0, 1))))
    utilitarian solution (3/2, 5/2)
    the midpoint of all maximizers, between (0, 4) and (3, 1)
    gains (3/2, 3/2) over (0, 1)
    found by the greatest sum on the Pareto frontier
    """
    needs_point(problem, NAME)
    return _solution(problem.feasible, problem)


@singledispatch
def _solution(feasible: FeasibleSet, problem: BargainingProblem) -> BargainingSolution:
    raise GameError(f"no utilitarian solution is known for {feasible.words()}")


@_solution.register
def _(feasible: ChainSet, problem: BargainingProblem) -> BargainingSolution:
    chain = feasible.gains(problem.point)
    best = max(u + v for u, v in chain)
    ends = [p for p in chain if p[0] + p[1] == best]
    (x0, y0), (x1, y1) = ends[0], ends[-1]
    face: tuple[Utilities, Utilities] | None = (ends[0], ends[-1]) if len(ends) > 1 else None
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return BargainingSolution(problem, NAME, middle, METHOD, face=face)


@_solution.register
def _(feasible: Region, problem: BargainingProblem) -> BargainingSolution:
    spots = feasible.above(problem.point).maximizers(ONE_EACH)
    if not spots:
        raise GameError("the sum has no greatest value: the set is unbounded")
    if len(spots) == 1:
        return BargainingSolution(problem, NAME, spots[0].pair, METHOD, place=spots[0])
    face: tuple[Utilities, Utilities] = (spots[0].pair, spots[-1].pair)
    ends = [end for pair in face for end in pair]
    exact = [x for x in ends if isinstance(x, Fraction)]
    if len(exact) == len(ends):
        x0, y0, x1, y1 = exact
        return BargainingSolution(problem, NAME, ((x0 + x1) / 2, (y0 + y1) / 2), METHOD, face=face)
    a, b, c, e = map(float, ends)
    return BargainingSolution(problem, NAME, ((a + c) / 2, (b + e) / 2), METHOD, face=face)


@_solution.register
def _(feasible: Frontier, problem: BargainingProblem) -> BargainingSolution:
    low = max(float(problem.point[0]), float(feasible.start), feasible.peak())
    end = float(ideal_point(feasible, problem.point)[0])
    x = greatest(lambda t: t + feasible.height(t), low, end)
    x = feasible.polish(x, low, lambda t, h, slope: 1 + slope)
    point = (x, feasible.height(x))
    return BargainingSolution(problem, NAME, point, f"{METHOD}, in floating point")
