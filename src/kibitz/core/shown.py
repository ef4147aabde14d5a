"""How things show themselves in notebooks: HTML, SVG, Markdown, LaTeX and plain text at once.

A notebook asks for ``_repr_mimebundle_`` and takes the richest form that it can show. Every noun,
answer, explanation, certificate and table inherits it from :class:`Shown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

LARGEST = 2_000_000
"""Characters of a form; what is longer is left to the shorter forms."""

_FORMS: tuple[tuple[str, str], ...] = (
    ("text/html", "_repr_html_"),
    ("image/svg+xml", "_repr_svg_"),
    ("text/markdown", "_repr_markdown_"),
    ("text/latex", "_repr_latex_"),
)


class Shown:
    """Shows itself in Jupyter, VS Code, marimo and Colab by one method."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        """All forms that it has; one that fails is left out, and plain text never is."""
        wanted, unwanted = set(include or ()), set(exclude or ())
        bundle = {"text/plain": str(self)}
        for kind, name in _FORMS:
            method = getattr(self, name, None)
            if method is None or kind in unwanted or (wanted and kind not in wanted):
                continue
            form = _attempt(method)
            if form and len(form) <= LARGEST:
                bundle[kind] = form
        return bundle


def _attempt(method: Callable[[], Any]) -> str | None:
    """What a method gives, or None: a notebook must show something of everything."""
    try:
        found = method()
    except Exception:
        return None
    return found if isinstance(found, str) else None


def html_of_text(text: str) -> str:
    """Text in lines as HTML: the first line in bold, lines in columns as tables.

    >>> print(html_of_text("value 3/4\\nrow   1/4   3/4"))
    <p><b>value 3/4</b></p><table><tr><td>row</td><td>1/4</td><td>3/4</td></tr></table>
    """
    blocks: list[str] = []
    table: list[list[str]] = []

    def close() -> None:
        if table:
            rows = (
                "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in table
            )
            blocks.append(f"<table>{''.join(rows)}</table>")
            table.clear()

    for k, line in enumerate(text.splitlines()):
        cells = _cells(line)
        if k and len(cells) > 1:
            table.append(cells)
            continue
        close()
        if set(line.strip()) <= {"─", "-"}:
            continue
        words = escape(line.strip())
        blocks.append(f"<p><b>{words}</b></p>" if k == 0 else f"<p>{words}</p>")
    close()
    return "".join(blocks)


def _cells(line: str) -> list[str]:
    """The columns of a line, which have two blanks or a bar between them.

    >>> _cells("I 1 | II 2 | payoffs 3, 2"), _cells("one sentence.")
    (['I 1', 'II 2', 'payoffs 3, 2'], ['one sentence.'])
    """
    return [cell for cell in re.split(r"\s{2,}| \| ", line.strip()) if cell]


def markdown_of_text(text: str) -> str:
    """Text in lines as Markdown, in a block that keeps its columns.

    >>> print(markdown_of_text("a  b"))
    ```
    a  b
    ```
    """
    return f"```\n{text}\n```"
