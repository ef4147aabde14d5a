"""Pictures that can be touched, as SVG: lines to drag, curves of best responses, a simplex."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

WIDE, HIGH, EDGE = 460.0, 340.0, 60.0
SNAP = 4
"""Dragged payoffs are multiples of one over this."""


class Scale:
    """Payoffs on the height of a picture.

    >>> scale = Scale([0, 4])
    >>> scale.height(5), scale.payoff(scale.height(2))
    (60.0, '2')
    """

    def __init__(self, payoffs: Sequence[float]) -> None:
        self.low, self.high = min(payoffs) - 1.0, max(payoffs) + 1.0

    def height(self, payoff: float) -> float:
        """Where a payoff stands."""
        return EDGE + (HIGH - 2 * EDGE) * (self.high - payoff) / (self.high - self.low)

    def payoff(self, height: float) -> str:
        """The payoff at a height, rounded, as a fraction."""
        raw = self.high - (height - EDGE) / (HIGH - 2 * EDGE) * (self.high - self.low)
        whole = round(raw * SNAP)
        return str(whole // SNAP) if whole % SNAP == 0 else f"{whole}/{SNAP}"


def number(text: str) -> float:
    """A payoff as a float.

    >>> number("-3/4")
    -0.75
    """
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def lines(told: dict[str, Any]) -> str:
    """The graph of a game with two rows or columns, with ends to drag."""
    payoffs = [number(x) for line in told["lines"] for x in line[1:]]
    scale = Scale(payoffs)
    left, right = EDGE, WIDE - EDGE
    parts = [
        f'<line class="axis" x1="{x}" y1="{EDGE / 2}" x2="{x}" y2="{HIGH - EDGE / 2}"/>'
        for x in (left, right)
    ]
    for k, (name, first, second) in enumerate(told["lines"]):
        y1, y2 = scale.height(number(second)), scale.height(number(first))
        parts.append(
            f'<line class="thick line-{k % 6}" x1="{left}" y1="{y1}" x2="{right}" y2="{y2}"/>'
        )
        for side, (x, y, value) in enumerate(((left, y1, second), (right, y2, first))):
            label = f"{name}: {value} where {told['own'][1 - side]} is played; drag to change"
            parts.append(
                f'<circle class="handle line-{k % 6}" cx="{x}" cy="{y}" r="9" tabindex="0" '
                f'role="button" data-point="{1 - side}.{k}" aria-label="{escape(label)}">'
                f"<title>{escape(label)}</title></circle>"
            )
            shift, anchor = (-14, "end") if side == 0 else (14, "start")
            parts.append(f'<text x="{x + shift}" y="{y + 4}" text-anchor="{anchor}">{value}</text>')
    at = left + (right - left) * told["at"]
    height = scale.height(number(told["value"]))
    parts.append(f'<circle class="answer" cx="{at}" cy="{height}" r="6"/>')
    parts.append(f'<line class="guide" x1="{at}" y1="{height}" x2="{at}" y2="{HIGH - EDGE / 2}"/>')
    for x, name in ((left, told["own"][1]), (right, told["own"][0])):
        parts.append(f'<text x="{x}" y="{HIGH - 8}" text-anchor="middle">{escape(name)}</text>')
    return _svg("".join(parts), WIDE, HIGH, "The payoffs of each line; the ends can be dragged")


def replies(told: dict[str, Any]) -> str:
    """Best responses of a 2 x 2 game on the unit square, and its equilibria."""
    side, (first, second) = 280.0, told["tables"]
    margin = EDGE + 7.0 * max(len(name) for name in told["strategies"][1])
    rises = [first[1][j] - first[0][j] for j in (0, 1)]
    other = [second[i][1] - second[i][0] for i in (0, 1)]

    def spot(p: float, q: float) -> tuple[float, float]:
        return margin + side * p, EDGE + side * (1 - q)

    curve_one = [spot(p, q) for p, q in _reply(rises)]
    curve_two = [spot(p, q) for q, p in _reply(other)]
    parts = [f'<rect class="axis" x="{margin}" y="{EDGE}" width="{side}" height="{side}"/>']
    for k, curve in enumerate((curve_one, curve_two)):
        ends = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
        parts.append(f'<polyline class="thick line-{k}" points="{ends}"/>')
    for p, q in told["points"]:
        x, y = spot(p, q)
        parts.append(f'<circle class="answer" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
    names = told["strategies"]
    below = EDGE + side + 22
    for i, x in ((0, margin), (1, margin + side)):
        name = escape(names[0][i])
        parts.append(f'<text x="{x}" y="{below}" text-anchor="middle">{name}</text>')
    for j, y in ((0, EDGE + side), (1, EDGE)):
        parts.append(
            f'<text x="{margin - 10}" y="{y + 4}" text-anchor="end">{escape(names[1][j])}</text>'
        )
    return _svg("".join(parts), side + margin + 2 * EDGE, side + 2 * EDGE, "Best responses")


def _reply(rises: list[float]) -> list[tuple[float, float]]:
    """The best response to each mixture of the other, as a curve of (own, other's) weights.

    >>> _reply([-1.0, 1.0])
    [(0.0, 0.0), (0.0, 0.5), (1.0, 0.5), (1.0, 1.0)]
    """
    low, high = rises
    start, end = float(low > 0), float(high > 0)
    if low == high or start == end:
        return [(start, 0.0), (end, 1.0)]
    turn = low / (low - high)
    return [(start, 0.0), (start, turn), (end, turn), (end, 1.0)]


CORNERS = ((230.0, 40.0), (40.0, 340.0), (420.0, 340.0))


def simplex(told: dict[str, Any]) -> str:
    """The triangle of mixtures, with the paths so far."""
    ends = " ".join(f"{x},{y}" for x, y in CORNERS)
    parts = [f'<polygon class="axis paper" data-paper="simplex" points="{ends}"/>']
    for k, path in enumerate(told["paths"]):
        spots = [_spot(mixture) for mixture in path]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline class="thick line-{k % 6}" points="{line}"/>')
        x, y = spots[-1]
        parts.append(f'<circle class="line-{k % 6} end" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
    for (x, y), name, shift in zip(CORNERS, told["labels"], (-14, 24, 24), strict=True):
        parts.append(f'<text x="{x}" y="{y + shift}" text-anchor="middle">{escape(name)}</text>')
    return _svg("".join(parts), WIDE, 390.0, "Mixtures of three strategies; click to follow a path")


def _spot(mixture: Sequence[float]) -> tuple[float, float]:
    x = sum(w * c[0] for w, c in zip(mixture, CORNERS, strict=True))
    return x, sum(w * c[1] for w, c in zip(mixture, CORNERS, strict=True))


def mixture_at(x: float, y: float) -> list[float]:
    """The mixture at a point of the triangle.

    >>> [round(w, 3) for w in mixture_at(*_spot([0.2, 0.3, 0.5]))]
    [0.2, 0.3, 0.5]
    """
    (ax, ay), (bx, by), (cx, cy) = CORNERS
    area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    first = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
    second = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
    return [first, second, 1 - first - second]


def _svg(inside: str, width: float, height: float, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'class="touch" role="group" aria-label="{escape(label)}">{inside}</svg>'
    )
