"""How things show themselves in notebooks: HTML, SVG, Markdown, LaTeX and plain text at once.

A notebook asks for ``_repr_mimebundle_`` and takes the richest form that it can show. Every noun,
answer, explanation, certificate and table inherits it from :class:`Shown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from html import escape
from types import FunctionType
from typing import Any

LARGEST = 2_000_000
"""Characters of a form; what is longer is left to the shorter forms."""

_NAMED = re.compile(r" {2,}([^\s:|][^:|]{0,39}): (?!.*(?: {2,}| \| ))(\S.*)")
"""What is listed by name, such as the moves at an information set."""
_DRESS = (
    '<div class="kibitz-told"><style>.kibitz-told td,.kibitz-told th{padding:2px 8px}'
    ".kibitz-told p{margin:.4em 0}.kibitz-told h2{font-size:1.4em;font-weight:600;"
    "margin:.6em 0 .3em}.kibitz-told h3{font-size:1.15em;font-weight:600;"
    "margin:.8em 0 .3em}</style>"
)
_FORMS: tuple[tuple[str, str], ...] = (
    ("text/html", "_repr_html_"),
    ("image/svg+xml", "_repr_svg_"),
    ("text/markdown", "_repr_markdown_"),
    ("text/latex", "_repr_latex_"),
)


class Shown:
    """Shows itself in Jupyter, VS Code, marimo and Colab by one method."""

    __slots__ = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Let forms that fail give None: notebooks ask for each of them besides."""
        super().__init_subclass__(**keywords)
        for _, name in _FORMS:
            own = cls.__dict__.get(name)
            if isinstance(own, FunctionType) and not hasattr(own, "__wrapped__"):
                setattr(cls, name, _or_none(own, _dressed if name == "_repr_html_" else str))

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
            form = method()
            if form and len(form) <= LARGEST:
                bundle[kind] = form
        return bundle


def _or_none(
    form: Callable[[Any], Any], finish: Callable[[str], str]
) -> Callable[[Any], str | None]:
    """A form that gives None where it would fail: a notebook must show something of everything."""

    @wraps(form)
    def guarded(self: Any) -> str | None:
        try:
            found = form(self)
        except Exception:
            return None
        return finish(found) if isinstance(found, str) else None

    return guarded


def _dressed(html: str) -> str:
    """HTML with the spaces that some notebooks take away, such as marimo.

    >>> _dressed("<p>1</p>").endswith("</style><p>1</p></div>")
    True
    """
    return html if html.startswith(_DRESS) else f"{_DRESS}{html}</div>"


def html_of_text(text: str) -> str:
    """Text in lines as HTML: headings in bold, lines in columns as tables, indented ones as lists.

    >>> print(html_of_text("value 3/4\\nrow   1/4   3/4"))
    <p><b>value 3/4</b></p><table><tr><td>row</td><td>1/4</td><td>3/4</td></tr></table>
    >>> print(html_of_text("core\\n  (1, 2)\\n  (2, 1)\\nfound by pivots"))
    <p><b>core</b></p><ul><li>(1, 2)</li><li>(2, 1)</li></ul><p>found by pivots</p>
    """
    blocks: list[str] = []
    table: list[list[str]] = []
    items: list[str] = []
    heads = 0

    def close() -> None:
        if table:
            rows = table[:]
            told = 0 if heads else _lift(rows)
            left = {c for row in rows for c, cell in enumerate(row) if _is_prose(cell)}
            made = (
                _row(row, "th" if k < heads + told else "td", left) for k, row in enumerate(rows)
            )
            blocks.append(f"<table>{''.join(made)}</table>")
            table.clear()
        if items:
            blocks.append(f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>")
            items.clear()

    lines = text.splitlines()
    for k, line in enumerate(lines):
        if set(line.strip()) == {"─"}:
            heads = len(table)
            continue
        cells = _cells(line)
        if (k or " | " in line) and len(cells) > 1:
            if items:
                close()
            heads = heads if table else 0
            table.append(cells)
            continue
        words, leads = escape(line.strip()), _indent(lines[k + 1 : k + 2]) > _indent([line])
        if k and _indent([line]) and not leads:
            if table:
                close()
            items.append(words)
            continue
        close()
        blocks.append(
            f"<p><b>{words}</b></p>" if not k or leads else f"<p>{words}</p>" if words else ""
        )
    close()
    return "".join(blocks)


def _indent(lines: list[str]) -> int:
    """How far the first of these lines is indented."""
    return len(lines[0]) - len(lines[0].lstrip()) if lines else 0


def _lift(table: list[list[str]]) -> int:
    """Put what the cells of equilibria begin with into a line above; how many lines.

    >>> rows = [["I a", "payoffs 1, 2"], ["I b: 1/2", "payoffs 0, 3"]]
    >>> _lift(rows), rows
    (1, [['I', 'payoffs'], ['a', '1, 2'], ['b: 1/2', '0, 3']])
    """
    cells = [[cell.split(" ") for cell in row] for row in table]
    first = [words[0] for words in cells[0]]
    sizes = [1 if first.count(word) == 1 else 2 for word in first]
    if "payoffs" not in first or {len(row) for row in cells} != {len(sizes)}:
        return 0
    heads = {tuple(" ".join(w[:n]) for w, n in zip(row, sizes, strict=True)) for row in cells}
    if len(heads) > 1:
        return 0
    table[:] = [[" ".join(w[n:]) for w, n in zip(row, sizes, strict=True)] for row in cells]
    table.insert(0, [head.removesuffix(":") for head in heads.pop()])
    return 1


def _row(cells: list[str], tag: str, left: set[int]) -> str:
    sides = (" style='text-align:left'" if c in left else "" for c in range(len(cells)))
    inside = (f"<{tag}{side}>{escape(x)}</{tag}>" for x, side in zip(cells, sides, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def _is_prose(cell: str) -> bool:
    return " " in cell and any(letter.isalpha() for letter in cell)


def _cells(line: str) -> list[str]:
    """The columns of a line, which have two blanks or a bar between them, or a name before them.

    >>> _cells("I 1 | II 2 | payoffs 3, 2"), _cells("one sentence.")
    (['I 1', 'II 2', 'payoffs 3, 2'], ['one sentence.'])
    >>> _cells("    Q bet: fold 2/3, call 1/3")
    ['Q bet', 'fold 2/3, call 1/3']
    """
    named = _NAMED.fullmatch(line)
    if named is not None:
        return [named[1], named[2]]
    apart = r" \| " if " | " in line else r"\s{2,}"
    return [cell for cell in re.split(apart, line.strip()) if cell]


def markdown_of_text(text: str) -> str:
    """Text in lines as Markdown, in a block that keeps its columns.

    >>> print(markdown_of_text("a  b"))
    ```
    a  b
    ```
    """
    return f"```\n{text}\n```"
