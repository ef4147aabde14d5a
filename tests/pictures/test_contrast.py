"""Words stand out from what lies behind them, in print and on a dark screen."""

from __future__ import annotations

import pytest

from helpers.pictures import pictures
from kibitz.core.shelf import shelf
from kibitz.pictures import Canvas, contrast, faint_words
from kibitz.pictures.theme import THEMES, theme

ENOUGH = 3.8
SAMPLE = (
    "chicken",
    "ruler",
    "rook",
    "battleship",
    "beer-quiche",
    "chinese-checkers",
    "chomp",
    "congestion",
    "staircase",
    "von-neumann-poker",
)


def faults(name: str) -> list[str]:
    return [
        f"{what}, {shown}: {words!r} has a contrast of {much:.2g}"
        for what, picture in pictures((name,))
        for shown in THEMES
        for words, much in faint_words(picture, shown, ENOUGH)
    ]


@pytest.mark.parametrize("name", SAMPLE)
def test_words_of_a_sample_can_be_read_in_every_theme(name):
    assert faults(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [entry.name for entry in shelf()])
def test_words_of_the_shelf_can_be_read_in_every_theme(name):
    assert faults(name) == []


@pytest.mark.parametrize("shown", THEMES)
def test_colors_of_players_stand_out_from_marked_cells(shown):
    colors = theme(shown)
    for color in ("ink", "player1", "player2", "player3"):
        for surface in ("paper", "mark", "pale"):
            assert contrast(colors.color(color), colors.color(surface)) > ENOUGH


def test_words_on_a_disc_a_box_and_a_polygon_are_seen():
    def found(draw):
        sheet = Canvas(100, 60)
        draw(sheet)
        sheet.text(50, 34, "dim", fill="#444444")
        return faint_words(sheet.finish(), "light")

    assert found(lambda s: None) == ()
    assert found(lambda s: s.dot(50, 30, 20, "#333333"))
    assert found(lambda s: s.rect(10, 10, 80, 40, "#333333"))
    assert found(lambda s: s.path([(0, 0), (100, 0), (100, 60), (0, 60)], fill="#333333"))
    assert found(lambda s: s.rect(0, 0, 10, 10, "#333333")) == ()
