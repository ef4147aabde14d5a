"""The ideal point of a bargaining problem, and whether both players can gain at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, singledispatch
from itertools import combinations

from kibitz.algebra.plane_points import PlanePoint
from kibitz.algebra.plane_polynomial import PlanePolynomial, X, Y
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.bargaining.sets.feasible import ChainSet, FeasibleSet, Pair, Utilities
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.region import Region
from kibitz.core.errors import GameError

constant = PlanePolynomial.constant


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


MOST = 2
"""The degree of the ratio of two gains up to which an exact answer can still be read."""


@dataclass(frozen=True)
class Way:
    """The way from d to the ideal point, on which the second gain is a multiple of the first."""

    d: Pair
    ratio: Point

    @cached_property
    def curve(self) -> PlanePolynomial:
        """What is zero on the line of the way, and on those of the conjugates of its ratio."""
        minimal = _minimal(self.ratio).coefficients
        terms = [constant(c) for c in minimal]
        total = constant(Fraction(0))
        for k, term in enumerate(terms):
            for gain, times in ((self.gain_y, k), (self.gain_x, len(terms) - 1 - k)):
                for _ in range(times):
                    term = term * gain
            total = total + term
        return total

    @property
    def gain_x(self) -> PlanePolynomial:
        return X - constant(self.d[0])

    @property
    def gain_y(self) -> PlanePolynomial:
        return Y - constant(self.d[1])

    def holds(self, place: PlanePoint) -> bool:
        """Whether a point lies on the way, or on its continuation."""
        if place.sign(self.gain_x) < 0 or place.sign(self.gain_y) < 0 or place.sign(self.curve):
            return False
        if isinstance(self.ratio, Fraction):
            return True
        low, high = self.ratio.bounds()
        over = place.sign(self.gain_y - constant(low) * self.gain_x)
        under = place.sign(constant(high) * self.gain_x - self.gain_y)
        return over >= 0 and under >= 0


def way(ideal: Utilities, d: Pair) -> Way | None:
    """The way to an ideal point where its ratio is rational, or of a low degree; else None.

    >>> from kibitz.algebra.real_root import real_roots
    >>> root = real_roots(Polynomial.of([Fraction(-2), Fraction(0), Fraction(1)]))[1]
    >>> found = way((root, Fraction(2)), (Fraction(0), Fraction(0)))
    >>> print(found.ratio, "|", found.curve)
    1.414214 (root of t^2 - 2) | y^2 - 2x^2
    """
    x, y = ideal
    if isinstance(x, float) or isinstance(y, float):
        return None
    guess = (float(y) - float(d[1])) / (float(x) - float(d[0]))
    ratio = Fraction(guess).limit_denominator(10_000)
    if _moved(x, d[0], ratio) == _moved(y, d[1], Fraction(1)):
        return Way(d, ratio)
    if _minimal(x).degree * _minimal(y).degree > MOST:
        return None
    return Way(d, (y - d[1]) / (x - d[0]))


def _minimal(x: Point) -> Polynomial:
    return Polynomial.of([-x, Fraction(1)]) if isinstance(x, Fraction) else x.polynomial


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
