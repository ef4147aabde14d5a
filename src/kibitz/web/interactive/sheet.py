"""What pictures that can be touched share: a frame of SVG, and numbers as floats."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDE, HIGH, EDGE = 460.0, 340.0, 60.0


def number(text: str) -> float:
    """A payoff as a float.

    >>> number("-3/4")
    -0.75
    """
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def corner_weights(
    corners: Sequence[Sequence[float]], x: float, y: float
) -> tuple[float, float, float]:
    """The weights of the corners of a triangle at a point: its barycentric coordinates.

    >>> corner_weights([[0, 0], [1, 0], [0, 1]], 0.25, 0.5)
    (0.25, 0.25, 0.5)
    """
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    first = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
    second = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
    return first, second, 1 - first - second


def svg(inside: str, width: float, height: float, label: str) -> str:
    """A picture with a label for those who do not see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'class="touch" role="group" aria-label="{escape(label)}">{inside}</svg>'
    )


def dot(key: str, x: float, y: float, classes: str, label: str) -> str:
    """A point that can be dragged, or moved with the arrow keys."""
    return (
        f'<circle class="{classes}" cx="{x:.1f}" cy="{y:.1f}" r="9" tabindex="0" role="button" '
        f'data-point="{escape(key)}" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title></circle>"
    )
