"""Safety on intervals, searches for a known hider, and ranges of values, as commands."""

from __future__ import annotations

from typing import Any


def test_safety_levels_of_games_on_intervals(run: Any) -> None:
    told = run("safety", "cournot", "--verify")
    assert told.exit_code == 0
    assert "Firm 1: -9 by q1 = 0" in told.output
    assert "✗" not in told.output
    payoffs = ("--payoff", "x*y - x^2 + y^2 - y", "--payoff", "x - y^2", "--interval", "[0, 1]")
    assert "1: -1/5 by x = 1/5" in run("duopoly", "game", *payoffs, "--safety").output


def test_the_best_search_against_a_hiding_mixture(run: Any, refuse: Any) -> None:
    told = run("evaluate", "dresher", "3", "--row", "1/2 1/4 1/4")
    assert "the cheapest search costs 7/4" in told.output
    assert "strategy of the hider" in refuse("evaluate", "dresher", "3", "--column", "1/2 1/4 1/4")


def test_bounds_of_a_chance_node_with_unknown_leaves(run: Any, refuse: Any) -> None:
    tree = "max(0, chance(1/2: 3, 1/2: x))"
    told = run("search", tree, "--ranges", "--bounds=-3,3")
    assert "A.2     [0, 3]" in told.output
    assert "[-∞, ∞]" in run("search", tree, "--ranges").output
    assert "--ranges" in refuse("search", tree, "--bounds=-3,3")
    assert "low end" in refuse("search", tree, "--ranges", "--bounds", "3,2")
