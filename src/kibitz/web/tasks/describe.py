"""What a game is, in words."""

from __future__ import annotations

from kibitz.web.tasks.look import facts
from kibitz.web.tasks.noun import noun_of


def run(text: str) -> list[list[str]]:
    """Named facts; the first is the title."""
    return facts(noun_of(text))
