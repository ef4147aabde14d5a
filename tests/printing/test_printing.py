"""Explanations in print: pages, Markdown, LaTeX for articles and slides, PDF."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.exercises.booklet import Booklet
from kibitz.pictures import Canvas
from kibitz.printing import html_page, latex, markdown, pdf, save, typst_source
from kibitz.printing.words import pieces

LONG = "1234567890123/9876543210987"


def told() -> Explanation:
    canvas = Canvas(80, 40)
    canvas.text(40, 24, "50% & more_")
    rows = (("T", "1/2", LONG), ("B", "2", "-3"))
    table = Table(("I\\II", "L", "R"), rows, (1,), (1,), ((0, 2),))
    prose = 'Let p be 7/12, x1 ≥ √5 and y^2 < 3 # $ {a} ~ \\ "q" [b] *c* @d.\n  ✓ so it is'
    step = Step("A 2 x 2 game", prose, table, canvas.finish("a_b"))
    return Explanation("Why <so> & 100%", (step,))


def test_formulas_are_found():
    words = "p is 7/12 of x1, √5 and 2^n; not 1/2/3, a/b, 3.1/4, pq"
    kinds = [piece.kind for piece in pieces(words)]
    assert [k for k in kinds if k != "words"] == ["variable", "fraction", "index", "root", "power"]


def test_long_fractions_are_decimals_unless_asked_for():
    assert LONG not in html_page(told())
    assert "0.125" in html_page(told())
    assert "0.12<" in html_page(told(), digits=2)
    assert "<mn>1234567890123</mn>" in html_page(told(), digits=0)
    assert LONG in markdown(told())


def test_a_page_is_well_formed_and_needs_nothing_else():
    page = html_page(told())
    inside = re.sub(r"^<!doctype html>\s*", "", page).replace('<meta charset="utf-8">', "")
    inside = re.sub(r"<meta [^>]*>", "", inside)
    root = ElementTree.fromstring(inside)
    assert root.find(".//math") is not None
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == 2
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page)
    assert "prefers-color-scheme: dark" in page


def test_markdown_holds_no_svg_but_images(tmp_path):
    assert "<svg" not in told().markdown()
    assert "](data:image/svg+xml;base64," in told().markdown()
    written = save(told(), tmp_path / "a page.md")
    text = (tmp_path / "a page.md").read_text()
    assert [path.name for path in written] == ["a page.md", "a page-1.svg"]
    assert "(a%20page-1.svg)" in text
    assert (tmp_path / "a page-1.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("slides", [False, True])
def test_latex_is_balanced_and_compiles_where_it_can(tmp_path, slides):
    text = latex(told(), slides=slides)
    for word in ("document", "tabular", "tikzpicture", "center", "frame"):
        assert text.count(f"\\begin{{{word}}}") == text.count(f"\\end{{{word}}}")
    assert r"100\%" in text
    assert r"$\tfrac{7}{12}$" in text
    assert r"\sout{" in text
    assert ("\\documentclass[aspectratio=169]{beamer}" in text) == slides
    if shutil.which("pdflatex") and not slides:
        (tmp_path / "a.tex").write_text(text)
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-1500:]


@pytest.mark.parametrize("slides", [False, True])
def test_typst_makes_a_pdf(slides):
    pytest.importorskip("typst")
    assert pdf(told(), slides=slides).startswith(b"%PDF")


def test_a_booklet_has_chapters():
    booklet = Booklet("Both", (told(), told()))
    assert html_page(booklet).count("<h2>") == 2
    assert latex(booklet).count("\\section{") == 2
    assert typst_source(booklet)[0].count("\n== ") == 2
    assert markdown(booklet).startswith("# Both\n\n## Why")


def test_explanations_write_themselves(tmp_path):
    made = kb.matrix("-2 3; 3 -4").explain()
    for kind in ("md", "html", "tex", "typ", "json", "txt"):
        made.save(tmp_path / f"a.{kind}")
        assert (tmp_path / f"a.{kind}").stat().st_size > 100
    assert made.latex().startswith("\\documentclass")
    assert made.page().startswith("<!doctype html>")
    with pytest.raises(GameError, match=r"a.doc: explanations are written as .md, .html, .tex"):
        made.save(tmp_path / "a.doc")
    with pytest.raises(GameError, match=r"slides are written as .tex \(Beamer\)"):
        made.save(tmp_path / "a.md", slides=True)


def test_without_typst_a_line_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(GameError, match=r"pip install 'kibitz\[print\]'"):
        pdf(told())


def wide_picture():
    canvas = Canvas(500, 300)
    canvas.text(250, 150, "a picture")
    return canvas.finish("a picture")


def test_short_words_and_their_picture_share_a_slide():
    step = Step("One line for every row", "Let x be a probability.", None, wide_picture())
    source, _ = typst_source(Explanation("Slides", (step,)), slides=True)
    assert source.count("#pagebreak()") == 1
    longer = Step("A problem", "Let x be a probability. " * 12, None, wide_picture())
    source, _ = typst_source(Explanation("Slides", (longer,)), slides=True)
    assert source.count("#pagebreak()") == 1
    crowded = Step("Much", "Let x be a probability. " * 40, None, wide_picture())
    source, _ = typst_source(Explanation("Slides", (crowded,)), slides=True)
    assert source.count("#pagebreak()") == 2


def test_short_steps_are_not_broken_over_pages_and_long_ones_are():
    rows = tuple((str(k), str(k)) for k in range(60))
    steps = (Step("Short", "Words."), Step("Long", "Words.", Table(("a", "b"), rows)))
    source, _ = typst_source(Explanation("Pages", steps))
    assert source.count("block(breakable: false, width: 100%") == 1


def test_slides_of_a_booklet_name_the_chapter():
    chapters = (Explanation("Problem 1", (Step("Answer", "2"),)),)
    source, _ = typst_source(Booklet("Solutions", chapters), slides=True)
    assert "Problem 1" in source


def test_a_long_table_has_a_slide_of_its_own():
    table = Table(("at", "moves"), tuple((str(k), "check") for k in range(12)))
    long, short = "A sentence of some length. " * 12, "Found exactly."
    slides = [
        latex(Explanation("Title", (Step("Play", words, table),)), slides=True)
        for words in (long, short)
    ]
    assert [text.count("\\begin{frame}") for text in slides] == [2, 1]


def test_slides_fold_trees_that_a_page_shows_whole():
    tree = kb.game("kuhn-poker").draw()
    told = Explanation("Kuhn poker", (Step("The tree", "", None, tree),))
    assert "3 outcomes, -2 to -1" in latex(told, slides=True)
    assert "outcomes" not in latex(told)
    assert b"outcomes" in next(iter(typst_source(told, slides=True)[1].values()))


def test_a_large_picture_stands_on_the_page_after_its_words():
    lines = "\n".join(f"line {k}: some words" for k in range(8))
    tall = Canvas(400, 1000)
    tall.text(200, 500, "a tall picture")
    step = Step("A tree", lines, None, tall.finish("a tall picture"))
    source, _ = typst_source(Explanation("Pages", (step,)))
    assert source.count("block(breakable: false, width: 100%") == 2
    short = Step("A tree", "Words.", None, tall.finish("a tall picture"))
    source, _ = typst_source(Explanation("Pages", (short,)))
    assert source.count("block(breakable: false, width: 100%") == 1


def test_rows_with_fractions_are_higher():
    tables = [Table(("a", "b"), (("x", word),)) for word in ("1/2", "2")]
    sources = [typst_source(Explanation("T", (Step("S", "", t),)))[0] for t in tables]
    assert "0.52em" in sources[0]
    assert "0.38em" in sources[1]


def test_no_line_ends_inside_a_short_formula():
    words = "".join(piece.first for piece in pieces("it gains I 1 - 3*q, zero at 4 / 6 of it"))
    assert "I 1\u00a0−\u00a03·q" in words
    assert "4\u00a0/\u00a06 of it" in words
    long = " + ".join(f"x{k}" for k in range(1, 12))
    assert "\u00a0" not in "".join(piece.first for piece in pieces(long))


def test_a_picture_that_leaves_no_room_for_words_floats_to_a_page_of_its_own():
    afloat = "#place(auto, float: true)"
    tall, pictures = typst_source(kb.game("kuhn-poker").explain())
    words, _, figure = tall.partition(afloat)
    assert "The tree" in words
    assert "image(" not in words
    assert "image(" in figure
    assert len(pictures) == 1
    low, _ = typst_source(kb.game("beer-quiche").explain())
    assert afloat not in low
    assert "image(" in low


def test_names_of_edges_are_not_broken_in_print() -> None:
    step = Step("Edges", "chop a1-a2, then 0-b or a-b-c; a well-known game")
    source, _ = typst_source(Explanation("Pages", (step,)))
    assert "chop a1-\u2060a2, then 0-\u2060b or a-\u2060b-\u2060c; a well-known game" in source


def test_marked_cells_stand_under_the_others_in_print() -> None:
    """A box of its own width moved them out of their column."""
    table = Table(("", "nimber"), (("heap", "3"), ("nim-sum", "2")), marked=((1, 1),))
    source, _ = typst_source(Explanation("Pages", (Step("Sum", "", table),)))
    assert "#kbmark[" in source
    assert "inset" not in next(line for line in source.splitlines() if "#let kbmark" in line)
