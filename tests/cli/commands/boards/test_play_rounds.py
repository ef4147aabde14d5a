"""Rounds of tables on the command line, and boards with the last move marked."""

from __future__ import annotations

import json

from rich.text import Text

from kibitz.cli.machinery.board_text import CHANGED, colored
from kibitz.cli.machinery.play_rules import _Boards


def test_rounds_are_played_and_scored(run):
    result = run("play", "matrix", "3 0; 0 1", "--rounds", "2", "--seed", "1", stdin="1\n2\n")
    assert result.exit_code == 0
    assert "2 rounds\n" in result.stdout
    assert "the value is 3/4 a round, 1.50 in all" in result.stdout


def test_rounds_as_json(run):
    words = ("--rounds", "4", "--me", "random", "--vs", "fictitious-play", "--seed", "1", "--json")
    data = json.loads(run("play", "morra", *words).stdout)
    assert len(data["rounds"]) == 4
    assert data["value"] == ["0", "0"]


def test_rounds_are_for_tables(refuse):
    assert "--rounds applies to payoff tables" in refuse("play", "nim", "3", "--rounds", "2")


def test_the_last_move_is_marked():
    before, after = "3 . . .\n2 . . .\n1 X . .\n  a b c", "3 . . .\n2 . O .\n1 X . .\n  a b c"
    text = colored(after, before)
    marked = [after[s.start : s.end] for s in text.spans if s.style == CHANGED]
    assert marked == ["O"]
    assert isinstance(text, Text)


def test_words_are_not_pieces():
    assert not colored("OX ORDER").spans


def test_boards_are_shown_after_a_move(capsys):
    boards = _Boards()
    boards.moved(". .")
    boards.show("X to move", "X .")
    assert "X ." in capsys.readouterr().out
