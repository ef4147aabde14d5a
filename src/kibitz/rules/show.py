"""Text of a position as a picture, for games that draw no board of their own."""

from __future__ import annotations

from kibitz.core.picture import Canvas, Picture


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
