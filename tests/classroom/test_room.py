"""Rooms: who is there, who has entered, and rounds that are closed when all have."""

from __future__ import annotations

import pytest

from kibitz.classroom import Room, experiments
from kibitz.classroom.room import MOST_PLAYERS, read_room
from kibitz.core.errors import GameError

ENTRIES = {"prisoners-dilemma": "C", "ultimatum": "4:2", "travelers-dilemma": "40"}


def room_with(*names: str, kind: str = "guess") -> Room:
    room = Room(kind)
    for name in names:
        room.join(name)
    return room


@pytest.mark.parametrize("kind", experiments())
def test_every_experiment_is_played_in_a_room(kind: str) -> None:
    room = room_with("Ada", "Bob", "Cy", "Di", kind=kind)
    room.begin()
    for _ in range(2):
        for name in room.players:
            room.private(name)
            room.enter(name, ENTRIES.get(kind, "5"))
        room.close()
    assert room.round == 3
    assert len(room.session.rounds) == 2
    assert "Theory" in str(room.session.results())


def test_names_are_refused_in_a_line() -> None:
    room = room_with("Ada")
    for name, why in (("  ", "write your name"), ("ada", "taken"), ("x" * 25, "24 characters")):
        with pytest.raises(GameError, match=why):
            room.join(name)
    with pytest.raises(GameError, match="2 players or more"):
        room.begin()
    room.join("  Bob   B ")
    assert room.players == ["Ada", "Bob B"]
    room.leave("Ada")
    room.join("Ada")
    room.begin()
    for act in (lambda: room.join("Cy"), lambda: room.leave("Ada"), room.begin):
        with pytest.raises(GameError, match="begun"):
            act()


def test_a_round_waits_for_all_and_entries_can_be_changed() -> None:
    room = room_with("Ada", "Bob")
    with pytest.raises(GameError, match="not begun"):
        room.enter("Ada", "3")
    room.begin()
    room.enter("Ada", "3")
    with pytest.raises(GameError, match="waits for Bob"):
        room.close()
    with pytest.raises(GameError, match="not between 0 and 100"):
        room.enter("Bob", "101")
    with pytest.raises(GameError, match="not in this room"):
        room.enter("Eve", "1")
    assert room.missing == ["Bob"]
    before = room.changes
    room.enter("Bob", "90")
    room.enter("Bob", "1")
    assert room.changes == before + 2
    assert room.close().entries["Bob"] == 1
    assert room.missing == ["Ada", "Bob"]


def test_a_room_before_its_first_round() -> None:
    room = room_with("Ada", "Bob")
    room.leave("Cy")  # who is not there
    assert room.players == ["Ada", "Bob"]
    assert room.private("Ada") == ""
    with pytest.raises(GameError, match="the first round has not begun yet"):
        room.close()


def test_a_full_room_and_what_is_no_record_are_refused() -> None:
    room = room_with(*(f"player {k}" for k in range(MOST_PLAYERS)))
    with pytest.raises(GameError, match=f"the room is full: {MOST_PLAYERS} players"):
        room.join("Zoe")
    with pytest.raises(GameError, match="not the record of a room"):
        read_room({"kind": "experiment"})
