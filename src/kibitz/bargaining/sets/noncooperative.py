"""What two players can reach when each mixes alone: a set that need not be convex.

The payoffs of independent mixtures p and q are bilinear in them. Whatever can be reached at all can
be reached with two strategies on each side, or with one strategy against three: fix the payoffs of
a pair with more, and one weight can be moved to zero without changing them. So the set is a union
of finitely many patches, one for each 2x2 subgame, and of triangles inside single rows and columns;
whether a point belongs to a patch is a quadratic equation, answered exactly.

A patch is bounded by its four sides and by the parabola on which both players' payoffs change in
the same direction. Ferguson III.4.5, exercise 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots
from kibitz.bargaining.sets.feasible import Pair, plain_pair, read_pair, show_pair
from kibitz.bargaining.sets.polygon import Polygon
from kibitz.bargaining.sets.read import exact_payoffs, two_person
from kibitz.core.errors import GameError
from kibitz.linear.polyhedra.convex_hull import convex_hull
from kibitz.strategic.game import StrategicGame

MOST_PATCHES = 20_000
Vector = tuple[Fraction, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Arc:
    """A piece of parabola: its ends, and the point where its end tangents meet."""

    start: Pair
    control: Pair
    end: Pair

    def at(self, t: float) -> tuple[float, float]:
        """The point a share t of the way, from 0 to 1."""
        weights = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
        points = (self.start, self.control, self.end)
        u = sum(w * float(p[0]) for w, p in zip(weights, points, strict=True))
        v = sum(w * float(p[1]) for w, p in zip(weights, points, strict=True))
        return u, v


@dataclass(frozen=True)
class Patch:
    """What a 2x2 subgame reaches: corner + p*down + q*right + p*q*twist for p, q in [0, 1].

    p is the weight of the lower row, q that of the right column.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    corner: Vector
    down: Vector
    right: Vector
    twist: Vector

    def at(self, p: Fraction, q: Fraction) -> Pair:
        u, v = (
            c + p * d + q * r + p * q * t
            for c, d, r, t in zip(self.corner, self.down, self.right, self.twist, strict=True)
        )
        return u, v

    def weights(self, point: Pair) -> tuple[Point, Point] | None:
        """Weights (p, q) that lead to a point, exactly; None when it cannot be reached."""
        gap = self.corner[0] - point[0], self.corner[1] - point[1]
        equation = Polynomial.of(
            [
                _cross(gap, self.right),
                _cross(self.down, self.right) + _cross(gap, self.twist),
                _cross(self.down, self.twist),
            ]
        )
        if not equation:
            return self._on_a_line(point)
        for p in real_roots(equation):
            if p >= ZERO and p <= ONE:
                q = self._other(gap, p)
                if q is not None:
                    return p, q
        return None

    def _other(self, gap: Vector, p: Point) -> Point | None:
        """The q in [0, 1] with gap + p*down + q*(right + p*twist) = 0."""
        t = Polynomial.of([0, 1])
        for k in (0, 1):
            top = Polynomial.of([gap[k]]) + t.scale(self.down[k])
            bottom = Polynomial.of([self.right[k]]) + t.scale(self.twist[k])
            if bottom and not RationalFunction.of(bottom).vanishes_at(p):
                q = RationalFunction.of(-top, bottom).at(p)
                return q if q >= ZERO and q <= ONE else None
        level = all(
            RationalFunction.of(Polynomial.of([gap[k], self.down[k]])).vanishes_at(p)
            for k in (0, 1)
        )
        return ZERO if level else None

    def _on_a_line(self, point: Pair) -> tuple[Point, Point] | None:
        """All corners in line with the point: walk the sides from the least to the greatest."""
        for p, q, along_p in (
            (ZERO, ZERO, True),
            (ZERO, ZERO, False),
            (ZERO, ONE, True),
            (ONE, ZERO, False),
        ):
            start = self.at(p, q)
            end = self.at(ONE, q) if along_p else self.at(p, ONE)
            share = _share(start, end, point)
            if share is not None:
                return (share, q) if along_p else (p, share)
        return None

    @property
    def fold(self) -> Arc | None:
        """The parabola on which the patch is folded, where it crosses the square of weights."""
        level = _cross(self.down, self.right)
        by_p, by_q = _cross(self.down, self.twist), _cross(self.twist, self.right)
        ends = _chord(level, by_p, by_q)
        if ends is None:
            return None
        (p0, q0), (p1, q1) = ends
        start, end = self.at(p0, q0), self.at(p1, q1)
        middle = self.at((p0 + p1) / 2, (q0 + q1) / 2)
        control = tuple(2 * m - (s + e) / 2 for m, s, e in zip(middle, start, end, strict=True))
        return Arc(start, (control[0], control[1]), end)

    def pieces(self, steps: int = 24) -> Iterator[list[tuple[float, float]]]:
        """Outlines of the parts on both sides of the fold, for a picture."""
        level = _cross(self.down, self.right)
        by_p, by_q = _cross(self.down, self.twist), _cross(self.twist, self.right)
        ends = _chord(level, by_p, by_q)
        square = [(ZERO, ZERO), (ONE, ZERO), (ONE, ONE), (ZERO, ONE)]
        if ends is None:
            yield [_floats(self.at(*w)) for w in square]
            return
        fold = self.fold
        assert fold is not None
        curve = [fold.at(k / steps) for k in range(steps + 1)]
        for sign in (1, -1):
            side = _cut(square, level, by_p, by_q, sign)
            outline: list[tuple[float, float]] = []
            for a, b in zip(side, [*side[1:], *side[:1]], strict=True):
                outline.append(_floats(self.at(*a)))
                if {a, b} == set(ends):
                    outline += curve if a == ends[0] else curve[::-1]
            if len(outline) > 2:
                yield outline


@dataclass(frozen=True)
class NonCooperativeSet:
    """The payoffs of all independent mixtures in a game of two players.

    >>> from kibitz import bimatrix
    >>> battle = noncooperative_set(bimatrix("2 0; 0 1", "1 0; 0 2"))
    >>> battle.contains((1, 1)), battle.contains(("3/2", "3/2")), battle.contains(("3/4", "3/4"))
    (False, False, True)
    >>> print(battle.arcs[0].start, battle.arcs[0].end)
    (Fraction(2, 1), Fraction(1, 1)) (Fraction(1, 1), Fraction(2, 1))
    """

    game: StrategicGame

    @property
    def patches(self) -> Iterator[Patch]:
        """One patch for each pair of rows and pair of columns."""
        first, second = exact_payoffs(self.game)
        m, n = len(first), len(first[0])
        for i, k in combinations(range(m), 2) if m > 1 else [(0, 0)]:
            for j, e in combinations(range(n), 2) if n > 1 else [(0, 0)]:
                cell = [(first[a][b], second[a][b]) for a, b in ((i, j), (k, j), (i, e), (k, e))]
                yield Patch((i, k), (j, e), *_bilinear(cell))

    @property
    def lines(self) -> Iterator[Polygon]:
        """What one pure strategy of a player reaches: the hull of a row or of a column."""
        first, second = exact_payoffs(self.game)
        cells = [list(zip(r, s, strict=True)) for r, s in zip(first, second, strict=True)]
        for row in cells:
            yield Polygon(convex_hull(row))
        for column in zip(*cells, strict=True):
            yield Polygon(convex_hull(column))

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The parabolas that patches are folded along."""
        return tuple(arc for patch in self.patches if (arc := patch.fold) is not None)

    def contains(self, point: Any) -> bool:
        """Whether independent mixtures can lead to a pair of payoffs. Exact.

        Parameters
        ----------
        point : pair of numbers
            A payoff for each player.
        """
        wanted = read_pair(point, "point")
        return any(line.contains(wanted) for line in self.lines) or any(
            patch.weights(wanted) is not None for patch in self.patches
        )

    def mixtures(self, point: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
        """Mixtures of two strategies on each side that lead to a point, if there are any.

        Parameters
        ----------
        point : pair of numbers
            A payoff for each player.

        Returns
        -------
        pair of tuples or None
            The probabilities of the two strategies of each player; None if no such mixtures
            lead there.

        Examples
        --------
        >>> from kibitz import bimatrix
        >>> noncooperative_set(bimatrix("2 0; 0 1", "1 0; 0 2")).mixtures(("3/4", "3/4"))
        ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
        """
        wanted = read_pair(point, "point")
        m, n = self.game.shape
        for patch in self.patches:
            found = patch.weights(wanted)
            if found is not None:
                p, q = found
                return _spread(p, patch.rows, m), _spread(q, patch.columns, n)
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "non-cooperative-set",
            "arcs": [
                {
                    "start": plain_pair(a.start),
                    "control": plain_pair(a.control),
                    "end": plain_pair(a.end),
                }
                for a in self.arcs
            ],
            "method": "images of independent mixtures",
            "exact": True,
        }

    def __str__(self) -> str:
        shown = [f"{show_pair(a.start)} to {show_pair(a.end)}" for a in self.arcs[:6]]
        bends = "; ".join(shown) or "none"
        return f"non-cooperative payoffs, folded along parabolas: {bends}"


def noncooperative_set(game: Any) -> NonCooperativeSet:
    """The payoffs that independent mixtures can lead to.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    NonCooperativeSet
        The set, with its boundary.
    """
    noun = two_person(game)
    m, n = noun.shape
    patches = comb(m, 2) * comb(n, 2)
    if patches > MOST_PATCHES:
        raise GameError(
            f"a game of {m} x {n} has {patches} 2x2 subgames; the limit is {MOST_PATCHES}; remove "
            "dominated strategies"
        )
    return NonCooperativeSet(noun)


def _bilinear(cell: list[Pair]) -> tuple[Vector, Vector, Vector, Vector]:
    start, low, right, far = cell
    return (
        start,
        (low[0] - start[0], low[1] - start[1]),
        (right[0] - start[0], right[1] - start[1]),
        (start[0] - low[0] - right[0] + far[0], start[1] - low[1] - right[1] + far[1]),
    )


def _cross(a: Vector, b: Vector) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def _share(start: Pair, end: Pair, point: Pair) -> Fraction | None:
    """How far along a segment a point lies; None when it does not lie on it."""
    way = end[0] - start[0], end[1] - start[1]
    gap = point[0] - start[0], point[1] - start[1]
    if not any(way):
        return None if any(gap) else ZERO
    k = 0 if way[0] else 1
    t = gap[k] / way[k]
    inside = 0 <= t <= 1 and gap == (t * way[0], t * way[1])
    return t if inside else None


def _chord(level: Fraction, by_p: Fraction, by_q: Fraction) -> tuple[Pair, Pair] | None:
    """Where level + by_p * p + by_q * q = 0 crosses the inside of the unit square."""
    found: list[Pair] = []
    for fixed in (ZERO, ONE):
        if by_q:
            q = -(level + by_p * fixed) / by_q
            found += [(fixed, q)] if 0 <= q <= 1 else []
        if by_p:
            p = -(level + by_q * fixed) / by_p
            found += [(p, fixed)] if 0 <= p <= 1 else []
    ends = list(dict.fromkeys(found))
    if len(ends) < 2:
        return None
    start, end = min(ends), max(ends)
    along = any(start[k] == end[k] and start[k] in (ZERO, ONE) for k in (0, 1))
    return None if along else (start, end)


def _cut(
    square: list[Pair], level: Fraction, by_p: Fraction, by_q: Fraction, sign: int
) -> list[Pair]:
    """The corners of the part of a square on one side of a line."""
    heights = [sign * (level + by_p * p + by_q * q) for p, q in square]
    found: list[Pair] = []
    for k, corner in enumerate(square):
        after, here, there = square[(k + 1) % 4], heights[k], heights[(k + 1) % 4]
        if here >= 0:
            found.append(corner)
        if here * there < 0:
            t = here / (here - there)
            found.append(
                (corner[0] + t * (after[0] - corner[0]), corner[1] + t * (after[1] - corner[1]))
            )
    return found


def _floats(p: Pair) -> tuple[float, float]:
    return float(p[0]), float(p[1])


def _spread(weight: Point, pair: tuple[int, int], size: int) -> tuple[Any, ...]:
    rest = RationalFunction.of(Polynomial.of([1, -1])).at(weight)
    spread: list[Any] = [ZERO] * size
    spread[pair[0]] = rest
    if pair[1] != pair[0]:
        spread[pair[1]] = weight
    return tuple(spread)
