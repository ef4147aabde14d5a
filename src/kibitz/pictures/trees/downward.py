"""A tree with its root on top and a column for every leaf."""

from __future__ import annotations

import itertools

from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import FAINT, RULE
from kibitz.pictures.trees.paper import (
    LANE,
    LEFT,
    NOTE,
    TOP,
    draw_header,
    draw_node,
    end_colors,
    header,
    join_nodes,
    touch_branch,
    triangle,
)
from kibitz.pictures.trees.twig import Sketch, lanes, levels

BEND = 20.0
LEVEL = 66.0


def draw_downward(sketch: Sketch) -> Picture:
    """The tree from top to bottom: words beside the branches, payoffs in rows at the bottom."""
    return _Downward(sketch).finish()


class _Downward:
    def __init__(self, sketch: Sketch) -> None:
        self.sketch, self.twigs = sketch, sketch.twigs
        self.children = sketch.children()
        self.depth = levels(sketch)
        self.x = self._columns()
        self.lanes = lanes(sketch, self.depth, self.x)
        deepest = max(self.depth)
        self.lane = [0] * (deepest + 1)
        for lane, nodes in self.lanes.values():
            level = self.depth[nodes[0]]
            self.lane[level] = max(self.lane[level], lane)
        self.y = [TOP + 26.0]
        for level in range(1, deepest + 1):
            noted = any(t.note for k, t in enumerate(self.twigs) if self.depth[k] == level)
            high = LEVEL + 14 * noted + LANE * self.lane[level]
            self.y.append(self.y[-1] + high)

    def _columns(self) -> list[float]:
        """Where each node is across: leaves side by side, nodes above the middle of their own."""
        x = [0.0] * len(self.twigs)
        right = LEFT + 10
        for k in self._after():
            mine = self._room(k)
            if not self.children[k]:
                left = self._left(k)
                x[k] = right + left
                right += left + mine + 16
            else:
                x[k] = (x[self.children[k][0]] + x[self.children[k][-1]]) / 2
                right = max(right, x[k] + mine + 16)
        return x

    def _after(self) -> list[int]:
        """Every node after its children, from left to right."""
        order, stack = [], [0]
        while stack:
            k = stack.pop()
            order.append(k)
            stack += self.children[k]
        return order[::-1]

    def _left(self, k: int) -> float:
        """The room that a leaf needs to the left."""
        return max([8.0, *(text_width(word, 12) / 2 for word in self.twigs[k].ends)])

    def _room(self, k: int) -> float:
        """The room that a node needs to the right."""
        twig = self.twigs[k]
        beside = max(
            text_width(twig.branch, 11) + 6 + 14 * twig.crossed,
            text_width(twig.note, NOTE) + 8,
            (text_width(f"{twig.more:,} more", 11) + 30) if twig.more else 0,
        )
        return max(beside, self._left(k) if not self.children[k] else 0)

    def at(self, k: int) -> tuple[float, float]:
        return self.x[k], self.y[self.depth[k]]

    def finish(self) -> Picture:
        rows = max((len(twig.ends) for twig in self.twigs), default=0)
        right = max(self.x[k] + self._room(k) for k in range(len(self.twigs)))
        high = self.y[-1] + 24 + 16 * rows + 10
        canvas = Canvas(round(max(right + 20, header(self.sketch))), round(high))
        draw_header(canvas, self.sketch)
        for k in range(len(self.twigs)):
            self._branch(canvas, k)
        self._sets(canvas)
        for k, twig in enumerate(self.twigs):
            draw_node(canvas, twig, *self.at(k))
            self._words(canvas, k)
        return canvas.finish(self.sketch.caption)

    def _branch(self, canvas: Canvas, k: int) -> None:
        twig = self.twigs[k]
        if twig.parent < 0:
            return
        (x1, y1), (x2, y2) = self.at(twig.parent), self.at(k)
        bend = y1 + BEND
        wide = text_width(twig.branch, 11) + 8
        touch_branch(canvas, twig, (x2 - 8, bend - 4), (x2 + wide, y2 + 8))
        canvas.path([(x1, y1), (x2, bend), (x2, y2)], twig.stroke, twig.width)
        color = FAINT if twig.stroke == FAINT else "ink"
        canvas.text(x2 + 5, bend + 15, twig.branch, 11, "start", color)
        if twig.crossed:
            for y in (bend + 22, bend + 26):
                canvas.line(x2 - 6, y + 2, x2 + 6, y - 2, "bad", 1.6)

    def _words(self, canvas: Canvas, k: int) -> None:
        twig, (x, y) = self.twigs[k], self.at(k)
        if twig.note:
            if twig.parent < 0:
                canvas.text(x + 10, y - 6, twig.note, NOTE, "start", twig.color)
            else:
                below = y - 12 - LANE * self.lane[self.depth[k]] - 3 * twig.framed
                canvas.text(x + 5, below, twig.note, NOTE, "start", twig.color)
        bottom = self.y[-1]
        if twig.shape == "folded":
            triangle(canvas, x, y, down=True)
            bottom = y + 14
        elif twig.ends and bottom - y > 24:
            canvas.line(x, y + 6, x, bottom + 6, RULE, 0.8, "1 4")
        colors = end_colors(self.sketch, twig)
        for row, (word, color) in enumerate(zip(twig.ends, colors, strict=True)):
            canvas.text(x, bottom + 20 + 16 * row, word, 12, "middle", color)
        if twig.more:
            canvas.text(x + 14, y + 4, f"… {twig.more:,} more", 11, "start", FAINT)

    def _sets(self, canvas: Canvas) -> None:
        for lane, nodes in self.lanes.values():
            color = self.twigs[nodes[0]].color
            places = [self.at(k) for k in nodes]
            if lane >= 0:
                join_nodes(canvas, places, lane, color, down=True)
                continue
            for (x1, y1), (x2, y2) in itertools.pairwise(places):
                far = min(x1, x2) - 40
                data = f"M{x1:g},{y1:g} C{far:g},{y1 + 6:g} {far:g},{y2 - 6:g} {x2:g},{y2:g}"
                canvas.curve(data, color, 1.4, dash="5 4")
