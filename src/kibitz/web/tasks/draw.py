"""Draw a game."""

from __future__ import annotations

from typing import Any

from kibitz.core import verbs
from kibitz.pictures.picture import Picture
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.python_call import call
from kibitz.web.theme import page_svg


def run(text: str, what: str = "", plain: bool = False) -> dict[str, Any]:
    """The picture as SVG, with what it shows; plain ones have the colors of paper."""
    picture = drawn(text, what)
    return {
        "svg": picture.svg if plain else page_svg(picture),
        "caption": picture.caption,
        "code": call("game.draw", {"what": what} if what else {}),
    }


def drawn(text: str, what: str = "") -> Picture:
    """The picture itself."""
    return verbs.draw(noun_of(text), **({"what": what} if what else {}))
