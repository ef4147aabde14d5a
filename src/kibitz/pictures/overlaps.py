"""Words that are hard to read: over a line, a node or other words, or beyond the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import hypot, inf

import numpy as np
from numpy.typing import NDArray

from kibitz.pictures.geometry import Box, flattened, text_box
from kibitz.pictures.marks import Curve, Dot, Inset, Line, Mark, Path, Point, Rect, Text
from kibitz.pictures.picture import Picture

SLACK = 0.6
"""How many pixels words may touch something."""


def overlaps(picture: Picture) -> tuple[str, ...]:
    """Say of each word that is hard to read what it lies over.

    A word may lie on a surface (a rectangle, a disc, a polygon) that holds it whole. It may not
    cross a line, the edge of a surface, a point, or another word, unless a surface drawn later
    hides that from it.

    Parameters
    ----------
    picture : Picture
        Any picture.

    Returns
    -------
    tuple of str
        A sentence for each fault; none for a good picture.

    Notes
    -----
    Words are measured in Helvetica. Each word is compared with the marks whose extent meets its
    own: as good as linear for a table, quadratic in the number of marks at worst.

    Examples
    --------
    >>> from kibitz.pictures import Canvas
    >>> sheet = Canvas(80, 40)
    >>> sheet.text(40, 24, "a label")
    >>> overlaps(sheet.finish())
    ()
    >>> sheet.line(0, 20, 80, 20)
    >>> overlaps(sheet.finish())
    ("'a label' lies over a line",)
    """
    marks = list(flat(picture))
    words = [
        (k, mark, _words_box(mark))
        for k, mark in enumerate(marks)
        if isinstance(mark, Text) and _has_words(mark)
    ]
    sheet = Box(0, 0, picture.width, picture.height)
    extents = np.array([_extent(mark) for mark in marks]).reshape(-1, 4)
    faults = []
    for k, mark, box in words:
        if not sheet.holds(box):
            faults.append(f"{mark.words!r} reaches beyond the edge")
        for j in _near(extents, box):
            other = marks[j]
            if j == k or (isinstance(other, Text) and j > k):
                continue
            what = _fault(box, other)
            if what and not _hidden(marks, j, k, box):
                faults.append(f"{mark.words!r} lies over {what}")
    return tuple(dict.fromkeys(faults))


def faults_at(text: Text, marks: list[Mark], size: tuple[float, float]) -> int:
    """How many marks these words would lie over, drawn after them; the edge counts as many."""
    box = text_box(text)
    faults = 0 if Box(2, 2, size[0] - 2, size[1] - 2).holds(box) else 10
    for j, other in enumerate(marks):
        if not isinstance(other, Inset) and _fault(box, other):
            faults += 0 if _hidden(marks, j, len(marks), box) else 1
    return faults


def _extent(mark: Mark) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark."""
    if isinstance(mark, Line):
        return _around(((mark.x1, mark.y1), (mark.x2, mark.y2)))
    if isinstance(mark, Path | Curve):
        return _around(mark.points if isinstance(mark, Path) else flattened(mark))
    if isinstance(mark, Rect):
        return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
    if isinstance(mark, Dot):
        x, y, r = mark.x, mark.y, mark.radius
        return x - r, y - r, x + r, y + r
    assert isinstance(mark, Text)
    box = text_box(mark)
    return box.left, box.top, box.right, box.bottom


def _around(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The extent of some points; of none, one that nothing meets."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        min(xs, default=inf),
        min(ys, default=inf),
        max(xs, default=-inf),
        max(ys, default=-inf),
    )


def _near(extents: NDArray[np.float64], box: Box) -> list[int]:
    """The marks whose extent meets the box, in the order in which they are drawn."""
    left, top, right, bottom = extents.T
    apart = (left > box.right) | (right < box.left) | (top > box.bottom) | (bottom < box.top)
    return [int(k) for k in np.flatnonzero(~apart)]


def _has_words(text: Text) -> bool:
    return bool(text.words.strip())


def flat(picture: Picture, x: float = 0.0, y: float = 0.0) -> Iterator[Mark]:
    """The marks, those of the pictures inside it as well, in its coordinates."""
    for mark in picture.marks:
        if isinstance(mark, Inset):
            yield from flat(mark.picture, x + mark.x, y + mark.y)
        elif isinstance(mark, Line):
            yield replace(mark, x1=mark.x1 + x, y1=mark.y1 + y, x2=mark.x2 + x, y2=mark.y2 + y)
        elif isinstance(mark, Path):
            yield replace(mark, points=tuple((a + x, b + y) for a, b in mark.points))
        else:
            yield replace(mark, x=mark.x + x, y=mark.y + y)


def _fault(box: Box, other: Mark) -> str:
    """What the words lie over, nothing if they can be read."""
    if isinstance(other, Text):
        return f"{other.words!r}" if _has_words(other) and box.meets(_words_box(other)) else ""
    if isinstance(other, Line):
        return "a line" if box.crossed((other.x1, other.y1), (other.x2, other.y2)) else ""
    if isinstance(other, Path | Curve):
        points = other.points if isinstance(other, Path) else flattened(other)
        return "a line" if _visible(other) and _crossed(box, points) else ""
    if isinstance(other, Rect):
        edge = Box(other.x, other.y, other.x + other.width, other.y + other.height)
        inside = edge.holds(box) or not edge.meets(box)
        return "" if inside or not _visible(other) else "the edge of a box"
    if isinstance(other, Dot):
        return "a node" if _visible(other) and _over_dot(box, other) else ""
    raise AssertionError(other)


def _words_box(text: Text) -> Box:
    return text_box(text).shrunk(SLACK)


def _visible(mark: Path | Curve | Rect | Dot) -> bool:
    return mark.stroke != "none" or mark.fill != "none"


def _crossed(box: Box, points: tuple[Point, ...]) -> bool:
    return any(box.crossed(a, b) for a, b in pairwise(points))


def _over_dot(box: Box, dot: Dot) -> bool:
    """Whether the words meet the disc without lying inside it."""
    nearest = hypot(
        max(box.left - dot.x, 0, dot.x - box.right), max(box.top - dot.y, 0, dot.y - box.bottom)
    )
    farthest = max(hypot(x - dot.x, y - dot.y) for x, y in box.corners())
    return nearest < dot.radius - SLACK and farthest > dot.radius + 1.5


def _hidden(marks: list[Mark], below: int, above: int, box: Box) -> bool:
    """Whether a surface between the two covers all of the words."""
    return any(_covers(mark, box) for mark in marks[below + 1 : above])


def _covers(mark: Mark, box: Box) -> bool:
    if isinstance(mark, Rect) and mark.fill != "none":
        return Box(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height).holds(box)
    if isinstance(mark, Dot) and mark.fill != "none":
        return all(hypot(x - mark.x, y - mark.y) <= mark.radius + 1.5 for x, y in box.corners())
    return False
