"""A sheet of paper to draw on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz.pictures.geometry import MONO, extent
from kibitz.pictures.labels import Label, placed
from kibitz.pictures.marks import Curve, Dot, Inset, Line, Mark, Path, Point, Rect, Spot, Text
from kibitz.pictures.picture import Picture
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import INK

ROOT = re.compile(r"\*?sqrt\((\d+)\)")


@dataclass(slots=True)
class Canvas:
    """A sheet of paper to draw on; coordinates in pixels from the top left.

    Parameters
    ----------
    width, height : float
        The size of the sheet.

    Examples
    --------
    >>> sheet = Canvas(60, 40)
    >>> sheet.line(10, 20, 50, 20)
    >>> sheet.text(30, 14, "a line")
    >>> sheet.finish("A line, and its name")
    <Picture 60 x 40: A line, and its name>
    """

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

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
        """A straight line.

        Parameters
        ----------
        x1, y1 : float
            One end.
        x2, y2 : float
            The other end.
        stroke : str, default INK
            Its color.
        width : float, default 1.0
            Its width in pixels.
        dash : str, default ""
            Lengths of dashes and gaps, such as "5 4"; solid if empty.
        """
        self.marks.append(Line(x1, y1, x2, y2, stroke, width, dash))

    def path(
        self,
        points: Iterable[Point],
        stroke: str = INK,
        width: float = 1.0,
        fill: str = "none",
        opacity: float | None = None,
        dash: str = "",
    ) -> None:
        """Straight lines from point to point.

        Parameters
        ----------
        points : iterable of Point
            The points, each (x, y).
        stroke : str, default INK
            The color of the lines.
        width : float, default 1.0
            Their width in pixels.
        fill : str, default "none"
            The color of the area inside.
        opacity : float, optional
            From 0, transparent, to 1.
        dash : str, default ""
            Lengths of dashes and gaps, such as "5 4"; solid if empty.
        """
        spots = tuple((float(x), float(y)) for x, y in points)
        self.marks.append(Path(spots, stroke, width, fill, opacity, dash))

    def curve(
        self,
        data: str,
        stroke: str = INK,
        width: float = 1.0,
        fill: str = "none",
        dash: str = "",
        x: float = 0.0,
        y: float = 0.0,
        scale: float = 1.0,
    ) -> None:
        """A line written as the path of an SVG.

        Parameters
        ----------
        data : str
            The data of the path, such as "M0 0 Q10 10 20 0".
        stroke : str, default INK
            The color of the line.
        width : float, default 1.0
            Its width in pixels.
        fill : str, default "none"
            The color of the area inside.
        dash : str, default ""
            Lengths of dashes and gaps, such as "5 4"; solid if empty.
        x, y : float, default 0.0
            Where the origin of the data lies.
        scale : float, default 1.0
            How much the data is enlarged.
        """
        self.marks.append(Curve(data, stroke, width, fill, dash, x, y, scale))

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0,
        hint: str = "",
    ) -> None:
        """A rectangle by its top left corner.

        Parameters
        ----------
        x, y : float
            The top left corner.
        width, height : float
            The size in pixels.
        fill : str, default "none"
            The color of the area.
        stroke : str, default "none"
            The color of the border.
        radius : float, default 0
            The radius of rounded corners.
        hint : str, default ""
            What is shown when the mouse rests on it.
        """
        self.marks.append(Rect(x, y, width, height, fill, stroke, radius, hint))

    def dot(
        self,
        x: float,
        y: float,
        radius: float = 3,
        fill: str = INK,
        stroke: str = "none",
        width: float = 1.0,
    ) -> None:
        """A circle by its center.

        Parameters
        ----------
        x, y : float
            The center.
        radius : float, default 3
            The radius in pixels.
        fill : str, default INK
            The color of the area.
        stroke : str, default "none"
            The color of the border.
        width : float, default 1.0
            The width of the border.
        """
        self.marks.append(Dot(x, y, radius, fill, stroke, width))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13,
        anchor: str = "middle",
        fill: str = INK,
        bold: bool = False,
        mono: bool = False,
        struck: bool = False,
    ) -> None:
        """Words, by the start, the middle or the end of their baseline; roots get their sign.

        Parameters
        ----------
        x, y : float
            Where the baseline is anchored.
        words : str
            The text.
        size : float, default 13
            The size of the font in pixels.
        anchor : str, default "middle"
            "start", "middle" or "end".
        fill : str, default INK
            The color.
        bold, mono, struck : bool, default False
            Bold, in a font of fixed width, struck through.
        """
        self.marks.append(
            Text(x, y, ROOT.sub(r"√\1", words), size, anchor, fill, bold, mono, struck)
        )

    def label(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        fill: str = INK,
        bold: bool = False,
        room: float = 0,
    ) -> None:
        """Words near a point, where they lie over nothing else that is drawn.

        Parameters
        ----------
        x, y : float
            The point.
        words : str
            The text.
        size : float, default 12
            The size of the font in pixels.
        fill : str, default INK
            The color.
        bold : bool, default False
            Whether it is bold.
        room : float, default 0
            How many pixels around the point stay free.

        Examples
        --------
        >>> sheet = Canvas(80, 60)
        >>> sheet.line(0, 30, 80, 30)
        >>> sheet.dot(40, 30)
        >>> sheet.label(40, 30, "here", room=3)
        >>> sheet.finish().marks[-1].y < 30
        True
        """
        self.labels.append(Label(x, y, words, size, fill, bold, room))

    def picture(self, x: float, y: float, picture: Picture) -> None:
        """Another picture, with its top left corner here.

        Parameters
        ----------
        x, y : float
            Where its top left corner goes.
        picture : Picture
            The picture.

        Examples
        --------
        >>> sheet = Canvas(40, 20)
        >>> sheet.picture(10, 5, Canvas(20, 10).finish("a blank"))
        >>> sheet.finish().svg.count("<svg")
        2
        """
        self.marks.append(Inset(x, y, picture))

    def spot(
        self, moves: Iterable[str], outline: Iterable[Point], name: str = "", way: int = 0
    ) -> None:
        """A place that stands for moves, or for a part of them.

        Parameters
        ----------
        moves : iterable of str
            The moves, in the notation of the game; without any, there is no place.
        outline : iterable of pairs
            Its corners.
        name : str, default ""
            What it is called; the move itself where there is one. Places of one name are alike.
        way : int, default 0
            Which way of making the moves, where each can be touched in several.

        Examples
        --------
        >>> sheet = Canvas(40, 20)
        >>> sheet.spot(["take 1"], [(0, 0), (9, 0), (9, 9), (0, 9)])
        >>> [spot.name for spot in sheet.finish().spots]
        ['take 1']
        """
        found = tuple(moves)
        if found:
            self.spots.append(Spot(name or " or ".join(found), tuple(outline), found, way))

    def finish(self, caption: str = "") -> Picture:
        """The picture.

        Parameters
        ----------
        caption : str, default ""
            What is written below the picture, and read out in its place.

        Returns
        -------
        Picture
            The drawing, trimmed to what was drawn.
        """
        size = float(self.width), float(self.height)
        marks = [*self.marks, *placed(self.labels, self.marks, size)]
        shown = Picture(*_trimmed(marks, size), tuple(marks), caption)
        return replace(shown, spots=tuple(self.spots)) if self.spots else shown


MARGIN = 20.0
"""What is left empty at the right and below, at most twice this."""


def _trimmed(marks: list[Mark], size: tuple[float, float]) -> tuple[float, float]:
    """The size without what is empty at the right and at the bottom."""
    boxes = [extent(mark) for mark in marks]
    if not boxes:
        return size
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    wide = right + MARGIN if right + 2 * MARGIN < size[0] else size[0]
    high = bottom + MARGIN if bottom + 2 * MARGIN < size[1] else size[1]
    return round(wide, 1), round(high, 1)


def text_picture(text: str) -> Picture:
    """The text in a fixed-width font.

    Parameters
    ----------
    text : str
        Lines of text.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> text_picture("X O").svg.count("<text")
    1
    """
    size = 14.0
    lines = text.split("\n")
    wide = max(_mono_width(line, size) for line in lines)
    canvas = Canvas(wide + 24, 20 * len(lines) + 16)
    for k, line in enumerate(lines):
        words = line.replace(" ", "\u00a0")
        canvas.text(12, 24 + 20 * k, words, size, "start", mono=True)
    return canvas.finish(text)


def _mono_width(line: str, size: float) -> float:
    return max(len(line) * MONO * size * 1.02, text_width(line, size) if not line.isascii() else 0)
