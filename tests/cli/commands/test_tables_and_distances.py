"""Tables of positions, states by distance and pulls of arms, on the command line."""

from __future__ import annotations

from typing import Any


def test_the_table_of_a_search(run: Any) -> None:
    told = run("search", "subtraction", "6", "set=1,2,3", "--table")
    assert told.exit_code == 0
    assert "12 positions" in told.output
    assert "52 calls" in told.output


def test_states_by_distance(run: Any, refuse: Any) -> None:
    told = run("puzzle", "tiles", "1 2 / 3 0", "--distances")
    assert "12 states; the farthest are 6 moves" in told.output
    assert "--distances" in refuse("puzzle", "tiles", "1 2 / 3 0", "--depth", "2")


def test_pulls_of_each_arm(run: Any) -> None:
    told = run("bandit", "1/2:5,1/2:1", "1:3", "--policy", "greedy", "--pulls", "2")
    assert "arm 0: 3/4, arm 1: 1/4" in told.output


def test_random_games_are_counted(run: Any) -> None:
    told = run("search", "tic-tac-toe", "--method", "flat-monte-carlo", "--set", "games=5")
    assert "won/drawn/lost  a1 " in told.output
