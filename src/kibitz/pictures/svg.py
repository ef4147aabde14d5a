"""Pictures as SVG."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING, Any

from kibitz.pictures.marks import Curve, Dot, Inset, Line, Mark, Path, Rect, Text
from kibitz.pictures.theme import PAPER, Theme

if TYPE_CHECKING:
    from kibitz.pictures.picture import Picture


def svg_of(picture: Picture, theme: Theme, width: float | None = None) -> str:
    """The picture as SVG in the colors of a theme, this many pixels wide.

    >>> from kibitz.pictures import Canvas, theme
    >>> svg_of(Canvas(20, 10).finish(), theme("dark"), width=40).splitlines()[0]
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 20 10" role="img">'
    """
    scale = 1.0 if width is None else width / picture.width
    return _page(picture, theme, scale, "")


def _page(picture: Picture, theme: Theme, scale: float, place: str) -> str:
    wide, high = picture.size
    head = (
        f'<svg {place}xmlns="http://www.w3.org/2000/svg" width="{wide * scale:g}" '
        f'height="{high * scale:g}" viewBox="0 0 {wide:g} {high:g}" role="img">'
    )
    paper = (
        f"<title>{escape(picture.caption)}</title>"
        f'<rect width="100%" height="100%" fill="{theme.color(PAPER)}"/>'
    )
    return "\n".join([head, paper, *(_spelled(mark, theme) for mark in picture.marks), "</svg>"])


@singledispatch
def _spelled(mark: Mark, theme: Theme) -> str:
    raise AssertionError(mark)


@_spelled.register
def _(mark: Line, theme: Theme) -> str:
    return _element(
        "line",
        x1=mark.x1,
        y1=mark.y1,
        x2=mark.x2,
        y2=mark.y2,
        stroke=theme.color(mark.stroke),
        stroke_width=mark.width,
        stroke_dasharray=mark.dash or None,
    )


@_spelled.register
def _(mark: Path, theme: Theme) -> str:
    return _element(
        "polyline",
        points=" ".join(f"{x:.2f},{y:.2f}" for x, y in mark.points),
        stroke=theme.color(mark.stroke),
        stroke_width=mark.width,
        fill=theme.color(mark.fill),
        fill_opacity=mark.opacity,
        stroke_linejoin="round",
        stroke_dasharray=mark.dash or None,
    )


@_spelled.register
def _(mark: Curve, theme: Theme) -> str:
    moved = (mark.x, mark.y, mark.scale) != (0.0, 0.0, 1.0)
    place = f"translate({_spell(mark.x)} {_spell(mark.y)}) scale({mark.scale:g})"
    return _element(
        "path",
        d=mark.data,
        stroke=theme.color(mark.stroke),
        stroke_width=mark.width,
        fill=theme.color(mark.fill),
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray=mark.dash or None,
        transform=place if moved else None,
    )


@_spelled.register
def _(mark: Rect, theme: Theme) -> str:
    return _element(
        "rect",
        hint=mark.hint,
        x=mark.x,
        y=mark.y,
        width=mark.width,
        height=mark.height,
        fill=theme.color(mark.fill),
        stroke=theme.color(mark.stroke),
        rx=mark.radius or None,
    )


@_spelled.register
def _(mark: Dot, theme: Theme) -> str:
    return _element(
        "circle",
        cx=mark.x,
        cy=mark.y,
        r=mark.radius,
        fill=theme.color(mark.fill),
        stroke=theme.color(mark.stroke),
        stroke_width=mark.width if mark.width != 1.0 else None,
    )


@_spelled.register
def _(mark: Text, theme: Theme) -> str:
    return _element(
        "text",
        words=mark.words,
        x=mark.x,
        y=mark.y,
        font_size=mark.size,
        text_anchor=mark.anchor,
        fill=theme.color(mark.fill),
        font_family=theme.mono if mark.mono else theme.font,
        font_weight="bold" if mark.bold else None,
        text_decoration="line-through" if mark.struck else None,
    )


@_spelled.register
def _(mark: Inset, theme: Theme) -> str:
    return _page(mark.picture, theme, 1.0, f'x="{_spell(mark.x)}" y="{_spell(mark.y)}" ')


def _element(tag: str, words: str | None = None, hint: str = "", **attributes: Any) -> str:
    spelled = " ".join(
        f'{name.replace("_", "-")}="{_spell(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = escape(words) if words is not None else ""
    inside += f"<title>{escape(hint)}</title>" if hint else ""
    return f"<{tag} {spelled}>{inside}</{tag}>" if inside or words == "" else f"<{tag} {spelled}/>"


def _spell(value: Any) -> str:
    return (
        f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))
    )
