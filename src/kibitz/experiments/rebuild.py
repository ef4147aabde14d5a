"""The game of a task: words are read as they are typed, everything else as provenance tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kibitz.core.noun import Noun
from kibitz.core.registry import SHELF, make
from kibitz.formats.answers.provenance import rebuilt
from kibitz.formats.typed import typed_game

_PLAIN = re.compile(r"[a-z][a-z0-9-]*(?: (?:[a-z_]+=)?-?\d+)*")
"""A name and whole numbers, as most rows of a grid have them: nothing in it can mean two things."""


def game_of(said: Mapping[str, Any]) -> Noun:
    """The game that a task is about.

    >>> game_of({"kind": "typed", "words": "matrix 1 2; 3 4"})
    matrix('1 2; 3 4')
    """
    if said.get("kind") == "typed":
        words = str(said["words"])
        name, *rest = words.split(" ")
        if name not in SHELF or not _PLAIN.fullmatch(words):
            return typed_game([words])
        args = [word for word in rest if "=" not in word]
        by_name = dict(word.split("=") for word in rest if "=" in word)
        once = len(args) + len(by_name) == len(rest)
        return SHELF[name].make(*args, **by_name) if once else make(words)
    return rebuilt({"provenance": {"game": said}})
