"""The states of a dynamics in a table, and regret minimization on tables of payoffs."""

from __future__ import annotations

import json

from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.learning import fictitious_play


def test_every_state_has_a_row() -> None:
    game = kb.matrix("2 1 0; 2 0 3; -1 3 -3")
    table = fictitious_play(game, rounds=4).table()
    assert [row[0] for row in table.rows] == ["1", "2", "3", "4"]
    assert table.rows[3][1:3] == ("(1/2, 1/2, 0)", "(1/4, 1/4, 1/2)")
    told = CliRunner().invoke(
        app,
        ["dynamics", "matrix", "2 1 0; 2 0 3; -1 3 -3", "-r", "fp", "--rounds", "4", "--trace"],
    )
    assert "(1/4, 1/4, 1/2)" in told.stdout


def test_regrets_are_minimized_on_tables() -> None:
    words = ["cfr", "matrix", "2 -1; -1 1", "--iterations", "2000", "--json"]
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert abs(found["payoffs"][0] - 0.2) < 0.01
    assert CliRunner().invoke(app, ["cfr", "gloves"]).exit_code == 2
