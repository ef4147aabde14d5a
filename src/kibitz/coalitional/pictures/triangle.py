"""The imputation triangle: payoffs of three players as points of a triangle.

The payoffs that hand out v(N) form a plane; in it, those that give no one less than they earn alone
form a triangle. The height of a point above the side opposite to a player's corner is what the
player gets beyond that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.pictures.simplex_frame import COLORS, Point, SimplexFrame, Spot, around
from kibitz.coalitional.players import margin
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.pictures import INK, Canvas

SIDE = 440.0
HEIGHT = SIDE * math.sqrt(3) / 2
LABELS = ((0.0, -26.0), (-6.0, 22.0), (6.0, 22.0))


@dataclass(frozen=True)
class Triangle(SimplexFrame):
    """Where payoffs of three players lie on the sheet.

    >>> from kibitz import coalition
    >>> frame = triangle(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> [tuple(map(round, frame.place(x))) for x in ((7, 0, 0), (0, 7, 0), (0, 0, 7))]
    [(300, 84), (80, 465), (520, 465)]
    """

    def place(self, payoffs: Sequence[Number]) -> Spot:
        first, _, third = self.shares(payoffs)
        return 80 + SIDE * (first / 2 + third), 84 + HEIGHT * (1 - first)

    @property
    def below(self) -> float:
        return HEIGHT + 140

    def sheet(self, title: str) -> Canvas:
        canvas = Canvas(SIDE + 160, HEIGHT + 150)
        canvas.text(16, 26, title, 15, "start", bold=True)
        self.edges(canvas)
        self.name_corners(canvas, LABELS)
        return canvas

    def edges(self, canvas: Canvas) -> None:
        """The three sides.

        Parameters
        ----------
        canvas : Canvas
            The sheet to draw on.
        """
        spots = [self.place(x) for x in self.corners]
        canvas.path([*spots, spots[0]], INK, 1.6)

    def chord(self, canvas: Canvas, player: int, payoff: Number, label: str = "") -> None:
        """The line on which a player gets this payoff, if it crosses the triangle.

        Parameters
        ----------
        canvas : Canvas
            The sheet to draw on.
        player : int
            The position of the player, from 0.
        payoff : number
            What the player gets on the line.
        label : str, default ""
            What is written at the end of the line.
        """
        ends = _level(self.corners, player, payoff)
        if len(ends) < 2:
            return
        (x1, y1), (x2, y2) = self.place(ends[0]), self.place(ends[1])
        canvas.line(x1, y1, x2, y2, COLORS[player], 1.1, "5 4")
        if label and player == 1:
            x, y = min((x1, y1), (x2, y2))
            canvas.text(x - 6, y + 4, label, 10, "end", COLORS[player])
        elif label:
            x, y = max((x1, y1), (x2, y2))
            right, lower = (6, 4) if player == 0 else (16, 17)
            canvas.text(x + right, y + lower, label, 10, "start", COLORS[player])


def triangle(game: CoalitionalGame) -> Triangle:
    """The triangle of the imputations of a game of three players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Triangle
        Its corners and where payoffs lie in it.
    """
    if game.n != 3:
        raise GameError(
            f"{count_of(game.n, 'player')}: the imputation triangle needs three players"
        )
    return Triangle(game, *around(game))


def core_polygon(game: CoalitionalGame) -> tuple[Point, ...]:
    """The vertices of the core of a game of three players, in order around it.

    The imputations are cut with x_i <= v(N) - v(j,k), one player after another.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple of Point
        The vertices; none when the core is empty.

    Examples
    --------
    >>> from kibitz import coalition
    >>> for x in core_polygon(coalition({"1,2": "1/4", "1,3": "1/2", "2,3": "3/4", "1,2,3": 1})):
    ...     print(*x)
    0 1/2 1/2
    0 1/4 3/4
    1/4 0 3/4
    1/4 1/2 1/4
    """
    if game.n != 3:
        raise GameError(
            f"{count_of(game.n, 'player')}: the core is drawn as a polygon for three players"
        )
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


def _level(corners: tuple[Point, ...], player: int, payoff: Number) -> list[Point]:
    """The ends of the chord of the triangle on which a player gets this payoff."""
    high = corners[player]
    low = corners[(player + 1) % 3][player]
    if not low < payoff < high[player]:
        return []
    return [_between(high, corners[(player + k) % 3], player, payoff) for k in (1, 2)]
