"""The game of a task: words are read as they are typed, everything else as provenance tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.noun import Noun
from kibitz.formats.answers.provenance import rebuilt
from kibitz.formats.typed import typed_game


def game_of(said: Mapping[str, Any]) -> Noun:
    """The game that a task is about.

    >>> game_of({"kind": "typed", "words": "matrix 1 2; 3 4"})
    matrix('1 2; 3 4')
    """
    if said.get("kind") == "typed":
        return typed_game([str(said["words"])])
    return rebuilt({"provenance": {"game": said}})
