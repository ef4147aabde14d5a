"""No words lie over a line, a node or other words, in any picture of the shelf."""

from __future__ import annotations

from time import process_time

import pytest

import kibitz as kb
from helpers.pictures import pictures, told_pictures
from kibitz.core.shelf import shelf
from kibitz.pictures import Canvas, overlaps

NAMES = [entry.name for entry in shelf()]
SAMPLE = (
    "chicken",
    "selten-horse",
    "beer-quiche",
    "centipede",
    "bertrand",
    "renault-peugeot",
    "shapley-cycle",
    "landowner",
    "bargaining-triangle",
    "divisors",
    "kayles",
    "checkers",
    "morra",
    "airport",
    "tiger",
)


@pytest.mark.parametrize("name", [name for name in SAMPLE if name in NAMES])
def test_a_sample_is_free_of_overlaps(name):
    for what, picture in pictures((name,)):
        assert overlaps(picture) == (), what


@pytest.mark.parametrize("name", ["chicken", "big-match", "gridworld", "gloves", "beer-quiche"])
def test_pictures_of_answers_and_derivations_are_free_of_overlaps(name):
    for what, picture in told_pictures(name):
        assert overlaps(picture) == (), what


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_shelf_is_free_of_overlaps(name):
    for what, picture in pictures((name,)):
        assert overlaps(picture) == (), what


def test_each_kind_of_overlap_is_found():
    def faults(draw):
        sheet = Canvas(100, 60)
        draw(sheet)
        sheet.text(50, 30, "label")
        return overlaps(sheet.finish())

    assert faults(lambda s: None) == ()
    assert faults(lambda s: s.line(0, 26, 100, 26)) == ("'label' lies over a line",)
    assert faults(lambda s: s.path([(50, 0), (50, 60)])) == ("'label' lies over a line",)
    assert faults(lambda s: s.curve("M0,0 C30,30 70,30 100,50")) == ("'label' lies over a line",)
    assert faults(lambda s: s.dot(50, 26, 4)) == ("'label' lies over a node",)
    assert faults(lambda s: s.rect(45, 0, 60, 60, "mark")) == (
        "'label' lies over the edge of a box",
    )
    assert faults(lambda s: s.text(60, 28, "other")) == ("'label' lies over 'other'",)
    assert faults(lambda s: s.dot(50, 26, 30)) == ()
    assert faults(lambda s: s.rect(10, 10, 80, 40, "mark", "ink")) == ()


def test_words_beyond_the_edge_are_found():
    sheet = Canvas(30, 20)
    sheet.text(15, 14, "too long for this")
    assert overlaps(sheet.finish()) == ("'too long for this' reaches beyond the edge",)


def test_a_surface_hides_what_is_below():
    sheet = Canvas(100, 60)
    sheet.line(0, 26, 100, 26)
    sheet.rect(20, 15, 60, 24, "paper")
    sheet.text(50, 30, "label")
    assert overlaps(sheet.finish()) == ()


def test_labels_keep_clear_of_everything():
    sheet = Canvas(200, 200)
    for turn in range(5):
        sheet.line(100, 100, 200, 40 * turn)
    sheet.dot(100, 100, 5)
    sheet.label(100, 100, "(1/3, 1/3)", room=5)
    assert overlaps(sheet.finish()) == ()


def test_large_tables_are_looked_over_quickly():
    picture = kb.game("mendelsohn").draw()
    assert len(picture.marks) > 4000
    begun = process_time()
    assert overlaps(picture) == ()
    assert process_time() - begun < 2
