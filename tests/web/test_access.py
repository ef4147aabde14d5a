"""Pages are usable by keyboard and screen reader, in light and dark, and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

PAGES = {
    "/": "h1",
    "/new": "h1",
    "/rules": "h1",
    "/game?g=chicken": "pre.answer",
    "/game?g=chicken&tab=explain": ".told",
    "/game?g=chicken&tab=draw": ".picture svg",
    "/game?g=chicken&tab=verify": "ul.checks",
    "/game?g=chicken&tab=take": "h3",
    "/game?g=beer-quiche": "pre.answer",
    "/new/coalition": "pre.answer",
    "/new/states": "pre.answer",
    "/new/program": "pre.answer",
    "/new/bargaining": "pre.answer",
    "/new/heaps": "pre.answer",
    "/new/hackenbush": "pre.answer",
    "/new/market": "pre.answer",
}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_serious(browser: Any, server: str, page: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    context = browser.new_context(base_url=server, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(page)
    tab.locator(PAGES[page]).first.wait_for()
    tab.wait_for_timeout(300)
    found = axe.Axe().run(tab).response["violations"]
    serious = [
        (v["id"], v["nodes"][0]["html"][:200])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    context.close()
    assert not serious, serious


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_phone_needs_no_sideways_scrolling(browser: Any, server: str, page: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 360, "height": 740})
    tab = context.new_page()
    tab.goto(page)
    tab.locator(PAGES[page]).first.wait_for()
    wide = tab.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert wide <= 360


@pytest.mark.slow
def test_the_keyboard_reaches_the_answer(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_role("combobox").press_sequentially("chick")
    tab.get_by_role("option").first.wait_for()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    assert tab.get_by_role("combobox").input_value() == "chicken"
    tab.keyboard.press("Enter")
    tab.locator("pre.answer").wait_for()


@pytest.mark.slow
def test_light_and_dark_are_remembered(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_role("button", name="Light or dark").click()
    tab.locator("body.body--dark").wait_for()
    tab.wait_for_timeout(200)
    tab.goto("/new")
    tab.locator("body.body--dark").wait_for()
