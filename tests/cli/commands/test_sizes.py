"""Sizes with chance and hidden deals, on the command line."""

from __future__ import annotations

import re
from typing import Any


def values(told: str) -> dict[str, str]:
    """What is printed, by its heading."""
    return dict(line.split("  ", 1) for line in re.sub("  +", "  ", told).strip().splitlines())


def test_chance_and_deals_in_sizes(run: Any, refuse: Any) -> None:
    told = run("size", "kuhn-poker").output
    starts = [found.end() for found in re.finditer(r"(?m)^[a-z0-9]+( [a-z0-9]+)*  +", told)]
    lines = [found.start() for found in re.finditer(r"(?m)^", told.strip())]
    assert len({end - start for start, end in zip(lines, starts, strict=True)}) == 1
    assert values(told)["chance factor"] == "6"
    assert values(told)["deals"] == "6"
    assert values(told)["information sets"] == "I: 6; II: 6"
    told = run("size", "--branching", "20", "--chance", "21", "--plies", "3").output
    assert values(told)["leaves"] == "74,088,000"
    assert "--branching" in refuse("size", "--chance", "21")


def test_a_win_is_proved(run: Any) -> None:
    told = run("solve", "mnk", "3", "4", "3", "--verify")
    assert "X can force it" in told.output


def test_trees_that_cannot_be_counted_are_sized_by_random_games(run: Any) -> None:
    told = run("size", "pig").output
    assert values(told)["positions"] == "can repeat, so the tree is infinite"
    assert values(told)["chance factor in random games"] == "6"
    told = run("size", "connect-four").output
    assert values(told)["positions"] == "more than 100,000"
    assert "chance" not in told
