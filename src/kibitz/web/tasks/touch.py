"""What a picture that can be touched shows of a game."""

from __future__ import annotations

from typing import Any

from kibitz.core.display import text_to_html
from kibitz.web.interactive.catalog import compute
from kibitz.web.tasks.noun import noun_of


def run(text: str, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """The picture that this game has, in the state in which someone left it."""
    found = compute(noun_of(text), state or {})
    return {**found, "html": text_to_html(found["text"])} if found.get("text") else found
