"""What pictures of imputations share: corners for players, convex sets, points and a legend."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import Number, magnitude, show_all
from kibitz.linear.polyhedra.convex_hull import convex_hull
from kibitz.pictures import FAINT, INK, PLAYERS, Canvas, text_width

COLORS = PLAYERS
"""The colors of the players."""
CORE = "mark"
POINTS = ("player4", "player7", "player6", "player5", "player2", "player8")
"""Colors for points, in the order in which they are put on the sheet."""

Point = tuple[Number, ...]
Spot = tuple[float, float]


@dataclass(frozen=True)
class SimplexFrame(ABC):
    """Where payoffs lie on the sheet.

    ``lower`` are the payoffs on the sides, ``size`` what is left to hand out; when players earn
    more alone than together, or just as much, the frame is drawn around the imputations.
    """

    game: CoalitionalGame
    lower: Point
    size: Number

    @property
    def corners(self) -> tuple[Point, ...]:
        """The payoffs at the corners: all that is left to one player."""
        return tuple(
            tuple(low + self.size * (i == k) for i, low in enumerate(self.lower))
            for k in range(len(self.lower))
        )

    def shares(self, payoffs: Sequence[Number]) -> list[float]:
        """Payoffs as parts of what is left to hand out."""
        return [
            float(x - low) / float(self.size) for x, low in zip(payoffs, self.lower, strict=True)
        ]

    @abstractmethod
    def place(self, payoffs: Sequence[Number]) -> Spot:
        """Where a point lies, in pixels."""

    @abstractmethod
    def sheet(self, title: str) -> Canvas:
        """A canvas with the frame and the names of the players."""

    @property
    @abstractmethod
    def below(self) -> float:
        """Where the legend begins."""

    def name_corners(self, canvas: Canvas, shifts: Sequence[Spot]) -> None:
        """Players and payoffs at the corners, each moved away from it."""
        for k, corner in enumerate(self.corners):
            (x, y), (dx, dy) = self.place(corner), shifts[k]
            canvas.text(x + dx, y + dy, self.game.players[k], 14, "middle", COLORS[k], bold=True)
            canvas.text(x + dx, y + dy + 15, show_all(corner), 10, "middle", FAINT)

    def region(
        self, canvas: Canvas, vertices: Iterable[Point], fill: str = CORE, stroke: str = INK
    ) -> None:
        """A convex set as it is seen: a polygon, a segment or a point."""
        places = (self.place(x) for x in vertices)
        spots = convex_hull((round(x, 3), round(y, 3)) for x, y in places)
        if len(spots) == 1:
            canvas.dot(*spots[0], 7, fill, stroke)
        elif len(spots) == 2:
            canvas.path(spots, stroke, 7)
            canvas.path(spots, fill, 5)
        elif spots:
            canvas.path([*spots, spots[0]], stroke, 1.2, fill)

    def mark(self, canvas: Canvas, payoffs: Sequence[Number], color: str) -> None:
        """A point."""
        canvas.dot(*self.place(payoffs), 5, color, "paper")

    def legend(self, canvas: Canvas, entries: Sequence[tuple[str, str]]) -> None:
        """Colors and what they stand for."""
        y = self.below
        for color, words in entries:
            canvas.dot(28, y - 4, 5, color, FAINT)
            canvas.text(42, y, words, 12, "start")
            canvas.width = max(canvas.width, 60 + text_width(words, 12))
            y += 20
        canvas.height = max(canvas.height, y)


def around(game: CoalitionalGame) -> tuple[Point, Number]:
    """The payoffs on the sides of a frame that holds the imputations, and what is left.

    >>> from kibitz import coalition
    >>> around(coalition({"A": 1, "A,B,C": 4}, missing="zero"))[1]
    Fraction(3, 1)
    """
    lower = tuple(game.value(1 << i) for i in range(game.n))
    size = game.total - sum(lower)
    if size > 0:
        return lower, size
    spread = max(Fraction(1), *(magnitude(x) for x in (*lower, game.total))) - size
    return tuple(x - spread / game.n for x in lower), size + spread
