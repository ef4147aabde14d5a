"""Widths of pictures as people write them."""

from __future__ import annotations

import re

from kibitz.core.errors import GameError

_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
WIDEST = 20_000
"""No picture is wider than this many pixels."""


def read_width(text: str) -> float:
    """A width in pixels, 96 to the inch.

    >>> read_width("640"), read_width("5in"), round(read_width("12 cm"))
    (640.0, 480.0, 454)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", text)
    if not found or found[2] not in _PIXELS:
        raise GameError(f"the width is {text.strip()!r}; write it as 640, 12cm, 80mm, 5in or 300pt")
    pixels = float(found[1]) * _PIXELS[found[2]]
    if not 1 <= pixels <= WIDEST:
        raise GameError(f"the width is {text}; it must be 1 to {WIDEST:,} pixels")
    return pixels
