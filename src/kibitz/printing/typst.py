"""Explanations as PDF, through Typst."""

from __future__ import annotations

import re
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extended import extends
from kibitz.pictures.picture import Picture
from kibitz.pictures.raster import compiled
from kibitz.printing.document import document, is_struck, left_columns
from kibitz.printing.words import TextPiece, pieces

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
#let kbtable(columns, align, y, ..cells) = block(above: 1em, below: 1em, breakable: true,
  table(columns: columns, align: align, stroke: none, inset: (x: 0.64em, y: y),
    table.hline(stroke: 0.8pt), ..cells, table.hline(stroke: 0.8pt)))
#let kbmark(body) = box(fill: luma(225), outset: 3pt, radius: 2pt, body)
"""
PAGE_ROOM = (455.0, 640.0)
SLIDE_ROOM = (720.0, 330.0)
"""How wide and high a picture may be, in points."""
HALF_PAGE = 225.0
KEPT = 1800
"""Letters of a step that is not broken over pages."""
PAGE, LEADING = 690.0, 15.0
"""How high the text of a page is, and a line of it, in points."""
MOST_KEPT = 0.45
"""The part of a page that words and their picture may fill to be kept together on one."""
FEW = 120
"""Letters that stay with their picture; more of them may stand on the page before it."""
_SHORT = re.compile(r"(?<!\w)(\w{1,2})-(?=\w{1,2}(?!\w))")
"""The hyphen of a name such as that of the edge a-b,"""
JOINED = "\\1-\u2060"
"""at which no line ends."""


@extends(Explanation)
def pdf(explanation: Any, digits: int | None = None, slides: bool = False) -> bytes:
    """The explanation as PDF.

    Parameters
    ----------
    explanation : Explanation or Document
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
    source, pictures = typst_source(explanation, digits, slides)
    return compiled({"main.typ": source.encode(), **pictures}, "pdf")


def typst_source(
    explanation: Any, digits: int | None = None, slides: bool = False
) -> tuple[str, dict[str, bytes]]:
    """The source for Typst, and the pictures that it shows.

    Parameters
    ----------
    explanation : Explanation or Document
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
    made = document(explanation)
    pictures: dict[str, bytes] = {}
    body = [f"#set document(title: {_string(made.title)})", f"= {_words(made.title, digits)}"]
    if slides:
        body[1] = (
            f"#align(center + horizon, text(size: 34pt, weight: 700)[{_words(made.title, digits)}])"
        )
    for chapter in made.chapters:
        if slides:
            over = "" if made.is_single else chapter.title
            body += [_slide(step, over, digits, pictures) for step in chapter.steps]
            continue
        if not made.is_single:
            body.append(f"== {_words(chapter.title, digits)}")
        for number, step in enumerate(chapter.steps, 1):
            body.append(_step(step, number, digits, made.is_single, pictures))
    style = SLIDES if slides else ARTICLE
    return style + COMMON + "\n\n".join(body) + "\n", pictures


def _step(
    step: Step,
    number: int,
    digits: int | None,
    is_single: bool,
    pictures: dict[str, bytes],
) -> str:
    """A step on paper, kept together where it is not long."""
    heading = (
        f"{'==' if is_single else '==='} #text(fill: luma(90))[{number}] #h(0.4em) "
        f"{_words(step.heading, digits)}"
    )
    rows = 0 if step.table is None else len(step.table.rows)
    parts = "\n\n".join(filter(None, [heading, _prose(step, digits), _table_of(step, digits)]))
    letters = len(step.prose) + 70 * (step.prose.count("\n") + rows)
    if step.picture is None:
        return parts if letters > KEPT else _together(parts)
    shown = _image(step.picture, PAGE_ROOM, pictures)
    caption = (step.picture.caption or "").partition("\n")[0]
    if caption:
        shown += f"\n\n#align(center, text(size: 9pt)[{_words(caption, digits)}])"
    lines = sum(1 + len(line) // 85 for line in step.prose.splitlines()) + 1.3 * rows + 4
    if letters <= FEW or _height(step.picture) + LEADING * lines <= MOST_KEPT * PAGE:
        return _together(f"{parts}\n\n{shown}")
    shown = _together(shown)
    if _height(step.picture) + LEADING * (1.3 * rows + step.prose.count("\n") + 5) > PAGE:
        shown = f"#place(auto, float: true)[\n{shown}\n]"
    return f"{parts if letters > KEPT else _together(parts)}\n\n{shown}"


def _together(explanation: str) -> str:
    """What is not broken over pages."""
    return f"#block(breakable: false, width: 100%, above: 1.3em)[\n{explanation}\n]"


def _slide(step: Step, chapter: str, digits: int | None, pictures: dict[str, bytes]) -> str:
    """A step as a slide; its picture beside or below the words where there is room."""
    above = f"#text(size: 13pt, fill: luma(90))[{_words(chapter, digits)}]\n" if chapter else ""
    start = f"#pagebreak()\n\n{above}= {_words(step.heading, digits)}"
    rows = 0 if step.table is None else len(step.table.rows)
    lines = [line for line in step.prose.splitlines() if line.strip()]
    prose = _prose(step, digits)
    if len(lines) > 10:
        prose = f"#text(size: 14pt)[#columns(2)[{prose}]]"
    elif len(step.prose) + 60 * len(lines) > 1100:
        prose = f"#text(size: 14pt)[{prose}]"
    table = _table_of(step, digits)
    table = f"#text(size: 13pt)[{table}]" if rows > 8 else table
    words = "\n\n".join(filter(None, [prose, table]))
    if step.picture is None:
        return "\n\n".join(filter(None, [start, words]))
    if not words:
        return f"{start}\n\n{_image(step.picture, SLIDE_ROOM, pictures)}"
    wide, high = SLIDE_ROOM
    each = 36.0 if step.table is not None and _has_fractions(step.table, digits) else 30.0
    tall = 30.0 * sum(1 + len(line) // 75 for line in lines) + each * (rows + bool(rows))
    table_wide = 0 if step.table is None else _letters_across(step.table)
    size = next((k for k in (20, 16) if _tall_beside(lines, rows, k) < high), 0)
    beside = (wide / 2, high) if size and table_wide < 34 else (1.0, 1.0)
    below = (wide, high - tall) if tall < high - 60 else (1.0, 1.0)
    alone, aside, under = (
        _scale(_shape(step.picture, room), room) for room in (SLIDE_ROOM, beside, below)
    )
    if max(aside, under) < 0.58 * alone:
        shown = _image(step.picture, SLIDE_ROOM, pictures)
        return f"{start}\n\n{words}\n\n{start}\n\n{shown}"
    if under >= aside:
        return f"{start}\n\n{words}\n\n{_image(step.picture, below, pictures)}"
    shown = _image(step.picture, beside, pictures)
    return (
        f"{start}\n\n#grid(columns: (1fr, auto), gutter: 1cm)"
        f"[\n#set text(size: {size}pt)\n{words}\n][\n{shown}\n]"
    )


def _tall_beside(lines: list[str], rows: int, size: int) -> float:
    """How high words and a table are on half a slide, in letters of this size."""
    across = 680 // size
    return 1.5 * size * sum(1 + len(line) // across for line in lines) + 1.3 * size * rows


def _letters_across(table: Table) -> int:
    rows = [table.header, *table.rows]
    return sum(max(len(row[c]) + 2 for row in rows if c < len(row)) for c in range(len(rows[0])))


def _prose(step: Step, digits: int | None) -> str:
    return "\n\n".join(
        ("#h(1.2em)" if line.startswith(" ") else "") + _words(line.strip(), digits)
        for line in step.prose.splitlines()
        if line.strip()
    )


def _table_of(step: Step, digits: int | None) -> str:
    return "" if step.table is None else _table(step.table, digits)


def _scale(picture: Picture, room: tuple[float, float]) -> float:
    """Points for a pixel. On paper a picture stays below half a page while it can be read."""
    wide, high = picture.size
    if room == PAGE_ROOM:
        return min(0.75, room[0] / wide, room[1] / high, max(0.54, HALF_PAGE / high))
    return min(1.125, room[0] / wide, room[1] / high)


def _shape(picture: Picture, room: tuple[float, float]) -> Picture:
    """The layout that has the largest type in a room."""
    points = 0.75 if room == PAGE_ROOM else 1.125
    return picture.fitted(room[0] / points, room[1] / points)


def _height(picture: Picture) -> float:
    """How high a picture is on paper, in points."""
    shaped = _shape(picture, PAGE_ROOM)
    return shaped.size[1] * _scale(shaped, PAGE_ROOM)


def _image(picture: Picture, room: tuple[float, float], pictures: dict[str, bytes]) -> str:
    picture = _shape(picture, room)
    name = f"picture-{len(pictures) + 1}.svg"
    pictures[name] = picture.to_svg("print").encode()
    width = picture.size[0] * _scale(picture, room)
    return f"#align(center, image({_string(name)}, width: {width:.1f}pt))"


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

    height = 0.52 if _has_fractions(table, digits) else 0.38
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
        f"#kbtable(({columns},), ({align},), {height}em,\ntable.header({head}), "
        f"table.hline(stroke: 0.4pt),\n{rows})"
    )


def _has_fractions(table: Table, digits: int | None) -> bool:
    """Whether some cell is higher than a line of words."""
    return any("$frac" in _words(words, digits) for row in table.rows for words in row)


def _words(words: str, digits: int | None) -> str:
    return "".join(map(_piece, pieces(words, digits)))


def _piece(piece: TextPiece) -> str:
    if piece.kind == "words":
        return f"#{_string(_SHORT.sub(JOINED, piece.first))};"
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
