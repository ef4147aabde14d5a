"""The imputation tetrahedron: payoffs of four players as points of a solid, seen from the front.

A corner stands for a player who gets everything beyond what the others earn alone. Points are
averages of the corners, so that they can be put on the sheet without going through space; a third
coordinate, toward the viewer, says which sides of a solid are seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.pictures.simplex_frame import Point, SimplexFrame, Spot, around
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.pictures import FAINT, INK, Canvas

CORNERS = ((300.0, 78.0, 0.0), (64.0, 432.0, 0.0), (566.0, 400.0, 0.0), (352.0, 540.0, 1.0))
"""Where each player's corner is on the sheet, and how far in front."""
LABELS = ((0.0, -28.0), (-8.0, 24.0), (12.0, 30.0), (0.0, 24.0))
HIDDEN = (1, 2)
"""The edge behind the solid."""
WIDTH, HEIGHT = 660.0, 600.0

Place = tuple[float, float, float]


@dataclass(frozen=True)
class Tetrahedron(SimplexFrame):
    """Where payoffs of four players lie on the sheet.

    >>> from kibitz import coalition
    >>> frame = tetrahedron(coalition({"A,B,C,D": 8}))
    >>> frame.place((8, 0, 0, 0)), frame.place((0, 0, 0, 8))
    ((300.0, 78.0), (352.0, 540.0))
    """

    def _place(self, payoffs: Sequence[Number]) -> Place:
        shares = self.shares(payoffs)
        x, y, z = (
            sum(s * corner[k] for s, corner in zip(shares, CORNERS, strict=True)) for k in range(3)
        )
        return x, y, z

    def place(self, payoffs: Sequence[Number]) -> Spot:
        x, y, _ = self._place(payoffs)
        return x, y

    @property
    def below(self) -> float:
        return HEIGHT + 14

    def sheet(self, title: str) -> Canvas:
        canvas = Canvas(WIDTH, HEIGHT)
        canvas.text(16, 26, title, 15, "start", bold=True)
        (x1, y1, _), (x2, y2, _) = CORNERS[HIDDEN[0]], CORNERS[HIDDEN[1]]
        canvas.line(x1, y1, x2, y2, FAINT, 1.1, "6 5")
        self.name_corners(canvas, LABELS)
        return canvas

    def frame(self, canvas: Canvas) -> None:
        """The edges in front, to be drawn last.

        Parameters
        ----------
        canvas : Canvas
            The sheet to draw on.
        """
        for i in range(4):
            for j in range(i):
                if (j, i) != HIDDEN:
                    (x1, y1, _), (x2, y2, _) = CORNERS[i], CORNERS[j]
                    canvas.line(x1, y1, x2, y2, INK, 1.3)

    def solid(
        self, canvas: Canvas, vertices: Sequence[Point], faces: Iterable[Sequence[Point]] = ()
    ) -> None:
        """A convex set: its outline, the edges of its faces, those behind dashed, its vertices.

        Parameters
        ----------
        canvas : Canvas
            The sheet to draw on.
        vertices : sequence of Point
            The corners of the set, as payoffs.
        faces : iterable of sequence of Point, default ()
            The corners of each face, in order around it.
        """
        self.region(canvas, vertices)
        middle = _middle([self._place(x) for x in vertices])
        edges: dict[frozenset[Place], bool] = {}
        for face in faces:
            corners = around_in_space([self._place(x) for x in face])
            seen = _seen(corners, middle)
            for side in zip(corners, corners[1:] + corners[:1], strict=True):
                edges[frozenset(side)] = seen or edges.get(frozenset(side), False)
        for edge, seen in sorted(edges.items(), key=lambda item: (item[1], sorted(item[0]))):
            (x1, y1, _), (x2, y2, _) = sorted(edge)
            stroke, width, dash = (INK, 1.2, "") if seen else (FAINT, 0.9, "4 3")
            canvas.line(x1, y1, x2, y2, stroke, width, dash)
        for x in vertices:
            canvas.dot(*self.place(x), 2.6, INK)


def tetrahedron(game: CoalitionalGame) -> Tetrahedron:
    """The tetrahedron of the imputations of a game of four players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Tetrahedron
        Its corners and where payoffs lie in it.
    """
    if game.n != 4:
        raise GameError(
            f"{count_of(game.n, 'player')}: the imputation tetrahedron needs four players"
        )
    return Tetrahedron(game, *around(game))


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


def around_in_space(corners: list[Place]) -> list[Place]:
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
