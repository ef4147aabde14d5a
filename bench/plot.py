"""Time against size on logarithmic axes, with the fitted slope: one picture for a chapter."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from bench.harness import Race, duration

WIDTH, HEIGHT = 660, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 240, 20, 48
COLORS = ("#3b6fd4", "#d4663b", "#3ba36f", "#9a5bd0", "#b58a1b", "#777777")
STYLE = """<style>
text { font: 12px system-ui, sans-serif; fill: #333 }
.grid { stroke: #ddd }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 }
}
</style>"""


@dataclass(frozen=True)
class Plot:
    """Which races of a chapter make a picture, and what their size is.

    The group ``size`` of the pattern is the size in a race's title, and ``games``, if there is such
    a group, the number of games that it solves.
    """

    pattern: str
    size: str
    power_of_two: bool = False

    def points(self, races: Iterable[Race]) -> dict[str, list[tuple[float, float]]]:
        """Sizes and seconds by who took them; only those with two sizes or more.

        >>> from bench.harness import Timing
        >>> races = [Race(f"n = {n}", (Timing("us", (n * n,)),), "us") for n in (1, 2, 4)]
        >>> Plot(r"n = (?P<size>\\d+)", "n").points(races)
        {'us': [(1.0, 1.0), (2.0, 4.0), (4.0, 16.0)]}
        """
        found: dict[str, list[tuple[float, float]]] = {}
        for race in races:
            match = re.search(self.pattern, race.title)
            if not match:
                continue
            size = float(match["size"].replace(",", ""))
            size = 2.0**size if self.power_of_two else size
            games = int(match.groupdict().get("games") or 1)
            for timing in race.timings:
                name = re.sub(r" \([\d.,]+ ?M?/s\)", "", timing.name)
                found.setdefault(name, []).append((size, timing.middle / games))
        return {name: sorted(points) for name, points in found.items() if len(points) > 1}


def slope(points: list[tuple[float, float]]) -> float:
    """The exponent of the power law that fits best.

    >>> round(slope([(1, 3), (2, 12), (4, 48)]), 9)
    2.0
    """
    xs, ys = ([math.log(point[k]) for point in points] for k in (0, 1))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    wide = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / wide if wide else 0.0


def svg(series: dict[str, list[tuple[float, float]]], size: str) -> str:
    """The picture, which is readable on light and on dark."""
    every = [point for points in series.values() for point in points]
    x0, x1 = (f(point[0] for point in every) for f in (min, max))
    low, high = (f(math.log10(point[1]) for point in every) for f in (min, max))
    low, high = math.floor(low), max(math.ceil(high), math.floor(low) + 1)

    def at(x: float, y: float) -> tuple[float, float]:
        across = math.log(x / x0) / math.log(x1 / x0)
        up = (math.log10(y) - low) / (high - low)
        return (
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="time against {size}">',
        STYLE,
    ]
    for power in range(low, high + 1):
        _, y = at(x0, 10.0**power)
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        told = duration(10.0**power)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{told}</text>')
    for x in _ticks(sorted({point[0] for point in every})):
        across, bottom = at(x, 10.0**low)
        parts.append(
            f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="{TOP}" y2="{bottom}"/>'
        )
        parts.append(
            f'<text x="{across:.1f}" y="{bottom + 18}" text-anchor="middle">{_short(x)}</text>'
        )
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{size}</text>')
    for k, (name, points) in enumerate(series.items()):
        color = COLORS[k % len(COLORS)]
        dash = "" if k < len(COLORS) else ' stroke-dasharray="5 4"'
        places = [at(*point) for point in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"{dash}/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}"/>' for x, y in places]
        height = TOP + 12 + 18 * k
        start = WIDTH - RIGHT + 14
        parts.append(
            f'<line x1="{start}" x2="{start + 18}" y1="{height - 4}" y2="{height - 4}" '
            f'stroke="{color}" stroke-width="2"{dash}/>'
        )
        told = f"{name}, slope {slope(points):.1f}" if len(points) > 2 else name
        parts.append(f'<text x="{start + 24}" y="{height}">{told}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _grid(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _ticks(sizes: list[float]) -> list[float]:
    """Sizes to write below the axis, none too near the one before."""
    kept: list[float] = []
    spread = math.log(sizes[-1] / sizes[0])
    for size in sizes:
        if not kept or math.log(size / kept[-1]) > spread / 9:
            kept.append(size)
    return kept


def _short(x: float) -> str:
    if x >= 1e6:
        return f"{x / 1e6:.3g}M"
    return f"{x / 1e3:.3g}k" if x >= 1e4 else f"{x:g}"
