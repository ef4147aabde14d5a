"""A tree drawn in the layout that is asked for, or that suits it."""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.errors import GameError, did_you_mean
from kibitz.pictures.picture import Later, Picture
from kibitz.pictures.trees.comb import draw_comb, is_comb
from kibitz.pictures.trees.downward import draw_downward
from kibitz.pictures.trees.order import untangled
from kibitz.pictures.trees.rightward import CLOSE, draw_rightward
from kibitz.pictures.trees.twig import Sketch

LAYOUTS = ("auto", "right", "down", "comb")


def draw_sketch(sketch: Sketch, layout: str = "auto") -> Picture:
    """The tree from left to right, from top to bottom (``down``), or as a comb where it is one.

    Where no layout is asked for, the picture knows both, and one with lines that are nearer to each
    other, and the page chooses.
    """
    if layout not in LAYOUTS:
        raise GameError(f"no layout {layout!r}{did_you_mean(layout, LAYOUTS)}")
    if layout == "comb" and not is_comb(sketch):
        raise GameError("a comb needs a tree in which at most one move per node continues")
    if layout == "comb" or (layout == "auto" and is_comb(sketch)):
        return draw_comb(sketch)
    sketch = untangled(sketch)
    if layout == "auto":
        others = Later(lambda: (draw_downward(sketch), draw_rightward(sketch, CLOSE)))
        return replace(draw_rightward(sketch), others=others)
    return draw_downward(sketch) if layout == "down" else draw_rightward(sketch)
