"""The graph of a game with two rows or two columns."""

from __future__ import annotations

import math

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.pictures import COLUMN, FAINT, INK, ROW, Canvas, Picture, text_width
from kibitz.pictures.short import short
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.graphical import Graph

PLOT_WIDTH, PLOT_HEIGHT, TOP = 450.0, 320.0, 50.0


def draw_graph(game: MatrixGame, graph: Graph) -> Picture:
    """The lines, their envelope and the optimum, with the whole optimal interval.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    graph : Graph
        The lines and the envelope.

    Returns
    -------
    Picture
        The graph as SVG.
    """
    labels = game.columns if graph.mixes_rows else game.rows
    mine, theirs = (ROW, COLUMN) if graph.mixes_rows else (COLUMN, ROW)
    side, who = ("row", game.rows) if graph.mixes_rows else ("column", game.columns)
    ends = _line_ends(graph, labels)
    scale = _Frame(graph)
    words = max(text_width(label, 12) for _, label in ends)
    canvas = Canvas(scale.x(1) + 66 + words, 430)
    canvas.text(20, 26, game.title or "A game on a graph", 15, "start", bold=True)
    _axes(canvas, scale, f"probability x of {side} {who[0]} (instead of {side} {who[1]})", graph)
    for at_zero, at_one in graph.lines:
        canvas.line(scale.x(0), scale.y(at_zero), scale.x(1), scale.y(at_one), theirs, 1.3)
    for y, label in _apart([(scale.y(payoff), label) for payoff, label in ends]):
        canvas.text(scale.x(1) + 50, y + 4, label, 12, "start", theirs)
    canvas.path([(scale.x(x), scale.y(y)) for x, y in graph.breakpoints], mine, 3.2)
    _optimum(canvas, scale, graph, mine)
    kind = "lower" if graph.mixes_rows else "upper"
    return canvas.finish(
        f"the {kind} envelope; value {short(graph.value)} at x = {short(graph.optimal[0])}"
    )


class _Frame:
    """Where a payoff and a probability lie on the sheet."""

    def __init__(self, graph: Graph) -> None:
        try:
            payoffs = [float(y) for line in graph.lines for y in line]
        except OverflowError:
            raise GameError("the payoffs are too large to be drawn") from None
        low, high = min(payoffs), max(payoffs)
        pad = (high - low) * 0.06 or 1.0
        self.step = _nice_step((high - low) or 1.0)
        self.bottom, self.top = low - pad, high + pad
        self.left = 64 + max(text_width(short(graph.value), 12, bold=True), 16)

    def x(self, weight: Number) -> float:
        return self.left + PLOT_WIDTH * float(weight)

    def y(self, payoff: Number) -> float:
        share = (float(payoff) - self.bottom) / (self.top - self.bottom)
        return TOP + PLOT_HEIGHT * (1 - share)

    def ticks(self) -> list[float]:
        first = math.ceil(self.bottom / self.step)
        last = math.floor(self.top / self.step)
        return [k * self.step for k in range(first, last + 1)]


def _nice_step(span: float) -> float:
    raw = span / 6
    power = 10.0 ** math.floor(math.log10(raw))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= raw)


def _axes(canvas: Canvas, scale: _Frame, words: str, graph: Graph) -> None:
    floor = scale.y(scale.bottom)
    for end in (0, 1):
        canvas.line(scale.x(end), floor, scale.x(end), scale.y(scale.top), INK, 1)
        if end not in graph.optimal:
            canvas.text(scale.x(end), floor + 18, str(end), 11, fill=FAINT)
        for tick in scale.ticks():
            x, y = scale.x(end), scale.y(tick)
            canvas.line(x - 3, y, x + 3, y, INK, 1)
            if end == 1:
                canvas.text(x + 8, y + 4, f"{tick:g}", 10, "start", FAINT)
            elif abs(y - scale.y(graph.value)) > 12:
                canvas.text(x - 8, y + 4, f"{tick:g}", 10, "end", FAINT)
    canvas.line(scale.x(0), floor, scale.x(1), floor, INK, 1)
    canvas.text((scale.x(0) + scale.x(1)) / 2, floor + 40, words, 12)


def _optimum(canvas: Canvas, scale: _Frame, graph: Graph, color: str) -> None:
    low, high = graph.optimal
    spot, floor = scale.y(graph.value), scale.y(scale.bottom)
    canvas.line(scale.x(0), spot, scale.x(low), spot, FAINT, 1, "4 3")
    for x in {low, high}:
        canvas.line(scale.x(x), floor, scale.x(x), spot, FAINT, 1, "4 3")
    if low != high:
        canvas.line(scale.x(low), spot, scale.x(high), spot, color, 6)
        canvas.dot(scale.x(high), spot, 5, color)
        canvas.text(scale.x(high), floor + 18, short(high), 12, "start", color, bold=True)
    canvas.dot(scale.x(low), spot, 5, color)
    anchor = "middle" if low == high else "end"
    canvas.text(scale.x(low), floor + 18, short(low), 12, anchor, color, bold=True)
    canvas.text(scale.x(0) - 10, spot + 4, short(graph.value), 12, "end", color, bold=True)


def _line_ends(graph: Graph, labels: tuple[str, ...]) -> list[tuple[Number, str]]:
    """Where the lines end at the right, with the labels of all that end there."""
    ends: dict[Number, list[str]] = {}
    for label, (_, at_one) in zip(labels, graph.lines, strict=True):
        ends.setdefault(at_one, []).append(label)
    return [
        (
            y,
            ", ".join(names)
            if len(names) <= 4
            else f"{', '.join(names[:3])} and {len(names) - 3} more",
        )
        for y, names in ends.items()
    ]


def _apart(ends: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Move labels apart that would lie on top of each other."""
    placed: list[tuple[float, str]] = []
    for y, words in sorted(ends):
        placed.append((max(y, placed[-1][0] + 13) if placed else y, words))
    return placed
