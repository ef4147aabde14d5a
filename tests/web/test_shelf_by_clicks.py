"""Every game of the shelf that can be played is played to its end by clicks in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote_plus

import pytest

from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.core.shelf import look_up
from kibitz.play.seats import PERSON
from kibitz.play.specs import agent
from kibitz.play.table import Table
from kibitz.rules.game import CHANCE, SIMULTANEOUS, Rules
from kibitz.web.clicks import Clicks
from kibitz.web.tasks.play import rules_of, shown
from kibitz.web.tasks.shelf import sample

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = sorted(name for names in index.table("FAMILIES").values() for name in names)
PATIENCE = 120_000
CALLS = {
    "chinese-checkers": "chinese-checkers limit=40",
    "big-match": "big-match discount=9/10",
    "bad-match": "bad-match discount=9/10",
}
"""How a game is called that would go on very long."""
LAST = 6
"""Moves of a long game that are clicked, its last ones; those before stand in the address."""
WAYS = {
    "cliff-walking": ["up", *["right"] * 11, "down"],
    "gridworld": ["left"] * 3,
    "windy-gridworld": [*["right"] * 9, *["down"] * 4, *["left"] * 2],
    "frozen-lake": ["right", "down"] * 40,
}
"""The way to the end where moves at random would take long."""
LONGEST = 400
"""Moves of a game at random."""
MOST = 60
"""Clicks in a game whose players move simultaneously or hide something."""


@pytest.fixture(scope="module")
def table_tab(browser: Any, server: str) -> Iterator[Any]:
    """One tab for all games, whose browser has the scripts of the pages already."""
    context = browser.new_context(base_url=server)
    yield context.new_page()
    context.close()


@pytest.fixture
def seat(table_tab: Any) -> Iterator[Any]:
    """The tab; what its console complains of fails the test."""
    faults: list[str] = []

    def heard(said: Any) -> None:
        if said.type == "error":
            faults.append(said.text)

    table_tab.set_default_timeout(PATIENCE)
    table_tab.on("console", heard)
    yield table_tab
    table_tab.remove_listener("console", heard)
    assert not faults, faults


def rules_named(name: str) -> Rules:
    try:
        return rules_of(name)
    except GameError:
        pytest.skip("it has no moves")


def finished(rules: Rules) -> list[Any] | None:
    """A game played to its end by people at one screen; None where that cannot be.

    Moves are drawn at random, and where that would go on and on, one side plays well.
    """
    for plays_well in (False, True):
        second = agent("auto", rules, 0, 1.0) if plays_well and rules.players == 2 else None
        random = Random(1)
        players = [None, second, *[None] * rules.players][: rules.players]
        table = Table(rules, players)
        while not table.is_over and len(table.record) < LONGEST:
            if table.position.player == SIMULTANEOUS or table.is_hidden:
                return None
            table.play(random.choice(table.first_moves(200)))
        if table.is_over:
            return list(table.record)
    raise AssertionError(f"{rules.name} does not end")


def beginning(rules: Rules, record: list[Any]) -> list[Any]:
    """All events but the last moves of people."""
    own = [k for k, (who, _) in enumerate(record) if who != CHANCE]
    return record[: own[-LAST]] if len(own) > LAST else []


def click(tab: Any, view: dict[str, Any], move: str) -> None:
    """Make a move by clicks on cells of the board, or by its button."""
    cells = next(m["cells"] for m in view["moves"] if m["text"] == move)
    clicks = Clicks(view["moves"], ordered=view["ordered"])
    for cell in cells:
        done = clicks.click(cell)
        target = tab.locator(f"polygon[data-drag={json.dumps(cell)}]").first
        target.click(force=True)
        if not done:
            tab.locator(f"polygon.cell-chosen[data-drag={json.dumps(cell)}]").first.wait_for()
    if not cells or clicks.choices:
        tab.locator(f"button[data-act=move][data-key={json.dumps(move)}]").click()


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_to_the_end(seat: Any, name: str) -> None:
    name = CALLS.get(name) or sample(look_up(name))
    rules = rules_named(name)
    record = finished(rules)
    if record is None:
        against_random(seat, name)
        return
    seats = [PERSON] * rules.players
    begun = beginning(rules, record)
    table = Table(rules, [None] * rules.players, 0, begun)
    moves = quote_plus(json.dumps(begun, separators=(",", ":")))
    seat.goto(f"/play?g={quote_plus(name)}&seats={','.join(seats)}&moves={moves}")
    for who, move in record[len(begun) :]:
        if who == CHANCE:
            continue
        view = shown(table, name, seats)
        seat.locator(f"[data-count='{len(table.record)}']").wait_for()
        click(seat, view, move)
        table.play(move)
    seat.locator("[data-over='yes']").wait_for()
    assert table.is_over
    paid = seat.get_by_role("status").first.inner_text()
    assert shown(table, name, seats)["result"] in paid


def against_random(tab: Any, name: str) -> None:
    tab.goto(f"/play?g={quote_plus(name)}&seats=person,random,random")
    random, way = Random(1), iter(WAYS.get(name, ()))
    for _ in range(MOST):
        board = tab.locator("[data-over]")
        board.wait_for()
        if board.get_attribute("data-over") == "yes":
            return
        count = board.get_attribute("data-count")
        buttons, cells = tab.locator("button[data-act=move]"), tab.locator("polygon.cell-can")
        wanted = next(way, None)
        if wanted is not None:
            buttons.get_by_text(wanted, exact=True).click()
        else:
            listed = buttons if buttons.count() else cells
            listed.nth(random.randrange(listed.count())).click()
        tab.locator(f"[data-count]:not([data-count='{count}'])").wait_for()
    raise AssertionError("the game does not end")
