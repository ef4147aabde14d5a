"""Pictures as TikZ, for LaTeX documents and slides."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import TYPE_CHECKING

from kibitz.pictures.marks import Curve, Dot, Inset, Line, Mark, Path, Rect, Text
from kibitz.pictures.tex_words import tex_words
from kibitz.pictures.theme import PAPER, Theme

if TYPE_CHECKING:
    from kibitz.pictures.picture import Picture

POINT = 0.75
"""Points of TeX for each pixel."""


def tikz_of(picture: Picture, theme: Theme, width: float | None = None) -> str:
    """The picture as a ``tikzpicture``, with the colors it defines.

    The document needs ``\\usepackage{tikz}``; pictures with curves, such as chess boards, also
    ``\\usetikzlibrary{svg.path}``.

    >>> from kibitz.pictures import Canvas, theme
    >>> sheet = Canvas(20, 10)
    >>> sheet.line(0, 5, 20, 5)
    >>> print(tikz_of(sheet.finish("A line"), theme("print")))
    % A line
    \\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line cap=round, line join=round]
    \\definecolor{kibitz-ink}{HTML}{000000}
    \\useasboundingbox (0,0) rectangle (20,10);
    \\draw[draw=kibitz-ink, line width=0.75pt] (0,5) -- (20,5);
    \\end{tikzpicture}
    """
    point = POINT if width is None else POINT * width / picture.width
    body = _marks(picture, theme, point)
    size = f"({_n(picture.width)},{_n(picture.height)})"
    if theme.color(PAPER) != "#ffffff":
        body = [f"\\fill[{_color(PAPER)}] (0,0) rectangle {size};", *body]
    used = sorted(set(re.findall(r"kibitz-([\w-]+)", "\n".join(body))))
    caption = picture.caption.split("\n")[0]
    unit = f"{point:.4g}pt"
    return "\n".join(
        [
            f"% {caption}",
            f"\\begin{{tikzpicture}}[x={unit}, y=-{unit}, line cap=round, line join=round]",
            *(f"\\definecolor{{kibitz-{name}}}{{HTML}}{{{_html(name, theme)}}}" for name in used),
            f"\\useasboundingbox (0,0) rectangle {size};",
            *body,
            "\\end{tikzpicture}",
            "",
        ]
    ).rstrip("\n")


def _html(name: str, theme: Theme) -> str:
    found = theme.color(name)
    return (found if found.startswith("#") else name).lstrip("#").upper()


def _marks(picture: Picture, theme: Theme, point: float) -> list[str]:
    return [line for mark in picture.marks for line in _spelled(mark, theme, point)]


def _color(name: str) -> str:
    return "none" if name == "none" else f"kibitz-{name.lstrip('#')}"


def _style(
    point: float,
    stroke: str = "none",
    width: float = 1.0,
    fill: str = "none",
    dash: str = "",
    opacity: float | None = None,
) -> str:
    words = []
    if stroke != "none":
        words += [f"draw={_color(stroke)}", f"line width={width * point:.3g}pt"]
        if dash:
            lengths = [f"{float(x) * point:.3g}pt" for x in dash.replace(",", " ").split()]
            on, off = lengths[0], lengths[-1]
            words.append(f"dash pattern=on {on} off {off}")
    if fill != "none":
        words.append(f"fill={_color(fill)}")
        if opacity is not None:
            words.append(f"fill opacity={opacity:g}")
    return ", ".join(words)


def _n(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".")


@singledispatch
def _spelled(mark: Mark, theme: Theme, point: float) -> list[str]:
    raise AssertionError(mark)


@_spelled.register
def _(mark: Line, theme: Theme, point: float) -> list[str]:
    style = _style(point, mark.stroke, mark.width, dash=mark.dash)
    return [f"\\draw[{style}] ({_n(mark.x1)},{_n(mark.y1)}) -- ({_n(mark.x2)},{_n(mark.y2)});"]


@_spelled.register
def _(mark: Path, theme: Theme, point: float) -> list[str]:
    style = _style(point, mark.stroke, mark.width, mark.fill, mark.dash, mark.opacity)
    spots = " -- ".join(f"({_n(x)},{_n(y)})" for x, y in mark.points)
    return [f"\\path[{style}] {spots};"] if style and spots else []


@_spelled.register
def _(mark: Curve, theme: Theme, point: float) -> list[str]:
    style = _style(point * mark.scale, mark.stroke, mark.width, mark.fill, mark.dash)
    place = f"shift={{({_n(mark.x)},{_n(mark.y)})}}, xscale={point * mark.scale:.4g}"
    place += f", yscale=-{point * mark.scale:.4g}"
    return [f"\\path[{style}, {place}] svg {{{mark.data}}};"] if style else []


@_spelled.register
def _(mark: Rect, theme: Theme, point: float) -> list[str]:
    style = _style(point, mark.stroke, fill=mark.fill)
    if mark.radius:
        style += f", rounded corners={min(mark.radius, mark.height / 2) * point:.3g}pt"
    ends = f"({_n(mark.x)},{_n(mark.y)}) rectangle ++({_n(mark.width)},{_n(mark.height)})"
    return [f"\\path[{style}] {ends};"] if style else []


@_spelled.register
def _(mark: Dot, theme: Theme, point: float) -> list[str]:
    style = _style(point, mark.stroke, mark.width, mark.fill)
    radius = f"{mark.radius * point:.4g}pt"
    return [f"\\path[{style}] ({_n(mark.x)},{_n(mark.y)}) circle[radius={radius}];"]


@_spelled.register
def _(mark: Text, theme: Theme, point: float) -> list[str]:
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[mark.anchor]
    size = mark.size * point
    font = f"\\fontsize{{{size:.3g}}}{{{1.2 * size:.3g}}}\\selectfont"
    font += "\\ttfamily" if mark.mono else ""
    font += "\\bfseries" if mark.bold else ""
    words = tex_words(mark.words)
    if mark.struck:
        words = f"\\rlap{{\\rule[0.5ex]{{\\widthof{{{words}}}}}{{0.4pt}}}}{words}"
    place = f"({_n(mark.x)},{_n(mark.y)})"
    style = f"anchor={anchor}, inner sep=0pt, text={_color(mark.fill)}, font={font}"
    return [f"\\node[{style}] at {place} {{{words}}};"]


@_spelled.register
def _(mark: Inset, theme: Theme, point: float) -> list[str]:
    inside = _marks(mark.picture, theme, point)
    return [f"\\begin{{scope}}[shift={{({_n(mark.x)},{_n(mark.y)})}}]", *inside, "\\end{scope}"]
