"""Markdown whose pictures are files beside it, for places that strip SVG from the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.explanation import picture_link
from kibitz.pictures import Picture
from kibitz.printing.document import document
from kibitz.printing.words import shortened


def markdown(
    explanation: Any, digits: int | None = 0, link: Callable[[int, Picture], str] | None = None
) -> str:
    """Markdown; a picture is an image with its caption, linked as ``link`` says.

    Parameters
    ----------
    explanation : Explanation or Document
        What is to be printed.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.
    link : callable, optional
        Where the picture of this number is; inside the text as data unless given.

    Returns
    -------
    str
        The text.
    """
    made = document(explanation)
    pictures = [step.picture for c in made.chapters for step in c.steps if step.picture]
    blocks = [] if made.is_single else [f"# {made.title}"]
    below = "#" if made.is_single else "##"
    for chapter in made.chapters:
        text = chapter.markdown()
        lines = [below[1:] + line if line.startswith("#") else line for line in text.splitlines()]
        blocks.append("\n".join(lines))
    whole = "\n\n".join(blocks)
    if link is not None:
        for number, picture in enumerate(pictures, 1):
            whole = whole.replace(picture_link(picture), link(number, picture), 1)
    return shortened(whole, digits) + "\n"
