"""Sizes with chance and hidden deals, on the command line."""

from __future__ import annotations

from typing import Any


def test_chance_and_deals_in_sizes(run: Any, refuse: Any) -> None:
    told = run("size", "kuhn-poker").output
    assert "chance factor  6" in told
    assert "deals  6" in told
    assert "information sets  I: 6, II: 6" in told
    told = run("size", "--branching", "20", "--chance", "21", "--plies", "3")
    assert "leaves  74,088,000" in told.output
    assert "--branching" in refuse("size", "--chance", "21")


def test_a_win_is_proved(run: Any) -> None:
    told = run("solve", "mnk", "3", "4", "3", "--verify")
    assert "X can force it" in told.output


def test_trees_that_cannot_be_counted_are_sized_by_random_games(run: Any) -> None:
    told = run("size", "pig").output
    assert "positions  can repeat, so the tree is infinite" in told
    assert "chance factor in random games  6\n" in told
    told = run("size", "connect-four").output
    assert "positions  more than 100,000" in told
    assert "chance" not in told
