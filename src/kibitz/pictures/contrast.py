"""Words that are hard to see: too near in color to what lies behind them."""

from __future__ import annotations

from itertools import pairwise

from kibitz.pictures.geometry import Box, text_box
from kibitz.pictures.marks import Dot, Mark, Path, Rect, Text
from kibitz.pictures.overlaps import flat
from kibitz.pictures.picture import Picture
from kibitz.pictures.theme import PAPER, Theme
from kibitz.pictures.theme import theme as theme_named

LEAST = 3.0
"""The least contrast of words that are read without effort."""


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21.

    Parameters
    ----------
    one, other : str
        Colors such as ``#1f2933``.

    Returns
    -------
    float
        The lighter luminance over the darker one, 0.05 added to both.

    Notes
    -----
    The ratio of the Web Content Accessibility Guidelines, which ask for 4.5, or 3 for large words.

    Examples
    --------
    >>> contrast("#000000", "#ffffff")
    21.0
    >>> contrast("#767676", "#ffffff") > 4.5
    True
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def faint_words(
    picture: Picture, theme: str = "light", least: float = LEAST
) -> tuple[tuple[str, float], ...]:
    """The words with less contrast to what lies behind them, and how much they have.

    Parameters
    ----------
    picture : Picture
        Any picture.
    theme : str, default "light"
        The theme that it is shown in.
    least : float, default 3.0
        The least contrast that is enough.

    Returns
    -------
    tuple of (str, float)
        Words and their contrast; none for a good picture.

    Notes
    -----
    What lies behind is the last surface drawn before the words that holds their middle.

    Examples
    --------
    >>> from kibitz.pictures import Canvas
    >>> sheet = Canvas(80, 40)
    >>> sheet.rect(0, 0, 80, 40, "#333333")
    >>> sheet.text(40, 24, "hidden", fill="#3a3a3a")
    >>> [(words, round(much, 1)) for words, much in faint_words(sheet.finish())]
    [('hidden', 1.1)]
    """
    colors = theme_named(theme)
    marks = list(flat(picture))
    found: dict[str, float] = {}
    for k, mark in enumerate(marks):
        if isinstance(mark, Text) and mark.words.strip():
            much = contrast(colors.color(mark.fill), _behind(marks[:k], text_box(mark), colors))
            if much < least:
                found[mark.words] = min(much, found.get(mark.words, much))
    return tuple(found.items())


def _behind(marks: list[Mark], box: Box, theme: Theme) -> str:
    """The color of the last surface that holds the middle of a box."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    for mark in reversed(marks):
        opaque = not isinstance(mark, Path) or mark.opacity in (None, 1)
        if opaque and getattr(mark, "fill", "none") != "none" and _holds(mark, x, y):
            return theme.color(mark.fill)  # type: ignore[union-attr]
    return theme.color(PAPER)


def _holds(mark: Mark, x: float, y: float) -> bool:
    """Whether a point lies on a surface."""
    if isinstance(mark, Rect):
        return mark.x <= x <= mark.x + mark.width and mark.y <= y <= mark.y + mark.height
    if isinstance(mark, Dot):
        return (x - mark.x) ** 2 + (y - mark.y) ** 2 <= mark.radius**2
    if isinstance(mark, Path):
        return _inside(mark, x, y)
    return False


def _inside(path: Path, x: float, y: float) -> bool:
    """Whether a ray to the right crosses the path an odd number of times."""
    odd = False
    points = (*path.points, path.points[0])
    for (x1, y1), (x2, y2) in pairwise(points):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def _luminance(color: str) -> float:
    """How light a color is, from 0 to 1."""
    parts = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
