"""Exact irrational strategies: what a solver answers can be fed back to every question."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.surd import read_point
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.strategic.two_player.equilibrium import Equilibrium
from kibitz.zero_sum.strategies.evaluation import evaluation
from kibitz.zero_sum.strategies.randomizer import randomizer

ROW = "sqrt(2)-1, 2 - sqrt(2)"


def fingers() -> Any:
    return kb.strategic_game(
        lambda *shown: [x * (shown.count(x) == 1) for x in shown], strategies=[[1, 2]] * 3
    )


def test_an_exact_equilibrium_is_fed_back() -> None:
    game = fingers()
    mixed = next(e for e in game.equilibria() if not e.pure)
    for given in (mixed, mixed.strategies, f"{ROW}; √2-1 2-√2; {ROW}"):
        test = game.is_equilibrium(given)
        assert test.holds
        assert test.exact
        assert test.payoffs == mixed.payoffs
    assert test.verify().holds
    assert type(test).from_json(game, test.to_json()) == test
    assert game.expected_payoffs(mixed.strategies)[0] == read_point("6-4*sqrt(2)")


def test_a_deviation_from_it_is_exact_as_well() -> None:
    test = fingers().is_equilibrium(["1/2 1/2", ROW, ROW])
    assert not test.holds
    assert test.verify().holds
    assert test.regrets[1] == read_point("5-7*sqrt(2)/2") > 0


def test_every_question_about_a_profile() -> None:
    game = fingers()
    reply = game.best_replies(0, ["1/2 1/2", ROW, ROW])
    assert reply.reply.responses == (0, 1)
    assert reply.verify().holds
    step = game.nash_map([ROW] * 3)
    assert step.fixed
    assert step.distance == 0
    assert step.verify().holds
    assert game.nash_map([ROW, "1", ROW]).verify().holds
    flat = kb.bimatrix("1,1 1,1; 1,1 1,1")
    claimed = Equilibrium.of(flat, [ROW, ROW])
    assert claimed.exact
    assert claimed.verify().holds
    assert kb.game("finger-game 3").best_responses(0, ["1/2 1/2", ROW, ROW]).responses == (0, 1)


def test_matrix_games() -> None:
    game = kb.matrix("2 1; 0 3")
    found = evaluation(game, "sqrt(3)/3 1-sqrt(3)/3", "1/2 1/2", 60)
    assert found.exact
    assert found.verify().holds
    assert found.row is not None
    assert found.row.guarantee == read_point("2*sqrt(3)/3")
    assert game.expected_payoff(ROW, ["√3/3", "1-√3/3"]) > 1  # in a field of degree 4
    assert randomizer(["sqrt(2)/2", "1-sqrt(2)/2"]).cells == (42, 18)


def test_floats_beside_roots_make_floats() -> None:
    weights = kb.matrix("2 1; 0 3").expected_payoff([0.5, 0.5], ["sqrt(2)/2", "1-sqrt(2)/2"])
    assert isinstance(weights, float)


@pytest.mark.parametrize("weights", ["sqrt(2)/2 sqrt(2)/2", "sqrt(2) 1-sqrt(2)", "√x 1"])
def test_what_is_no_distribution_is_refused(weights: str) -> None:
    with pytest.raises(GameError):
        kb.matrix("2 1; 0 3").expected_payoff(weights, [1, 0])


def test_mutants_are_refused() -> None:
    game = fingers()
    data = game.is_equilibrium([ROW] * 3).to_json()
    wrong = {**data["payoffs"][0], "root_of": ["-2", "0", "1"], "exact": "sqrt(2)", "about": 2**0.5}
    del wrong["between"]
    assert not check(game, {**data, "payoffs": [wrong, *data["payoffs"][1:]]}).holds
    assert not check(game, {**data, "regrets": ["1/1000", "0", "0"]}).holds
    assert Fraction(0) == game.is_equilibrium([ROW] * 3).regret
