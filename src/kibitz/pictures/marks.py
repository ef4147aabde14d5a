"""The strokes that pictures are made of; coordinates in pixels from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from kibitz.pictures.theme import INK

if TYPE_CHECKING:
    from kibitz.pictures.picture import Picture

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str = INK
    width: float = 1.0
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point, and the surface they enclose."""

    points: tuple[Point, ...]
    stroke: str = INK
    width: float = 1.0
    fill: str = "none"
    opacity: float | None = None
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line written as the path of an SVG, such as ``M0,0 C0,10 10,10 10,0``."""

    data: str
    stroke: str = INK
    width: float = 1.0
    fill: str = "none"
    dash: str = ""
    x: float = 0.0
    """Where the origin of the data lies."""
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    radius: float = 0.0
    hint: str = ""
    """What a browser shows when it is pointed at."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle."""

    x: float
    y: float
    radius: float = 3.0
    fill: str = INK
    stroke: str = "none"
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words; ``y`` is their baseline, ``anchor`` where ``x`` is: start, middle or end."""

    x: float
    y: float
    words: str
    size: float = 13.0
    anchor: str = "middle"
    fill: str = INK
    bold: bool = False
    mono: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Inset:
    """Another picture, with its top left corner here."""

    x: float
    y: float
    picture: Picture


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that a hand can touch: its name, its outline, and the moves that it is part of."""

    name: str
    outline: tuple[Point, ...]
    moves: tuple[str, ...]
    way: int = 0
    """Which way of making these moves, where the same move can be touched in several."""


Mark: TypeAlias = Line | Path | Curve | Rect | Dot | Text | Inset
