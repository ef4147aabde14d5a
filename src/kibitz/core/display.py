"""How things show themselves in notebooks: HTML, SVG, Markdown, LaTeX and plain text at once.

A notebook asks for ``_repr_mimebundle_`` and takes the richest form that it can show. Every noun,
answer, explanation, certificate and table inherits it from :class:`Displayable`.
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
_WEIGHT = re.compile(r"[^\s:]+: [^\s:]+")
"""A strategy with its probability."""
WIDEST = 48
"""Characters of weights that have a column each."""
NO_BREAK, SPACES = "\u00a0", "   "
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


class Displayable:
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
            text = form(self)
        except Exception:
            return None
        return finish(text) if isinstance(text, str) else None

    return guarded


def _dressed(html: str) -> str:
    """HTML with the spaces that some notebooks take away, such as marimo.

    >>> _dressed("<p>1</p>").endswith("</style><p>1</p></div>")
    True
    """
    return html if html.startswith(_DRESS) else f"{_DRESS}{html}</div>"


def text_to_html(text: str) -> str:
    """Text in lines as HTML: headings in bold, lines in columns as tables, indented ones as lists.

    >>> print(text_to_html("value 3/4\\nrow   1/4   3/4"))
    <p><b>value 3/4</b></p><table><tr><td>row</td><td>1/4</td><td>3/4</td></tr></table>
    >>> print(text_to_html("core\\n  (1, 2)\\n  (2, 1)\\nfound by pivots"))
    <p><b>core</b></p><ul><li>(1, 2)</li><li>(2, 1)</li></ul><p>found by pivots</p>
    >>> print(text_to_html("f(t) = t   small\\n       1   else"))
    <p><b>f(t)</b></p><table><tr><td>t</td><td>small</td></tr><tr><td>1</td><td>else</td></tr></table>
    """
    lines = text.splitlines()
    page = _Page()
    name = _cases(lines)
    if name:
        page.paragraph(name.strip(" ="), bold=True)
        lines[0] = " " * len(name) + lines[0][len(name) :]
        lines.insert(0, "")
    for k, line in enumerate(lines):
        cells, indent = _cells(line), _indent(line)
        leads = k + 1 < len(lines) and _indent(lines[k + 1]) > indent
        if set(line.strip()) == {"─"}:
            page.rule()
        elif len(cells) > 1 and (k or " | " in line):
            page.row(cells)
        elif k and indent and not leads:
            page.item(line.strip())
        else:
            page.paragraph(line.strip(), bold=leads or not k)
    return page.html()


def _cases(lines: list[str]) -> str:
    """What a first line defines, with the sign =, where the next lines go on below its cases."""
    if len(lines) < 2 or len(_cells(lines[1])) < 2:
        return ""
    name = lines[0][: _indent(lines[1])]
    return name if name.endswith("= ") else ""


class _Page:
    """Blocks of HTML; rows and items are collected until something else follows."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._rows: list[list[str]] = []
        self._items: list[str] = []
        self._heads = 0
        """How many rows stand above a rule."""

    def rule(self) -> None:
        self._heads = len(self._rows)

    def row(self, cells: list[str]) -> None:
        self._end_list()
        self._rows.append(cells)

    def item(self, words: str) -> None:
        self._end_table()
        self._items.append(f"<li>{escape(words)}</li>")

    def paragraph(self, words: str, bold: bool) -> None:
        self._end_table()
        self._end_list()
        if words:
            inside = f"<b>{escape(words)}</b>" if bold else escape(words)
            self._blocks.append(f"<p>{inside}</p>")

    def html(self) -> str:
        self._end_table()
        self._end_list()
        return "".join(self._blocks)

    def _end_table(self) -> None:
        if self._rows:
            heads = self._heads or _lift(self._rows)
            if not heads:
                _gather(self._rows)
            left = {c for row in self._rows for c, cell in enumerate(row) if _is_prose(cell)}
            rows = (
                _row(row, "th" if k < heads else "td", left) for k, row in enumerate(self._rows)
            )
            self._blocks.append(f"<table>{''.join(rows)}</table>")
        self._rows, self._heads = [], 0

    def _end_list(self) -> None:
        if self._items:
            self._blocks.append(f"<ul>{''.join(self._items)}</ul>")
        self._items = []


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _gather(table: list[list[str]]) -> None:
    """Put the weights of a mixture into one cell, where they are too many for a cell each.

    >>> rows = [["I", "a: 1/2", "b: 1/2"], ["II", *(f"{k}: 1/10" for k in range(10))]]
    >>> _gather(rows)
    >>> len(rows[1]), rows[0][1].replace(NO_BREAK, "_")
    (2, 'a:_1/2   b:_1/2')
    """
    weights = [row[1:] for row in table]
    widest = max(len("".join(row)) for row in weights)
    if widest > WIDEST and all(_WEIGHT.fullmatch(cell) for row in weights for cell in row):
        kept = (SPACES.join(cell.replace(": ", f":{NO_BREAK}") for cell in w) for w in weights)
        table[:] = [[row[0], line] for row, line in zip(table, kept, strict=True)]


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


def text_to_markdown(text: str) -> str:
    """Text in lines as Markdown, in a block that keeps its columns.

    >>> print(text_to_markdown("a  b"))
    ```
    a  b
    ```
    """
    return f"```\n{text}\n```"


class TextDisplayable(Displayable):
    """Shows itself by its text, the headings in bold and the columns as tables."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return text_to_html(str(self))

    def _repr_markdown_(self) -> str:
        return text_to_markdown(str(self))
