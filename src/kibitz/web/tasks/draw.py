"""Draw a game, or the answer to it."""

from __future__ import annotations

from typing import Any

from kibitz.core import verbs
from kibitz.pictures import Picture
from kibitz.web.tasks.noun import noun_of


def run(text: str, what: str = "") -> dict[str, Any]:
    """The picture as SVG, with what it shows."""
    picture = drawn(text, what)
    return {"svg": picture.svg, "caption": picture.caption}


def drawn(text: str, what: str = "") -> Picture:
    """The picture itself."""
    return verbs.draw(noun_of(text), **({"what": what} if what else {}))
