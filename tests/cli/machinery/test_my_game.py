"""A game in a file of one's own gets everything, from the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb

Run = Callable[..., Any]
GAME = f"{Path(__file__).parents[3] / 'examples' / 'my_game.py'}:Domino"


def test_it_is_checked_solved_and_explained(run: Run) -> None:
    assert run("check", GAME, "--games", "20").exit_code == 0
    shown = run("solve", GAME, "6", "--verify")
    assert "✓ the move 3 keeps it" in shown.stdout
    assert "The line" in run("explain", GAME, "6").stdout
    assert "players" in run("describe", GAME).stdout
    assert run("draw", GAME, "-o", "strip.svg").exit_code == 0
    assert Path("strip.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("squares", range(2, 14))
def test_the_search_agrees_with_the_theory_of_impartial_games(run: Run, squares: int) -> None:
    """Dominoes on a strip are Dawson's Kayles, 0.07."""
    data = json.loads(run("solve", GAME, str(squares), "--json").stdout)
    wins = kb.game(f"octal 0.07 {squares}").outcome() == "N"
    assert data["value"] == ("1" if wins else "-1")


@pytest.mark.usefixtures("interpreted")
def test_it_is_analyzed(run: Run) -> None:
    data = json.loads(run("analyze", GAME, "3", "--method", "exact", "--json").stdout)
    assert data["position"] == "..##...."
    data = json.loads(
        run(
            "analyze", GAME, "5", "--moves", "1", "--method", "mcts", "--seconds", "0.1", "--json"
        ).stdout
    )
    assert set(data["moves"]) == {"3", "4"}


def test_it_is_played(run: Run) -> None:
    result = run("play", GAME, "4", "--vs", "minimax", stdin="?\n9\n2\n")
    assert "2 wins with best play" in result.stdout
    assert "no move '9' here" in result.stdout
    assert result.stdout.endswith("the game is over: you win (you 1, minimax -1)\n")


def test_it_has_tournaments(run: Run) -> None:
    words = (GAME, "10", "random", "minimax", "flat-monte-carlo:games=5", "--games", "8")
    data = json.loads(run("tournament", *words, "--json").stdout)
    assert data["games"] == 24
    assert data["standings"][0]["agent"] == "minimax"
