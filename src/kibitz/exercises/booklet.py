"""Several explanations under one title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from kibitz.core.display import Displayable
from kibitz.core.explanation import Explanation, plain_text

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Booklet(Displayable):
    """A title and chapters, each an explanation with steps of its own.

    >>> from kibitz.core.explanation import Step
    >>> chapter = Explanation("One", (Step("First", "words."),))
    >>> print(Booklet("All", (chapter,)).markdown())
    # All
    <BLANKLINE>
    ## One
    <BLANKLINE>
    ### 1. First
    <BLANKLINE>
    words.
    """

    title: str
    chapters: tuple[Explanation, ...]

    def rich(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        parts: list[RenderableType] = [Text(self.title, style="bold")]
        for chapter in self.chapters:
            parts += [Text(""), chapter.rich()]
        return Group(*parts)

    def __str__(self) -> str:
        return plain_text(self.rich())

    def markdown(self) -> str:
        """Markdown, the headings of the chapters a step below the title."""
        chapters = [re.sub("^#", "##", c.markdown(), flags=re.MULTILINE) for c in self.chapters]
        return "\n\n".join([f"# {self.title}", *chapters])

    def html(self) -> str:
        """HTML without head and body."""
        return "\n".join([f"<h1>{escape(self.title)}</h1>", *(c.html() for c in self.chapters)])

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def to_json(self) -> dict[str, Any]:
        chapters = [chapter.to_json() for chapter in self.chapters]
        return {"kind": "booklet", "title": self.title, "chapters": chapters}
