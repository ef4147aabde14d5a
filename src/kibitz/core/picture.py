"""Pictures as SVG, drawn with a handful of strokes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text

INK = "#1f2933"
FAINT = "#9aa5b1"
PAPER = "#ffffff"
ROW = "#c2410c"
"""The first player's color, everywhere."""
COLUMN = "#1d4ed8"
"""The second player's color, everywhere."""
PLAYERS = (ROW, COLUMN, "#15803d", "#a21caf", "#0e7490", "#a16207")
"""The colors of up to six players in turn."""
MARK = "#fde68a"
FONT = "Helvetica, Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished drawing; notebooks show it, ``save`` writes it.

    >>> Canvas(20, 10).finish("a blank").svg.startswith("<svg")
    True
    """

    svg: str
    caption: str = ""

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture {width:.0f} x {height:.0f}: {self.caption}>"

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as .svg, or as a page of .html."""
        target = Path(path)
        if target.suffix not in (".svg", ".html"):
            raise GameError(f"{target}: pictures are written as .svg or .html")
        write_text(target, self.svg if target.suffix == ".svg" else self.html())

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels.

        >>> Canvas(20, 10).finish().size
        (20.0, 10.0)
        """
        head = self.svg.partition(">")[0]
        found = {name: float(x) for name, x in re.findall(r' (width|height)="([0-9.e+]+)"', head)}
        return found["width"], found["height"]

    def html(self) -> str:
        return f"<figure>{self.svg}<figcaption>{escape(self.caption)}</figcaption></figure>"

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return f"[picture: {self.caption}]"


@dataclass(slots=True)
class Canvas:
    """A sheet of paper to draw on; coordinates in pixels from the top left."""

    width: float
    height: float
    marks: list[str] = field(default_factory=list)

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str = INK,
        width: float = 1.0,
        dash: str = "",
    ) -> None:
        self._add(
            "line",
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=stroke,
            stroke_width=width,
            stroke_dasharray=dash or None,
        )

    def path(
        self,
        points: Iterable[tuple[float, float]],
        stroke: str = INK,
        width: float = 1.0,
        fill: str = "none",
        opacity: float | None = None,
    ) -> None:
        spots = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self._add(
            "polyline",
            points=spots,
            stroke=stroke,
            stroke_width=width,
            fill=fill,
            fill_opacity=opacity,
            stroke_linejoin="round",
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0,
    ) -> None:
        self._add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            fill=fill,
            stroke=stroke,
            rx=radius or None,
        )

    def dot(
        self, x: float, y: float, radius: float = 3, fill: str = INK, stroke: str = "none"
    ) -> None:
        self._add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13,
        anchor: str = "middle",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        self._add(
            "text",
            words,
            x=x,
            y=y,
            font_size=size,
            text_anchor=anchor,
            fill=fill,
            font_family=FONT,
            font_weight="bold" if bold else None,
        )

    def picture(self, x: float, y: float, picture: Picture) -> None:
        """Another picture, with its top left corner here.

        >>> sheet = Canvas(40, 20)
        >>> sheet.picture(10, 5, Canvas(20, 10).finish("a blank"))
        >>> sheet.finish().svg.count("<svg")
        2
        """
        self.marks.append(picture.svg.replace("<svg ", f'<svg x="{_spell(x)}" y="{_spell(y)}" ', 1))

    def _add(self, tag: str, words: str | None = None, **attributes: Any) -> None:
        spelled = " ".join(
            f'{name.replace("_", "-")}="{_spell(value)}"'
            for name, value in attributes.items()
            if value is not None
        )
        self.marks.append(
            f"<{tag} {spelled}/>" if words is None else f"<{tag} {spelled}>{escape(words)}</{tag}>"
        )

    def finish(self, caption: str = "") -> Picture:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" '
            f'height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" role="img">'
        )
        paper = f'<title>{escape(caption)}</title><rect width="100%" height="100%" fill="{PAPER}"/>'
        return Picture("\n".join([head, paper, *self.marks, "</svg>"]), caption)


def _spell(value: Any) -> str:
    return (
        f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))
    )


def text_width(words: str, size: float = 13, bold: bool = False) -> float:
    """About how wide these words will be; rather too much than too little.

    >>> text_width("iiii") < text_width("WWWW") < text_width("中中中中")
    True
    """
    ems = sum(_em(c) for c in words)
    return ems * size * (1.08 if bold else 1.0)


def _em(c: str) -> float:
    if east_asian_width(c) in "WF":
        return 1.05
    if c in "mwMWΩ…%@":
        return 0.95
    return 0.68 if c.isupper() or c.isdigit() or ord(c) > 0x24F else 0.58


def text_picture(text: str) -> Picture:
    """The text in a fixed-width frame.

    >>> text_picture("X O").svg.count("<text")
    1
    """
    lines = text.split("\n")
    canvas = Canvas(9 * max(map(len, lines)) + 20, 20 * len(lines) + 16)
    for k, line in enumerate(lines):
        canvas.text(10, 24 + 20 * k, line.replace(" ", "\u00a0"), anchor="start")
    return canvas.finish(text)
