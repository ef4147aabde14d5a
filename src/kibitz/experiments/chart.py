"""Charts of results: a line for each group, with the middle half of its rows around it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean, quantiles

from kibitz.core.errors import GameError
from kibitz.pictures import INK, PLAYERS, RULE, Canvas, Picture

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 72, 150, 40, 52
TICKS = 6


@dataclass(frozen=True, slots=True)
class Series:
    """A line: at each x the mean, and the quartiles where there are several rows."""

    name: str
    x: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @classmethod
    def of(cls, name: str, points: Iterable[tuple[float, float]]) -> Series:
        """The line of some points.

        >>> Series.of("a", [(1, 2.0), (1, 4.0), (2, 5.0)]).mean
        (3.0, 5.0)
        """
        found: dict[float, list[float]] = defaultdict(list)
        for x, y in points:
            found[x].append(y)
        xs = sorted(found)
        ends = [_quartiles(found[x]) for x in xs]
        return cls(
            name,
            tuple(xs),
            tuple(fmean(found[x]) for x in xs),
            tuple(low for low, _ in ends),
            tuple(high for _, high in ends),
        )


def _quartiles(ys: list[float]) -> tuple[float, float]:
    if len(ys) < 2:
        return ys[0], ys[0]
    low, _, high = quantiles(ys, n=4, method="inclusive")
    return low, high


@dataclass(frozen=True, slots=True)
class _Axis:
    """From numbers to pixels."""

    low: float
    high: float
    start: float
    end: float
    log: bool
    whole: bool = False
    """Whether there are only whole numbers on it."""

    @classmethod
    def over(
        cls, values: list[float], start: float, end: float, log: bool, name: str, zero: bool = False
    ) -> _Axis:
        if log and min(values) <= 0:
            raise GameError(f"{name} is not positive everywhere, so it has no logarithmic axis")
        low, high = min(values), max(values)
        whole = all(float(x).is_integer() for x in values)
        if zero and not log and 0 < low < 0.4 * high:
            low = 0.0
        if low == high:
            low, high = (low / 2, high * 2) if log else (low - 1, high + 1)
        return cls(low, high, start, end, log, whole)

    def __call__(self, x: float) -> float:
        low, high = self._scaled(self.low), self._scaled(self.high)
        return self.start + (self.end - self.start) * (self._scaled(x) - low) / (high - low)

    def _scaled(self, x: float) -> float:
        return math.log10(max(x, 1e-300)) if self.log else x

    def ticks(self) -> list[float]:
        """Round numbers along the axis.

        >>> _Axis(0, 10, 0, 100, False).ticks()
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        >>> _Axis.over([2, 3, 4], 0, 100, False, "n").ticks()
        [2.0, 3.0, 4.0]
        """
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [10.0**k for k in powers if self.low <= 10.0**k <= self.high]
            if len(found) >= 2:
                return found
            found = [m * 10.0**k for k in powers for m in (1, 2, 5)]
            return [t for t in found if self.low <= t <= self.high]
        rough = (self.high - self.low) / (TICKS - 1)
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough * 0.999)
        step = max(1.0, step) if self.whole else step
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(k * step, 12) for k in range(first, last + 1)]


def chart(
    lines: list[Series],
    x_name: str,
    y_name: str,
    *,
    log: str = "",
    theory: Callable[[float], float] | None = None,
    title: str = "",
) -> Picture:
    """Draw lines with their spread, and a curve to compare with."""
    xs = [x for line in lines for x in line.x]
    ys = [y for line in lines for y in (*line.low, *line.high, *line.mean)]
    if theory is not None:
        ys += [theory(x) for x in xs]
    across = _Axis.over(xs, LEFT, WIDTH - RIGHT, "x" in log, x_name)
    up = _Axis.over(ys, HEIGHT - BOTTOM, TOP, "y" in log, y_name, zero=True)
    paper = Canvas(WIDTH, HEIGHT)
    _frame(paper, across, up, x_name, y_name, title)
    for k, line in enumerate(lines):
        color = PLAYERS[k % len(PLAYERS)]
        band = [(across(x), up(y)) for x, y in zip(line.x, line.low, strict=True)]
        band += [(across(x), up(y)) for x, y in zip(line.x, line.high, strict=True)][::-1]
        if len(line.x) > 1:
            paper.path([*band, band[0]], stroke="none", fill=color, opacity=0.15)
        spots = [(across(x), up(y)) for x, y in zip(line.x, line.mean, strict=True)]
        paper.path(spots, stroke=color, width=2)
        for x, y in spots:
            paper.dot(x, y, 3, fill=color)
        _legend(paper, k, line.name or "mean, middle half", color)
    if theory is not None:
        curve = [(across(x), up(theory(x))) for x in sorted(set(xs))]
        paper.path(curve, stroke=INK, width=1.5, dash="5 4")
        _legend(paper, len(lines), "theory", INK, dash="5 4")
    return paper.finish(title or f"{y_name} against {x_name}")


def _frame(paper: Canvas, across: _Axis, up: _Axis, x_name: str, y_name: str, title: str) -> None:
    for x in across.ticks():
        paper.line(across(x), up.start, across(x), up.end, stroke=RULE, width=0.5)
        paper.text(across(x), up.start + 18, f"{x:,.6g}", size=11)
    for y in up.ticks():
        paper.line(across.start, up(y), across.end, up(y), stroke=RULE, width=0.5)
        paper.text(across.start - 8, up(y) + 4, f"{y:,.6g}", size=11, anchor="end")
    paper.line(across.start, up.start, across.end, up.start)
    paper.line(across.start, up.start, across.start, up.end)
    paper.text((across.start + across.end) / 2, HEIGHT - 12, x_name, size=13)
    paper.text(across.start, TOP - 14, y_name, size=13, anchor="start")
    if title:
        paper.text((across.start + across.end) / 2, 16, title, size=14)


def _legend(paper: Canvas, k: int, name: str, color: str, dash: str = "") -> None:
    x, y = WIDTH - RIGHT + 12, TOP + 12 + 20 * k
    paper.line(x, y - 4, x + 22, y - 4, stroke=color, width=2, dash=dash)
    paper.text(WIDTH - RIGHT + 40, y, name, size=12, anchor="start")
