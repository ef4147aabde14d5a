"""``kibitz evaluate`` and ``kibitz dominance``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


def run(*words):
    return CliRunner().invoke(app, list(words))


def read(*words):
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_mixture_and_its_guarantee():
    found = read("evaluate", "matrix", "-2 3; 3 -4", "--row", "3/5 2/5")
    assert found["row"]["payoffs"] == ["0", "1/5"]
    assert found["row"]["guarantee"] == "0"
    assert found["row"]["best_responses"] == ["1"]


def test_a_pair_of_strategies_and_a_dial():
    found = read(
        "evaluate",
        "matrix",
        "-2 3; 3 -4",
        "--row",
        "7/12 5/12",
        "--column",
        "7/12,5/12",
        "--clock",
        "60",
    )
    assert found["optimal"] is True
    assert found["row"]["cells"] == [35, 25]
    assert found["row"]["equalizer"] is True
    said = run("evaluate", "matrix", "1 0; 0 1", "--row", "1 0", "--column", "0 1").stdout
    assert "expected payoff 0, gap 1: not optimal together" in said


def test_dominance():
    found = read("dominance", "matrix", "2 0 4; 1 2 3; 4 1 2")
    assert [(r["side"], r["label"]) for r in found["removals"]] == [("column", "3"), ("row", "1")]
    assert found["reduced"]["matrix"] == [["1", "2"], ["4", "1"]]
    assert "row 1 is strictly dominated by row 2" in run("dominance", "matrix", "1 2; 3 4").stdout
    assert "nothing is dominated" in run("dominance", "matrix", "1 -1; -1 1").stdout
    by_mixture = ("dominance", "matrix", "4 1 2; 2 3 5/2; 3 2 9/4")
    said = run(*by_mixture).stdout
    assert "nothing is dominated by a pure strategy" in said
    assert "row 3 is dominated by the mixture 1/2 × row 1 + 1/2 × row 2; --mixed" in said
    assert "--mixed" not in run(*by_mixture, "--pure").stdout
    said = run("dominance", "bimatrix", "1,1 2,1; 1,2 3,0").stdout
    assert "nothing is strictly dominated" in said
    assert "1 is weakly dominated by 2; --weak" in said
    mixed = read("dominance", "matrix", "0 4 6; 5 7 4; 9 6 3", "--mixed")
    assert (mixed["rows"], mixed["columns"]) == (["1", "3"], ["1", "3"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluate", "matrix", "1 2; 3 4"], "no strategy; give"),
        (["evaluate", "matrix", "1 2; 3 4", "--row", "1/2 1/3"], "add up to 5/6"),
        (["evaluate", "nim", "3", "--row", "1"], "applies to tables of payoffs only"),
        (["dominance", "matrix", "1 2; 3"], "row 2 has 1 entry"),
    ],
)
def test_bad_input(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
