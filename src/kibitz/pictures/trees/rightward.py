"""A tree with its root at the left and a line for every leaf."""

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

LINE, CLOSE = 28.0, 22.0
"""From a line to the next one, and where there is little room."""
BEND = 20.0


def draw_rightward(sketch: Sketch, gap: float = LINE) -> Picture:
    """The tree from left to right: words on the branches, payoffs in columns at the right."""
    return _Rightward(sketch, gap).finish()


def rightward_spots(sketch: Sketch) -> list[tuple[float, float]]:
    """Where each node is in the picture of :func:`draw_rightward`."""
    laid = _Rightward(sketch)
    return [laid.at(k) for k in range(len(sketch.twigs))]


class _Rightward:
    def __init__(self, sketch: Sketch, gap: float = LINE) -> None:
        self.sketch, self.twigs, self.gap = sketch, sketch.twigs, gap
        self.children = sketch.children()
        self.depth = levels(sketch)
        self.line = self._lines()
        self.lanes = lanes(sketch, self.depth, self.line)
        deepest = max(self.depth)
        self.lane = [0] * (deepest + 1)
        for lane, nodes in self.lanes.values():
            level = self.depth[nodes[0]]
            self.lane[level] = max(self.lane[level], lane)
        root = text_width(self.twigs[0].note, NOTE) + 14 + LANE * self.lane[0]
        self.x = [max(LEFT, root)]
        for level in range(1, deepest + 1):
            self.x.append(self.x[-1] + self._wide(level))
        self.columns = self._columns()
        self.arcs = any(lane < 0 for lane, _ in self.lanes.values())

    def _lines(self) -> list[float]:
        """A line for every leaf, nodes in the middle of their children."""
        line = [0.0] * len(self.twigs)
        below, previous = 0.0, -1
        stack = [(0, False)]
        while stack:
            k, is_done = stack.pop()
            if is_done or not self.children[k]:
                if not is_done:
                    if below and self.twigs[k].parent != previous:
                        below += 0.35
                    previous = self.twigs[k].parent
                    line[k] = below
                    below += 1
                below += bool(self.twigs[k].more)
                continue
            stack.append((k, True))
            stack += [(child, False) for child in reversed(self.children[k])]
        for k in reversed(range(len(self.twigs))):
            if self.children[k]:
                line[k] = (line[self.children[k][0]] + line[self.children[k][-1]]) / 2
        return line

    def _wide(self, level: int) -> float:
        """From the nodes of the level before to these: the bend, the words, the lanes."""
        wide = 40.0
        for k, twig in enumerate(self.twigs):
            if self.depth[k] == level and twig.parent >= 0:
                words = max(text_width(twig.branch, 11), text_width(twig.note, NOTE))
                wide = max(wide, words + 8 * twig.crossed)
        return wide + BEND + 24 + LANE * self.lane[level]

    def _columns(self) -> list[float]:
        """The right ends of the columns of payoffs."""
        leaves = [twig.ends for twig in self.twigs if twig.shape == "leaf"]
        found, x = [], self.x[-1] + 16
        for k in range(max(map(len, leaves), default=0)):
            words = [ends[k] for ends in leaves if k < len(ends)]
            x += max(text_width(word, 12) for word in words)
            found.append(x)
            x += 10
        return found

    def at(self, k: int) -> tuple[float, float]:
        return self.x[self.depth[k]], TOP + 22 + 26 * self.arcs + self.line[k] * self.gap

    def finish(self) -> Picture:
        last = max(self._last_line(k) + bool(self.twigs[k].more) for k in range(len(self.twigs)))
        right = max([*self.columns, self.x[-1], *map(self._folded_end, range(len(self.twigs)))])
        high = TOP + 22 + 26 * self.arcs + last * self.gap + 30
        canvas = Canvas(round(max(right + 18, header(self.sketch))), round(high))
        draw_header(canvas, self.sketch)
        for k in range(len(self.twigs)):
            self._branch(canvas, k)
        self._sets(canvas)
        for k, twig in enumerate(self.twigs):
            x, y = self.at(k)
            draw_node(canvas, twig, x, y)
            self._words(canvas, k)
        return canvas.finish(self.sketch.caption)

    def _folded_end(self, k: int) -> float:
        twig = self.twigs[k]
        words = text_width(", ".join(twig.ends), 11)
        return self.at(k)[0] + 22 + words if twig.shape == "folded" else 0.0

    def _branch(self, canvas: Canvas, k: int) -> None:
        twig = self.twigs[k]
        if twig.parent < 0:
            return
        (x1, y1), (x2, y2) = self.at(twig.parent), self.at(k)
        bend = x1 + BEND
        touch_branch(canvas, twig, (bend - 6, y2 - 17), (x2 + 8, y2 + 8))
        canvas.path([(x1, y1), (bend, y2), (x2, y2)], twig.stroke, twig.width)
        color = FAINT if twig.stroke == FAINT else "ink"
        canvas.text(bend + 4, y2 - 5, twig.branch, 11, "start", color)
        if twig.crossed:
            cross = bend + 8 + text_width(twig.branch, 11)
            for x in (cross, cross + 4):
                canvas.line(x, y2 + 6, x + 4, y2 - 6, "bad", 1.6)

    def _words(self, canvas: Canvas, k: int) -> None:
        twig, (x, y) = self.twigs[k], self.at(k)
        if twig.note:
            right = x - 8 - LANE * self.lane[self.depth[k]] - 6 * twig.framed
            canvas.text(right, y + 14, twig.note, NOTE, "end", twig.color)
        if twig.shape == "folded":
            triangle(canvas, x, y, down=False)
            canvas.text(x + 22, y + 4, ", ".join(twig.ends), 11, "start", FAINT)
        elif twig.ends:
            start = self.columns[0] - max(
                text_width(t.ends[0], 12) for t in self.twigs if t.shape == "leaf" and t.ends
            )
            if start - x > 24:
                canvas.line(x + 6, y, start - 6, y, RULE, 0.8, "1 4")
            for column, word, color in zip(
                self.columns, twig.ends, end_colors(self.sketch, twig), strict=False
            ):
                canvas.text(column, y + 4, word, 12, "end", color)
        if twig.more:
            below = TOP + 22 + 26 * self.arcs + self.gap * (self._last_line(k) + 1) + 4
            left = self.x[self.depth[k] - 1] + BEND + 4
            canvas.text(left, below, f"… {twig.more:,} more", 11, "start", FAINT)

    def _last_line(self, k: int) -> float:
        """The lowest line of what hangs on a node."""
        hidden = 0
        while self.children[k]:
            k = self.children[k][-1]
            hidden += bool(self.twigs[k].more)
        return self.line[k] + hidden

    def _sets(self, canvas: Canvas) -> None:
        """Curves that join the nodes of an information set, and touch no other."""
        for lane, nodes in self.lanes.values():
            color = self.twigs[nodes[0]].color
            places = [self.at(k) for k in nodes]
            if lane >= 0:
                join_nodes(canvas, places, lane, color, down=False)
                continue
            for (x1, y1), (x2, y2) in itertools.pairwise(places):
                top = min(y1, y2) - 64
                data = f"M{x1:g},{y1:g} C{x1 + 10:g},{top:g} {x2 - 10:g},{top:g} {x2:g},{y2:g}"
                canvas.curve(data, color, 1.4, dash="5 4")
