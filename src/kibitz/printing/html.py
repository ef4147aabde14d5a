"""A page of HTML that needs nothing else: styles, formulas as MathML, pictures inside."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.core.explanation import Explanation, Table
from kibitz.core.extended import extends
from kibitz.printing.document import document, is_struck, left_columns
from kibitz.printing.words import TextPiece, pieces

STYLE = """\
:root { color-scheme: light dark; --ink: #1f2933; --paper: #fff; --faint: #66727f; --rule: #cbd2d9;
  --mark: #fde68a; --row: #c2410c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #14181d; --faint: #9aa7b4;
  --rule: #46515d; --mark: #4d400c; --row: #fb923c; } }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --mark: #ddd; --row: #000; }
  h3, table, figure { break-inside: avoid } h2, h3 { break-after: avoid } }
body { font: 17px/1.55 Charter, "Bitstream Charter", "Libertinus Serif", Georgia, serif;
  color: var(--ink); background: var(--paper); max-width: 46rem; margin: 2.5rem auto;
  padding: 0 1.2rem; }
h1 { font-size: 1.7rem; line-height: 1.2 } h2 { font-size: 1.35rem; margin-top: 2.4rem }
h3 { font-size: 1.1rem; margin: 1.8rem 0 .4rem } h3 .n { color: var(--row); margin-right: .5em }
p { margin: .35rem 0 } p.in { margin-left: 1.2rem }
.wide { overflow-x: auto; margin: .9rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95em }
th { border-bottom: 1px solid var(--ink); font-weight: 600 } th, td { padding: .22em .8em }
td, th { text-align: right } .l { text-align: left } tr:last-child td { border-bottom: 1px solid
  var(--rule) } s { color: var(--faint) } mark { background: var(--mark); color: inherit;
  padding: .1em .35em; border-radius: 3px } caption { caption-side: bottom; color: var(--faint) }
figure { margin: 1.2rem 0 } figure svg { max-width: 100%; height: auto }
figcaption { color: var(--faint); font-size: .9em } .dark { display: none }
@media screen and (prefers-color-scheme: dark) { .dark { display: inline }
  .light { display: none } }
math { font-size: 1.02em }
"""


@extends(Explanation)
def html_page(explanation: Any, digits: int | None = None) -> str:
    """A page of its own, with styles for screens light and dark and for paper.

    Parameters
    ----------
    explanation : Explanation or Document
        What is to be printed.
    digits : int, optional
        Significant digits of fractions that are too long; 0 keeps all exact.

    Returns
    -------
    str
        The page.

    Notes
    -----
    Formulas are MathML, which browsers set without scripts; pictures are inside, in a light and
    a dark theme.
    """
    made = document(explanation)
    blocks = [f"<h1>{_words(made.title, digits)}</h1>"]
    for chapter in made.chapters:
        if not made.is_single:
            blocks.append(f"<h2>{_words(chapter.title, digits)}</h2>")
        blocks += _steps(chapter, digits)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(made.title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(blocks)
        + "\n</body>\n</html>\n"
    )


def _steps(chapter: Explanation, digits: int | None) -> list[str]:
    blocks = []
    for number, step in enumerate(chapter.steps, 1):
        head = _words(step.heading, digits)
        blocks.append(f'<h3><span class="n">{number}</span>{head}</h3>')
        for line in step.prose.splitlines():
            if line.strip():
                inside = ' class="in"' if line.startswith(" ") else ""
                blocks.append(f"<p{inside}>{_words(line.strip(), digits)}</p>")
        if step.table is not None:
            blocks.append(_table(step.table, digits))
        if step.picture is not None:
            light, dark = (step.picture.to_svg(name) for name in ("light", "dark"))
            blocks.append(
                f'<figure><span class="light">{light}</span><span class="dark">{dark}</span>'
                f"<figcaption>{escape(step.picture.caption)}</figcaption></figure>"
            )
    return blocks


def _table(table: Table, digits: int | None) -> str:
    left = left_columns(table)

    def cell(tag: str, c: int, inside: str) -> str:
        return f'<{tag} class="l">{inside}</{tag}>' if c in left else f"<{tag}>{inside}</{tag}>"

    def struck(r: int, c: int, words: str) -> str:
        inside = _words(words, digits)
        inside = f"<s>{inside}</s>" if is_struck(table, r, c) else inside
        return f"<mark>{inside}</mark>" if (r, c) in table.marked else inside

    head = "".join(
        cell(
            "th",
            c,
            f"<s>{_words(words, digits)}</s>" if c in table.struck_columns else escape(words),
        )
        for c, words in enumerate(table.header)
    )
    body = "\n".join(
        "<tr>"
        + "".join(cell("td", c, struck(r, c, words)) for c, words in enumerate(row))
        + "</tr>"
        for r, row in enumerate(table.rows)
    )
    caption = f"<caption>{_words(table.caption, digits)}</caption>" if table.caption else ""
    return f'<div class="wide"><table>{caption}<tr>{head}</tr>\n{body}</table></div>'


def _words(words: str, digits: int | None) -> str:
    return "".join(map(_piece, pieces(words, digits)))


def _piece(piece: TextPiece) -> str:
    if piece.kind == "words":
        return escape(piece.first, quote=False)
    first, second = (_leaf(x) for x in (piece.first, piece.second))
    if piece.kind == "fraction":
        return f"<math><mfrac>{first}{second}</mfrac></math>"
    if piece.kind == "index":
        return f"<math><msub>{first}{second}</msub></math>"
    if piece.kind == "variable":
        return f"<math>{first}</math>"
    if piece.kind == "power":
        return f"<math><msup>{first}{second}</msup></math>"
    return f"<math><msqrt>{first}</msqrt></math>"


def _leaf(x: str) -> str:
    return f"<mn>{escape(x)}</mn>" if x[:1].isdigit() else f"<mi>{escape(x)}</mi>"
