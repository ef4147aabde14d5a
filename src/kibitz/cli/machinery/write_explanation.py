"""Writing explanations to files, in the format that the name of the file asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.cli.machinery.outputs import refuse_ending

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.exercises.booklet import Booklet

SHEETS = (".md", ".html", ".tex", ".pdf", ".typ", ".txt")


def write_explanation(
    explanation: Explanation | Booklet, path: Path, digits: int | None = None, slides: bool = False
) -> None:
    """Write it as .md, .html, .tex, .pdf, .typ or .txt."""
    from kibitz.printing import save

    refuse_other_sheets(path)
    save(explanation, path, digits, slides)


def refuse_other_sheets(path: Path | None, *also: str) -> None:
    """Refuse a file whose name does not end as a sheet does, or as else it may."""
    refuse_ending(path, (*SHEETS, *also), "sheets are written")
