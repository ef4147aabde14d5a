"""Minimal winning coalitions, chairmen and trees, on the command line."""

from __future__ import annotations

from typing import Any

import pytest


def test_winning_coalitions(run: Any, refuse: Any) -> None:
    for command in ("voting", "coalition"):
        told = run(command, "--winning", "A,B A,C B,C,D", *["--power"][: command == "coalition"])
        assert told.exit_code == 0
        assert "5/12" in told.output
        assert "replaces" in refuse(command, "--winning", "A,B", "3", "1,1,1")


def test_a_chairman(run: Any) -> None:
    told = run("voting", "majority", "1,1,1,1", "--chairman", "1")
    assert "{1,2} {1,3} {1,4} {2,3,4}" in told.output


def test_vetoes_and_a_quota_by_its_name(run: Any) -> None:
    told = run("voting", "--quota", "51", "--weights", "10,20,30,40", "--veto", "1,2")
    assert "minimal winning coalitions: {1,2,3} {1,2,4}" in told.output
    shelf = run("solve", "weighted-voting", "51", "10", "20", "30", "40", "veto=1,2")
    assert told.output.startswith(shelf.output.rstrip())


@pytest.mark.parametrize("verify", [[], ["--verify"]])
def test_trees_of_perfect_information_by_minimax(run: Any, verify: list[str]) -> None:
    told = run("coalition", "centipede", "4", *verify)
    assert told.exit_code == 0
    assert "minimax on a tree" in told.output
    assert "✗" not in told.output
