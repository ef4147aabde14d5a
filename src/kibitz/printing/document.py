"""What is printed: a title and chapters, each an explanation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Table


@dataclass(frozen=True, slots=True)
class Document:
    """A title, and explanations under it; a single one has the title itself."""

    title: str
    chapters: tuple[Explanation, ...]

    @property
    def is_single(self) -> bool:
        """Whether there is one chapter, which has no title of its own."""
        return len(self.chapters) == 1 and self.chapters[0].title == self.title


def document(explanation: Any) -> Document:
    """The document of an explanation, or of something with a title and chapters.

    Parameters
    ----------
    explanation : Explanation or Document
        What is to be printed; anything with ``title`` and ``chapters`` will do.

    Returns
    -------
    Document
        Its title and chapters.

    Examples
    --------
    >>> document(Explanation("Why", ())).title
    'Why'
    """
    if isinstance(explanation, Explanation):
        return Document(explanation.title, (explanation,))
    chapters = getattr(explanation, "chapters", None)
    if chapters is None:
        raise GameError(f"cannot print this {type(explanation).__name__}; give an explanation")
    return Document(explanation.title, tuple(chapters))


def left_columns(table: Table) -> set[int]:
    """The columns of words, which are set from the left: the first, and those with spaces."""
    wordy = {
        c
        for row in table.rows
        for c, cell in enumerate(row)
        if " " in cell.strip() or any(letter.isalpha() for letter in cell)
    }
    return {0, *wordy}


def is_struck(table: Table, r: int, c: int) -> bool:
    """Whether a cell lies in a line that is crossed out."""
    return r in table.struck_rows or c in table.struck_columns
