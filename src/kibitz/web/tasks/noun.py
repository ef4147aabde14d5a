"""The game that a page is about, read once by each worker."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.web.own_rules import is_python, rules_of


@lru_cache(maxsize=16)
def noun_of(text: str) -> Noun:
    """The game that was typed, pasted or edited.

    >>> noun_of("matrix 1 2; 3 4")
    matrix('1 2; 3 4')
    """
    from kibitz.formats.typed import read_game

    return rules_of(text) if is_python(text) else read_game(text)


def run(text: str, kind: str | None = None) -> str:
    """The text of a file in one of the formats, as a text that says the same game."""
    from kibitz.formats.files import FORMATS, dumps, loads

    if kind is not None and kind not in FORMATS:
        raise GameError(f"files end with {', '.join(sorted(FORMATS))}, not with {kind}")
    if kind == "text":  # whatever can be typed
        with suppress(GameError):
            return dumps(noun_of(text.strip()), "json")
    return dumps(loads(text, kind) if kind else noun_of(text), "json")
