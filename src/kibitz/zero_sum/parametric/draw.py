"""The curve of V(t), with its breakpoints."""

from __future__ import annotations

from kibitz.algebra.real_root import Point, RealRoot
from kibitz.core.extension import extends
from kibitz.pictures import COLUMN, FAINT, ROW, Canvas, Picture, text_width
from kibitz.zero_sum.parametric.solution import ParametricSolution, ValueInterval

WIDTH, HEIGHT, MARGIN = 560.0, 340.0, 52.0
SAMPLES = 80
"""How many points are plotted on each piece."""


@extends(ParametricSolution)
def draw_parametric(solution: ParametricSolution) -> Picture:
    """The value against the parameter; dots mark where the function changes.

    >>> from kibitz.zero_sum.parametric.game import parametric_game
    >>> draw_parametric(parametric_game("0 2; t 1").solve()).caption
    'V(t): 3 pieces'
    """
    left, right = _window(solution)
    curves = [_curve(piece, left, right) for piece in solution.pieces]
    heights = [y for curve in curves for _, y in curve]
    low, high = min(heights), max(heights)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    canvas = Canvas(WIDTH, HEIGHT)
    frame = _Frame(left, right, low, high)
    _axes(canvas, frame, solution.game.parameter)
    for curve in curves:
        canvas.path([frame.spot(x, y) for x, y in curve], stroke=ROW, width=2)
    for point, piece in zip(solution.breakpoints, solution.pieces, strict=False):
        _mark(canvas, frame, point, piece)
    count = len(solution.pieces)
    return canvas.finish(f"V({solution.game.parameter}): {count} piece{'s' if count > 1 else ''}")


class _Frame:
    """From parameter and value to a place on the paper."""

    def __init__(self, left: float, right: float, low: float, high: float) -> None:
        self.left, self.right, self.low, self.high = left, right, low, high

    def spot(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.left) / (self.right - self.left)
        up = (y - self.low) / (self.high - self.low)
        return MARGIN + across * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)


def _window(solution: ParametricSolution) -> tuple[float, float]:
    """All breakpoints with some room, within the interval of the game."""
    game = solution.game
    marks = [float(t) for t in solution.breakpoints]
    marks += [float(t) for t in (game.start, game.end) if t is not None]
    if not marks:
        return -3.0, 3.0
    room = max(1.0, (max(marks) - min(marks)) / 2)
    left = float(game.start) if game.start is not None else min(marks) - room
    right = float(game.end) if game.end is not None else max(marks) + room
    return left, right


def _curve(piece: ValueInterval, left: float, right: float) -> list[tuple[float, float]]:
    start = left if piece.start is None else max(left, float(piece.start))
    end = right if piece.end is None else min(right, float(piece.end))
    steps = [start + (end - start) * k / SAMPLES for k in range(SAMPLES + 1)]
    return [(t, piece.value.at_float(t)) for t in steps]


def _axes(canvas: Canvas, frame: _Frame, name: str) -> None:
    x0, y0 = frame.spot(frame.left, frame.low)
    x1, y1 = frame.spot(frame.right, frame.high)
    canvas.line(x0, y0, x1, y0, stroke=FAINT)
    canvas.line(x0, y0, x0, y1, stroke=FAINT)
    if frame.low < 0 < frame.high:
        _, zero = frame.spot(0, 0)
        canvas.line(x0, zero, x1, zero, stroke=FAINT, dash="2 4")
        canvas.text(x0 - 6, zero + 4, "0", 11, "end")
    for y, spot in ((frame.low, y0), (frame.high, y1)):
        canvas.text(x0 - 6, spot + 4, f"{y:.4g}", 11, "end")
    for x, spot in ((frame.left, x0), (frame.right, x1)):
        canvas.text(spot, y0 + 32, f"{x:.4g}", 11)
    canvas.text(x1 + 18, y0 + 4, name, 13)
    canvas.text(x0, y1 - 14, f"V({name})", 13)


def _mark(canvas: Canvas, frame: _Frame, point: Point, piece: ValueInterval) -> None:
    t = float(point)
    x, y = frame.spot(t, piece.value.at_float(t))
    _, floor = frame.spot(t, frame.low)
    canvas.line(x, y, x, floor, stroke=FAINT, dash="3 3")
    canvas.dot(x, y, 4, fill=COLUMN)
    label = f"{t:.4g}" if isinstance(point, RealRoot) or text_width(str(point)) > 60 else str(point)
    canvas.text(x, floor + 16, label, 11)
