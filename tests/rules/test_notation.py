"""Moves as people write them down."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.game import Rules
from kibitz.rules.notation import read_moves


def written(name: str, text: str) -> list[str]:
    """The moves one by one, as the game writes them."""
    rules = kb.game(name)
    assert isinstance(rules, Rules)
    state, words = rules.start(), []
    for move in read_moves(rules.position(), text.split()).history:
        words.append(rules.show_move(state, move))
        state = rules.play(state, move)
    return words


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("chess", "1. e4 e5 2.Nf3 Nc6", ["e4", "e5", "Nf3", "Nc6"]),
        ("chess", "1. e4 1... c5", ["e4", "c5"]),
        ("backgammon", "white 3-1 8/5 6/5 6-4", ["white 3-1", "8/5", "6/5", "6-4"]),
        ("backgammon", "white 6-5 24/18/13", ["white 6-5", "24/18", "18/13"]),
        ("backgammon", "white 6-5 24/13", ["white 6-5", "24/18", "18/13"]),
        (
            "backgammon",
            "white 2-1 13/11 6/5 1-1 6/5(2) 8/7(2)",
            ["white 2-1", "13/11", "6/5", "1-1", "6/5", "6/5", "8/7", "8/7"],
        ),
        (
            "checkers",
            "12-16 24-20 10-14 23-18 14x23 26x19x12",
            ["12-16", "24-20", "10-14", "23-18", "14x23", "26x19", "19x12"],
        ),
        (
            "checkers",
            "12-16 24-20 10-14 23-18 14x23 26x12",
            ["12-16", "24-20", "10-14", "23-18", "14x23", "26x19", "19x12"],
        ),
        ("nim-of-many", "3 from 1 4 from 2", ["3 from 1", "4 from 2"]),
        ("yahtzee", "11226 keep 226", ["11226", "keep 226"]),
        ("backgammon-race", "6-5 3/off 6", ["6-5", "3/off 6"]),
    ],
)
def test_moves_in_a_line(name: str, text: str, moves: list[str]) -> None:
    assert written(name, text) == moves


def test_the_word_that_is_no_move_is_named() -> None:
    with pytest.raises(GameError, match="no move '9' here"):
        written("connect-four", "4 4 9 1")
    with pytest.raises(GameError, match="the game ends before the move '1'"):
        written("connect-four", "4 1 4 1 4 1 4 1")
    start = kb.game("connect-four").position()  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="the turn ends before the move '5'"):
        read_moves(start, ["4", "5"], seat=0)
