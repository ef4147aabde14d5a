"""Boxes, and lines that cross them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kibitz.pictures.marks import Curve, Dot, Line, Mark, Path, Point, Rect, Text
from kibitz.pictures.text_width import text_width

MONO = 0.602
"""How wide a sign of a fixed-width font is, in ems."""


def rectangle(x: float, y: float, width: float, height: float) -> list[Point]:
    """The corners of a rectangle with its top left corner here."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def shrunk(self, by: float) -> Box:
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def meets(self, other: Box) -> bool:
        """Whether the two share a surface."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def crossed(self, a: Point, b: Point) -> bool:
        """Whether a line meets it, by clipping (Liang and Barsky 1984).

        >>> Box(0, 0, 2, 2).crossed((-1, 1), (3, 1)), Box(0, 0, 2, 2).crossed((-1, 3), (3, 3))
        (True, False)
        """
        first, last = 0.0, 1.0
        for start, way, low, high in (
            (a[0], b[0] - a[0], self.left, self.right),
            (a[1], b[1] - a[1], self.top, self.bottom),
        ):
            if abs(way) < 1e-12:
                if not low < start < high:
                    return False
                continue
            near, far = sorted(((low - start) / way, (high - start) / way))
            first, last = max(first, near), min(last, far)
        return first < last


def text_box(text: Text) -> Box:
    """Where the words are: as high as capitals, as wide as in Helvetica.

    >>> text_box(Text(10, 20, "I", size=100, anchor="start"))
    Box(left=10.0, top=-52.0, right=37.8, bottom=20)
    """
    if text.mono:
        wide = len(text.words) * MONO * text.size
    else:
        wide = text_width(text.words, text.size, text.bold, margin=1.0)
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    below = 0.2 * text.size if any(c in "gjpqy,;()[]{}|_Q" for c in text.words) else 0
    return Box(left, text.y - 0.72 * text.size, left + wide, text.y + below)


def extent(mark: Mark) -> Box:
    """The box around a mark, words with some room."""
    if isinstance(mark, Text):
        box = text_box(mark)
        more = 0.1 * (box.right - box.left)
        return Box(box.left - more, box.top, box.right + more, box.bottom)
    if isinstance(mark, Line):
        return _around(((mark.x1, mark.y1), (mark.x2, mark.y2)))
    if isinstance(mark, Path):
        return _around(mark.points)
    if isinstance(mark, Curve):
        points = flattened(mark)
        reach = 45 * mark.scale
        return _around(points or ((mark.x, mark.y), (mark.x + reach, mark.y + reach)))
    if isinstance(mark, Dot):
        r = mark.radius
        return Box(mark.x - r, mark.y - r, mark.x + r, mark.y + r)
    wide, high = (mark.width, mark.height) if isinstance(mark, Rect) else mark.picture.size
    return Box(mark.x, mark.y, mark.x + wide, mark.y + high)


def _around(points: tuple[Point, ...]) -> Box:
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return Box(min(xs), min(ys), max(xs), max(ys))


_WORD = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?")


def flattened(curve: Curve, pieces: int = 12) -> tuple[Point, ...]:
    """Points along a curve that is written with M, L, C, Q and Z, absolute.

    >>> flattened(Curve("M0,0 L4,0"))
    ((0.0, 0.0), (4.0, 0.0))
    """
    words = _WORD.findall(curve.data)
    if {word for word in words if word.isalpha()} - set("MLCQZ"):
        return ()
    points: list[Point] = []
    for command, numbers in _commands(words):
        if command == "Z":
            points.append(points[0])
            continue
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        step = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        for k in range(0, len(ends), step):
            points += _along([points[-1] if points else ends[k], *ends[k : k + step]], pieces)
    return tuple(
        (curve.x + curve.scale * x, curve.y + curve.scale * y) for x, y in dict.fromkeys(points)
    )


def _commands(words: list[str]) -> Iterator[tuple[str, list[float]]]:
    start = 0
    for k in range(1, len(words) + 1):
        if k == len(words) or words[k].isalpha():
            yield words[start], [float(word) for word in words[start + 1 : k]]
            start = k


def _along(ends: list[Point], pieces: int) -> list[Point]:
    """Points of a Bezier curve (de Casteljau), its end alone when it is straight."""
    if len(ends) == 2:
        return [ends[1]]
    found = []
    for k in range(1, pieces + 1):
        t, row = k / pieces, ends
        while len(row) > 1:
            row = [(a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in pairwise(row)]
        found.append(row[0])
    return found
