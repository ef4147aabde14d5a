"""Labels of points, put where they lie over nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from kibitz.pictures.geometry import text_box
from kibitz.pictures.marks import Line, Mark, Text
from kibitz.pictures.overlaps import faults_at
from kibitz.pictures.theme import FAINT, INK

REACHES = (9.0, 14.0, 22.0, 34.0, 50.0, 70.0)
"""How far from its point a label may be, the nearest first."""
TIED = 30.0
"""From here on a thin line joins the two."""
TURNS = (-1, 1, -3, 3, -2, 2, 0, 4, -0.5, 0.5, -3.5, 3.5, -1.5, 1.5, -2.5, 2.5)
"""Directions in eighths of a turn from the right, those above first."""


@dataclass(frozen=True, slots=True)
class Label:
    """Words that belong to a point."""

    x: float
    y: float
    words: str
    size: float = 12.0
    fill: str = INK
    bold: bool = False
    room: float = 0.0
    """How far the mark of the point reaches."""


def placed(labels: Sequence[Label], marks: list[Mark], size: tuple[float, float]) -> list[Mark]:
    """The labels as words near their points, each where it lies over as little as can be."""
    found: list[Mark] = []
    for label in labels:
        best: tuple[int, list[Mark]] | None = None
        for text, reach in _candidates(label):
            faults = faults_at(text, [*marks, *found], size)
            if best is None or faults < best[0]:
                tie = [Line(label.x, label.y, *_nearest(label, text), FAINT, 0.8)]
                best = faults, [*(tie if reach > TIED else []), text]
            if not faults:
                break
        if best is not None:
            found += best[1]
    return found


def _candidates(label: Label) -> Iterator[tuple[Text, float]]:
    for reach in REACHES:
        for turn in TURNS:
            across, down = cos(turn * pi / 4), sin(turn * pi / 4)
            far = reach + label.room
            anchor = "middle" if abs(across) < 0.3 else "start" if across > 0 else "end"
            x = label.x + far * across
            y = label.y + far * down + label.size * (0.36 + 0.4 * down)
            text = Text(x, y, label.words, label.size, anchor, label.fill, label.bold)
            yield text, far


def _nearest(label: Label, text: Text) -> tuple[float, float]:
    """The point of the words' box nearest to the point that they belong to."""
    box = text_box(text)
    return (
        min(max(label.x, box.left - 1), box.right + 1),
        min(max(label.y, box.top - 1), box.bottom + 1),
    )
