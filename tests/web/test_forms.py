"""Every form's page is edited, solved, explained, drawn, verified and downloaded in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kibitz.formats.files import loads
from kibitz.formats.python_file import game_from_python
from web.pages_of_the_workbench import printed

pytestmark = pytest.mark.browser

EDITS = {
    "table": ("payoff of I at 2, 2", "5", "equilibri"),
    "zero-sum": ("payoff of I at 1, 1", "5/2", "value"),
    "three-players": ("payoff of 1 at 1, 1, 1", "3", "equilibria"),
    "parameter": ("payoff of I at 2, 2", "t", "t"),
    "repeated": ("rounds", "4", "4 rounds"),
    "coalition": ("A, B, C", "9", "Shapley value"),
    "costs": ("A, B", "8", "Shapley value"),
    "states": ("G: 1, 1", "1/2 G", "2-sqrt(2)"),
    "program": ("objective, x1", "5", "optimal"),
    "market": ("demand", "20 - Q", "equilibrium"),
    "interval": ("payoff of I", "x*(3 - x - y)", "equilibrium"),
    "digraph": ("moves from a", "d", "nimber 1"),
    "bargaining": ("corner 2, u", "6", "Nash solution"),
    "voting": ("quota", "60", "Shapley"),
    "claims": ("estate", "300", "talmud"),
    "heaps": ("heaps", "1,2,4", "nimber 7"),
    "coins": ("coins", "HTTT", "nimber 1"),
}
"""The field that is edited in each form, what is typed, and what the answer then says."""
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}));
}"""


def forms() -> list[Any]:
    return [pytest.param(form, *edit, marks=pytest.mark.slow) for form, edit in EDITS.items()]


@pytest.mark.parametrize(("form", "field", "text", "said"), forms())
def test_a_form_is_edited_and_answered(
    tab: Any, form: str, field: str, text: str, said: str
) -> None:
    tab.goto(f"/new/{form}")
    tab.get_by_text("proved by").first.wait_for()
    before = tab.url
    tab.get_by_label(field, exact=True).first.fill(text)
    tab.wait_for_url(lambda url: url != before)
    tab.locator(".answer").get_by_text(said, exact=False).first.wait_for()
    tab.get_by_role("tab", name="Explain").click()
    tab.locator(".told h3").first.wait_for()
    tab.get_by_role("tab", name="Verify").click()
    tab.locator("ul.checks li").first.wait_for()
    if form != "program":
        tab.get_by_role("tab", name="Draw").click()
        tab.locator(".answers .picture svg").wait_for()
    tab.get_by_role("tab", name="Export").click()
    with tab.expect_download() as download:
        tab.get_by_role("button", name="game as .json").click()
    game = loads(Path(download.value.path()).read_text(encoding="utf-8"), "json")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="answer as .json").click()
    answer = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert answer["certificate"]["holds"]
    assert game.solve().to_json()["kind"] == answer["kind"]


@pytest.mark.slow
def test_a_link_shows_the_same_in_another_browser(tab: Any, open_tab: Any) -> None:
    tab.goto("/game?g=chicken&method=lemke-howson&tab=solve")
    shown = printed(tab)
    tab.get_by_label("payoff of I at straight, straight").fill("-3/2")
    tab.locator(".answer", has_text="-3/2").or_(tab.locator(".answer")).first.wait_for()
    tab.wait_for_url(lambda url: "-3" in url)
    other = open_tab()
    other.goto(tab.url)
    other.locator(".answer").wait_for()
    assert other.get_by_label("payoff of I at straight, straight").input_value() == "-3/2"
    assert other.get_by_label("Method", exact=True).input_value() == "lemke-howson"
    assert shown.startswith("I ") or "found by" in shown


def test_bad_input_is_said_beside_its_field(tab: Any) -> None:
    tab.goto("/game?g=chicken")
    tab.locator(".answer").wait_for()
    field = tab.get_by_label("payoff of II at swerve, straight")
    field.fill("1/0")
    wrong = tab.locator("td", has=field).get_by_role("alert")
    wrong.wait_for()
    assert "zero" in wrong.inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("3")
    wrong.wait_for(state="detached")


@pytest.mark.slow
def test_rows_and_columns_come_and_go(tab: Any) -> None:
    tab.goto("/game?g=chicken")
    tab.locator(".answer").wait_for()
    tab.get_by_label("add a row").click()
    tab.get_by_label("name of row 3").fill("honk")
    tab.keyboard.press("Tab")
    tab.get_by_label("payoff of I at honk, straight").wait_for()
    tab.get_by_label("remove column swerve").click()
    tab.get_by_label("payoff of I at honk, swerve").wait_for(state="detached")
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_label("payoff of I at honk, swerve").wait_for()


@pytest.mark.slow
def test_a_spreadsheet_is_pasted(tab: Any) -> None:
    tab.goto("/new/zero-sum")
    tab.locator(".answer").wait_for()
    tab.get_by_label("payoff of I at 1, 1", exact=True).focus()
    tab.evaluate(PASTE, "0\t-1\t1\n1\t0\t-1\n-1\t1\t0")
    tab.locator(".answer", has_text="value 0").wait_for()


@pytest.mark.slow
def test_claims_are_rows_with_names_and_a_way_back(tab: Any) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    tab.goto("/new/claims")
    tab.get_by_text("proved by").first.wait_for()
    tab.get_by_label("add a claim").click()
    tab.get_by_label("claim of 4").fill("50")
    tab.get_by_label("name 4").fill("Dora Lee")
    tab.keyboard.press("Tab")
    tab.locator(".answer", has_text="Dora Lee").wait_for()
    field = tab.get_by_label("claim of 2")
    field.fill("-5")
    wrong = tab.locator("td", has=field).get_by_role("alert")
    wrong.get_by_text("it must not be negative").wait_for()
    tab.get_by_role("button", name="Undo").click()
    wrong.wait_for(state="detached")
    playwright.expect(field).to_have_value("200")
    tab.get_by_label("remove 1", exact=True).click()
    tab.get_by_label("claim of 1", exact=True).wait_for(state="detached")
    tab.get_by_label("name 1", exact=True).focus()
    tab.evaluate(PASTE, "Ann\t70\nBo\t80")
    tab.locator(".answer", has_text="70, 80, 50").wait_for()


@pytest.mark.slow
def test_the_picker_tells_why_methods_do_not_apply(tab: Any) -> None:
    tab.goto("/game?g=chicken")
    tab.get_by_text("other methods do not apply").click()
    tab.locator("dl dt").first.wait_for()
    assert tab.locator("dl dd").first.inner_text().strip()
    tab.get_by_label("Method", exact=True).select_option("support-enumeration")
    tab.locator(".answer", has_text="support enumeration").wait_for()
    tab.wait_for_url("**method=support-enumeration*")


@pytest.mark.slow
def test_a_session_gives_the_same_answers_as_a_script(tab: Any, tmp_path: Path) -> None:
    tab.goto("/game?g=chicken")
    tab.locator(".answer").wait_for()
    tab.get_by_label("Method", exact=True).select_option("lemke-howson")
    tab.locator(".answer", has_text="Lemke").wait_for()
    shown = printed(tab)
    tab.get_by_role("tab", name="Draw").click()
    tab.locator(".answers .picture svg").wait_for()
    tab.get_by_role("tab", name="Export").click()
    for label, kind in (("session as .py", "py"), ("session as .ipynb", "ipynb")):
        with tab.expect_download() as download:
            tab.get_by_role("button", name=label).click()
        download.value.save_as(tmp_path / f"session.{kind}")
    command = [sys.executable, "session.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert shown.strip() in ran.stdout
    assert (tmp_path / "picture-1.svg").exists()
    cells = json.loads((tmp_path / "session.ipynb").read_text())["cells"]
    assert any("lemke-howson" in "".join(cell["source"]) for cell in cells)


@pytest.mark.slow
def test_a_script_asked_for_before_anything_else_solves_the_game(tab: Any) -> None:
    tab.goto("/game?g=chicken&method=lemke-howson&tab=take")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="session as .py").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "game = read_game('chicken')" in text
    assert "game.solve(method='lemke-howson')" in text


def test_answers_to_the_game_before_a_mistake_are_faint(tab: Any) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    tab.goto("/game?g=chicken")
    answer, payoff = tab.locator(".answer").first, tab.locator("td input").first
    answer.wait_for()
    said = "getComputedStyle(document.querySelector('.q-tab-panels'), '::before').content"
    assert tab.evaluate(said) == "none"
    for typed, opacity in (("x/", "0.55"), ("1/2", "1")):
        payoff.fill(typed)
        playwright.expect(answer).to_have_css("opacity", opacity)
    assert tab.evaluate(said) == "none"


def test_the_report_on_rules_goes_when_they_are_edited(tab: Any) -> None:
    tab.goto("/rules")
    tab.get_by_role("link", name="Start with a small game").click()
    report, field = tab.get_by_text("no contradiction in"), tab.get_by_label("The rules")
    report.wait_for()
    field.fill(field.input_value().replace("return (1, 2)", "return (1, 2"))
    tab.get_by_role("alert").filter(has_text="line 21").wait_for()
    report.wait_for(state="hidden")


@pytest.mark.slow
def test_own_rules_are_checked_and_solved(tab: Any, tmp_path: Path) -> None:
    tab.goto("/rules")
    tab.get_by_role("link", name="Start with a small game").click()
    tab.get_by_text("no contradiction in").wait_for()
    tab.locator(".answer", has_text="value 1").wait_for()
    field = tab.get_by_label("The rules")
    text = field.input_value()
    field.fill(text.replace("return (1, 2)", "return (1, 2"))
    tab.get_by_text("line").first.wait_for()
    field.fill(text.replace("goal: int = 7", "goal: int = 6"))
    tab.locator(".answer", has_text="value -1").wait_for()
    tab.get_by_role("tab", name="Export").click()
    with tab.expect_download() as download:
        tab.get_by_role("button", name="game as .py").click()
    assert download.value.suggested_filename == "Race.py"
    file = tmp_path / "Race.py"
    download.value.save_as(file)
    assert game_from_python(str(file), "Race", []).goal == 6


@pytest.mark.slow
def test_small_rules_are_edited_as_a_tree(tab: Any) -> None:
    tab.goto("/game?g=kuhn-poker")
    tab.get_by_role("link", name="Edit as a tree").click()
    tab.locator("g.node").first.wait_for()
    tab.locator(".answer", has_text="-1/18").wait_for()
    tab.get_by_label("payoffs at JQ, check, check", exact=True).fill("-3")
    tab.locator(".answer").get_by_text("-1/18", exact=False).wait_for(state="detached")


@pytest.mark.slow
def test_work_is_stopped(tab: Any) -> None:
    tab.goto("/game?g=hex+5")
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text("stopped").or_(tab.locator(".answer")).first.wait_for()


def test_a_file_asked_for_right_after_an_edit_holds_the_edit(tab: Any) -> None:
    tab.goto("/new/zero-sum")
    tab.get_by_text("proved by").first.wait_for()
    tab.get_by_role("tab", name="Export").click()
    taken = tab.get_by_role("button", name="game as .json")
    taken.wait_for()
    for text in ("5/2", "7"):
        tab.get_by_label("payoff of I at 1, 1", exact=True).first.fill(text)
        with tab.expect_download(timeout=10_000) as download:
            taken.click()
        game = loads(Path(download.value.path()).read_text(encoding="utf-8"), "json")
        assert f"'{text} 0 4;" in repr(game)


def test_two_files_asked_for_at_once_both_come(tab: Any) -> None:
    tab.goto("/new/zero-sum")
    tab.get_by_text("proved by").first.wait_for()
    tab.get_by_role("tab", name="Export").click()
    tab.get_by_role("button", name="game as .json").wait_for()
    names: list[str] = []
    tab.on("download", lambda download: names.append(download.suggested_filename))
    with tab.expect_download(
        lambda download: download.suggested_filename.endswith(".json"), timeout=10_000
    ):
        tab.evaluate(
            """() => {
              for (const name of ["derivation as .pdf", "game as .json"])
                document.querySelector(`button[aria-label="${name}"]`).click();
            }"""
        )
    assert [Path(name).suffix for name in names] == [".pdf", ".json"]


@pytest.mark.slow
def test_a_market_is_rows_with_a_way_back(tab: Any) -> None:
    tab.goto("/new/market")
    tab.get_by_text("proved by").first.wait_for()
    tab.get_by_label("add a player").click()
    tab.locator(".answer", has_text="q3 =").wait_for()
    tab.get_by_label("cost of Firm 3").fill("2*q +")
    wrong = tab.locator("td", has=tab.get_by_label("cost of Firm 3")).get_by_role("alert")
    wrong.get_by_text("ends too early").wait_for()
    tab.get_by_label("cost of Firm 3").fill("2*q")
    wrong.wait_for(state="detached")
    tab.get_by_text("one after the other").click()
    tab.locator(".answer", has_text="Firm 1 leads").wait_for()
    tab.get_by_label("kind of market").select_option("prices of differentiated goods")
    tab.get_by_label("sales of Firm 3").wait_for()
    for _ in range(2):
        tab.get_by_role("button", name="Undo").click()
    tab.get_by_label("demand", exact=True).wait_for()
    tab.locator(".answer", has_text="q3 =").wait_for()
    assert tab.get_by_label("cost of Firm 3").input_value() == "2*q"
    tab.get_by_label("demand", exact=True).fill("17 + Q")
    beside = tab.locator(".field", has=tab.get_by_label("demand", exact=True))
    beside.get_by_role("alert").get_by_text("the price rises").wait_for()
    assert tab.get_by_role("alert").get_by_text("the price rises").count() == 1, "said once"


ROWS = {
    "digraph": ("moves from b", "e", "unknown vertex e", "d"),
    "ladder": ("G(n): 1, 1", "H(n)", "unknown family", "n + 5"),
    "bet-sizes-poker": ("bet 2", "1", "1 is used twice", "4"),
    '{"kind": "repeated", "rounds": 3, "stage_bimatrix": [[[3, 3], [0, 4]], [[4, 0], [1, 1]]]}': (
        *("rounds", "0", "must be a positive integer", "4"),
    ),
}
"""A field of each, what is wrong there, what is said of it, and what is right."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ROWS)
def test_other_forms_are_fields_and_rows_with_a_way_back(tab: Any, game: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    label, bad, said, good = ROWS[game]
    tab.goto(f"/game?g={quote(game)}")
    tab.get_by_text("proved by").first.wait_for()
    assert tab.locator("section[aria-label='The game'] textarea").count() == 0
    field = tab.get_by_label(label, exact=True)
    before, url = field.input_value(), tab.url
    field.fill(bad)
    tab.locator(".cell", has=field).get_by_role("alert").get_by_text(said).wait_for()
    field.fill(good)
    tab.wait_for_url(lambda found: found != url)
    tab.get_by_role("button", name="Undo").click()
    playwright.expect(field).to_have_value(before)
    playwright.expect(field).to_have_attribute("aria-invalid", "false")


def test_a_needed_option_is_asked_for_before_solving(tab: Any) -> None:
    tab.goto("/game?g=chicken&method=best-responses")
    tab.get_by_text("Fill in player and profile, then press Solve.").wait_for()
    tab.get_by_label("player (needed)", exact=True).fill("I")
    tab.get_by_label("profile (needed)", exact=True).fill("swerve swerve")
    tab.get_by_role("button", name="Solve", exact=True).click()
    tab.locator(".answer").wait_for()
    assert "straight" in printed(tab)


def test_methods_that_do_not_apply_are_listed_by_reason(tab: Any) -> None:
    tab.goto("/game?g=chicken")
    tab.get_by_text("other methods do not apply").click()
    reasons = tab.locator("details.why dd").all_inner_texts()
    assert len(reasons) == len(set(reasons)) > 0
