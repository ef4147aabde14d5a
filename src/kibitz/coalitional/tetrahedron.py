"""The imputation tetrahedron: payoffs of four players as points of a solid, seen from the front.

A corner stands for a player who gets everything beyond what the others earn alone. Points are
averages of the corners, so that they can be put on the sheet without going through space; a third
coordinate, towards the viewer, tells which sides of a solid are seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.triangle import COLOURS, CORE
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, magnitude, show_all
from kibitz.core.picture import FAINT, INK, Canvas, text_width

FOURTH = "#6d28d9"
PLAYERS = (*COLOURS, FOURTH)
CORNERS = ((300.0, 78.0, 0.0), (64.0, 432.0, 0.0), (566.0, 400.0, 0.0), (352.0, 540.0, 1.0))
"""Where each player's corner is on the sheet, and how far in front."""
LABELS = ((0.0, -28.0), (-8.0, 22.0), (8.0, 22.0), (0.0, 22.0))
HIDDEN = (1, 2)
"""The edge behind the solid."""
WIDTH, HEIGHT = 640.0, 596.0

Point = tuple[Number, ...]
Spot = tuple[float, float]
Place = tuple[float, float, float]


@dataclass(frozen=True)
class Tetrahedron:
    """Where payoffs of four players lie on the sheet.

    ``lower`` are the payoffs on the four sides, ``size`` what is left to hand out.

    >>> from kibitz import coalition
    >>> frame = tetrahedron(coalition({"A,B,C,D": 8}))
    >>> frame.place((8, 0, 0, 0)), frame.place((0, 0, 0, 8))
    ((300.0, 78.0), (352.0, 540.0))
    """

    game: CoalitionalGame
    lower: Point
    size: Number

    @property
    def corners(self) -> tuple[Point, ...]:
        """The payoffs at the corners: all that is left to one player."""
        return tuple(
            tuple(low + self.size * (i == k) for i, low in enumerate(self.lower)) for k in range(4)
        )

    def _place(self, payoffs: Sequence[Number]) -> Place:
        shares = [
            float(x - low) / float(self.size) for x, low in zip(payoffs, self.lower, strict=True)
        ]
        x, y, z = (
            sum(s * corner[k] for s, corner in zip(shares, CORNERS, strict=True)) for k in range(3)
        )
        return x, y, z

    def place(self, payoffs: Sequence[Number]) -> Spot:
        """Where a point lies, in pixels."""
        x, y, _ = self._place(payoffs)
        return x, y

    def sheet(self, title: str) -> Canvas:
        """A canvas with the tetrahedron, its corners and the names of the players."""
        canvas = Canvas(WIDTH, HEIGHT)
        canvas.text(16, 26, title, 15, "start", bold=True)
        (x1, y1, _), (x2, y2, _) = CORNERS[HIDDEN[0]], CORNERS[HIDDEN[1]]
        canvas.line(x1, y1, x2, y2, FAINT, 1.1, "6 5")
        for k, (x, y, _) in enumerate(CORNERS):
            dx, dy = LABELS[k]
            canvas.text(x + dx, y + dy, self.game.players[k], 14, "middle", PLAYERS[k], bold=True)
            canvas.text(x + dx, y + dy + 15, show_all(self.corners[k]), 10, "middle", FAINT)
        return canvas

    def frame(self, canvas: Canvas) -> None:
        """The edges in front, to be drawn last."""
        for i in range(4):
            for j in range(i):
                if (j, i) != HIDDEN:
                    (x1, y1, _), (x2, y2, _) = CORNERS[i], CORNERS[j]
                    canvas.line(x1, y1, x2, y2, INK, 1.3)

    def solid(
        self, canvas: Canvas, vertices: Sequence[Point], faces: Iterable[Sequence[Point]] = ()
    ) -> None:
        """A convex set: its outline, the edges of its faces, those behind dashed, its vertices."""
        self.region(canvas, vertices)
        middle = _middle([self._place(x) for x in vertices])
        edges: dict[frozenset[Place], bool] = {}
        for face in faces:
            corners = _around_in_space([self._place(x) for x in face])
            seen = _seen(corners, middle)
            for side in zip(corners, corners[1:] + corners[:1], strict=True):
                edges[frozenset(side)] = seen or edges.get(frozenset(side), False)
        for edge, seen in sorted(edges.items(), key=lambda item: (item[1], sorted(item[0]))):
            (x1, y1, _), (x2, y2, _) = sorted(edge)
            stroke, width, dash = (INK, 1.2, "") if seen else (FAINT, 0.9, "4 3")
            canvas.line(x1, y1, x2, y2, stroke, width, dash)
        for x in vertices:
            canvas.dot(*self.place(x), 2.6, INK)

    def region(
        self, canvas: Canvas, vertices: Sequence[Point], fill: str = CORE, stroke: str = INK
    ) -> None:
        """The outline of a convex set as it is seen: a polygon, a segment or a point."""
        spots = _hull([self.place(x) for x in vertices])
        if len(spots) == 1:
            canvas.dot(*spots[0], 6, fill, stroke)
        elif len(spots) == 2:
            canvas.path(spots, stroke, 6)
            canvas.path(spots, fill, 4)
        elif spots:
            canvas.path([*spots, spots[0]], stroke, 1.0, fill)

    def mark(self, canvas: Canvas, payoffs: Sequence[Number], colour: str) -> None:
        """A point."""
        canvas.dot(*self.place(payoffs), 5, colour, "#ffffff")

    def legend(self, canvas: Canvas, entries: Sequence[tuple[str, str]]) -> None:
        """Colours and what they stand for, below the tetrahedron."""
        y = HEIGHT + 14
        for colour, words in entries:
            canvas.dot(28, y - 4, 5, colour, FAINT)
            canvas.text(42, y, words, 12, "start")
            canvas.width = max(canvas.width, 60 + text_width(words, 12))
            y += 20
        canvas.height = y


def tetrahedron(game: CoalitionalGame) -> Tetrahedron:
    """The tetrahedron of the imputations of a game of four players."""
    if game.n != 4:
        raise GameError(f"{game.n} players: the imputation tetrahedron is for four")
    lower = tuple(game.value(1 << i) for i in range(4))
    size = game.total - sum(lower)
    if size > 0:
        return Tetrahedron(game, lower, size)
    spread = max(Fraction(1), *(magnitude(x) for x in (*lower, game.total))) - size
    return Tetrahedron(game, tuple(x - spread / 4 for x in lower), size + spread)


def _middle(places: Sequence[Place]) -> Place:
    x, y, z = (sum(column) / len(places) for column in zip(*places, strict=True))
    return x, y, z


def _cross(a: Place, b: Place) -> Place:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _less(a: Place, b: Place) -> Place:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Place, b: Place) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _normal(corners: Sequence[Place]) -> Place:
    """A direction perpendicular to a flat polygon, from its widest angle."""
    start = corners[0]
    sides = [_less(corner, start) for corner in corners[1:]]
    return max((_cross(a, b) for a in sides for b in sides), key=lambda v: _dot(v, v))


def _around_in_space(corners: list[Place]) -> list[Place]:
    """The corners of a flat polygon in order around their middle."""
    middle = _middle(corners)
    normal = _normal(corners)
    right = _less(corners[0], middle)
    up = _cross(normal, right)
    size = math.sqrt(_dot(up, up)) or 1.0
    reach = math.sqrt(_dot(right, right)) or 1.0

    def angle(corner: Place) -> float:
        arm = _less(corner, middle)
        return math.atan2(_dot(arm, up) / size, _dot(arm, right) / reach)

    return sorted(corners, key=angle)


def _seen(corners: Sequence[Place], middle: Place) -> bool:
    """Whether a side of a solid faces the viewer."""
    normal = _normal(corners)
    outward = _dot(normal, _less(corners[0], middle))
    return normal[2] * outward > 0


def _hull(spots: list[Spot]) -> list[Spot]:
    """The convex hull in the plane, in order; Andrew's monotone chain."""
    points = sorted({(round(x, 3), round(y, 3)) for x, y in spots})
    if len(points) <= 2:
        return points
    return _chain(points)[:-1] + _chain(points[::-1])[:-1]


def _chain(points: list[Spot]) -> list[Spot]:
    chain: list[Spot] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
