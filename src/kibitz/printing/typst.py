"""Explanations as PDF, through Typst."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extended import extends
from kibitz.pictures.raster import compiled
from kibitz.printing.document import document, is_struck, left_columns
from kibitz.printing.words import Piece, pieces

ARTICLE = """\
#set page(paper: "a4", margin: 2.4cm, numbering: "1")
#set text(font: "Libertinus Serif", size: 11pt, lang: "en")
#set par(justify: true, leading: 0.62em, spacing: 0.75em)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): it => block(above: 1.5em, below: 0.7em, text(size: 13pt, it.body))
#show heading.where(level: 3): it => block(above: 1.3em, below: 0.6em, text(size: 11.5pt, it.body))
"""
SLIDES = """\
#set page(paper: "presentation-16-9", margin: (x: 1.8cm, y: 1.4cm))
#set text(font: "Libertinus Serif", size: 20pt, lang: "en")
#set par(leading: 0.6em, spacing: 0.8em)
#show heading: it => block(below: 0.8em, text(size: 25pt, it.body))
"""
COMMON = """\
#let kbtable(columns, align, ..cells) = block(above: 1em, below: 1em, breakable: true,
  table(columns: columns, align: align, stroke: none, inset: (x: 7pt, y: 4pt),
    table.hline(stroke: 0.8pt), ..cells, table.hline(stroke: 0.8pt)))
#let kbmark(body) = box(fill: luma(225), inset: (x: 3pt), outset: (y: 3pt), radius: 2pt, body)
"""


@extends(Explanation)
def pdf(told: Any, digits: int | None = None, slides: bool = False) -> bytes:
    """The explanation as PDF.

    Parameters
    ----------
    told : Explanation or Document
        What is to be printed.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.
    slides : bool, default False
        Whether to make slides rather than pages.

    Returns
    -------
    bytes
        The file; needs the package ``typst``, of the extra ``print``.
    """
    source, pictures = typst_source(told, digits, slides)
    return compiled({"main.typ": source.encode(), **pictures}, "pdf")


def typst_source(
    told: Any, digits: int | None = None, slides: bool = False
) -> tuple[str, dict[str, bytes]]:
    """The source for Typst, and the pictures that it shows.

    Parameters
    ----------
    told : Explanation or Document
        What is to be printed.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.
    slides : bool, default False
        Whether to make slides rather than pages.

    Returns
    -------
    tuple
        The source, and the files by name.
    """
    made = document(told)
    pictures: dict[str, bytes] = {}
    body = [f"#set document(title: {_string(made.title)})", f"= {_words(made.title, digits)}"]
    if slides:
        body[1] = (
            f"#align(center + horizon, text(size: 34pt, weight: 700)[{_words(made.title, digits)}])"
        )
    for chapter in made.chapters:
        if not made.is_single:
            body.append(f"== {_words(chapter.title, digits)}" if not slides else "")
        for number, step in enumerate(chapter.steps, 1):
            body.append(_step(step, number, digits, slides, made.is_single, pictures))
    style = SLIDES if slides else ARTICLE
    return style + COMMON + "\n\n".join(body) + "\n", pictures


def _step(
    step: Step,
    number: int,
    digits: int | None,
    slides: bool,
    is_single: bool,
    pictures: dict[str, bytes],
) -> str:
    parts = []
    heading = _words(step.heading, digits)
    if slides:
        parts += ["#pagebreak()", f"= {heading}"]
    else:
        parts.append(
            f"{'==' if is_single else '==='} #text(fill: luma(90))[{number}] #h(0.4em) {heading}"
        )
    lines = [line for line in step.prose.splitlines() if line.strip()]
    prose = "\n\n".join(
        ("#h(1.2em)" if line.startswith(" ") else "") + _words(line.strip(), digits)
        for line in lines
    )
    crowded = slides and len(step.prose) + 60 * len(lines) > 1100
    parts.append(f"#text(size: 14pt)[{prose}]" if crowded else prose)
    if step.table is not None:
        crowded = slides and len(step.table.rows) > 8
        table = _table(step.table, digits)
        parts.append(f"#text(size: 13pt)[{table}]" if crowded else table)
    if step.picture is not None:
        if slides and (lines or step.table is not None):
            parts += ["#pagebreak()", f"= {heading}"]
        name = f"picture-{len(pictures) + 1}.svg"
        pictures[name] = step.picture.to_svg("print").encode()
        wide, high = (0.75 * side * (1.5 if slides else 1.0) for side in step.picture.size)
        room = (720.0, 330.0) if slides else (455.0, 640.0)
        scale = min(1.0, room[0] / wide, room[1] / high)
        parts.append(f"#align(center, image({_string(name)}, width: {wide * scale:.1f}pt))")
        if not slides and step.picture.caption:
            caption = step.picture.caption.splitlines()[0]
            parts.append(f"#align(center, text(size: 9pt)[{_words(caption, digits)}])")
    return "\n\n".join(filter(None, parts))


def _table(table: Table, digits: int | None) -> str:
    left = left_columns(table)
    wordy = max((len(cell) for row in table.rows for cell in row), default=0) > 40
    columns = ", ".join(
        "1fr" if wordy and any(len(row[c]) > 40 for row in table.rows if c < len(row)) else "auto"
        for c in range(len(table.header))
    )
    align = ", ".join("left" if c in left else "right" for c in range(len(table.header)))

    def cell(r: int, c: int, words: str) -> str:
        inside = _words(words.strip(), digits)
        inside = f"#strike[{inside}]" if is_struck(table, r, c) and words.strip() else inside
        return f"[#kbmark[{inside}]]" if (r, c) in table.marked else f"[{inside}]"

    head = ", ".join(
        f"[#strike[{_words(words, digits)}]]"
        if c in table.struck_columns
        else f"[{_words(words, digits)}]"
        for c, words in enumerate(table.header)
    )
    rows = ",\n".join(
        ", ".join(cell(r, c, words) for c, words in enumerate(row))
        for r, row in enumerate(table.rows)
    )
    return (
        f"#kbtable(({columns},), ({align},),\ntable.header({head}), table.hline(stroke: 0.4pt),\n"
        f"{rows})"
    )


def _words(words: str, digits: int | None) -> str:
    return "".join(map(_piece, pieces(words, digits)))


def _piece(piece: Piece) -> str:
    if piece.kind == "words":
        return f"#{_string(piece.first)};"
    first, second = piece.first, piece.second
    if piece.kind == "fraction":
        return f"$frac({first}, {second})$"
    if piece.kind == "index":
        return f"${first}_({second})$"
    if piece.kind == "variable":
        return f"${first}$"
    if piece.kind == "power":
        return f"${first}^({second})$"
    return f"$sqrt({_string(first)})$"


def _string(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
