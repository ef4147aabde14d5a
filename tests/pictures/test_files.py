"""Pictures are written as SVG, PNG, PDF and TikZ, in themes and widths."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.pictures import Canvas, Text, theme

DRAWN = kb.matrix("2 3 1 5; 4 1 6 0").draw(what="graph")


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_every_color_of_a_theme_is_a_color(name):
    assert all(color.startswith("#") for color in theme(name).colors.values())
    assert DRAWN.to_svg(name).count(theme(name).color("paper")) >= 1


def test_svg_has_the_width_that_is_asked_for(tmp_path):
    root = ElementTree.fromstring(DRAWN.to_svg(width=300))
    assert root.get("width") == "300"
    assert root.get("viewBox") == f"0 0 {DRAWN.width:g} {DRAWN.height:g}"


def test_png_and_pdf(tmp_path):
    pytest.importorskip("typst")
    DRAWN.save(tmp_path / "a.png", width=320)
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == 320
    DRAWN.save(tmp_path / "a.pdf", theme="print")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_tikz_defines_its_colors_and_escapes_words(tmp_path):
    sheet = Canvas(100, 50)
    sheet.rect(5, 5, 90, 40, fill="mark", stroke="ink", radius=4)
    sheet.text(50, 25, "50% of x_1 ≥ ½")
    sheet.finish("Half").save(tmp_path / "a.tex", theme="print")
    text = (tmp_path / "a.tex").read_text()
    assert r"50\% of x\_1 $\ge$ $\frac12$" in text
    assert r"\definecolor{kibitz-mark}{HTML}{F2DC85}" in text
    assert text.count(r"\begin{") == text.count(r"\end{") == 1


def test_a_theme_of_ones_own(tmp_path):
    own = tmp_path / "house.toml"
    own.write_text('[house]\nink = "#123456"\nfont = "Georgia"\n')
    assert "#123456" in DRAWN.to_svg(str(own))
    own.write_text('inc = "#123456"\n')
    with pytest.raises(GameError, match="no color 'inc'; did you mean 'ink'"):
        DRAWN.to_svg(str(own))
    own.write_text('ink = "red"\n')
    with pytest.raises(GameError, match="a color is written like '#c2410c'"):
        DRAWN.to_svg(str(own))
    with pytest.raises(GameError, match="no theme 'drak'; did you mean 'dark'"):
        DRAWN.to_svg("drak")


def test_text_is_shown_in_a_fixed_width_font():
    from kibitz.pictures import text_picture

    assert "Mono" in text_picture("X O").svg


def test_an_unknown_theme_is_one_sentence():
    with pytest.raises(GameError, match=r"'dark'\? for your own theme give a \.toml file$"):
        theme("drak")
    with pytest.raises(GameError, match=r"known: light, dark, print; for your own theme"):
        theme("zzz")


@pytest.mark.parametrize(
    "name", ["nim 3 4 5", "kayles 5 7", "hackenbush house", "chomp", "mock-turtles HTHTTH", "sos"]
)
def test_legends_name_no_color_since_themes_differ(name):
    words = " ".join(mark.words for mark in kb.game(name).draw().marks if isinstance(mark, Text))
    assert not {"yellow", "orange", "blue", "green"} & set(re.findall(r"[a-z]+", words))


def test_long_fractions_in_tables_are_decimals():
    table = kb.matrix([["527463961961/920170476876", 0], [0, 1]])
    for what in ("table", "solution", "graph"):
        words = [m.words for m in table.draw(what=what).marks if isinstance(m, Text)]
        assert max(map(len, words)) < 60
        assert not any("527463961961" in word for word in words)
