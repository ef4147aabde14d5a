"""The nim family and the coin games on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.games import shelf

Run = Callable[..., Any]
NAMES = [entry.name for family in ("nim", "coins") for entry in shelf(family)]

ANSWERS = [
    ("nim 3 4 5", "N", 2),
    ("nim 1 1 1 play=misere", "P", None),
    ("moore 2 1 2 3 3", "P", 0),
    ("moore 2 3 4 5", "N", 12),
    ("staircase 2 9 3 1", "N", 1),
    ("nimble 0 3 3", "P", 0),
    ("northcott 1:5 2:8 7:4 mover=black", "N", 4),
    ("poker-nim 3 4 bag=9", "N", 7),
    ("wythoff 3 5", "P", 0),
    ("wythoff 4 10 spread=2", "P", 0),
    ("welter 3 8", "N", 10),
    ("bins 1 1 2", "N", 2),
    ("chomp 3 2", "P", 0),
    ("chomp-board 3 2", "N", 4),
    ("sos 6", "T", None),
    ("empty-and-divide 5 7", "P", 0),
    ("thirty-one 1", "P", 0),
    ("rims 5 4 1", "P", 0),
    ("rayles 5 4 2", "N", 7),
    ("rook 4 5", "N", 7),
    ("two-dimensional-nim 3:2 3:2", "P", 0),
    ("transfinite-nim w 3", "N", None),
    ("vertex-deletion a-b b-c", "N", 2),
    ("turning-turtles THTTHTTTHHTHT", "N", 8),
    ("mock-turtles 1 2 3", "N", 1),
    ("ruler TTTTTTTH", "N", 8),
    ("coin-subtraction TTTH set=1,2,3", "P", 0),
    ("turning-corners TTTTT TTTHT TTTTT TTHTT TTTTH", "N", 4),
    ("rugs 2:4 4:3 5:5", "N", 13),
    ("tartan mock-turtles ruler TH HT", "P", 0),
    ("nim 3 + rook 4 1", "P", 0),
]


@pytest.mark.parametrize(("words", "outcome", "nimber"), ANSWERS, ids=[a[0] for a in ANSWERS])
def test_solve(run: Run, words: str, outcome: str, nimber: int | None) -> None:
    result = run("solve", *words.split(), "--json", "--verify")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert (answer["outcome"], answer["nimber"]) == (outcome, nimber)
    assert answer["certificate"]["holds"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_solved_and_drawn(run: Run, name: str) -> None:
    result = run("solve", name)
    assert result.exit_code == 0, result.stderr
    assert "outcome" in result.stdout
    result = run("draw", name, "-o", "picture.svg")
    assert result.exit_code == 0, result.stderr
    assert Path("picture.svg").read_text(encoding="utf-8").startswith("<svg")


def test_explain(run: Run) -> None:
    result = run("explain", "nim", "13", "12", "8")
    assert "nim-sum" in result.stdout
    result = run("explain", "rugs")
    assert "The Tartan step" in result.stdout


def test_refusals(refuse: Callable[..., str]) -> None:
    assert "heap 2 is -4" in refuse("solve", "--", "nim", "3", "-4")
    assert "a board is a rectangle" in refuse("solve", "rugs", "TTH", "TH")
    assert "both checkers" in refuse("draw", "northcott", "3:3")
    assert "did you mean" in refuse("solve", "tartan", "twins", "rulr", "TT")


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("nim 1 1 1 misère", "nim 1 1 1 play=misere"),
        ("misere nim 3 4 5", "nim 3 4 5 play=misere"),
        ("nim 3 4 + kayles 5 misère", "nim 3 4 + kayles 5 play=misere"),
        ("wythoff 10,6", "wythoff 10 6"),
        ("wythoff '(10, 6)'", "wythoff 10 6"),
        ("moore k=2 3 4 5 6", "moore 2 3 4 5 6"),
        ("two-dimensional-nim (1, 1) (4,0)", "two-dimensional-nim 1:1 4:0"),
        ("mock-turtles-squared 'THTT;TTTH'", "mock-turtles-squared THTT TTTH"),
        ("tartan first=twins second=ruler 2:3", "tartan twins ruler 2:3"),
        ("twins x ruler 2:3", "tartan twins ruler 2:3"),
        ("von-neumann 4", "von-neumann-poker 4"),
        ("tartan 'coin-subtraction set=1,3' ruler 2:3", "tartan coin-subtraction:1,3 ruler 2:3"),
    ],
)
def test_other_ways_to_type_a_game(typed: str, spelled: str) -> None:
    assert kb.game(typed) == kb.game(spelled)


def test_pairs_in_python() -> None:
    assert kb.game("turning-corners", [(4, 4), (2, 3)]) == kb.game("turning-corners 4:4 2:3")


def test_no_setting_is_dropped_in_silence() -> None:
    with pytest.raises(kb.GameError, match="'set' is given twice"):
        kb.game("subtraction 100 set=1 set=3")
