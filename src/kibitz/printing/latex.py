"""Explanations as LaTeX: an article, or slides with Beamer."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extended import extends
from kibitz.pictures import Picture
from kibitz.pictures.pages import room_of
from kibitz.pictures.tex_words import tex_words
from kibitz.pictures.theme import theme as theme_named
from kibitz.pictures.tikz import tikz_of
from kibitz.printing.document import document, is_struck, left_columns
from kibitz.printing.words import TextPiece, pieces

PACKAGES = """\
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath,amssymb,booktabs,calc,tikz}
\\usetikzlibrary{svg.path}
\\usepackage[normalem]{ulem}
"""
FIT = """\
\\newcommand{\\kibitzfit}[1]{\\sbox0{#1}%
  \\ifdim\\wd0>\\linewidth\\sbox0{\\resizebox{\\linewidth}{!}{\\usebox0}}\\fi
  \\ifdim\\dimexpr\\ht0+\\dp0\\relax>0.85\\textheight
    \\sbox0{\\resizebox*{!}{0.85\\textheight}{\\usebox0}}\\fi
  \\usebox0}
"""
SLIDE_LINES = 9
"""Lines of words on a slide; more are set smaller."""
SLIDE_ROWS = 14.5
"""Lines of words and of a table on one slide; more become two slides."""


@extends(Explanation)
def latex(
    explanation: Any, digits: int | None = None, slides: bool = False, theme: str = "print"
) -> str:
    """A whole document; pictures are TikZ.

    Parameters
    ----------
    explanation : Explanation or Document
        What is to be printed.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.
    slides : bool, default False
        Whether to write slides (Beamer) rather than an article.
    theme : str, default "print"
        The theme of the pictures.

    Returns
    -------
    str
        The source; it compiles with pdfLaTeX, XeLaTeX and LuaLaTeX.
    """
    made = document(explanation)
    kind = (
        "\\documentclass[aspectratio=169]{beamer}" if slides else "\\documentclass[11pt]{article}"
    )
    margins = (
        "" if slides else "\\usepackage[margin=2.5cm]{geometry}\n\\setlength{\\parindent}{0pt}\n"
    )
    margins += "" if slides else "\\setlength{\\parskip}{0.4em}\n"
    title = words_in_tex(made.title, digits)
    head = f"{kind}\n{PACKAGES}{margins}{FIT}\\title{{{title}}}\n\\date{{}}\n\\begin{{document}}\n"
    body = ["\\frame{\\titlepage}" if slides else "\\maketitle"]
    for chapter in made.chapters:
        if not made.is_single:
            body.append(f"\\section{{{words_in_tex(chapter.title, digits)}}}")
        body += [
            (_frame if slides else _section)(step, digits, theme, made.is_single)
            for step in chapter.steps
        ]
    return head + "\n\n".join(body) + "\n\\end{document}\n"


def _section(step: Step, digits: int | None, theme: str, is_single: bool) -> str:
    depth = "section" if is_single else "subsection"
    parts = [f"\\{depth}{{{words_in_tex(step.heading, digits)}}}"]
    if step.prose.strip():
        parts.append(prose_in_tex(step.prose, digits))
    if step.table is not None:
        parts.append(f"\\begin{{center}}\n{_table(step.table, digits)}\n\\end{{center}}")
    if step.picture is not None:
        parts.append(_figure(step.picture, theme))
    return "\n\n".join(parts)


def _frame(step: Step, digits: int | None, theme: str, is_single: bool) -> str:
    heading = words_in_tex(step.heading, digits)
    lines = len([line for line in step.prose.splitlines() if line.strip()])
    lines = max(lines, len(step.prose) // 80)
    small = "\\footnotesize\n" if lines > SLIDE_LINES else ""
    frames = []
    words = prose_in_tex(step.prose, digits) if step.prose.strip() else ""
    table = (
        ""
        if step.table is None
        else f"\\begin{{center}}\n{_table(step.table, digits)}\n\\end{{center}}"
    )
    rows = 0 if step.table is None else len(step.table.rows)
    if lines + 1.1 * rows > SLIDE_ROWS and table and words:
        frames += [small + words, table]
    elif words or table:
        frames.append("\n\n".join(filter(None, [small + words, table])))
    if step.picture is not None:
        frames.append(_slide_picture(step.picture, theme))
    breaks = "[allowframebreaks]" if lines > 2 * SLIDE_LINES else ""
    return "\n\n".join(
        f"\\begin{{frame}}{breaks if k == 0 else ''}{{{heading}}}\n{inside}\n\\end{{frame}}"
        for k, inside in enumerate(frames or [""])
    )


def prose_in_tex(prose: str, digits: int | None) -> str:
    """Prose in paragraphs."""
    blocks = []
    for line in prose.splitlines():
        if line.strip():
            inside = "\\quad " if line.startswith(" ") else ""
            blocks.append(inside + words_in_tex(line.strip(), digits))
    return "\\par\n".join(blocks)


def _figure(picture: Picture, theme: str) -> str:
    room = room_of("article")
    picture = picture.fitted(*room)
    width = picture.width * picture.scale(*room)
    drawn = tikz_of(picture, theme_named(theme), width)
    caption = tex_words(picture.caption.splitlines()[0] if picture.caption else "")
    return (
        f"\\begin{{center}}\n\\kibitzfit{{%\n{drawn}}}\n\n"
        f"\\smallskip{{\\small {caption}}}\n\\end{{center}}"
    )


def _slide_picture(picture: Picture, theme: str) -> str:
    """A picture that fits on a slide."""
    room = room_of("slide")
    picture = picture.fitted(*room)
    width = picture.width * picture.scale(*room)
    drawn = tikz_of(picture, theme_named(theme), width)
    return f"\\begin{{center}}\n{drawn}\n\\end{{center}}"


def _table(table: Table, digits: int | None) -> str:
    return f"\\kibitzfit{{{table_in_tex(table, digits)}}}"


def table_in_tex(table: Table, digits: int | None) -> str:
    """A table with rules above, below and under its head."""
    left = left_columns(table)
    columns = "".join("l" if c in left else "r" for c in range(len(table.header)))

    def cell(r: int, c: int, words: str) -> str:
        inside = words_in_tex(words.strip(), digits)
        inside = f"\\sout{{{inside}}}" if is_struck(table, r, c) and words.strip() else inside
        return f"\\fbox{{{inside}}}" if (r, c) in table.marked else inside

    head = " & ".join(
        f"\\sout{{{words_in_tex(words, digits)}}}"
        if c in table.struck_columns
        else words_in_tex(words, digits)
        for c, words in enumerate(table.header)
    )
    rows = [
        " & ".join(cell(r, c, words) for c, words in enumerate(row)) + " \\\\"
        for r, row in enumerate(table.rows)
    ]
    inside = "\n".join(
        [f"\\begin{{tabular}}{{{columns}}}", "\\toprule", f"{head} \\\\", "\\midrule", *rows]
    )
    return f"{inside}\n\\bottomrule\n\\end{{tabular}}"


def words_in_tex(words: str, digits: int | None) -> str:
    """Words, with their numbers and variables as mathematics."""
    return "".join(map(_piece, pieces(words, digits)))


def _piece(piece: TextPiece) -> str:
    if piece.kind == "words":
        return tex_words(piece.first)
    first, second = piece.first, piece.second
    if piece.kind == "fraction":
        return f"$\\tfrac{{{first}}}{{{second}}}$"
    if piece.kind == "index":
        return f"${_letter(first)}_{{{second}}}$"
    if piece.kind == "variable":
        return f"${first}$"
    if piece.kind == "power":
        return f"${first}^{{{second}}}$"
    return f"$\\sqrt{{{first}}}$"


def _letter(letter: str) -> str:
    spelled = tex_words(letter)
    return spelled.strip("$")
