"""Exact values of games in which one player at a time has a choice."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.stochastic.from_rules.convert import to_stochastic


@pytest.mark.parametrize(("goal", "chance"), [(1, Fraction(2, 3)), (2, Fraction(4, 7))])
def test_piglet_by_hand(goal, chance) -> None:
    """To 1 the chance is p = 1/2 + (1 - p)/2; to 2 it is best to flip until there are 2 points."""
    found = CliRunner().invoke(app, ["solve", "piglet", str(goal), "--exact", "--json"])
    assert (1 + Fraction(json.loads(found.stdout)["value"])) / 2 == chance


@pytest.mark.parametrize(("name", "size"), [("pig", 10), ("pig", 15), ("piglet", 6)])
def test_fractions_agree_with_floats_and_are_proved(name, size) -> None:
    rules = kb.game(name, size)
    exact = to_stochastic(rules, rules.endless, exact=True).solve("exact")
    assert "policy iteration in fractions" in exact.method
    assert isinstance(exact.value, Fraction)
    assert float(exact.value) == pytest.approx(rules.solve().value, abs=1e-12)
    assert exact.verify().holds


def test_a_wrong_first_guess_is_improved() -> None:
    """Values in floating point that mislead cost rounds, not the answer."""
    from kibitz.stochastic.methods.exact_policy import exact_policy

    game = kb.stochastic_game({"a": [["1/2 b"], ["1/4"]], "b": [["1/2 + 1/4 a", "2"]]})
    table = game.effective.rational
    for near in ([0.0, 0.0], [9.0, -9.0], [-9.0, 9.0]):
        part = exact_policy(table, [0, 1], {}, near)
        assert part is not None
        assert [part.value(s) for s in (0, 1)] == [Fraction(2, 7), Fraction(4, 7)]


def test_exact_numbers_are_refused_where_they_say_nothing() -> None:
    for words in (["solve", "tic-tac-toe", "--exact"], ["solve", "pig", "10", "--float"]):
        assert CliRunner().invoke(app, words).exit_code == 2
    assert CliRunner().invoke(app, ["solve", "big-match", "--exact"]).exit_code == 0
