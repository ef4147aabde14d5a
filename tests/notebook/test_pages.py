"""The scripts of the widgets in a browser, with a model that stands for the notebook."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("anywidget")

from kibitz.notebook import edit_table, fold_tree, play_board, simplex, sliders
from kibitz.notebook.widget import asset

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><meta charset="utf-8"><style>%s</style><body><script type="module">
const script = await import(URL.createObjectURL(
  new Blob([%s], { type: "text/javascript" })));
const state = %s;
const listeners = {};
window.sent = [];
const model = {
  get: (name) => state[name],
  send: (message) => window.sent.push(message),
  on: (what, call) => (listeners[what] ??= []).push(call),
};
window.change = (name, value) => {
  state[name] = value;
  for (const call of listeners[`change:${name}`] ?? []) call();
};
script.default.render({ model, el: document.body });
window.ready = true;
</script>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    with api.sync_playwright() as play:
        try:
            found = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except api.Error:
            pytest.skip("no browser was found")
        yield found
        found.close()


def show(browser, widget, script):
    traits = {name: getattr(widget, name) for name in widget.trait_names(sync=True)}
    state = {name: value for name, value in traits.items() if not name.startswith("_")}
    state = {k: v for k, v in state.items() if isinstance(v, (str, int, list, dict))}
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_content(PAGE % (asset("widget.css"), json.dumps(asset(script)), json.dumps(state)))
    page.wait_for_function("window.ready")
    assert not faults
    return page


def test_a_click_on_a_move_sends_it(browser):
    page = show(browser, play_board("tic-tac-toe", vs="random", seed=1), "board.js")
    assert page.locator("svg").count() >= 1
    page.get_by_role("button", name="b2", exact=True).click()
    assert page.evaluate("window.sent") == [{"move": "b2"}]
    page.evaluate("window.change('status', 'well played')")
    assert page.get_by_role("status").inner_text() == "well played"


def test_a_click_on_a_square_is_a_move(browser):
    page = show(browser, play_board("tic-tac-toe", vs="random", seed=1), "board.js")
    page.get_by_role("button", name="place b2").click()
    assert page.evaluate("window.sent") == [{"move": "b2"}]


def test_two_clicks_take_a_man_from_one_square_to_another(browser):
    page = show(browser, play_board("breakthrough", vs="random", seed=1), "board.js")
    page.get_by_role("button", name="place a2").click()
    assert page.evaluate("window.sent") == []
    page.get_by_role("button", name="place a3").click()
    ((message),) = page.evaluate("window.sent")
    assert message["move"].replace("-", "") == "a2a3"


def test_branches_open_and_close(browser):
    page = show(browser, fold_tree("kuhn-poker", deep=1), "tree.js")
    closed = page.locator("details[open]").count()
    page.locator("summary").nth(1).click()
    page.wait_for_function(f"document.querySelectorAll('details[open]').length > {closed}")


def test_a_cell_sends_what_is_typed(browser):
    page = show(browser, edit_table("chicken"), "table.js")
    cell = page.locator("input").first
    cell.fill("1, 2")
    cell.press("Tab")
    assert page.evaluate("window.sent") == [{"row": 0, "column": 0, "text": "1, 2"}]


def test_a_slider_sends_its_place(browser):
    page = show(browser, sliders("chicken", {"win": (7, 13)}), "sliders.js")
    page.locator("input").press("ArrowRight")
    assert page.evaluate("window.sent") == [{"name": "win", "place": 4}]


def test_a_click_in_the_triangle_sends_a_mixture(browser):
    widget = simplex([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], time=4)
    widget.follow(0.7, 0.2, 0.1)
    page = show(browser, widget, "simplex.js")
    assert page.locator("polyline").count() == 1
    page.locator("svg").click(position={"x": 200, "y": 224})
    ((message),) = page.evaluate("window.sent")
    assert message["at"] == pytest.approx([1 / 3] * 3, abs=0.02)
