"""Claims about impartial games are all checked by their kind."""

from __future__ import annotations

from kibitz.formats.answers.solution import Reader

CLAIMS: dict[str, Reader] = {}
