"""A sheet with two axes: where a pair of utilities lies on it, ticks and labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from kibitz.core.errors import GameError
from kibitz.pictures import FAINT, INK, Canvas, text_width
from kibitz.pictures.ticks import ticks

SIZE, LEFT, TOP = 420.0, 70.0, 54.0
Spot = tuple[float, float]


class Frame:
    """The part of the plane that a picture shows, with the same scale on both axes if it can."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        seen = [p for p in spots if all(map(math.isfinite, p))]
        if not seen or max(abs(x) for p in seen for x in p) > 1e12:
            raise GameError("the numbers are too large to draw")
        lows = [min(p[k] for p in seen) for k in (0, 1)]
        highs = [max(p[k] for p in seen) for k in (0, 1)]
        spans = [h - low or 1.0 for low, h in zip(lows, highs, strict=True)]
        self.is_even = max(spans) < 4 * min(spans)
        if self.is_even:
            grown = [max(s, max(spans) / 2) for s in spans]
            pairs = zip(lows, spans, grown, strict=True)
            lows = [low - (wide - s) / 2 for low, s, wide in pairs]
            spans = grown
        pads = [0.09 * s for s in spans]
        self.left, self.bottom = (low - pad for low, pad in zip(lows, pads, strict=True))
        self.right, self.top = (
            low + span + pad for low, span, pad in zip(lows, spans, pads, strict=True)
        )

    @property
    def limits(self) -> tuple[float, float, float, float]:
        return self.left, self.bottom, self.right, self.top

    def at(self, spot: Sequence[float]) -> Spot:
        """Pixels of a point."""
        wide, high = self.size
        x = LEFT + wide * (float(spot[0]) - self.left) / (self.right - self.left)
        y = TOP + high * (1 - (float(spot[1]) - self.bottom) / (self.top - self.bottom))
        return x, y

    def holds(self, spot: Sequence[float]) -> bool:
        return self.left <= spot[0] <= self.right and self.bottom <= spot[1] <= self.top

    @property
    def size(self) -> tuple[float, float]:
        """How wide and high the part is in pixels; the longer side is as long as can be."""
        wide, high = self.right - self.left, self.top - self.bottom
        if not self.is_even:
            return SIZE, SIZE
        return SIZE * min(1.0, wide / high), SIZE * min(1.0, high / wide)

    def canvas(self, title: str, players: Sequence[str]) -> Canvas:
        """Paper with the title; axes are drawn by :meth:`axes`, on top of what is filled."""
        wide, high = self.size
        width = max(LEFT + wide + 40, LEFT + text_width(title, 15, bold=True) + 20)
        canvas = Canvas(width, TOP + high + 56)
        canvas.text(20, 26, title, 15, "start", bold=True)
        canvas.text(LEFT - 6, TOP - 10, f"utility of {players[1]}", 11, "start", FAINT)
        canvas.text(LEFT + wide, TOP + high + 40, f"utility of {players[0]}", 11, "end", FAINT)
        return canvas

    def axes(self, canvas: Canvas) -> None:
        """A frame with ticks, and the two zero lines where they are inside."""
        for spot, way in (
            ((0.0, self.bottom), (0.0, self.top)),
            ((self.left, 0.0), (self.right, 0.0)),
        ):
            if self.holds(spot) and self.holds(way):
                canvas.line(*self.at(spot), *self.at(way), FAINT, 0.8)
        wide, high = self.size
        corner = LEFT, TOP + high
        canvas.line(*corner, LEFT, TOP, INK, 1)
        canvas.line(*corner, LEFT + wide, TOP + high, INK, 1)
        for tick in ticks(self.left, self.right, 7):
            x, y = self.at((tick, self.bottom))
            canvas.line(x, y, x, y + 4, INK, 1)
            canvas.text(x, y + 18, f"{tick:g}", 10, fill=FAINT)
        for tick in ticks(self.bottom, self.top, 7):
            x, y = self.at((self.left, tick))
            canvas.line(x - 4, y, x, y, INK, 1)
            canvas.text(x - 8, y + 4, f"{tick:g}", 10, "end", FAINT)

    def label(self, canvas: Canvas, spot: Sequence[float], words: str, fill: str) -> None:
        """Words beside a point, over nothing else."""
        canvas.label(*self.at(spot), words, 12, fill, bold=True, room=5)
