"""The movement diagram of a two-person game: a grid of cells with arrows to best responses."""

from __future__ import annotations

from math import hypot

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.pictures import COLUMN, FAINT, MARK, ROW, Canvas, Picture, text_width
from kibitz.strategic.concepts.movement_diagram import Arrow, MovementDiagram
from kibitz.strategic.profile import Cell

MOST_LINES = 12
HIGH, GAP, TOP = 38.0, 46.0, 92.0

Spot = tuple[float, float]


@extends(MovementDiagram)
def draw_movement(diagram: MovementDiagram) -> Picture:
    """Vertical arrows are the row player's wishes, horizontal ones the column player's.

    Parameters
    ----------
    diagram : MovementDiagram
        The arrows of a game of two players.

    Returns
    -------
    Picture
        The diagram as SVG.
    """
    game = diagram.game
    if len(game.players) != 2:
        raise GameError(
            f"{count_of(len(game.players), 'player')}: only two-person diagrams are drawn"
        )
    if max(game.shape) > MOST_LINES:
        raise GameError(
            f"{game.shape[0]} x {game.shape[1]} cells do not fit; the limit is {MOST_LINES} "
            "rows and columns"
        )
    sheet = _Sheet(diagram)
    for cell in diagram.sinks:
        x, y = sheet.corner(cell)
        sheet.canvas.rect(x, y, sheet.wide, HIGH, fill=MARK, radius=6)
    for arrow in diagram.arrows:
        sheet.arrow(arrow)
    sheet.cells()
    named = "equilibrium" if len(diagram.sinks) == 1 else "equilibria"
    sinks = f"{len(diagram.sinks)} {named} in pure strategies"
    title = game.title or "Movement diagram"
    sheet.canvas.text(14, 24, title, 15, "start", bold=True)
    sheet.canvas.text(14, 46, f"arrows lead to best responses; {sinks}", 11, "start", FAINT)
    return sheet.canvas.finish(f"{title}: {sinks}")


class _Sheet:
    """Where the cells of the diagram lie, and the canvas they are drawn on."""

    def __init__(self, diagram: MovementDiagram) -> None:
        self.game = diagram.game
        rows, columns = self.game.strategies
        m, n = self.game.shape
        self.words = {
            (i, j): ",  ".join(map(show, self.game.payoff(i, j)))
            for i in range(m)
            for j in range(n)
        }
        widest = max(text_width(w) for w in [*self.words.values(), *columns])
        self.wide = widest + 24
        self.bow = 0.75 * (0.65 * self.wide + 8) if m > 2 else 0.0
        self.side = max(text_width(r, bold=True) for r in rows) + 30 + self.bow
        width = self.side + n * (self.wide + GAP)
        self.canvas = Canvas(max(width, 420), TOP + m * (HIGH + GAP) - GAP + 28)

    def corner(self, cell: Cell) -> Spot:
        return self.side + cell[1] * (self.wide + GAP), TOP + cell[0] * (HIGH + GAP)

    def cells(self) -> None:
        rows, columns = self.game.strategies
        for cell, words in self.words.items():
            x, y = self.corner(cell)
            self.canvas.rect(x, y, self.wide, HIGH, stroke="rule", radius=6)
            self.canvas.text(x + self.wide / 2, y + HIGH / 2 + 5, words)
            if cell[0] == 0:
                self.canvas.text(
                    x + self.wide / 2, TOP - 14, columns[cell[1]], fill=COLUMN, bold=True
                )
            if cell[1] == 0:
                self.canvas.text(
                    x - 14 - self.bow,
                    y + HIGH / 2 + 5,
                    rows[cell[0]],
                    anchor="end",
                    fill=ROW,
                    bold=True,
                )

    def arrow(self, arrow: Arrow) -> None:
        """A straight arrow to a neighbor, a bow round the cells between otherwise."""
        (x1, y1), (x2, y2) = self.corner(arrow.start), self.corner(arrow.end)
        if arrow.player == 0:
            down = y2 > y1
            x = x1 + self.wide * (0.35 if down else 0.65)
            start, end = (x, y1 + HIGH * down), (x, y2 + HIGH * (not down))
            far, bend = abs(arrow.end[0] - arrow.start[0]) > 1, (self.wide * 0.65 + 8, 0.0)
            bend = (-bend[0], 0.0) if down else bend
            color = ROW
        else:
            right = x2 > x1
            y = y1 + HIGH * (0.35 if right else 0.65)
            start, end = (x1 + self.wide * right, y), (x2 + self.wide * (not right), y)
            far, bend = abs(arrow.end[1] - arrow.start[1]) > 1, (0.0, HIGH * 0.65 + 8)
            bend = (0.0, -bend[1]) if right else bend
            color = COLUMN
        spots = [start, end]
        if far:
            spots = _bow(start, end, bend)
        self.canvas.path(spots, color, 1.6)
        self.canvas.path(_head(spots[-2], spots[-1]), color, 1, fill=color)


def _bow(start: Spot, end: Spot, bend: Spot) -> list[Spot]:
    """A cubic curve that leaves and arrives sideways."""
    a = (start[0] + bend[0], start[1] + bend[1])
    b = (end[0] + bend[0], end[1] + bend[1])
    spots = []
    for k in range(17):
        t = k / 16
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (
            sum(w * p[i] for w, p in zip(weights, (start, a, b, end), strict=True)) for i in (0, 1)
        )
        spots.append((x, y))
    return spots


def _head(before: Spot, tip: Spot) -> list[Spot]:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    back = (tip[0] - 8 * ux, tip[1] - 8 * uy)
    return [
        tip,
        (back[0] - 4 * uy, back[1] + 4 * ux),
        (back[0] + 4 * uy, back[1] - 4 * ux),
        tip,
    ]
