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


def test_games_are_found_by_words_of_their_names_and_descriptions(tab: Any) -> None:
    tab.goto("/")
    box, offers = tab.get_by_role("combobox"), tab.get_by_role("option")
    for typed, name in (("connect fo", "connect-four"), ("draughts", "checkers")):
        box.fill(typed)
        offers.filter(has_text=name).first.wait_for()
    box.fill("1 2; 3 4")
    offers.first.wait_for(state="detached")


def test_an_error_goes_when_something_else_is_typed(tab: Any) -> None:
    ask(tab, "poker")
    wrong = tab.get_by_role("alert").filter(has_text="unknown game 'poker'; the first page lists")
    wrong.wait_for()
    tab.get_by_role("combobox").press_sequentially("-")
    wrong.wait_for(state="hidden")


DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true }));
}"""


@pytest.mark.parametrize(
    ("name", "text", "heading"),
    [
        ("pennies.csv", ",head,tail\nhead,1,-1\ntail,-1,1\n", "Zero-sum game"),
        ("dilemma.csv", '"3,3","0,4"\n"4,0","1,1"\n', "Strategic game"),
        ("land.json", '{"kind": "named", "game": "landowner"}', "Landowner and peasants"),
        ("duel.nfg", 'NFG 1 R "Duel" { "I" "II" } { 2 1 }\n1 -1 0 0', "Duel"),
    ],
)
def test_a_file_that_is_dropped_is_opened(tab: Any, name: str, text: str, heading: str) -> None:
    tab.goto("/")
    tab.locator("body[data-drops]").wait_for(state="attached")
    tab.evaluate(DROP, [text, name])
    tab.get_by_role("heading", name=heading).wait_for()


def test_a_table_of_a_spreadsheet_with_names_is_pasted(open_tab: Any) -> None:
    tab = open_tab(permissions=["clipboard-read", "clipboard-write"])
    tab.goto("/")
    tab.evaluate("navigator.clipboard.writeText('\\tleft\\tright\\nup\\t1\\t2\\ndown\\t3\\t0')")
    tab.get_by_role("combobox").focus()
    tab.keyboard.press("ControlOrMeta+v")
    tab.keyboard.press("Enter")
    tab.get_by_role("heading", name="Zero-sum game").wait_for()
    assert tab.locator("input[value=right]").count() == 1


@pytest.mark.slow
def test_commands_may_be_pasted(tab: Any) -> None:
    ask(tab, "kibitz explain nim 3 4 5")
    tab.locator(".told h3").first.wait_for()
    assert "g=nim+3+4+5&tab=explain" in tab.url


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "heading"),
    [("/nowhere", "There is no such page"), ("/class/WXYZ", "This room cannot be entered")],
)
def test_pages_that_are_not_there_lead_on(
    browser: Any, server: str, place: str, heading: str
) -> None:
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto(place)
    page.get_by_role("heading", name=heading).wait_for()
    assert page.locator("a.way").count() == 1
    context.close()
