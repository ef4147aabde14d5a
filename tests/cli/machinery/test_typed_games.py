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
