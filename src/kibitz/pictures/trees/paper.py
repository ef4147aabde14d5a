"""What pictures of trees share: title and legend, nodes, and payoffs in their colors."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.pictures.canvas import Canvas
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import FAINT, INK, MARK, PALE
from kibitz.pictures.trees.twig import Sketch, Twig

TOP = 56.0
LEFT = 26.0
LANE = 8.0
"""How far apart the curves of two information sets run."""
NOTE = 10.0
"""The size of small words at a node."""


def header(sketch: Sketch) -> float:
    """How wide the title and the legend are."""
    legend = sum(text_width(name, 12) + 34 for name, _ in sketch.players) + 90
    return max(legend, text_width(sketch.title, 14, bold=True)) + LEFT


def draw_header(canvas: Canvas, sketch: Sketch) -> None:
    """The title, and under it who has which color."""
    canvas.text(LEFT - 8, 22, sketch.title, 14, "start", INK, bold=True)
    x, y = LEFT, 42 if sketch.title else 26
    for name, color in sketch.players:
        canvas.dot(x, y - 4, 5, color)
        canvas.text(x + 10, y, name, 12, "start", color)
        x += text_width(name, 12) + 34
    if sketch.has_chance:
        canvas.rect(x - 5, y - 9, 10, 10, INK)
        canvas.text(x + 10, y, "chance", 12, "start")


def draw_node(canvas: Canvas, twig: Twig, x: float, y: float) -> None:
    """The mark of a node."""
    if twig.framed:
        canvas.rect(x - 10, y - 10, 20, 20, MARK, FAINT, 4)
    if twig.shape == "square":
        canvas.rect(x - 5, y - 5, 10, 10, twig.color)
    elif twig.shape == "dot":
        canvas.dot(x, y, 5.5, twig.color)
    elif twig.shape == "leaf":
        canvas.dot(x, y, 2.2, twig.stroke)


def touch_branch(
    canvas: Canvas, twig: Twig, corner: tuple[float, float], other: tuple[float, float]
) -> None:
    """Let the branch to a node be touched, between two corners, where that makes a move."""
    (x1, y1), (x2, y2) = corner, other
    canvas.spot(twig.moves, [(x1, y1), (x2, y1), (x2, y2), (x1, y2)])


def triangle(canvas: Canvas, x: float, y: float, down: bool) -> None:
    """A subtree that is folded."""
    ends = [(-8, 16), (8, 16)] if down else [(16, -8), (16, 8)]
    canvas.path([(x, y), *((x + a, y + b) for a, b in ends), (x, y)], FAINT, 1.2, PALE)


def end_colors(sketch: Sketch, twig: Twig) -> list[str]:
    """The color of each number at a leaf."""
    if twig.shape == "folded" or len(twig.ends) != len(sketch.colors):
        return [FAINT if twig.shape == "folded" else INK] * len(twig.ends)
    return list(sketch.colors)


def join_nodes(
    canvas: Canvas, spots: Sequence[tuple[float, float]], lane: int, color: str, *, down: bool
) -> None:
    """Dashed curves through the nodes of an information set on one level, in their lane.

    Lane 0 is a straight line; the others run beside the level, to its left or, in a tree drawn
    ``down``, above it.
    """
    for (x1, y1), (x2, y2) in itertools.pairwise(spots):
        if lane == 0:
            data = f"M{x1:g},{y1:g} L{x2:g},{y2:g}"
        else:
            # across the level and along it: the lane is a fixed distance across
            a, b = ((y1, x1), (y2, x2)) if down else ((x1, y1), (x2, y2))
            away = a[0] - LANE * lane - 4
            corners = [a, (away, a[1]), (away, a[1] + 4), (away, a[1] + 14)]
            corners += [(away, b[1] - 14), (away, b[1] - 4), (away, b[1]), b]
            points = [f"{t:g},{s:g}" if down else f"{s:g},{t:g}" for s, t in corners]
            data = "M{} C{} {} {} L{} C{} {} {}".format(*points)
        canvas.curve(data, color, 1.4, dash="5 4")
