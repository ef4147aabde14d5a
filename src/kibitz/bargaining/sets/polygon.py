"""Convex polygons with exact corners: what is feasible when payoffs cannot be transferred."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from kibitz.bargaining.sets.feasible import ChainSet, Pair, clip, plain_pair, read_pair, show_pair
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.convex_hull import convex_hull, left_turn

MOST_POINTS = 200_000


@dataclass(frozen=True)
class Polygon(ChainSet):
    """The convex hull of some points: corners counterclockwise from the lowest of the leftmost.

    One corner is a point, two are a segment.

    >>> hull = polygon([(4, 3), (0, 0), (2, 2), (1, 4)])
    >>> print(hull.words())
    the polygon with corners (0, 0), (4, 3), (1, 4)
    >>> print(*map(show_pair, hull.pareto))
    (1, 4) (4, 3)
    """

    kind: ClassVar[str] = "polygon"

    vertices: tuple[Pair, ...]

    @property
    def pareto(self) -> tuple[Pair, ...]:
        """The Pareto frontier from the highest corner to the one farthest right."""
        top = max(self.vertices, key=lambda p: (p[1], p[0]))
        right = max(self.vertices, key=lambda p: (p[0], p[1]))
        chain = [p for p in self.vertices if p[0] >= top[0] and p[1] >= right[1]]
        above = [p for p in chain if p in (top, right) or left_turn(top, right, p) > 0]
        return tuple(sorted(set(above)))

    @property
    def edges(self) -> tuple[tuple[Pair, Pair], ...]:
        """The sides; none for a point, one for a segment."""
        if len(self.vertices) < 3:
            return tuple(pairwise(self.vertices))
        return tuple(pairwise((*self.vertices, self.vertices[0])))

    def gains(self, disagreement: Pair) -> tuple[Pair, ...]:
        return clip(self.pareto, disagreement)

    def contains(self, point: Pair) -> bool:
        if len(self.vertices) == 1:
            return point == self.vertices[0]
        if len(self.vertices) == 2:
            (p, q) = self.vertices
            level = left_turn(p, q, point) == 0
            return level and min(p, q) <= point <= max(p, q)
        return all(left_turn(p, q, point) >= 0 for p, q in self.edges)

    def outside(self, point: Pair) -> str:
        for p, q in self.edges:
            turn = left_turn(p, q, point)
            if turn < 0 or (len(self.vertices) == 2 and turn != 0):
                return f"it lies beyond the side from {show_pair(p)} to {show_pair(q)}"
        return f"it is not in {self.words()}"

    def reaches(self, point: Pair) -> bool:
        return bool(self.gains(point))

    def outline(self, limits: tuple[float, float, float, float]) -> list[tuple[float, float]]:
        around = [(float(u), float(v)) for u, v in self.vertices]
        return [*around, around[0]]

    def pareto_line(self, limits: tuple[float, float, float, float]) -> list[tuple[float, float]]:
        return [(float(u), float(v)) for u, v in self.pareto]

    def landmarks(self) -> list[tuple[float, float]]:
        return [(float(u), float(v)) for u, v in self.vertices]

    def words(self) -> str:
        corners = ", ".join(map(show_pair, self.vertices[:12]))
        more = f" and {len(self.vertices) - 12} more" if len(self.vertices) > 12 else ""
        if len(self.vertices) == 1:
            return f"the single point {corners}"
        if len(self.vertices) == 2:
            return f"the segment between {corners.replace('), (', ') and (')}"
        return f"the polygon with corners {corners}{more}"

    def to_json(self) -> dict[str, Any]:
        return {"polygon": [plain_pair(p) for p in self.vertices]}


def polygon(points: Iterable[Any]) -> Polygon:
    """The convex hull of points, by Andrew's monotone chain.

    Parameters
    ----------
    points : iterable of pairs
        The points.

    Returns
    -------
    Polygon
        The polygon.

    Notes
    -----
    Cost: O(n log n).

    References
    ----------
    Andrew 1979.

    Examples
    --------
    >>> polygon([(0, 0), (1, 1), (2, 2)]).vertices
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(2, 1), Fraction(2, 1)))
    """
    if isinstance(points, str):
        points = _points_in_words(points)
    if not isinstance(points, Iterable):
        raise GameError(f"{points!r} is not a list of points such as [(0, 0), (0, 1), (3, 0)]")
    read = [read_pair(p, f"point {k}") for k, p in enumerate(points, 1)]
    if not read:
        raise GameError("the feasible set is empty; give at least one point")
    if len(read) > MOST_POINTS:
        raise GameError(f"{count_of(len(read), 'point')}; the limit is {MOST_POINTS}")
    return Polygon(convex_hull(read))


def _points_in_words(text: str) -> list[str]:
    """Points between semicolons, in brackets, or each without a blank: ``0,0 4,0 0,6``."""
    if bracketed := re.findall(r"[(\[]([^()\[\]]*)[)\]]", text):
        return bracketed
    parts = [part for part in text.replace("\n", ";").split(";") if part.strip()]
    words = text.split()
    if len(parts) == 1 and all(word.count(",") == 1 for word in words):
        return words
    return parts
