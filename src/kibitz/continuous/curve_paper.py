"""Axes to plot curves on."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.pictures import FAINT, INK, Canvas, text_width
from kibitz.pictures.ticks import ticks

WIDTH, HEIGHT = 560.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 30.0, 60.0, 54.0


class Paper:
    """A frame around a rectangle of numbers."""

    def __init__(
        self, across: tuple[float, float], up: tuple[float, float], x: str, y: str
    ) -> None:
        self.x0, self.x1 = _wide(*across)
        self.y0, self.y1 = _wide(*up)
        self.canvas = Canvas(WIDTH, HEIGHT)
        self._axes(x, y)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x0) / (self.x1 - self.x0)
        up = (y - self.y0) / (self.y1 - self.y0)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (
            HEIGHT - TOP - BOTTOM
        )

    def inside(self, x: float, y: float) -> bool:
        room = 1e-9 * (self.y1 - self.y0 + self.x1 - self.x0)
        return self.x0 - room <= x <= self.x1 + room and self.y0 - room <= y <= self.y1 + room

    def curve(self, points: Sequence[tuple[float, float]], stroke: str, width: float = 2) -> None:
        """A curve, broken where it leaves the frame."""
        run: list[tuple[float, float]] = []
        for x, y in points:
            if self.inside(x, y):
                run.append(self.spot(x, y))
                continue
            if len(run) > 1:
                self.canvas.path(run, stroke=stroke, width=width)
            run = []
        if len(run) > 1:
            self.canvas.path(run, stroke=stroke, width=width)

    def dot(self, x: float, y: float, fill: str, label: str = "") -> None:
        if not self.inside(x, y):
            return
        at = self.spot(x, y)
        self.canvas.dot(*at, 4.5, fill=fill)
        if label:
            self.canvas.label(*at, label, 12, room=4.5)

    def ring(self, x: float, y: float, stroke: str) -> None:
        if self.inside(x, y):
            self.canvas.dot(*self.spot(x, y), 3.5, fill="paper", stroke=stroke)

    def legend(self, entries: Sequence[tuple[str, str]]) -> None:
        """Colors with what they stand for, above the frame."""
        x = LEFT
        for color, words in entries:
            self.canvas.line(x, 20, x + 22, 20, stroke=color, width=3)
            self.canvas.text(x + 28, 24, words, 12, "start")
            x += 28 + text_width(words, 12) + 22

    def _axes(self, x: str, y: str) -> None:
        x0, y0 = self.spot(self.x0, self.y0)
        x1, y1 = self.spot(self.x1, self.y1)
        for tick in ticks(self.x0, self.x1):
            at, _ = self.spot(tick, self.y0)
            self.canvas.line(at, y0, at, y1, stroke="pale")
            self.canvas.text(at, y0 + 17, f"{tick:g}", 11)
        for tick in ticks(self.y0, self.y1):
            _, at = self.spot(self.x0, tick)
            self.canvas.line(x0, at, x1, at, stroke="pale")
            self.canvas.text(x0 - 7, at + 4, f"{tick:g}", 11, "end")
        self.canvas.line(x0, y0, x1, y0, stroke=FAINT)
        self.canvas.line(x0, y0, x0, y1, stroke=FAINT)
        if self.y0 < 0 < self.y1:
            _, zero = self.spot(0, 0)
            self.canvas.line(x0, zero, x1, zero, stroke=FAINT, dash="2 4")
        self.canvas.text((x0 + x1) / 2, y0 + 40, x, 13, fill=INK)
        wide = text_width(y, 13)
        self.canvas.text(max(x0 - 6, 10 + wide / 2), y1 - 11, y, 13, fill=INK)


def _wide(low: float, high: float) -> tuple[float, float]:
    return (low, high) if high - low > 1e-9 * (1 + abs(low)) else (low - 1, high + 1)
