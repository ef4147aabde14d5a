"""Methods by name, several at once, their flags, and tables that leave coalitions out."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli.machinery.program import app
from kibitz.coalitional.solve import CoalitionalSolution, CostSolution
from kibitz.core.method import methods

GAME = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})


def test_methods_that_find_the_same_agree():
    found = {}
    for entry in methods(GAME):
        needed = [p for p in entry.options if p.default is p.empty]
        if entry.why_not(GAME) is None and not needed and entry.finds == "the Shapley value":
            found[entry.name] = entry(GAME).payoffs
    assert len(found) == 4
    assert len(set(found.values())) == 1


def test_several_answers_by_name():
    both = GAME.solve(["shapley", "core"])
    assert isinstance(both, CoalitionalSolution)
    assert both.names == ("shapley", "core") == GAME.solve("Shapley, core").names
    assert GAME.solve("shapley")["shapley"] == both["shapley"]
    assert not GAME.solve("shapley", exact=False)["shapley"].exact
    costs = kb.cost_game({"A": 100, "B": 110, "A,B": 140})
    assert isinstance(costs.solve("nucleolus"), CostSolution)
    assert costs.solve(["shapley", "core"]).payments("shapley") == {"A": 65, "B": 75}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GAME.solve("shaply"), "unknown method 'shaply' .* did you mean 'shapley'"),
        (lambda: GAME.solve("owen"), "owen needs unions"),
        (lambda: GAME.solve("shapley", unions=["A,B"]), "shapley has no option 'unions'"),
        (lambda: GAME.solve("power"), "power does not apply: it needs a simple game"),
        (lambda: kb.coalition({"A": 5}).solve("least-core"), "at least two players"),
    ],
)
def test_one_sentence_for_a_wrong_choice(call, message):
    with pytest.raises(kb.GameError, match=message):
        call()


def test_every_method_has_a_flag():
    words = ["coalition", "A,B:2 A,C:4 B,C:6 A,B,C:7", "--per-capita", "--kernel-set", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert list(json.loads(result.output)["answers"]) == ["per-capita-nucleolus", "kernel-set"]
    help_ = CliRunner().invoke(app, ["coalition", "--help"]).output
    assert "--least-core" in help_
    assert "The least core." in help_


@pytest.mark.parametrize("option", [["--reading", "alpha"], ["--order", "1 2"]])
def test_options_of_strategic_games_are_refused(option):
    result = CliRunner().invoke(app, ["coalition", "A:1 B:3 A,B:6", *option])
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "table", [{"": 0, "1": 1, "12": 3}, {"1": 1, "12": 3}, {"": 0, "12": 3}, {"1": 0, "12": 3}]
)
def test_a_table_that_names_single_players_or_zeros_is_meant_to_be_complete(table):
    with pytest.raises(kb.GameError, match=r"no worth is given for .*missing='zero'"):
        kb.coalition(table, ["1", "2"])
    assert kb.coalition(table, ["1", "2"], missing="zero").worth("2") == 0
    assert kb.coalition(table, ["1", "2"], missing=0).worth("2") == 0
    with pytest.raises(kb.GameError, match=r"missing: 'None' is not a choice"):
        kb.coalition(table, ["1", "2"], missing=None)


def test_the_short_form_names_what_larger_coalitions_earn():
    sale = {"S,F": 1000, "S,B": 500, "S,F,B": 1000}
    assert kb.coalition(sale) == kb.coalition(sale, ["S", "F", "B"])
    assert kb.coalition(sale).worth("F", "B") == 0
