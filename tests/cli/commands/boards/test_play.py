"""``kibitz play`` through standard input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
STALKS = ("hackenbush", "stalks", "1", "2")


def test_a_whole_game_is_won(run: Run) -> None:
    result = run("play", *STALKS, "--seed", "1", stdin="?\nb1-b2\n1\n")
    assert result.exit_code == 0, result.stderr
    assert "you move first; the player who cannot move loses" in result.stdout
    assert "  3  chop b1-b2 → stalks 1 1" in result.stdout
    assert "worth 3, and this makes it 0" in result.stdout
    assert "you: chop b1-b2 → stalks 1 1" in result.stdout
    assert "computer: chop" in result.stdout
    assert result.stdout.endswith("no move is left: you win\n")


def test_the_computer_moves_first_and_wins(run: Run) -> None:
    result = run("play", *STALKS, "--first", "computer", stdin="1\n")
    lines = result.stdout.splitlines()
    assert lines[1].startswith("computer moves first")
    assert lines[2] == "computer: chop b1-b2 → stalks 1 1"
    assert lines[-1] == "no move is left: computer wins"


def test_the_end_of_the_input_gives_up(run: Run) -> None:
    for typed in ("", "q\n"):
        result = run("play", *STALKS, stdin=typed)
        assert result.exit_code == 0
        assert result.stdout.endswith("you gave up: computer wins\n")


def test_the_transcript_is_one_json_document(run: Run) -> None:
    data = json.loads(run("play", *STALKS, "--json", "--seed", "1", stdin="nothing\n3\n1\n").stdout)
    assert data["kind"] == "match"
    assert data["winner"] == "first"
    assert [turn["player"] for turn in data["turns"]] == ["you", "computer", "you"]


def test_players_without_a_person_repeat_with_the_seed(run: Run) -> None:
    words = ("play", "hackenbush", "house", "--me", "random", "--vs", "perfect", "--seed", "4")
    first, second = run(*words, "--json"), run(*words, "--json")
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["ending"] == "no move is left"


def test_misere_play_and_games_of_ones_own(run: Run) -> None:
    Path("mine.py").write_text(
        "from kibitz import impartial\n"
        "pile = impartial(5, lambda n: range(max(0, n - 2), n), play='misere', title='pile')\n"
    )
    result = run("play", "mine.py:pile", "--me", "perfect", "--vs", "random", "--seed", "1")
    assert "who cannot move wins" in result.stdout
    assert result.stdout.endswith("no move is left: you win\n")


def test_games_without_moves_are_refused(refuse: Callable[..., str]) -> None:
    assert "cannot be played" in refuse("play", "cournot")
    assert "is not one of 'me', 'computer'" in refuse("play", *STALKS, "--first", "nobody")
    assert "unknown game" in refuse("play", "nothing-like-this")


def test_a_curve_that_cannot_be_written_is_refused_before_the_learning(refuse, tmp_path):
    said = refuse("train", "nim", "1", "--rounds", "1", "--curve", "curve.bmp", "-o", "m.kbz")
    assert said.startswith("curve.bmp: pictures are written as .svg")
    assert not (tmp_path / "m.kbz").exists()
