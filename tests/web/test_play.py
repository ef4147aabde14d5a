"""Games played by clicks in a browser."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_connect_four_with_hint_and_evaluation(tab: Any) -> None:
    tab.goto("/play?g=connect-four+5+4&seats=person,random&bar=1")
    tab.locator('polygon[data-drag="3"]').first.click()
    tab.get_by_text("X: 3").wait_for()
    tab.locator(".worth").wait_for()
    tab.get_by_role("button", name="Hint").click()
    tab.locator("p.card").wait_for()
    assert "moves=" in tab.url


def test_a_piece_is_dragged_and_the_link_restores_the_game(tab: Any) -> None:
    tab.goto("/play?g=checkers&seats=person,random")
    tab.locator('polygon[data-drag="11"]').drag_to(tab.locator('polygon[data-drag="15"]'))
    tab.get_by_text("black: 11-15").wait_for()
    tab.goto(tab.url)
    tab.get_by_text("black: 11-15").wait_for()
    tab.get_by_role("button", name="Take back").click()
    tab.get_by_text("black: 11-15").wait_for(state="detached")


def test_a_king_is_clicked_and_its_squares_are_shown(tab: Any) -> None:
    tab.goto("/play?g=lone-king&seats=person,random")
    tab.locator('polygon[data-drag="e1"]').click()
    tab.locator('.cell-chosen[data-drag="e1"]').wait_for()
    target = tab.locator('.cell-can[data-drag="d2"]')
    opacity = target.evaluate("cell => getComputedStyle(cell).fillOpacity")
    assert 0 < float(opacity) < 0.3
    target.click()
    tab.get_by_text("white: Kd2").wait_for()


def test_nim_to_the_end_and_its_review(tab: Any) -> None:
    tab.goto("/play?g=nim+1+2&seats=person,auto")
    tab.get_by_role("button", name="take 1 from heap 2, leaving 1").click()
    tab.get_by_role("button", name="take 1").first.click()
    tab.get_by_text("You win.").wait_for()
    tab.get_by_role("button", name="Review").click()
    tab.get_by_role("heading", name="Review").wait_for()
    tab.get_by_text("None of 3 moves gave something away.").wait_for()
    tab.locator("table.facts a").first.click()
    tab.get_by_text("Your move").wait_for()
    assert "moves=" not in tab.url


def test_counters_and_coins_are_clicked(tab: Any) -> None:
    tab.goto("/play?g=nim+3+4+5&seats=person,person")
    tab.locator("polygon.cell-can", has_text="take 3 from heap 2, leaving 1").click()
    tab.get_by_text("player 1: take 3 from heap 2, leaving 1").wait_for()
    tab.goto("/play?g=turning-turtles+THTTHT&seats=person,person")
    tab.get_by_role("button", name="coin 5").click()
    tab.get_by_role("button", name="turn 5").wait_for()
    tab.get_by_role("button", name="coin 1").click()
    tab.get_by_text("player 1: turn 1 and 5").wait_for()


@pytest.mark.slow
def test_the_page_of_a_game_leads_to_the_board(tab: Any) -> None:
    tab.goto("/game?g=tic-tac-toe")
    tab.get_by_role("link", name="Play this game").click()
    tab.locator('polygon[data-drag="b2"]').click()
    tab.get_by_text("X: b2").wait_for()


@pytest.mark.slow
def test_an_estimate_is_replaced_when_the_position_is_solved(tab: Any) -> None:
    moves = [[k % 2, column] for k, column in enumerate("232222")]
    tab.goto(f"/play?g=connect-four&seats=person,person&bar=1&moves={quote(json.dumps(moves))}")
    tab.get_by_text("a draw with best play").wait_for()
    tab.get_by_text("best line: ").wait_for()
    tab.get_by_role("button", name="Hint").click()
    tab.locator("p.card", has_text="draws with best play").wait_for()


def test_a_game_is_typed_on_the_page_of_boards(tab: Any) -> None:
    tab.goto("/play")
    box = tab.get_by_label("Any game, as it is typed")
    box.fill("chses")
    box.press("Enter")
    tab.get_by_text("did you mean 'chess'?").wait_for()
    box.fill("nim 1 2")
    box.press("Enter")
    tab.get_by_text("Your move: you are player 1").wait_for()


def test_cards_are_covered_between_two_people_at_one_screen(tab: Any) -> None:
    tab.goto("/play?g=kuhn-poker&seats=person,person")
    tab.get_by_role("button", name="check").click()
    mine = tab.get_by_role("button", name="I am II: show the board")
    mine.wait_for()
    assert tab.locator(".board").count() == tab.locator("[data-act=move]").count() == 0
    assert tab.get_by_role("button", name="Hint").is_disabled()
    mine.click()
    tab.get_by_role("button", name="bet").click()
    tab.get_by_role("button", name="I am I: show the board").click()
    tab.get_by_role("button", name="fold").click()
    tab.get_by_text("II wins.").wait_for()


def test_a_table_offers_what_can_be_done_at_it(tab: Any) -> None:
    against, back = tab.get_by_label("Against"), tab.get_by_role("button", name="Take back")
    tab.goto("/play?g=queens")
    tab.get_by_text("Your move", exact=True).wait_for()
    assert not against.is_visible()
    assert back.is_disabled()
    tab.goto("/play?g=big-match")
    tab.get_by_text("This game has no board.").wait_for()
    assert not against.is_visible()
    assert not back.is_visible()


def test_every_seat_of_three_can_be_taken(tab: Any) -> None:
    tab.goto("/play?g=kuhn-poker+players=3&seats=person,random")
    tab.get_by_label("You are").select_option("player 3")
    tab.get_by_text("Your move: you are player 3").wait_for()
    assert "seats=random%2Crandom%2Cperson" in tab.url


def test_a_column_is_lit_as_a_whole(tab: Any) -> None:
    tab.goto("/play?g=connect-four&seats=person,random")
    tab.locator('polygon[data-drag="3"]').first.hover()
    assert tab.locator(".cell-lit").count() == tab.locator('polygon[data-drag="3"]').count() == 6
    tab.get_by_role("status").first.hover()
    assert tab.locator(".cell-lit").count() == 0
