"""Games typed in other ways than usual, and settings with commas in them."""

from __future__ import annotations

import json

import pytest


def test_a_game_in_quotes_is_read_whole(run) -> None:
    told = json.loads(run("solve", "matrix 0 2; 3 1", "--json").stdout)
    assert told == json.loads(run("solve", "matrix", "0 2; 3 1", "--json").stdout)
    assert "3 equilibria" in run("solve", "bimatrix 0,0 3,1; 1,3 0,0").stdout


@pytest.mark.parametrize("bounds", ["-3,3", "-3:3", "[-3,3]"])
def test_bounds_are_two_numbers(run, bounds) -> None:
    tree = "max(chance(1/2: 3, 1/2: 0), 1)"
    words = ("search", tree, "--method", "star1", "--json")
    told = json.loads(run(*words, "--set", f"bounds={bounds}").stdout)
    assert told["value"] == "3/2"
    both = json.loads(run(*words, "--set", f"bounds={bounds}", "--set", "depth=5").stdout)
    assert both["value"] == "3/2"


def test_the_notation_of_a_game_is_in_its_description(run) -> None:
    told = run("games", "hackenbush").stdout
    assert "edges 0-a a-b b-0 with 0 for the ground" in told


@pytest.mark.parametrize("word", ["--costs", "--cost", "--minimise", "costs", "cost=yes"])
@pytest.mark.parametrize("table", [("10,10 0,20; 20,0 1,1",), ("10 0; 20 1", "10 20; 0 1")])
def test_the_numbers_of_a_typed_table_may_be_costs(run, word, table) -> None:
    found = json.loads(run("equilibria", "bimatrix", *table, word, "--json").stdout)
    assert [e["costs"] for e in found["extreme"]] == [["10", "10"]]
    better = json.loads(run("pareto", "bimatrix", *table, word, "--json").stdout)
    assert better["cells"] == [[0, 1], [1, 0], [1, 1]]


def test_costs_of_three_players_and_in_json(run, refuse) -> None:
    cells = "1,1,1 2,0,2; 0,2,2 2,2,0 | 2,2,0 0,2,2; 2,0,2 1,1,1"
    gains = json.loads(run("equilibria", "strategic", cells, "--pure", "--json").stdout)
    costs = json.loads(run("equilibria", "strategic", cells, "--pure", "--costs", "--json").stdout)
    assert gains["equilibria"] != costs["equilibria"]
    for told in ('"cost": true', '"costs": true', '"objective": "minimise own years"'):
        text = '{"R": [[10, 0], [20, 1]], "C": [[10, 20], [0, 1]], ' + told + "}"
        assert "costs 10, 10" in run("solve", text).stdout
    assert "expected minimize" in refuse("solve", '{"A": [[1]], "B": [[1]], "objective": "win"}')
    assert "as negative numbers" in refuse("solve", "matrix", "1 2; 3 4", "--costs")


def test_a_number_for_the_letter_of_a_table(run, refuse) -> None:
    words = ("solve", "matrix", "0 2; t 1")
    assert run(*words, "t=3").stdout == run("solve", "matrix", "0 2; 3 1").stdout
    assert "b: 1" in run(*words, "t=1/2", "rows=a,b").stdout
    assert "no entry holds the letter s" in refuse(*words, "s=3")
    assert "the letters s, t; one letter may stand" in refuse("solve", "matrix", "s 2; t 1")


def test_epsilon_is_an_option_of_the_greedy_policy(run, refuse) -> None:
    words = ("bandit", "0.2", "0.5", "--rounds", "50", "--method")
    named = run(*words, "epsilon-greedy", "--epsilon", "0.3").stdout
    assert named == run(*words, "epsilon-greedy:0.3").stdout
    assert "--epsilon is for" in refuse(*words, "greedy", "--epsilon", "0.3")
