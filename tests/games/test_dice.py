"""Estimates and pictures of dice games."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.play import agent


@pytest.mark.parametrize("name", ["pig", "pig 60 8", "two-dice-pig"])
def test_a_throw_is_estimated_by_its_average(name):
    rules = kb.game(name)
    state = rules.at("10:20, first with 7, rolling").state
    scores = [(rules.play(state, throw), odds) for throw, odds in rules.chance(state)]
    after = sum(float(odds) * (s[0] + (s[2] if s[3] == 0 else 0)) for s, odds in scores)
    assert rules.evaluate(state)[0] == pytest.approx((after - 20) / rules.goal)


@pytest.mark.parametrize(("turn", "move"), [(2, "roll"), (19, "roll"), (21, "hold"), (40, "hold")])
def test_one_throw_ahead_pig_holds_at_twenty(turn, move):
    rules = kb.game("pig")
    here = rules.at(f"30:30, first with {turn}")
    chosen = agent("expectiminimax:1", rules, 1).choose(here, 0)
    assert rules.show_move(here.state, chosen) == move


@pytest.mark.parametrize(
    "name", ["pig", "two-dice-pig", "backgammon-race", "dice-tic-tac-toe", "ruin-duel"]
)
def test_estimates_of_a_start_are_even_and_it_is_drawn(name):
    here = kb.game(name).position()
    guess = here.rules.evaluate(here.state)
    assert guess == pytest.approx((0, 0))
    svg = here.draw().svg
    assert "to move" in svg
    assert svg.count("<rect") + svg.count("<circle") > 4
