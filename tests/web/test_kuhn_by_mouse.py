"""Kuhn poker is drawn with the mouse, and comes to -1/18."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DEALS = ("JQ", "JK", "QJ", "QK", "KJ", "KQ")


def node(tab: Any, path: str) -> Any:
    return tab.locator(f"g.node[aria-label^='{path}']").first


def choose(tab: Any, path: str) -> None:
    node(tab, path).click()
    tab.locator("legend", has_text=path).wait_for()


def press(tab: Any, name: str) -> None:
    tab.locator("fieldset.panel").get_by_role("button", name=name, exact=True).click()


def branch(tab: Any, path: str, moves: tuple[str, str]) -> None:
    """Give the end at this path two moves of these names."""
    choose(tab, path)
    for k, move in enumerate(moves):
        press(tab, "Add move")
        tab.get_by_label(f"move {k + 1}").last.wait_for()
        below = tab.locator(f"g.node[aria-label^='{path}, ']")
        below.nth(k).wait_for()
        number = node(tab, path).get_attribute("data-drag")
        field = tab.locator(f"input[data-key='label.{number}.{k}']")
        field.fill(move)
        field.press("Tab")
    node(tab, f"{path}, {moves[1]}").wait_for()


def test_kuhn_poker_by_hand(tab: Any) -> None:
    tab.goto("/new/tree")
    tab.locator("g.node").first.wait_for()
    choose(tab, "the root")
    tab.get_by_label("who moves").select_option("chance")
    for _ in range(4):
        press(tab, "Add move")
    tab.locator("input[data-key='label.0.5']").wait_for()
    for k, deal in enumerate(DEALS):
        tab.locator(f"input[data-key='label.0.{k}']").fill(deal)
    tab.keyboard.press("Tab")
    tab.get_by_label("probability of KQ").wait_for()
    assert tab.get_by_label("probability of KQ").input_value() == "1/6"
    branch(tab, "JQ", ("check", "bet"))
    branch(tab, "JQ, check", ("check", "bet"))
    branch(tab, "JQ, check, bet", ("fold", "call"))
    branch(tab, "JQ, bet", ("fold", "call"))
    choose(tab, "JQ (I)")
    press(tab, "Copy")
    for deal in DEALS[1:]:
        choose(tab, deal)
        press(tab, "Paste")
        node(tab, f"{deal}, bet, call").wait_for()
    for deal in DEALS:
        wins = "JQK".index(deal[0]) > "JQK".index(deal[1])
        sign = "" if wins else "-"
        ends = {
            "check, check": f"{sign}1",
            "check, bet, fold": "-1",
            "check, bet, call": f"{sign}2",
        }
        for path, payoff in {**ends, "bet, fold": "1", "bet, call": f"{sign}2"}.items():
            tab.get_by_label(f"payoffs at {deal}, {path}", exact=True).fill(payoff)
    for card in "JQK":
        mine = [deal for deal in DEALS if deal[0] == card]
        theirs = [deal for deal in DEALS if deal[1] == card]
        for path, pair in (
            ("", mine),
            (", check, bet", mine),
            (", check", theirs),
            (", bet", theirs),
        ):
            who = "II" if path in (", check", ", bet") else "I"
            first, second = (node(tab, f"{deal}{path} ({who})") for deal in pair)
            first.drag_to(second)
            tab.wait_for_timeout(150)
    tab.locator(".answer", has_text="-1/18").wait_for()
