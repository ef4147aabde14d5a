"""Writing for people (with colors on a terminal, plain elsewhere) and for programs (JSON)."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from kibitz.core.progress import settle

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

READABLE = 100
"""Columns of running text where there is no terminal to ask."""


def say(words: str) -> None:
    """Print lines: the first one in bold, checks in green and red, remarks faint."""
    if not _may_be_styled():
        say_raw("\n".join(words.splitlines()))
        return
    settle()
    console().print(styled(words), soft_wrap=True)


def show(renderable: RenderableType, width: int = READABLE) -> None:
    """Print a rich renderable, as wide as the terminal, or as ``width`` where there is none."""
    from kibitz.core.explanation import plain_text

    settle()
    paper = console()
    if paper.is_terminal:
        paper.print(renderable)
    else:
        say_raw(plain_text(renderable, width))


def say_json(data: Any, game: Any = None, answer: Any = None) -> None:
    """Print one JSON document; an answer with where it comes from."""
    from kibitz.cli.machinery.provenance import with_provenance
    from kibitz.formats.json_files.form import layout

    settle()
    print(layout(with_provenance(data, game, answer)))


def say_raw(text: str) -> None:
    """Print text just as it is."""
    settle()
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def say_wrapped(text: str) -> None:
    """Print sentences: on a terminal in lines that fit, elsewhere as they are."""
    from rich.text import Text

    settle()
    paper = console()
    if paper.is_terminal:
        paper.print(Text(text))
    else:
        say_raw(text)


def _may_be_styled() -> bool:
    """Whether styles could show: on a terminal, or where the environment asks for them."""
    asked = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    return sys.stdout.isatty() or any(os.environ.get(name) for name in asked)


def console() -> Console:
    """Paper to print on."""
    from rich.console import Console

    return Console(highlight=False)


def styled(words: str) -> Text:
    """The words with the styles that :func:`say` uses."""
    from rich.text import Text

    text = Text()
    for k, line in enumerate(words.splitlines()):
        text.append("\n" if k else "")
        text.append(line, style=_style(line, k))
    return text


def _style(line: str, k: int) -> str:
    if k == 0:
        return "bold"
    mark = line.strip()[:1]
    return {"✓": "green", "✗": "red"}.get(mark, "dim" if line.startswith("found by") else "")


def next_line(prompt: str) -> str | None:
    """The next line of standard input, None at its end; shown again when it was not typed."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    if prompt and not (line and sys.stdin.isatty()):
        sys.stdout.write(line if line.endswith("\n") else line + "\n")
    return line or None
