"""The room that pictures have on pages of several kinds."""

from __future__ import annotations

from kibitz.core.errors import GameError, did_you_mean

PAGES = {"article": (600.0, 840.0), "slide": (540.0, 260.0), "notebook": (900.0, 1200.0)}
"""Width and height in pixels, 96 to the inch: a page of A4, a slide of Beamer, a cell."""


def room_of(page: str) -> tuple[float, float]:
    """The width and the height that a picture may have on a page of this kind.

    >>> room_of("slide")
    (540.0, 260.0)
    """
    if page not in PAGES:
        raise GameError(f"unknown page {page!r}{did_you_mean(page, tuple(PAGES))}")
    return PAGES[page]
