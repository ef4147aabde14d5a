"""Explanations: steps with a heading, prose, a table and a picture, for screen, page and web."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from kibitz.core.display import Displayable, text_to_markdown
from kibitz.core.extended import extension_of
from kibitz.core.plain_lines import table_lines, wrapped
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kibitz.pictures import Picture

WIDTH, INDENT = 100, 3
"""Places on a line of text, and how far a step stands in."""
_MARKS = re.compile(
    r"""[\\`] | \*(?=\S) | (?<=\S)\* | (?<![^\W_])_ | _(?![^\W_]) | ~(?=~) | <(?=[a-zA-Z/!?])
        | &(?=\#|\w+;) | \[(?=[^]]*\][(:]) | ^(?:[>\#*]|[-+](?=\s|$)|-(?=[-\s]+$)|=(?==*\s*$))
        | \#$ | (?:(?<=^\d)|(?<=^\d\d))[.)](?=\s|$)""",
    re.VERBOSE | re.MULTILINE,
)
"""What Markdown would not take literally."""
LONGEST_NAME = 30
"""A label no longer than this stays on one line of a table."""


@dataclass(frozen=True, slots=True)
class Table(Displayable):
    """Cells of text; lines can be struck out, cells marked. The first column holds labels.

    >>> print(Table(("", "L", "R"), (("T", "1", "2"), ("B", "0", "1")), struck_rows=(1,)).text())
          L   R
    ───────────
      T   1   2
    ✗ B   0   1
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    struck_rows: tuple[int, ...] = ()
    struck_columns: tuple[int, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    caption: str = ""

    def _titles(self) -> list[str]:
        return [f"✗ {h}" if c in self.struck_columns else h for c, h in enumerate(self.header)]

    def _row(self, r: int) -> list[str]:
        gutter = ("✗ " if r in self.struck_rows else "  ") if self.struck_rows else ""
        return [gutter + self.rows[r][0], *self.rows[r][1:]]

    def _struck(self, r: int, c: int) -> bool:
        return r in self.struck_rows or c in self.struck_columns

    def _aligned(self) -> tuple[list[list[str]], list[bool]]:
        """The words of all cells, the titles first, and which columns are set from the left.

        Marked words stand in brackets, and the others of their column beside them.
        """
        lines = [self._titles(), *(self._row(r) for r in range(len(self.rows)))]
        left = [c == 0 or self._is_prose(c) for c in range(len(self.header))]
        marked = {c for _, c in self.marked}
        for k, line in enumerate(lines):
            for c in marked.intersection(range(len(line))):
                if (k - 1, c) in self.marked:
                    line[c] = f"[{line[c]}]"
                elif not left[c]:
                    line[c] = f"{line[c].strip()} "
        for c in marked:
            if not left[c]:
                whole = [line for line in lines if c < len(line)]
                wide = max(len(line[c]) for line in whole)
                for line in whole:
                    line[c] = line[c].rjust(wide)
                left[c] = True
        return lines, left

    def rich(self) -> RenderableType:
        from rich import box
        from rich.table import Table as Grid
        from rich.text import Text

        grid = Grid(
            box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, caption=self.caption or None
        )
        (titles, *lines), left = self._aligned()
        for c, title in enumerate(titles):
            side: Literal["left", "right"] = "left" if left[c] else "right"
            grid.add_column(Text(title), justify=side, no_wrap=self._is_kept(c), overflow="fold")
        for r, line in enumerate(lines):
            cells = []
            for c, words in enumerate(line):
                style = "dim strike" if self._struck(r, c) else ""
                style = "bold yellow" if (r, c) in self.marked else style
                cells.append(Text(words, style=style))
            grid.add_row(*cells)
        return grid

    def _is_kept(self, c: int) -> bool:
        """Whether the words of a column are not broken: numbers, and names that are not long."""
        longest = max((len(row[0]) for row in self.rows if row), default=0)
        return not self._is_prose(c) and (c > 0 or longest <= LONGEST_NAME)

    def _is_prose(self, c: int) -> bool:
        """Whether a column holds words, which are set from the left."""
        return any(" " in row[c].strip() for row in self.rows if c < len(row))

    def text(self) -> str:
        return "\n".join(self.lines(WIDTH)).rstrip()

    def lines(self, width: int) -> list[str]:
        """As people read it, line by line, at most this wide."""
        plain = None if self.caption else table_lines(*self._aligned(), width)
        return _printed_lines(self.rich(), width) if plain is None else plain

    def markdown(self) -> str:
        lines = ["| " + " | ".join(_cell(t) for t in self._titles()) + " |"]
        lines.append(
            "|"
            + "|".join(
                " :-- " if c == 0 or self._is_prose(c) else " --: " for c in range(len(self.header))
            )
            + "|"
        )
        for r in range(len(self.rows)):
            cells = []
            for c, words in enumerate(self._row(r)):
                shown = _cell(words.strip())
                shown = f"~~{shown}~~" if self._struck(r, c) and shown else shown
                cells.append(f"**{shown}**" if (r, c) in self.marked else shown)
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def html(self) -> str:
        sides = [
            "left" if c == 0 or self._is_prose(c) else "right" for c in range(len(self.header))
        ]
        head = "".join(
            f"<th style='text-align:{side}'>{escape(t)}</th>"
            for side, t in zip(sides, self._titles(), strict=True)
        )
        body = []
        for r in range(len(self.rows)):
            cells = []
            for c, words in enumerate(self._row(r)):
                shown = escape(words)
                shown = f"<s>{shown}</s>" if self._struck(r, c) else shown
                shown = f"<mark>{shown}</mark>" if (r, c) in self.marked else shown
                cells.append(f"<td style='text-align:{sides[c]}'>{shown}</td>")
            body.append("<tr>" + "".join(cells) + "</tr>")
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<tr>{head}</tr>{''.join(body)}</table>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_latex_(self) -> str:
        function = extension_of(type(self), "latex_cell")
        assert function is not None
        return str(function(self))

    def _repr_markdown_(self) -> str:
        return self.markdown()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation."""

    heading: str
    prose: str = ""
    table: Table | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Explanation(Displayable):
    """A derivation: a title and its steps.

    >>> e = Explanation("Why", (Step("Because", "one and one are two."),))
    >>> print(e)
    Why
    <BLANKLINE>
    1. Because
       one and one are two.
    >>> print(e.markdown())
    # Why
    <BLANKLINE>
    ## 1. Because
    <BLANKLINE>
    one and one are two.
    """

    title: str
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return f"<Explanation of {count_of(len(self.steps), 'step')}: {self.title}>"

    def rich(self) -> RenderableType:
        from rich.console import Group
        from rich.padding import Padding
        from rich.text import Text

        parts: list[RenderableType] = [Text(self.title, style="bold")]
        for i, step in enumerate(self.steps, 1):
            parts.append(Text(f"\n{i}. {step.heading}", style="bold cyan"))
            if step.prose:
                parts.append(Padding(Text(step.prose), (0, 0, 0, INDENT)))
            if step.table is not None:
                parts.append(Padding(step.table.rich(), (1, 0, 0, INDENT)))
            if step.picture is not None:
                parts.append(Padding(Text(str(step.picture), style="dim"), (0, 0, 0, INDENT)))
        return Group(*parts)

    def __str__(self) -> str:
        lines = self._lines()
        return plain_text(self.rich()) if lines is None else "\n".join(lines).rstrip()

    def _lines(self) -> list[str] | None:
        """What :meth:`rich` prints, line by line; None where some words are not plain."""
        inner = WIDTH - INDENT
        parts = [wrapped(self.title, WIDTH)]
        for i, step in enumerate(self.steps, 1):
            parts.append(wrapped(f"\n{i}. {step.heading}", WIDTH))
            if step.prose:
                parts.append(_indented(wrapped(step.prose, inner)))
            if step.table is not None:
                parts.append(_indented(["", *step.table.lines(inner)]))
            if step.picture is not None:
                parts.append(_indented(wrapped(str(step.picture), inner)))
        lines: list[str] = []
        for part in parts:
            if part is None:
                return None
            lines += [line.rstrip() for line in part]
        return lines

    def markdown(self) -> str:
        blocks = [f"# {_markdown(self.title)}"]
        for i, step in enumerate(self.steps, 1):
            blocks.append(f"## {i}. {_markdown(step.heading)}")
            if step.prose:
                blocks.append(_markdown(step.prose))
            if step.table is not None:
                blocks.append(step.table.markdown())
            if step.picture is not None:
                blocks.append(picture_link(step.picture))
        return "\n\n".join(blocks)

    def html(self) -> str:
        blocks = [f"<h2>{escape(self.title)}</h2>"]
        for i, step in enumerate(self.steps, 1):
            blocks.append(f"<h3>{i}. {escape(step.heading)}</h3>")
            blocks += [f"<p>{escape(p)}</p>" for p in step.prose.splitlines() if p]
            if step.table is not None:
                blocks.append(step.table.html())
            if step.picture is not None:
                blocks.append(step.picture.html())
        return "\n".join(blocks)

    def save(
        self, path: str | PathLike[str], digits: int | None = None, slides: bool = False
    ) -> Any:
        """Write it as .md, .html, .tex, .pdf, .typ, .json or .txt; slides as .tex or .pdf.

        Parameters
        ----------
        path : str or path
            Where to write; the ending says as what.
        digits : int, optional
            Decimals of numbers; fractions stay fractions if None.
        slides : bool, default False
            Whether to make slides of it.
        """
        return self._printed("save", path, digits, slides)

    def latex(self, digits: int | None = None, slides: bool = False) -> str:
        """A document of LaTeX: an article, or slides with Beamer.

        Parameters
        ----------
        digits : int, optional
            Decimals of numbers; fractions stay fractions if None.
        slides : bool, default False
            Whether to make slides of it.
        """
        text: str = self._printed("latex", digits, slides)
        return text

    def pdf(self, digits: int | None = None, slides: bool = False) -> bytes:
        """The bytes of a PDF: pages or slides.

        Parameters
        ----------
        digits : int, optional
            Decimals of numbers; fractions stay fractions if None.
        slides : bool, default False
            Whether to make slides of it.
        """
        data: bytes = self._printed("pdf", digits, slides)
        return data

    def page(self, digits: int | None = None) -> str:
        """A page of HTML that needs nothing else.

        Parameters
        ----------
        digits : int, optional
            Decimals of numbers; fractions stay fractions if None.
        """
        text: str = self._printed("html_page", digits)
        return text

    def _printed(self, name: str, *args: Any) -> Any:
        function = extension_of(type(self), name)
        assert function is not None
        return function(self, *args)

    def _repr_latex_(self) -> str:
        return str(self._printed("latex_cell"))

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_html_(self) -> str:
        return self.html()

    def to_json(self) -> dict[str, Any]:
        steps = [_step_json(step) for step in self.steps]
        return {"kind": "explanation", "title": self.title, "steps": steps}


@dataclass(frozen=True, slots=True)
class Description(Displayable):
    """What a game is: named facts, in the order a person would tell them.

    >>> print(Description("A game", (("players", "2"), ("fair", "yes"))))
    A game
      players  2
      fair     yes
    """

    title: str
    facts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        width = max((len(name) for name, _ in self.facts), default=0)
        return "\n".join([self.title, *(f"  {name:<{width}}  {fact}" for name, fact in self.facts)])

    def _repr_markdown_(self) -> str:
        return text_to_markdown(str(self))

    def _repr_html_(self) -> str:
        table = Table(("", ""), self.facts)
        return f"<h3>{escape(self.title)}</h3>{table.html()}"

    def to_json(self) -> dict[str, Any]:
        return {"kind": "description", "title": self.title, "facts": dict(self.facts)}


def _indented(lines: list[str] | None) -> list[str] | None:
    return lines and [" " * INDENT + line for line in lines]


def plain_text(renderable: RenderableType, width: int = WIDTH) -> str:
    """A rich renderable without colors, right-stripped."""
    return "\n".join(_printed_lines(renderable, width)).rstrip()


def _printed_lines(renderable: RenderableType, width: int) -> list[str]:
    from rich.console import Console

    paper = StringIO()
    Console(
        file=paper,
        width=width,
        color_system=None,
        legacy_windows=False,
        force_jupyter=False,  # in a notebook it would show the thing instead of writing it
    ).print(renderable)
    return [line.rstrip() for line in paper.getvalue().splitlines()]


def _markdown(words: str) -> str:
    """Plain words as Markdown: a backslash before what would be taken for a mark.

    >>> print(_markdown("3 * 4 in *bold* _type_, but x_1_2 | <b>"))
    3 * 4 in \\*bold\\* \\_type\\_, but x_1_2 | \\<b>
    """
    return _MARKS.sub(r"\\\g<0>", words)


def picture_link(picture: Picture) -> str:
    """A picture as an image of Markdown with the data inside, which pages keep that strip SVG."""
    caption = _markdown(picture.caption.partition("\n")[0]).replace("]", "\\]")
    data = b64encode(picture.svg.encode()).decode()
    return f"![{caption}](data:image/svg+xml;base64,{data})"


def _cell(words: str) -> str:
    return _markdown(words).replace("|", "\\|")


def _step_json(step: Step) -> dict[str, Any]:
    out: dict[str, Any] = {"heading": step.heading, "prose": step.prose}
    if step.table is not None:
        out["table"] = {
            "header": list(step.table.header),
            "rows": [list(row) for row in step.table.rows],
            "struck_rows": list(step.table.struck_rows),
            "struck_columns": list(step.table.struck_columns),
            "marked": [list(cell) for cell in step.table.marked],
        }
    if step.picture is not None:
        out["picture"] = step.picture.svg
    return out
