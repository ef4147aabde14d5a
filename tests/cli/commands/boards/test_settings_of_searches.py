"""Settings of searches as options, and words of the field in the place of a command."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core import index
from kibitz.core.names.topics import TOPICS, topic

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("window", [("--alpha", "3", "--beta", "5"), ("--alpha=3", "--beta=5")])
def test_settings_are_options(window: tuple[str, ...]) -> None:
    set_by_key = ("--set", "alpha=3", "--set", "beta=5")
    first, second = (
        run("search", TREE, "--method", "alpha-beta", *words).rpartition(" in ")[0]
        for words in (window, set_by_key)
    )
    assert first == second
    assert "5 leaves" in first
    assert "2 passes" in run("search", TREE, "--method", "mtd-f", "--guess", "0")


def test_what_is_no_setting_is_refused() -> None:
    assert "did you mean --method?" in run("search", TREE, "--methd", "minimax", code=2)
    assert "no setting 'guess'" in run(
        "search", TREE, "--method", "minimax", "--guess", "3", code=2
    )
    assert "needs a value" in run("search", TREE, "--method", "mtd-f", "--guess", code=2)


def test_moves_in_reverse_order() -> None:
    assert "9 leaves" in run("search", TREE, "--order", "reversed")
    window = ("--alpha", "-1", "--beta", "1")
    assert "10 nodes" in run("search", "take-away", "6", *window, "--order", "reversed")


def test_methods_typed_as_commands_are_told_what_to_write() -> None:
    assert "kibitz search GAME --method quiescence" in run("quiescence", code=2)
    assert "kibitz bargain PROBLEM --method lambda-transfer" in run("lambda-transfer", code=2)
    assert "kibitz evaluate GAME" in run("best-response", code=2)
    assert topic("pollatschek-avi-itzhak").startswith("kibitz solve GAME")


def test_advice_names_commands_that_there_are() -> None:
    commands = index.table("COMMANDS")
    assert all(advice.split()[1] in commands for advice in TOPICS.values())


def test_letters_of_the_dilemma() -> None:
    named = kb.game("prisoners-dilemma", T=10, R=4, P=2, S=-1)
    assert named == kb.game("prisoners-dilemma", 10, 4, 2, -1)
    assert kb.game("stag-hunt", R=3, T=2, P=2, S=0) == kb.game("stag-hunt", 3, 2, 2, 0)
