"""The imputation triangle: payoffs of three players as points of a triangle.

The payoffs that hand out v(N) form a plane; in it, those that give nobody less than they earn alone
form a triangle. The height of a point above the side opposite to a player's corner is what the
player gets beyond that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, magnitude, show_all
from kibitz.core.picture import COLUMN, FAINT, INK, ROW, Canvas, text_width

SIDE = 440.0
HEIGHT = SIDE * math.sqrt(3) / 2
THIRD = "#047857"
"""The third player's colour."""
COLOURS = (ROW, COLUMN, THIRD)
CORE = "#fde68a"
POINTS = ("#7c3aed", "#be123c", "#0f766e", "#b45309", "#1d4ed8", "#4d7c0f")
"""Colours for points, in the order in which they are put on the sheet."""

Point = tuple[Number, ...]
Spot = tuple[float, float]


@dataclass(frozen=True)
class Triangle:
    """Where payoffs of three players lie on the sheet.

    ``lower`` are the payoffs on the three sides, ``size`` what is left to hand out; when players
    earn more alone than together, or just as much, the triangle is drawn around the imputations.

    >>> from kibitz import coalition
    >>> frame = triangle(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> [tuple(map(round, frame.place(x))) for x in ((7, 0, 0), (0, 7, 0), (0, 0, 7))]
    [(300, 84), (80, 465), (520, 465)]
    """

    game: CoalitionalGame
    lower: Point
    size: Number

    @property
    def corners(self) -> tuple[Point, Point, Point]:
        """The payoffs at the top, at the left and at the right corner: all to one player."""
        first, second, third = (
            tuple(low + self.size * (i == k) for i, low in enumerate(self.lower)) for k in range(3)
        )
        return first, second, third

    def place(self, payoffs: Sequence[Number]) -> Spot:
        """Where a point lies, in pixels."""
        shares = [
            float(x - low) / float(self.size) for x, low in zip(payoffs, self.lower, strict=True)
        ]
        x = 80 + SIDE * (shares[0] / 2 + shares[2])
        return x, 84 + HEIGHT * (1 - shares[0])

    def sheet(self, title: str) -> Canvas:
        """A canvas with the triangle, its corners and the names of the players."""
        canvas = Canvas(SIDE + 160, HEIGHT + 150)
        canvas.text(16, 26, title, 15, "start", bold=True)
        spots = [self.place(x) for x in self.corners]
        canvas.path([*spots, spots[0]], INK, 1.6)
        shifts = ((0.0, -26.0), (-6.0, 22.0), (6.0, 22.0))
        for k, (x, y) in enumerate(spots):
            dx, dy = shifts[k]
            canvas.text(x + dx, y + dy, self.game.players[k], 14, "middle", COLOURS[k], bold=True)
            canvas.text(x + dx, y + dy + 15, show_all(self.corners[k]), 10, "middle", FAINT)
        return canvas

    def chord(self, canvas: Canvas, player: int, payoff: Number, label: str = "") -> None:
        """The line on which a player gets this payoff, if it crosses the triangle."""
        ends = _level(self.corners, player, payoff)
        if len(ends) < 2:
            return
        (x1, y1), (x2, y2) = self.place(ends[0]), self.place(ends[1])
        canvas.line(x1, y1, x2, y2, COLOURS[player], 1.1, "5 4")
        if label and player == 1:
            x, y = min((x1, y1), (x2, y2))
            canvas.text(x - 6, y + 4, label, 10, "end", COLOURS[player])
        elif label:
            x, y = max((x1, y1), (x2, y2))
            canvas.text(x + 6, y + 4, label, 10, "start", COLOURS[player])

    def region(
        self, canvas: Canvas, vertices: Iterable[Point], fill: str = CORE, stroke: str = INK
    ) -> None:
        """A convex set, given by its vertices in any order: a polygon, a segment or a point."""
        spots = _around([self.place(x) for x in vertices])
        if len(spots) == 1:
            canvas.dot(*spots[0], 7, fill, stroke)
        elif len(spots) == 2:
            canvas.path(spots, stroke, 7)
            canvas.path(spots, fill, 5)
        elif spots:
            canvas.path([*spots, spots[0]], stroke, 1.2, fill)

    def mark(self, canvas: Canvas, payoffs: Sequence[Number], colour: str) -> None:
        """A point."""
        canvas.dot(*self.place(payoffs), 5, colour, "#ffffff")

    def legend(self, canvas: Canvas, entries: Sequence[tuple[str, str]]) -> None:
        """Colours and what they stand for, below the triangle."""
        y = HEIGHT + 140
        for colour, words in entries:
            canvas.dot(28, y - 4, 5, colour, FAINT)
            canvas.text(42, y, words, 12, "start")
            canvas.width = max(canvas.width, 60 + text_width(words, 12))
            y += 20
        canvas.height = max(canvas.height, y)


def triangle(game: CoalitionalGame) -> Triangle:
    """The triangle of the imputations of a game of three players."""
    if game.n != 3:
        raise GameError(f"{game.n} players: the imputation triangle is for three")
    lower = tuple(game.value(1 << i) for i in range(3))
    size = game.total - sum(lower)
    if size > 0:
        return Triangle(game, lower, size)
    spread = max(Fraction(1), *(magnitude(x) for x in (*lower, game.total))) - size
    return Triangle(game, tuple(x - spread / 3 for x in lower), size + spread)


def core_polygon(game: CoalitionalGame) -> tuple[Point, ...]:
    """The vertices of the core of a game of three players, in order around it.

    The imputations are cut with x_i <= v(N) - v(j,k), one player after another.

    >>> from kibitz import coalition
    >>> for x in core_polygon(coalition({"1,2": "1/4", "1,3": "1/2", "2,3": "3/4", "1,2,3": 1})):
    ...     print(show_all(x))
    (0, 1/2, 1/2)
    (0, 1/4, 3/4)
    (1/4, 0, 3/4)
    (1/4, 1/2, 1/4)
    """
    if game.n != 3:
        raise GameError(f"{game.n} players: the core is a polygon for three")
    lower = tuple(game.value(1 << i) for i in range(3))
    size = game.total - sum(lower)
    if size < 0:
        return ()
    polygon = list(Triangle(game, lower, size).corners)
    for player in range(3):
        most = game.total - game.value(game.grand ^ (1 << player)) + margin(game)
        polygon = _cut(polygon, player, most)
    return tuple(dict.fromkeys(polygon))


def _cut(polygon: list[Point], player: int, most: Number) -> list[Point]:
    """The part of a polygon where a player gets at most this much."""
    kept: list[Point] = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if a[player] <= most:
            kept.append(a)
        if (a[player] <= most) != (b[player] <= most):
            kept.append(_between(a, b, player, most))
    return kept


def _between(a: Point, b: Point, player: int, payoff: Number) -> Point:
    t = (payoff - a[player]) / (b[player] - a[player])
    return tuple(x + t * (y - x) for x, y in zip(a, b, strict=True))


def _level(corners: tuple[Point, Point, Point], player: int, payoff: Number) -> list[Point]:
    """The ends of the chord of the triangle on which a player gets this payoff."""
    high = corners[player]
    low = corners[(player + 1) % 3][player]
    if not low < payoff < high[player]:
        return []
    return [_between(high, corners[(player + k) % 3], player, payoff) for k in (1, 2)]


def _around(spots: list[Spot]) -> list[Spot]:
    """The distinct spots, in order around their middle."""
    near = list({(round(x, 3), round(y, 3)): (x, y) for x, y in spots}.values())
    if not near:
        return []
    x0 = sum(x for x, _ in near) / len(near)
    y0 = sum(y for _, y in near) / len(near)
    return sorted(near, key=lambda s: math.atan2(s[1] - y0, s[0] - x0))
