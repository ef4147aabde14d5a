"""``kibitz safety``, ``correlated``, ``stackelberg``, ``pareto``, ``repeat`` and their friends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


@pytest.fixture
def read(run):
    """Run ``kibitz`` and read the JSON that it prints."""

    def call(*words):
        result = run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return call


CELLS = "1,4 2,0 -1,1 0,0; 3,1 5,3 3,-2 4,4; 0,5 -2,3 4,1 2,2"


def test_safety(read, run):
    found = read("safety", "bimatrix", "2,0 1,3; 0,1 3,2")
    assert found["levels"] == ["3/2", "2"]
    assert found["strategies"] == [[["3/4", "1/4"]], [["0", "1"]]]
    assert "II can guarantee 2" in run("safety", "bimatrix", "2,0 1,3; 0,1 3,2").stdout
    assert read("safety", "matrix", "-2 3; 3 -4")["levels"] == ["1/12", "-1/12"]


def test_dominance_of_general_games(read, run):
    found = read("dominance", "bimatrix", CELLS)
    assert found["strategies"] == [["2"], ["4"]]
    assert found["solved"]
    assert found["removals"][0]["player"] == "I"
    weak = read("dominance", "bimatrix", "11,89 10,90; 2,98 10,0", "--weak")
    assert weak["rows"] == ["1"]
    assert read("dominance", "bimatrix", "11,89 10,90; 2,98 10,0")["removals"] == []
    assert "keep" in run("dominance", "public-goods", "3").stdout


def test_dominance_explains_each_removal(read, run):
    said = run("dominance", "matrix", "0 4 6; 5 7 4; 9 6 3", "--mixed", "--explain").stdout
    assert "1. Cross out column 2" in said
    assert "dominated by the mixture 5/12 × column 1 + 7/12 × column 3" in said
    assert "What remains" in said
    steps = read("dominance", "bimatrix", CELLS, "--explain")["steps"]
    assert steps[-1]["heading"] == "What remains"
    assert "Nothing is dominated" in run("dominance", "chicken", "--explain").stdout


def test_correlated(read, tmp_path, monkeypatch, run):
    found = read("correlated", "chicken", "--verify")
    assert found["value"] == "21/2"
    assert found["certificate"]["holds"]
    assert read("correlated", "chicken", "--objective", "egalitarian")["value"] == "21/4"
    assert read("correlated", "chicken", "--objective", "I")["value"] == "7"
    assert read("correlated", "chicken", "--objective", "1,0")["value"] == "7"
    assert read("correlated", "chicken", "--worst")["sense"] == "min"
    assert read("correlated", "finger-game", "3", "--coarse")["kind"].startswith("coarse")
    monkeypatch.chdir(tmp_path)
    Path("claim.json").write_text(json.dumps(found))
    assert run("verify", "chicken", "claim.json").exit_code == 0
    found["distribution"] = [{"strategies": ["swerve", "swerve"], "probability": 1}]
    Path("claim.json").write_text(json.dumps(found))
    assert run("verify", "chicken", "claim.json").exit_code == 1


def test_commitment_pareto_and_repetition(read):
    found = read("stackelberg", "bimatrix", "2,1 4,0; 1,0 3,1")
    assert (found["value"], found["strategy"], found["answer"]) == ("7/2", ["1/2", "1/2"], "2")
    assert not found["weak_reached"]
    assert read("stackelberg", "bimatrix", "2,1 4,0; 1,0 3,1", "--pure")["value"] == "3"
    assert read("pareto", "prisoners-years")["equilibria"][0]["pareto_optimal"] is False
    again = read("repeat", "prisoners-dilemma", "--rounds", "100", "--verify")
    assert again["total"] == ["100", "100"]
    assert again["unique"]


def test_evaluate_profiles(read, run):
    wrong = read(
        "evaluate", "bimatrix", "4,1 0,0; 0,0 1,4", "--row", "4/5 1/5", "--column", "4/5 1/5"
    )
    assert wrong["equilibrium"] is False
    assert wrong["deviations"][0] == {
        "player": "I",
        "strategy": "1",
        "payoff": "16/5",
        "gain": "3/5",
    }
    assert read("evaluate", "finger-game", "3", "--profile", "1 1 2")["equilibrium"]
    assert read("evaluate", "chicken", "--profile", "1/3 2/3; 1/3 2/3")["regrets"] == ["0", "0"]
    assert "an equilibrium" in run("evaluate", "chicken", "--profile", "straight swerve").stdout


def test_draw_movement(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("draw", "chicken", "--what", "movement").exit_code == 0
    assert "<svg" in Path("chicken.svg").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["safety", "nim", "3"], "safety applies to strategic games only"),
        (["dominance", "nim", "3"], "dominance applies to strategic games only"),
        (["correlated", "chicken", "--objective", "wealth"], "neither a player nor an objective"),
        (["stackelberg", "finger-game"], "a leader and a follower are two"),
        (["stackelberg", "chicken", "--leader", "III"], "unknown player 'III'"),
        (["repeat", "chicken"], "give --rounds 10, or --rounds infinite"),
        (["repeat", "chicken", "--rounds", "0"], "must be a positive integer"),
        (["repeat", "chicken", "--rounds", "3", "--discount", "2"], "discount is 2"),
        (["evaluate", "chicken"], "no strategy; give"),
        (["evaluate", "chicken", "--row", "1 1"], "add up to 2"),
        (["evaluate", "chicken", "--profile", "up down"], "no strategy 'up'"),
        (["evaluate", "chicken", "--profile", "1 2", "--row", "1 0"], "not both"),
        (["evaluate", "finger-game", "--row", "1 0", "--column", "1 0"], "3 players"),
        (["draw", "finger-game", "--what", "movement"], "only two-person"),
    ],
)
def test_bad_input(refuse, words, message):
    assert message in refuse(*words)


def test_symmetric_equilibria_of_three(read, run):
    found = read("equilibria", "finger-game", "3", "--symmetric")
    assert found["equilibria"][0]["x"]["text"] == "-1+sqrt(2)"
    assert "x = -1+sqrt(2)" in run("equilibria", "finger-game", "3", "--symmetric").stdout


def test_all_solutions_of_a_general_game_are_its_equilibria(run):
    assert run("solve", "chicken", "--all").stdout.startswith("3 equilibria")


def test_what_cannot_be_drawn_or_read_back_is_said(run, refuse):
    assert "cannot draw the 'path' of 3 players" in refuse(
        "draw", "finger-game", "3", "--what", "path"
    )
    assert "drawn for 2 x 2 x 2" in refuse("draw", "finger-game", "4", "--what", "cube")
    claim = {**json.loads(run("safety", "chicken", "--json").stdout), "kind": "safety-level"}
    Path("claim.json").write_text(json.dumps(claim))
    said = refuse("verify", "chicken", "claim.json")
    assert (
        "'safety-level' is not a kind of claim about this game; did you mean 'safety-levels'"
        in said
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", "chicken", "--method", "lemke-howson", "--set", "label=2"], "label 2"),
        (["solve", "chicken", "--method", "nash-map", "--set", "profile=1/2 1/2; 1/2 1/2"], "2/5"),
        (
            ["solve", "chicken", "--method", "nash-map", "--set", 'profile=[["0","1"],["0","1"]]'],
            "not fixed",
        ),
        (["explain", "chicken", "--method", "nash-map", "--set", "profile=1 0; 0 1"], "The map"),
    ],
)
def test_options_of_methods_are_set_by_name(words, told):
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.stderr
    assert told in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", "chicken", "--method", "nash-map"], "nash-map needs --set profile=..."),
        (["solve", "chicken", "--set", "label"], "write --set KEY=VALUE"),
        (["solve", "chicken", "--method", "nash-map", "--set", "profil=1"], "mean 'profile'"),
        (["solve", "chicken", "--all", "--set", "label=1"], "--set needs a method"),
        (["coalition", "A,B:1", "--method", "excesses"], "excesses needs --at ..."),
        (["coalition", "A,B:1", "--stability"], "stability needs --at ..."),
    ],
)
def test_what_a_method_needs_is_said_in_options(words, told):
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 2
    assert told in shown.stderr


def test_several_payoff_vectors_are_tested_for_stability():
    majority = ["coalition", "1,2:1 1,3:1 2,3:1 1,2,3:1", "--at"]
    all_three = CliRunner().invoke(app, [*majority, "1/2,1/2,0; 1/2,0,1/2; 0,1/2,1/2"])
    assert all_three.stdout.startswith("stable:")
    two = CliRunner().invoke(app, [*majority, "1/2,1/2,0; 1/2,0,1/2"])
    assert two.stdout.startswith("not stable: no member dominates (0, 1/2, 1/2)")
