"""Searches that stop at the first win, and settings by other words."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.search import TranspositionTable, outcome


def calls(n: int, misere: bool, order: tuple[int, ...]) -> tuple[bool, int]:
    """Whether the mover wins at taking 1 to 3, and how many calls that takes."""
    if n == 0:
        return misere, 1
    total = 1
    for k in order:
        if k <= n:
            won, more = calls(n - k, misere, order)
            total += more
            if not won:
                return True, total
    return False, total


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("n", range(1, 9))
def test_calls_of_the_recursive_outcome(n: int, play: str) -> None:
    game = kb.game(f"take-away {n} play={play}")
    for back in (False, True):
        won, count = calls(n, play == "misere", (3, 2, 1) if back else (1, 2, 3))
        found = outcome(game, order=(lambda state, moves: moves[::-1]) if back else None)
        assert (found.value == 1, found.counts["nodes"]) == (won, count)
        assert found.verify().holds
    table = TranspositionTable()
    assert outcome(game, table=table).value == outcome(game).value


def test_on_the_command_line() -> None:
    run = CliRunner()
    told = json.loads(
        run.invoke(app, ["search", "take-away", "6", "--method", "outcome", "--json"]).stdout
    )
    assert told["counts"]["nodes"] == 32
    tree = ["search", "[[3, 12], [2, 4]]", "--method", "outcome", "--json"]
    assert json.loads(run.invoke(app, tree).stdout)["value"] == "3"
    refused = run.invoke(app, ["search", "pig", "--method", "outcome"])
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (["uct-tree", "--set", "constant=1"], ["uct-tree", "--set", "c=1"]),
        (["uct-tree", "--set", "constant=1"], ["uct-tree", "--exploration", "1"]),
        (["uct-tree", "--set", "iterations=9"], ["uct-tree", "--set", "simulations=9"]),
        (["flat-monte-carlo", "--set", "games=7"], ["flat-monte-carlo", "--samples", "7"]),
        (["mtd-f", "--set", "guess=2"], ["mtd-f", "--set", "f=2"]),
        (["alpha-beta", "--set", "alpha=2,beta=5"], ["alpha-beta", "--set", "window=2,5"]),
        (["scout", "--set", "alpha=-1,beta=5"], ["scout", "--window=-1,5"]),
    ],
)
def test_settings_go_by_other_words(usual: list[str], other: list[str]) -> None:
    told = []
    for words in (usual, other):
        result = CliRunner().invoke(
            app, ["search", "[[3, 12], [2, 4]]", "--method", *words, "--json"]
        )
        assert result.exit_code == 0, result.stderr
        found = json.loads(result.stdout)
        told.append((found["value"], found["counts"]))
    assert told[0] == told[1]
