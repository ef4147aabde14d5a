"""Pages are usable by keyboard and screen reader, in light and dark, and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from web.pages_of_the_workbench import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def shown(open_tab: Any, page: str, **options: Any) -> Any:
    tab = open_tab(**options)
    place, sign = PAGES[page]
    tab.goto(place)
    tab.locator(sign).first.wait_for()
    tab.wait_for_timeout(300)
    return tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_serious(open_tab: Any, keep: Any, page: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    tab = shown(open_tab, page, color_scheme=scheme)
    keep(tab, f"{page}-{scheme}")
    found = axe.Axe().run(tab).response["violations"]
    serious = [
        (v["id"], v["nodes"][0]["html"][:200])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert not serious, serious


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_needs_no_sideways_scrolling(open_tab: Any, keep: Any, page: str) -> None:
    tab = shown(open_tab, page, viewport={"width": 360, "height": 740})
    keep(tab, f"{page}-phone")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keyboard_reaches_the_answer(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_role("combobox").press_sequentially("chick")
    tab.get_by_role("option").first.wait_for()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    assert tab.get_by_role("combobox").input_value() == "chicken"
    tab.keyboard.press("Enter")
    tab.locator(".answer").wait_for()


def test_light_and_dark_are_remembered(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_role("button", name="Light or dark").click()
    tab.locator("body.body--dark").wait_for()
    tab.wait_for_timeout(200)
    tab.goto("/new")
    tab.locator("body.body--dark").wait_for()
