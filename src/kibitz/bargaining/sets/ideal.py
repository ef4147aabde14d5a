"""The ideal point of a bargaining problem, and whether both players can gain at once."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from itertools import combinations

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Pair, Utilities
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.region import Region
from kibitz.core.errors import GameError


@singledispatch
def ideal_point(feasible: FeasibleSet, d: Pair) -> Utilities:
    """The most that either player can get without loss to the other, both at once.

    Parameters
    ----------
    feasible : FeasibleSet
        The feasible set.
    d : Pair
        The disagreement point.

    Returns
    -------
    Utilities
        The largest utility of each player among the points at which the other gets at least ``d``.

    References
    ----------
    Kalai and Smorodinsky 1975.
    """
    raise GameError(f"no ideal point is known for {feasible.words()}")


@ideal_point.register
def _(feasible: ChainSet, d: Pair) -> Utilities:
    chain = feasible.gains(d)
    return chain[-1][0], chain[0][1]


@ideal_point.register
def _(feasible: Region, d: Pair) -> Utilities:
    part = feasible.above(d)
    right = part.farthest((Fraction(1), Fraction(0)))
    top = part.farthest((Fraction(0), Fraction(1)))
    if right is None or top is None:
        raise GameError("there is no ideal point: what a player can get is unbounded")
    return right.x, top.y


@ideal_point.register
def _(feasible: Frontier, d: Pair) -> Utilities:
    u, v = map(float, d)
    peak = max(u, float(feasible.start), feasible.peak())
    return feasible.last_above(v, peak), feasible.height(peak)


def rational_ratio(x: Point | float, y: Point | float, d: Pair) -> Fraction | None:
    """(y - d2) / (x - d1) when it is rational, although x and y need not be."""
    if isinstance(x, float) or isinstance(y, float):
        return None
    guess = (float(y) - float(d[1])) / (float(x) - float(d[0]))
    ratio = Fraction(guess).limit_denominator(10_000)
    same = _moved(x, d[0], ratio) == _moved(y, d[1], Fraction(1))
    return ratio if same else None


def _moved(x: Point, origin: Fraction, factor: Fraction) -> Point:
    return RationalFunction.of(Polynomial.of([-origin * factor, factor])).at(x)


def gains_both(feasible: Region, d: Pair) -> bool:
    """Whether some way from d into the set is good for both."""
    normals = [(g.partial(0)(*d), g.partial(1)(*d)) for g in feasible.constraints if g(*d) == 0]
    ways = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    ways += [(abs(q), abs(p)) for p, q in normals if p or q]
    tried = [*ways, *((p[0] + q[0], p[1] + q[1]) for p, q in combinations(ways, 2))]
    return any(
        w[0] > 0 and w[1] > 0 and all(p * w[0] + q * w[1] <= 0 for p, q in normals) for w in tried
    )
