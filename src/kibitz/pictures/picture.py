"""A finished drawing, and the files it is written to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Generic, TypeVar

from kibitz.core.display import Displayable
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_bytes, write_text
from kibitz.pictures.marks import Mark, Spot
from kibitz.pictures.svg import svg_of
from kibitz.pictures.theme import theme as theme_named

Made = TypeVar("Made", covariant=True)
KINDS = (".svg", ".png", ".pdf", ".tex", ".html")
"""The endings of files that hold a picture; ``.tikz`` is another for ``.tex``."""
READABLE = 0.7
"""A picture that must be made smaller than this is too small to read."""


class Later(Generic[Made]):
    """What is made once, when it is first asked for.

    >>> number = Later(lambda: 2 + 3)
    >>> number(), number()
    (5, 5)
    """

    __slots__ = ("_made",)

    def __init__(self, make: Callable[[], Made]) -> None:
        self._made = cache(make)

    def __call__(self) -> Made:
        return self._made()

    def __reduce__(self) -> tuple[Any, ...]:
        """Made before it is sent elsewhere."""
        return _known, (self(),)


def _known(made: Any) -> Later[Any]:
    return Later(lambda: made)


@dataclass(frozen=True, slots=True)
class Picture(Displayable):
    """A finished drawing; notebooks show it, ``save`` writes it.

    Parameters
    ----------
    width, height : float
        Its size in pixels.
    marks : tuple of marks
        Its strokes, those below first.
    caption : str
        What it shows.
    others : Later of tuple of Picture, optional
        The same in other layouts, which are drawn when they are asked for.
    shorter : Later of Picture, optional
        The same picture with less detail, where space is short.
    spots : tuple of Spot
        The places that stand for moves, of a position that can be played.

    Examples
    --------
    >>> from kibitz.pictures import Canvas
    >>> Canvas(20, 10).finish("a blank").svg.startswith("<svg")
    True
    """

    width: float
    height: float
    marks: tuple[Mark, ...] = ()
    caption: str = ""
    others: Later[tuple[Picture, ...]] | None = field(default=None, compare=False)
    shorter: Later[Picture] | None = field(default=None, compare=False)
    spots: tuple[Spot, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<Picture {self.width:.0f} x {self.height:.0f}: {self.caption}>"

    @property
    def layouts(self) -> tuple[Picture, ...]:
        """The same in other layouts."""
        return () if self.others is None else self.others()

    @property
    def summary(self) -> Picture | None:
        """The same picture with less detail, where space is short."""
        return None if self.shorter is None else self.shorter()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        return self.width, self.height

    @property
    def svg(self) -> str:
        """The picture as SVG, in the light theme."""
        return self.to_svg()

    def to_svg(self, theme: str = "light", width: float | None = None) -> str:
        """The picture as SVG.

        Parameters
        ----------
        theme : str, default "light"
            ``light``, ``dark``, ``print``, or the path of a ``.toml`` file.
        width : float, optional
            How many pixels wide it is shown.

        Returns
        -------
        str
            The SVG.
        """
        return svg_of(self, theme_named(theme), width)

    def with_caption(self, caption: str) -> Picture:
        """The same drawing under another caption.

        Parameters
        ----------
        caption : str
            What is written below the picture.
        """
        return replace(self, caption=caption)

    def fitted(self, width: float, height: float) -> Picture:
        """The layout with the largest type in a room of this size, or a summary if all are small.

        Parameters
        ----------
        width, height : float
            The room in pixels; type is not made larger than it is.

        Returns
        -------
        Picture
            This picture, one of its layouts, or one of its summary.

        Examples
        --------
        >>> import kibitz as kb
        >>> tree = kb.game("kuhn-poker").draw()
        >>> tree
        <Picture 483 x 1087: Kuhn poker: 55 nodes>
        >>> tree.fitted(540, 260)
        <Picture 426 x 359: Kuhn poker: 55 nodes, 38 nodes folded>
        """
        best = max((self, *self.layouts), key=lambda shape: shape.scale(width, height))
        if self.shorter is None or best.scale(width, height) >= READABLE:
            return best
        short = self.shorter().fitted(width, height)
        return max((best, short), key=lambda shape: shape.scale(width, height))

    def scale(self, width: float, height: float) -> float:
        """The factor that makes it fit into a space; 1 where it fits as it is.

        Parameters
        ----------
        width, height : float
            The space, in pixels.
        """
        return min(1.0, width / self.width, height / self.height)

    def save(
        self, path: str | PathLike[str], theme: str = "light", width: float | None = None
    ) -> None:
        """Write it as .svg, .png, .pdf, .tex (TikZ), or as a page of .html.

        Parameters
        ----------
        path : path
            The file; its ending says what is written.
        theme : str, default "light"
            ``light``, ``dark``, ``print``, or the path of a ``.toml`` file.
        width : float, optional
            How wide it is, in pixels (96 to the inch).
        """
        target = Path(fspath(path))
        kind = target.suffix.lower()
        if kind == ".svg":
            write_text(target, self.to_svg(theme, width))
        elif kind == ".html":
            write_text(target, self.html(theme, width))
        elif kind in (".tex", ".tikz"):
            from kibitz.pictures.tikz import tikz_of

            write_text(target, tikz_of(self, theme_named(theme), width))
        elif kind == ".png":
            from kibitz.pictures.raster import png_of

            write_bytes(target, png_of(self, theme_named(theme), width))
        elif kind == ".pdf":
            from kibitz.pictures.raster import pdf_of

            write_bytes(target, pdf_of(self, theme_named(theme), width))
        else:
            refuse_other_endings(target)

    def html(self, theme: str = "light", width: float | None = None) -> str:
        """A figure with its caption.

        Parameters
        ----------
        theme : str, default "light"
            "light" or "dark".
        width : float, optional
            How wide it is shown, in pixels; as it was drawn if None.
        """
        drawn = self.to_svg(theme, width)
        return f"<figure>{drawn}<figcaption>{escape(self.caption)}</figcaption></figure>"

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return f"[picture: {self.caption}]"


def refuse_other_endings(path: str | PathLike[str]) -> None:
    """Raise an error if no picture is written to a file of this name.

    >>> refuse_other_endings("curve.svg")
    >>> refuse_other_endings("curve.bmp")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: curve.bmp: pictures are written as .svg, .png, .pdf, .tex or .html
    """
    if Path(fspath(path)).suffix.lower() not in (*KINDS, ".tikz"):
        raise GameError(f"{path}: pictures are written as .svg, .png, .pdf, .tex or .html")
