"""Writing explanations to files, in the format that the name of the file asks for."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.exercises.booklet import Booklet


def write_explanation(explanation: Explanation | Booklet, path: Path) -> None:
    """Write it as .md, .html or .txt."""
    from kibitz.formats import write_text

    kind = path.suffix.removeprefix(".").lower()
    if kind == "md":
        text = explanation.markdown() + "\n"
    elif kind == "html":
        text = page(explanation)
    elif kind == "txt":
        text = f"{explanation}\n"
    else:
        raise GameError(f"{path}: sheets are written as .md, .html, .json or .txt")
    write_text(path, text)


def page(explanation: Explanation | Booklet) -> str:
    """A page of its own."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(explanation.title)}</title></head>\n"
        f"<body>\n{explanation.html()}\n</body></html>\n"
    )
