"""``kibitz sequence``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


def run(*words):
    return CliRunner().invoke(app, ["sequence", *words])


def test_kayles_and_its_period():
    said = run("0.77", "--to", "1000", "--period").stdout
    assert "period 12 from 71 on" in " ".join(said.split())
    assert "✓" in said
    data = json.loads(run("kayles", "--to", "20", "--json").stdout)
    assert data["values"][:6] == [0, 1, 2, 3, 1, 4]


@pytest.mark.parametrize(
    "words",
    [
        ["subtraction", "set=1,3,4"],
        ["subtraction", "{1, 3, 4}"],
        ["subtraction {1,3,4}"],
        ["subtraction({1, 3, 4})"],
        ["subtraction", "1", "3", "4"],
        ["subtraction", "[1,3,4]"],
    ],
)
def test_subtraction_by_name(words):
    data = json.loads(run(*words, "--to", "13", "--json").stdout)
    assert data["values"] == [0, 1, 0, 1, 2, 3, 2] * 2


def test_an_open_question_stays_open():
    data = json.loads(run("grundy", "--to", "1000", "--period", "--json").stdout)
    assert "values" not in data
    assert data["period"].get("period") is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0.9z"], "0.9z"),
        (["kayls"], "did you mean 'kayles'"),
        (["blotto", "4"], "blotto is not a game of heaps"),
        (["nim", "5"], "nim is not a game of heaps"),
        (["hackenbush"], "hackenbush is not a game of heaps"),
        (["moore"], "moore is not a game of heaps"),
        (["wythoff", "--to", "200"], "listed from 0 up to 100"),
        (["kayles", "5"], "write kayles, and --to 50"),
        (["subtraction", "5", "set=1,2"], "write subtraction set=1,2, and --to 50"),
        (["subtraction"], "it needs set="),
        (["octal"], "it needs a code"),
        (["0.77", "5"], "write the code alone"),
        (["ruler", "play=misere"], "nimbers are defined for normal play"),
        (["moebius", "--period"], "no theorem"),
        (["ruler", "--to", "-3"], "list coins from 1"),
        (["0.77", "--to", "-5"], "whole number"),
    ],
)
def test_bad_input(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_coins_in_rows_and_on_boards():
    assert json.loads(run("mock-turtles", "--to", "4", "--json").stdout)["values"] == [
        1,
        2,
        4,
        7,
        8,
    ]
    board = json.loads(run("turning-corners", "--to", "3", "--json").stdout)["values"]
    assert board == [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    assert run("ruler", "--to", "8").stdout.split("\n")[1].split() == list("12141218")


def test_a_saltus_that_no_theorem_covers_is_told_but_not_claimed():
    said = " ".join(run("hexadecimal", "0.209", "--to", "300", "--period").stdout.split())
    assert "unknown" in said
    assert "period 9 with saltus 3 is seen from 1 on" in said
    assert "a power of two" in said
    data = json.loads(run("0.209", "--to", "300", "--json").stdout)["period"]
    assert data == {
        "kind": "unknown-period",
        "method": "the mex rule",
        "exact": True,
        "searched": 300,
        "period": None,
        "seen": {"preperiod": 1, "period": 9, "saltus": 3},
    }


def test_outcomes_in_misere_play():
    data = json.loads(run("kayles", "misère", "--to", "24", "--json").stdout)
    assert [n for n, outcome in enumerate(data["outcomes"]) if outcome == "P"] == [1, 4, 9, 12, 20]
    assert (
        "the outcomes of positions 0 to 9"
        in run("subtraction", "set=1,2", "misere", "--to", "9").stdout
    )


def test_games_of_one_number_or_two():
    queen = json.loads(run("wythoff", "--to", "2", "--json").stdout)
    assert (queen["from"], queen["values"]) == ([0, 0], [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    taken = json.loads(run("fibonacci-nim", "--to", "13", "--json").stdout)
    lost = [n for n, value in enumerate(taken["values"], taken["from"]) if value == 0]
    assert [n for n in lost if n] == [1, 2, 3, 5, 8, 13]
    assert json.loads(run("nim", "--to", "3", "--json").stdout)["values"] == [0, 1, 2, 3]
    assert json.loads(run("empty-and-divide", "--to", "2", "--json").stdout)["from"] == [1, 1]


def test_periods_of_outcomes():
    said = run("subtraction", "set=1,3,6", "--period").stdout
    assert "the P-positions are 0, 2, 4 (mod 9)" in said
    data = json.loads(run("subtraction", "set=1,2,3", "misere", "--period", "--json").stdout)
    assert (data["period"], data["cycle"], data["residues"]) == (4, "NPNN", [1])


def test_games_that_come_to_heaps_have_their_periods():
    assert "period 12 from 71 on" in run("rayles", "--period").stdout
    assert "period 7 from 0 on" in run("coin-subtraction", "set=1,3,4", "--period").stdout
    assert "g(n) = n" in run("rims", "--period").stdout


def test_the_outcomes_of_sos():
    assert json.loads(run("sos", "--to", "9", "--json").stdout)["outcomes"] == "TTTTTTNTN"


@pytest.mark.parametrize(
    "words",
    [
        ["subtraction", "set=1,", "3,", "4"],
        ["subtraction", "set", "=", "{1,", "3,", "4}"],
        ["subtraction set=1, 3, 4"],
    ],
)
def test_blanks_in_a_set(words):
    assert "0 1 0 1 2 3 2 0" in run(*words, "--to", "7").stdout
