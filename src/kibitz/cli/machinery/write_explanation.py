"""Writing explanations to files, in the format that the name of the file asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.exercises.booklet import Booklet


def write_explanation(
    explanation: Explanation | Booklet, path: Path, digits: int | None = None, slides: bool = False
) -> None:
    """Write it as .md, .html, .tex, .pdf, .typ or .txt."""
    from kibitz.printing import save

    if path.suffix.lower() not in (".md", ".html", ".tex", ".pdf", ".typ", ".txt"):
        raise GameError(f"{path}: sheets are written as .md, .html, .tex, .pdf, .typ or .txt")
    save(explanation, path, digits, slides)
