"""Experiments with a class in browsers: a lecturer and players, each in a browser of their own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.classroom import Room, read_session
from kibitz.core.errors import GameError
from kibitz.web.rooms import MOST, keep_rooms, open_room, room_of, state_folder


def test_rooms_are_found_by_code_and_keys_tell_who_is_who() -> None:
    made = open_room(Room("guess"))
    assert room_of(f" {made.code.lower()} ") is made
    key = made.join("Ada")
    assert made.players[key] == "Ada"
    assert made.is_lecturer(made.key)
    assert not made.is_lecturer(key)
    with pytest.raises(GameError, match="there is no room"):
        room_of("AEIO")
    for _ in range(MOST):
        open_room(Room("guess"))
    with pytest.raises(GameError, match="there is no room"):
        room_of(made.code)


def test_rooms_outlast_the_server(tmp_path: Path) -> None:
    keep_rooms(tmp_path / "rooms")
    made = open_room(Room("guess", 3))
    keys = [made.join(name) for name in ("Ada", "Bob")]
    made.room.begin()
    for name, guess in (("Ada", "50"), ("Bob", "20")):
        made.room.enter(name, guess)
    made.room.close()
    made.room.enter("Bob", "7/2")
    (tmp_path / "rooms" / "WRNG.json").write_text("{")
    keep_rooms(tmp_path / "rooms")
    again = room_of(made.code)
    assert again is not made
    assert again.is_lecturer(made.key)
    assert [again.players[key] for key in keys] == ["Ada", "Bob"]
    assert again.room.session == made.room.session
    assert again.room.missing == ["Ada"]
    again.room.enter("Ada", "10")
    again.room.close()
    keep_rooms(tmp_path / "rooms")
    assert room_of(made.code).room.round == 3
    assert (tmp_path / "rooms" / f"{made.code}.json").stat().st_mode & 0o77 == 0
    for _ in range(MOST):
        open_room(Room("guess"))
    assert len(list((tmp_path / "rooms").glob("[B-Z]*.json"))) == MOST + 1
    keep_rooms(None)


def test_rooms_are_kept_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STATE", "/somewhere")
    assert state_folder() == Path("/somewhere")
    monkeypatch.delenv("KIBITZ_STATE")
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_STATE_HOME", "/elsewhere")
        assert state_folder() == Path("/elsewhere/kibitz")


def opened(open_tab: Any, title: str) -> tuple[Any, str]:
    """The lecturer's screen, and the code."""
    lecturer = open_tab()
    lecturer.goto("/class")
    lecturer.get_by_label("Experiment", exact=True).select_option(title)
    lecturer.get_by_role("button", name="Open the room").click()
    return lecturer, lecturer.locator(".code-word").inner_text()


def joined(open_tab: Any, code: str, name: str) -> Any:
    tab = open_tab(viewport={"width": 360, "height": 740})
    tab.goto(f"/class/{code}")
    tab.get_by_label("Your name").fill(name)
    tab.get_by_role("button", name="Come in").click()
    tab.get_by_text(f"You are in, {name}.").wait_for()
    return tab


@pytest.mark.browser
def test_a_class_guesses_two_thirds_of_the_average(open_tab: Any, keep: Any) -> None:
    lecturer, code = opened(open_tab, "guess")
    players = [joined(open_tab, code, name) for name in ("Ada", "Bob")]
    lecturer.get_by_text("2 in the room").wait_for()
    lecturer.get_by_role("button", name="Start the first round").click()
    players[0].get_by_label("Your entry").fill("200")
    players[0].get_by_role("button", name="Send").click()
    players[0].get_by_text("not between 0 and 100").wait_for()
    for tab, guess in zip(players, ("50", "20"), strict=True):
        tab.get_by_label("Your entry").fill(guess)
        tab.get_by_role("button", name="Send").click()
        tab.get_by_text(f"You entered {guess}.").wait_for()
    lecturer.get_by_text("2 of 2 have entered").wait_for()
    lecturer.get_by_role("button", name="Close the round").click()
    lecturer.get_by_text("only equilibrium").wait_for()
    players[1].get_by_text("You have earned").wait_for()
    keep(lecturer, "class-lecturer")
    keep(players[1], "class-player-phone")
    players[1].goto(players[1].url)
    players[1].get_by_text("Bob, round 2").wait_for()
    with lecturer.expect_download() as download:
        lecturer.get_by_role("button", name="Session as .json").click()
    data = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert read_session(data).outcomes[0].facts["won by"] == "Bob"


@pytest.mark.browser
@pytest.mark.slow
def test_words_are_buttons_and_the_lecturer_enters_for_the_missing(open_tab: Any) -> None:
    lecturer, code = opened(open_tab, "prisoners-dilemma")
    ada, late = joined(open_tab, code, "Ada"), open_tab()
    joined(open_tab, code, "Bob")
    lecturer.get_by_text("2 in the room").wait_for()
    lecturer.get_by_role("button", name="Start the first round").click()
    ada.get_by_role("button", name="D: defect").click()
    ada.get_by_text("You entered D.").wait_for()
    late.goto(f"/class/{code}")
    late.get_by_text("no one can join now").wait_for()
    lecturer.get_by_role("button", name="Close the round").click()
    lecturer.get_by_text("round 1 waits for Bob").wait_for()
    lecturer.get_by_text("Enter for an absent player").click()
    lecturer.get_by_label("Entry of Bob").fill("C")
    lecturer.get_by_role("button", name="Enter for Bob").click()
    lecturer.get_by_text("2 of 2 have entered").wait_for()
    lecturer.get_by_role("button", name="Close the round").click()
    ada.get_by_text("You have earned 5 in all").wait_for()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["public-goods", "auction", "travelers-dilemma", "ultimatum"])
def test_other_experiments_are_played(open_tab: Any, kind: str) -> None:
    lecturer, code = opened(open_tab, kind)
    players = [joined(open_tab, code, name) for name in ("Ada", "Bob")]
    lecturer.get_by_text("2 in the room").wait_for()
    lecturer.get_by_role("button", name="Start the first round").click()
    for tab in players:
        field = tab.get_by_label("Your entry")
        field.fill("4:2" if kind == "ultimatum" else "5")
        tab.get_by_role("button", name="Send").click()
        tab.get_by_text("You entered").wait_for()
    if kind == "auction":
        players[0].get_by_text("Only you know").wait_for()
    lecturer.get_by_text("2 of 2 have entered").wait_for()
    lecturer.get_by_role("button", name="Close the round").click()
    lecturer.get_by_text("Theory").first.wait_for()
    players[1].get_by_text("You have earned").wait_for()


@pytest.mark.browser
@pytest.mark.slow
def test_wrong_codes_and_parameters_are_said_beside_the_field(open_tab: Any) -> None:
    tab = open_tab()
    tab.goto("/class")
    tab.get_by_label("Code").fill("nope")
    tab.get_by_role("button", name="Join").click()
    tab.get_by_text("there is no room NOPE").wait_for()
    tab.get_by_label("fraction", exact=True).fill("2")
    tab.get_by_role("button", name="Open the room").click()
    tab.get_by_text("it must be between 0 and 1").wait_for()
    tab.goto("/class/ZZZZ")
    tab.get_by_text("there is no room ZZZZ").wait_for()
