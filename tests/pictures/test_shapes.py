"""Pictures have a shape that fits a page: nothing half-empty, nothing without end."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.pictures import Canvas, Rect, Text, overlaps


def words(picture):
    return [mark.words for mark in picture.marks if isinstance(mark, Text)]


def test_tableaux_are_arranged_in_columns():
    few = kb.game("rock-paper-scissors").draw(what="tableau")
    assert few.width > few.height
    assert few.layouts
    many = kb.game("larger-integer").draw(what="tableau")
    assert many.height < 1300
    assert any("left out" in word for word in words(many))
    assert overlaps(many) == ()


def test_players_who_get_the_same_share_a_bar():
    council = kb.game("security-council").draw()
    assert council.height < 300
    assert "P1 and 4 others like it" in words(council)
    assert "E10" not in words(council)
    assert "U3" in words(kb.game("bicameral").draw())


def test_segments_stand_one_below_the_other():
    assert kb.game("chicken").draw(what="regions").width < 400
    assert kb.game("chicken").draw(what="path").width < 450


def test_a_flat_bargaining_set_has_no_empty_half():
    flat = kb.game("bargaining-triangle").draw()
    assert flat.height < 0.7 * flat.width


def test_treblecross_is_drawn_as_squares():
    rows = [mark for mark in kb.game("treblecross 4 5").draw().marks if isinstance(mark, Rect)]
    assert len(rows) == 9


def test_wide_tables_are_cut():
    table = kb.game("kuhn-normal-form").draw()
    assert table.width < 1900
    assert any(word.startswith("only the first 27 rows") for word in words(table))


@pytest.mark.parametrize(
    ("typed", "shown"), [("-2+sqrt(7)", "-2+√7"), ("2-2*sqrt(3)/3", "2-2√3/3"), ("sqrt(x)",) * 2]
)
def test_roots_have_their_sign(typed, shown):
    sheet = Canvas(90, 30)
    sheet.text(40, 20, typed)
    assert words(sheet.finish()) == [shown]


def test_a_core_of_one_point_is_called_so():
    assert "the core is a point" in words(kb.game("gloves").draw(what="triangle"))


def test_of_many_states_the_nearest_are_drawn():
    many = kb.game("goofspiel-stages").draw()
    assert many.height < 900
    assert any("the 12 states nearest to the start, of 85" in word for word in words(many))


def test_an_arrow_over_several_stages_passes_above_the_states_between():
    picture = kb.game("endurance-stages").draw()
    assert overlaps(picture) == ()
    assert picture.width < 800
