"""Compiling ahead of time: all searches of a game, whatever Python could do sooner."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz import matrix
from kibitz.cli import app
from kibitz.core.compiling.ahead import compiled_ahead, is_ahead
from kibitz.core.errors import GameError
from kibitz.games import game
from kibitz.play import warm as module
from kibitz.play.warm import count_steps, warm
from kibitz.rules.compile import machine
from kibitz.rules.compile.machine import is_at_hand, is_put_off
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.exact import ALGORITHM


def test_all_searches_of_a_game_are_compiled(interpreted, monkeypatch):
    asked = []

    def put_together(rules, algorithm, compiled, given):
        asked.append((algorithm[-1].__name__.rpartition(".")[2], compiled))
        return machine._interpreted(
            rules, algorithm, given, machine._asked(rules, algorithm), machine.ASKED
        )

    monkeypatch.setattr(machine, "_KEPT", {})
    monkeypatch.setattr(machine, "_put_together", put_together)
    rules = TakeAway(9)
    done = list(warm(rules))
    assert len(done) == count_steps(rules)
    assert ("principal_variation", True) in asked
    assert ("monte_carlo", True) in asked
    assert not any(step.trouble for step in done)


def test_nothing_is_put_off_meanwhile():
    rules = TakeAway(8)
    with compiled_ahead():
        assert is_at_hand(rules, *ALGORITHM)
        assert not is_put_off(rules, *ALGORITHM)
    assert not is_ahead()


def test_what_cannot_be_solved_says_so(monkeypatch):
    def refuse() -> None:
        raise GameError("too large")

    monkeypatch.setattr(module, "_usual", lambda: [("large games", refuse)])
    assert [str(step) for step in warm()] == ["large games: too large"]


def test_tables_are_solved_and_hidden_information_too():
    assert [s.what for s in warm(matrix("2 0; 1 3", title="Penalties"))] == ["solving Penalties"]
    assert count_steps(game("kuhn-poker")) == 1


def test_the_usual_things_are_many():
    assert count_steps() > 20


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_command(options, monkeypatch):
    monkeypatch.setattr(module, "_usual", lambda: [("nothing", lambda: None)])
    result = CliRunner().invoke(app, ["warm", *options])
    assert result.exit_code == 0
    if options:
        assert json.loads(result.stdout)["compiled"][0]["what"] == "nothing"
    else:
        assert result.stdout.startswith("nothing: ")
