"""Explanations in files, in the format that the name of the file asks for."""

from __future__ import annotations

import json
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extended import extends
from kibitz.core.files.atomic_file import write_bytes, write_text
from kibitz.pictures import Picture
from kibitz.printing.html import html_page
from kibitz.printing.latex import latex
from kibitz.printing.markdown import markdown
from kibitz.printing.typst import pdf, typst_source

KINDS = (".md", ".html", ".tex", ".pdf", ".typ", ".json", ".txt")


@extends(Explanation)
def save(
    explanation: Any, path: str | PathLike[str], digits: int | None = None, slides: bool = False
) -> list[Path]:
    """Write an explanation as .md, .html, .tex, .pdf, .typ, .json or .txt.

    Parameters
    ----------
    explanation : Explanation or Document
        What is to be printed.
    path : path
        The file; pictures of .md and .typ go to files beside it.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.
    slides : bool, default False
        Whether .tex and .pdf are slides.

    Returns
    -------
    list of Path
        The files that were written.
    """
    target = Path(fspath(path))
    kind = target.suffix.lower()
    if slides and kind not in (".tex", ".pdf", ".typ"):
        raise GameError(f"{target}: slides are written as .tex (Beamer), .pdf or .typ")
    written = [target]
    if kind == ".pdf":
        write_bytes(target, pdf(explanation, digits, slides))
        return written
    if kind == ".md":
        text = markdown(
            explanation, digits, lambda k, picture: _beside(target, k, picture, written)
        )
    elif kind == ".html":
        text = html_page(explanation, digits)
    elif kind == ".tex":
        text = latex(explanation, digits, slides)
    elif kind == ".typ":
        text, pictures = typst_source(explanation, digits, slides)
        for name, data in pictures.items():
            own = target.with_name(f"{target.stem}-{name}")
            text = text.replace(f'"{name}"', f'"{own.name}"')
            write_bytes(own, data)
            written.append(own)
    elif kind == ".json":
        text = json.dumps(explanation.to_json(), ensure_ascii=False, indent=1) + "\n"
    elif kind == ".txt":
        text = f"{explanation}\n"
    else:
        raise GameError(f"{target}: explanations are written as {', '.join(KINDS)}")
    write_text(target, text)
    return written


def _beside(target: Path, number: int, picture: Picture, written: list[Path]) -> str:
    """The picture in a file beside the text, and the link to it."""
    own = target.with_name(f"{target.stem}-{number}.svg")
    write_text(own, picture.svg)
    written.append(own)
    caption = picture.caption.splitlines()[0] if picture.caption else "picture"
    return f"![{caption}]({own.name.replace(' ', '%20')})"
