"""``kibitz coalition --normalize``, and tables that say what they are."""

from __future__ import annotations

import json

from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app

SATELLITE = "W:3 H:2 G:1 W,H:8 W,G:13/2 H,G:41/5 W,H,G:56/5"


def say(*words: str) -> str:
    result = CliRunner().invoke(app, ["coalition", *words])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_worths_are_normalized_and_shown() -> None:
    told = say(SATELLITE, "--normalize", "0", "--least-core")
    assert "v(H,G) = 26/5" in told
    assert "(1/10, 14/5, 23/10)" in told
    game = kb.coalition(SATELLITE).zero_one_normalized()
    found = json.loads(say(SATELLITE, "--normalize", "01", "--shapley", "--json"))
    assert found["answers"]["shapley"]["payoffs"] == [str(x) for x in game.shapley()]
    assert found["provenance"]["game"]["worths"]["W,H,G"] == "1"


def test_savings_are_normalized_too() -> None:
    costs = "A:100 B:110 A,B:140"
    assert "v(A,B) = 70" in say(costs, "--costs", "--normalize", "0", "--shapley")


def test_what_cannot_be_normalized_is_refused() -> None:
    for words in (
        [SATELLITE, "--normalize", "2"],
        ["A:1 B:3 A,B:4", "--normalize", "01"],
        ["A,B:a A,C:1 B,C:1 A,B,C:2", "--normalize", "0"],
    ):
        result = CliRunner().invoke(app, ["coalition", *words])
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_a_table_may_say_that_it_holds_costs() -> None:
    table = "A:100 B:110 C:110 A,B:140 A,C:140 B,C:160 A,B,C:220"
    assert say("cost", table, "--nucleolus") == say(table, "--costs", "--nucleolus")
    assert say("coalition", "A:1 B:3 A,B:6") == say("A:1 B:3 A,B:6")
