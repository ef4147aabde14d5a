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


def test_multiplicative_weights_by_hand() -> None:
    """Two rounds of Hedge with step ln 2: weights are powers of two."""
    from math import log

    from kibitz.learning import multiplicative_weights

    game = kb.matrix("1 0; 0 2")
    path = multiplicative_weights(game, rounds=2, start="1 0; 1/2 1/2", step=log(2))
    first, second = path.states
    assert [round(x, 9) for x in first[1]] == [0.5, 0.5]
    # in round 1 the column player pays 1 or 0, so the second column weighs twice as much
    mixed = [2 * b - a for a, b in zip(first[1], second[1], strict=True)]
    assert [round(x, 9) for x in mixed] == [round(1 / 3, 9), round(2 / 3, 9)]
    long = multiplicative_weights(game, rounds=4000)
    low, high = long.value_bounds
    assert low <= 2 / 3 <= high
    assert high - low < 0.05
    assert long.verify().holds
    told = CliRunner().invoke(
        app, ["dynamics", "chicken", "-r", "hedge", "--rounds", "3", "--trace"]
    )
    assert told.exit_code == 0
    bad = CliRunner().invoke(app, ["dynamics", "chicken", "-r", "hedge", "--step", "0"])
    assert bad.exit_code == 2
