"""Other names of games lead to the same games."""

from __future__ import annotations

import pytest

from kibitz import game
from kibitz.games import look_up
from kibitz.games.other_names import OTHER_NAMES


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_other_names_stand_for_games_and_hide_none(name: str) -> None:
    assert look_up(name).name == OTHER_NAMES[name].partition(" ")[0]


@pytest.mark.parametrize(
    ("call", "usual"),
    [
        ("lasker 5 7", "laskers-nim 5 7"),
        ("misere-nim 1 1 2", "nim 1 1 2 play=misere"),
        ("take-away 21 play=misere", "subtraction 21 set=1,2,3 play=misere"),
        ("1-2-3-nim 9 set=1,2", "subtraction 9 set=1,2"),
        ("Fibonacci 43", "fibonacci-nim 43"),
        ("lasker 3 + dawson 5", "laskers-nim 3 + dawsons-chess 5"),
    ],
)
def test_calls_by_other_names(call: str, usual: str) -> None:
    assert game(call) == game(usual)


def test_arguments_follow_other_names() -> None:
    assert game("misere-nim", 1, 1, 2) == game("nim", 1, 1, 2, play="misere")


def test_codes_are_names() -> None:
    assert game("0.77 12 5") == game("octal 0.77 12 5")
    assert game("4.(3) 5 + .137 7").outcome() == game("laskers-nim 5 + dawsons-chess 7").outcome()  # type: ignore[attr-defined]
