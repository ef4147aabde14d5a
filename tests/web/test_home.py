"""The first page: anything that can be typed leads to the page of a game."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def ask(tab: Any, text: str) -> None:
    tab.goto("/")
    tab.get_by_role("combobox").fill(text)
    tab.get_by_role("button", name="Open").click()


def test_a_game_is_typed_and_solved(tab: Any) -> None:
    ask(tab, "nim 3 4 5 + kayles 12")
    tab.get_by_text("nimber 6").wait_for()
    assert "g=nim+3+4+5+%2B+kayles+12" in tab.url


@pytest.mark.slow
def test_bad_input_is_one_line_beside_the_box(tab: Any) -> None:
    ask(tab, "chiken")
    tab.get_by_text("did you mean 'chicken'?").wait_for()
    assert tab.url.rstrip("/").count("/") == 2


def test_what_is_typed_at_once_is_taken(tab: Any) -> None:
    tab.goto("/")
    tab.keyboard.type("0,0 1,2; 2,1 0,0")
    tab.keyboard.press("Enter")
    tab.get_by_role("heading", name="Strategic game").wait_for()
    tab.get_by_text("3 equilibria").wait_for()
