"""Sums of games typed on one line."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app


def test_a_sum_in_words():
    total = kb.game("nim 3 4 5 + nim 2")
    assert total.nimber() == 3 ^ 4 ^ 5 ^ 2
    assert total == kb.game("nim 3 4 5") + kb.game("nim 2")


@pytest.mark.parametrize("words", [["nim 3 4 5 + nim 2"], ["nim", "3", "4", "5", "+", "nim", "2"]])
def test_a_sum_on_the_command_line(words):
    result = CliRunner().invoke(app, ["solve", *words])
    assert result.exit_code == 0
    assert "outcome P: the second player wins" in result.stdout
    assert "nimber 0" in result.stdout


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("nim 3 + blotto 4 3 2", "games have no sum"),
        ("nim 3 + nimm 2", "did you mean"),
        ("nim 3 +", "no game is given"),
    ],
)
def test_bad_sums(call, message):
    with pytest.raises(kb.GameError, match=message):
        kb.game(call)


@pytest.mark.parametrize(
    "call",
    [
        "nim 3 4 + nim 5 play=misere",
        "nim 3 4 play=misere + nim 5",
        "nim 3 4 play=misere + nim 5 play=misere",
    ],
)
def test_play_is_said_once_for_a_sum(call):
    total = kb.game(call)
    assert total.play == "misere"
    assert [part.play for part in total.components] == ["misere", "misere"]
    assert total == kb.game("nim 3 4 + nim 5", play="misere")
    assert total.outcome() == kb.game("nim 3 4 5 play=misere").outcome()


def test_two_kinds_of_play_in_a_sum_are_refused():
    with pytest.raises(kb.GameError, match="all components"):
        kb.game("nim 3 play=normal + nim 5 play=misere")
    with pytest.raises(kb.GameError, match="play is 'mean'"):
        kb.game("nim 3 + nim 5 play=mean")
    with pytest.raises(kb.GameError, match="chomp: no parameter 'play'"):
        kb.game("nim 3 play=misere + chomp 3 2")


def test_misere_sums_are_kept_in_files(tmp_path):
    total = kb.game("nim 3 4 + nim 5", play="misere")
    kb.save(total, tmp_path / "sum.json")
    assert kb.load(tmp_path / "sum.json") == total
