"""A tree along one line, from which the other moves hang: centipedes and their like."""

from __future__ import annotations

import itertools

from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import FAINT
from kibitz.pictures.trees.paper import (
    LEFT,
    NOTE,
    TOP,
    draw_header,
    draw_node,
    end_colors,
    header,
    touch_branch,
)
from kibitz.pictures.trees.twig import Sketch

SHORTEST = 4
"""Trees of fewer decisions in a row are drawn as trees."""
TOOTH = 58.0


def is_comb(sketch: Sketch) -> bool:
    """Whether at most one move of each node leads on, to a game that lasts for a while."""
    children = sketch.children()
    inner = [[c for c in below if children[c]] for below in children]
    plain = all(twig.group is None and twig.shape != "folded" for twig in sketch.twigs)
    decisions = sum(bool(below) for below in children)
    teeth = all(len(below) <= 2 for below in children)
    return plain and teeth and decisions >= SHORTEST and all(len(on) <= 1 for on in inner)


def draw_comb(sketch: Sketch) -> Picture:
    """The nodes in a row; the moves that end the game hang down, with the payoffs below."""
    twigs, children = sketch.twigs, sketch.children()
    spine, k = [0], 0
    while children[k]:
        on = [c for c in children[k] if children[c]]
        k = on[0] if on else children[k][-1]
        spine.append(k)
    place, x = {0: LEFT + 16}, LEFT + 16
    y = TOP + 40
    for a, b in itertools.pairwise(spine):
        hanging = [c for c in children[a] if c != b]
        stop = max((text_width(twigs[c].branch, 11) for c in hanging), default=0)
        notes = (text_width(twigs[a].note, NOTE) + text_width(twigs[b].note, NOTE)) / 2 + 10
        paid = max((text_width(w, 12) for c in hanging for w in twigs[c].ends), default=0)
        x += max(text_width(twigs[b].branch, 11) + 30, stop + 16, notes, paid + 14, 48)
        place[b] = x
    rows = max(len(twig.ends) for twig in twigs)
    last = twigs[spine[-1]]
    wide = x + 14 + max((text_width(word, 12) for word in last.ends), default=0)
    high = y + TOOTH + 16 * rows + 22
    canvas = Canvas(round(max(wide + 14, header(sketch))), round(high))
    draw_header(canvas, sketch)
    for a, b in itertools.pairwise(spine):
        twig = twigs[b]
        canvas.line(place[a], y, place[b], y, twig.stroke, twig.width)
        middle = (place[a] + place[b]) / 2
        canvas.text(middle, y - 7, twig.branch, 11, "middle", _ink(twig.stroke))
        touch_branch(canvas, twig, (place[a] + 8, y - 19), (place[b] - 8, y + 8))
        for c in children[a]:
            if c != b:
                tooth = twigs[c]
                canvas.line(place[a], y, place[a], y + TOOTH, tooth.stroke, tooth.width)
                words = (place[a] + 6, y + TOOTH / 2 + 4, tooth.branch)
                canvas.text(*words, 11, "start", _ink(tooth.stroke))
                wide = text_width(tooth.branch, 11) + 10
                low = y + TOOTH + 18 * len(tooth.ends) + 8
                touch_branch(canvas, tooth, (place[a] - 8, y + 10), (place[a] + wide, low))
                draw_node(canvas, tooth, place[a], y + TOOTH)
                for row, word in enumerate(tooth.ends):
                    color = end_colors(sketch, tooth)[row]
                    canvas.text(place[a], y + TOOTH + 18 + 16 * row, word, 12, "middle", color)
    for k in spine:
        draw_node(canvas, twigs[k], place[k], y)
        if twigs[k].note:
            canvas.text(place[k], y - 22, twigs[k].note, NOTE, "middle", twigs[k].color)
    for row, word in enumerate(last.ends):
        color = end_colors(sketch, last)[row]
        up = y + 4 + 16 * row - 8 * (len(last.ends) - 1)
        canvas.text(x + 10, up, word, 12, "start", color)
    return canvas.finish(sketch.caption)


def _ink(stroke: str) -> str:
    return FAINT if stroke == FAINT else "ink"
