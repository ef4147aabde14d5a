"""All methods of a game with moves: for those of trees its tree is made, which may take long."""

from __future__ import annotations

from typing import Any

from kibitz.web.tasks.look import listed
from kibitz.web.tasks.noun import noun_of


def run(text: str) -> list[dict[str, Any]]:
    """Every method, with whether it applies."""
    return listed(noun_of(text))
