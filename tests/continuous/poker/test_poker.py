"""Poker on [0, 1]: the worked examples, best responses, and finite decks."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.continuous.poker.game import continuous_poker
from kibitz.continuous.poker.solution import PokerSolution
from kibitz.continuous.poker.steps import Steps, guarantee
from kibitz.continuous.poker.thresholds import best_bet
from kibitz.formats.answers.solution import solution_from_json

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "poker_continuous.json").read_text(encoding="utf-8")
)
ONE_BET = [c for c in CASES if "beta" in c["input"]]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in ONE_BET])
def test_thresholds(case: dict[str, Any], tmp_path: Path) -> None:
    given_, expect = case["input"], case["expect"]
    solution = kb.continuous_poker(given_["model"], given_["beta"], given_["ante"]).solve()
    assert solution.verify()
    assert str(solution.value) == expect["value"]
    assert solution.favors == expect["favors"]
    for name in (
        "a",
        "b",
        "c",
        "fold_below",
        "II_calls_above",
        "I_fold_probability",
        "I_bluff_probability",
    ):
        if name in expect:
            assert str(solution.thresholds[name]) == expect[name]
    if "I_bluff_probability" in expect:
        assert str(solution.bluff_probability) == expect["I_bluff_probability"]
        assert str(solution.probability("fold")) == expect["I_fold_probability"]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(given_), encoding="utf-8")
    told = CliRunner().invoke(app, ["solve", str(file), "--json", "--verify"])
    assert told.exit_code == 0, told.stderr
    data = json.loads(told.stdout)
    assert data["value"] == expect["value"]
    assert data["certificate"]["holds"]


def test_best_bet() -> None:
    (case,) = [c for c in CASES if "question" in c["input"]]
    bet, value = best_bet()
    assert (str(bet), str(value)) == (case["expect"]["beta"], case["expect"]["value"])
    others = [continuous_poker("von-neumann", Fraction(k, 8)).solve().value for k in range(1, 60)]
    assert max(others) == value


def test_newman() -> None:
    (case,) = [c for c in CASES if c["input"]["model"] == "newman"]
    solution = continuous_poker("newman").solve()
    expect = case["expect"]
    assert solution.verify()
    assert str(solution.value) == expect["value"]
    assert [str(x) for x in solution.check_interval] == expect["check_interval"]
    told = solution.to_json()
    for key in ("value_bet_x(beta)", "bluff_bet_x(beta)", "II_calls_if"):
        assert told[key] == expect[key]
    for bet in (1, 3, 8):
        for curve in (solution.value_bet, solution.bluff_bet):
            assert solution.bet(curve(bet)) == pytest.approx(bet, rel=1e-9)
    assert not replace(solution, value=Fraction(1, 6)).verify()
    assert not replace(solution, call_constant=Fraction(7, 12)).verify()
    assert not replace(solution, value_constant=Fraction(7, 12)).verify()
    assert not replace(solution, bluff_constant=Fraction(7, 36)).verify()
    for wrong in ({"hand": 2}, {"hand": "-1/2"}):
        with pytest.raises(kb.GameError, match="between 0 and 1"):
            solution.bet(**wrong)
    with pytest.raises(kb.GameError, match="negative"):
        solution.calls_above(-1)


@given(st.fractions(Fraction(1, 5), 2, max_denominator=9))
def test_the_best_bets_against_a_rule_of_newmans(k: Fraction) -> None:
    """The exact integral against a plain maximum over a grid of bets, hand by hand."""
    import numpy as np

    from kibitz.continuous.poker.newman_reply import second_concedes

    rule, hands = float(k), (np.arange(500) + 0.5) / 500
    bets = np.concatenate([np.linspace(1e-9, 30, 1500), np.geomspace(30, 30_000, 300)])
    calls = 1 - rule / (bets + 2)
    best = []
    for x in hands:
        shown = calls + (1 + bets) * (2 * x - calls - 1)
        bluffed = calls - (1 + bets) * (1 - calls)
        best.append(max(np.where(x > calls, shown, bluffed).max(), 2 * x - 1))
    assert float(np.mean(best)) == pytest.approx(float(second_concedes(k)), abs=2e-3)


@pytest.mark.parametrize("model", ["la-relance", "von-neumann", "check-call", "newman"])
def test_claims_are_read_back(model: str) -> None:
    game = continuous_poker(model, "3/2")
    claim = game.solve().to_json()
    assert solution_from_json(game, claim).verify()
    assert not solution_from_json(game, claim | {"value": "1/5"}).verify()
    if "b" in claim:
        name = "II_calls_above" if model == "la-relance" else "b"
        assert not solution_from_json(game, claim | {name: "9/10"}).verify()
        with pytest.raises(kb.GameError, match="between 0 and 1"):
            solution_from_json(game, claim | {name: 2}).verify()
        deck = game.discretized(12).to_json()
        assert solution_from_json(game, deck).verify()
        assert not solution_from_json(game, deck | {"upper": deck["lower"]}).verify()


def test_the_variant_with_an_answer_to_a_check() -> None:
    solution = continuous_poker("check-call", 2).solve()
    found = [solution.thresholds[k] * 33 for k in "abcd"]
    assert found == [5, 23, 20, 14]
    assert solution.value == Fraction(-2, 33)
    assert solution.verify()


@given(
    st.sampled_from(["la-relance", "von-neumann", "check-call"]),
    st.fractions(Fraction(1, 10), 20, max_denominator=10),
)
def test_thresholds_are_optimal_for_every_bet(model: str, bet: Fraction) -> None:
    solution = continuous_poker(model, bet).solve()
    assert solution.verify()
    tree = solution.game.tree
    moved = solution.value + Fraction(1, 10**6)
    assert not replace(solution, value=moved).verify()
    shifted = Steps.pure(2, (solution.thresholds["b"], 0), (Fraction(1), 1))
    assert guarantee(tree, (shifted, *solution.plan[1:]), 0) <= solution.value
    assert guarantee(tree, solution.plan, 1) == solution.value


@given(st.fractions(Fraction(1, 4), 5, max_denominator=4), st.integers(1, 9))
def test_antes_scale(bet: Fraction, ante: int) -> None:
    one = continuous_poker("von-neumann", bet).solve()
    scaled = continuous_poker("von-neumann", bet * ante, ante).solve()
    assert isinstance(scaled, PokerSolution)
    assert scaled.value == ante * one.value
    assert scaled.verify()


@pytest.mark.parametrize("model", ["la-relance", "von-neumann", "check-call"])
def test_finite_decks_close_in_on_the_value(model: str) -> None:
    game = continuous_poker(model, 2)
    true = float(game.solve().value)
    gaps = []
    for hands in (12, 36):
        found = game.discretized(hands)
        assert found.verify()
        assert found.lower - 1e-9 <= true <= found.upper + 1e-9
        gaps.append(found.upper - found.lower)
    assert gaps[1] < gaps[0]


def test_more_bet_sizes_help() -> None:
    several = continuous_poker("von-neumann", [1, 2, 5]).discretized(40)
    assert several.verify()
    assert several.upper >= 1 / 9
    assert several.upper <= 1 / 7 + 0.02


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (("von-neumann", 0), "positive"),
        (("von-neumann", -1), "positive"),
        (("la-relance", 2, 0), "ante"),
        (("relanc", 2), "did you mean"),
        (("la-relance", [1, 2]), "one bet size"),
    ],
)
def test_bad_input(call: tuple[Any, ...], words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        continuous_poker(*call)


@given(st.fractions(Fraction(1, 4), 6, max_denominator=6), st.fractions(0, 1, max_denominator=9))
def test_optimal_strategies_of_la_relance(bet: Fraction, cut: Fraction) -> None:
    """All of them bet above b and fold a mass of b^2 below it; betting all is no mistake."""
    solved = continuous_poker("la-relance", bet).solve()
    b = solved.thresholds["b"]
    start = cut * (b - b * b)
    pieces = [("bet", start), ("fold", start + b * b), ("bet", 1)]
    assert solved.guarantees(pieces) == solved.value
    assert solved.is_optimal(pieces)
    assert solved.payoff() == solved.payoff(pieces) == solved.value
    assert not solved.is_mistake([("bet", 1)])
    assert not solved.is_optimal([("bet", 1)])
    assert solved.is_mistake([("fold", (1 + b) / 2), ("bet", 1)])
    assert solved.concedes({"bet": [("fold", b), ("call", 1)]}) == solved.value
    assert solved.concedes({"bet": [("fold", b / 2), ("call", 1)]}) > solved.value


def test_strategies_in_words_are_checked() -> None:
    solved = continuous_poker("von-neumann", 2).solve()
    for wrong, words in (
        ([("raise", 1)], "no action 'raise'"),
        ([("bet", "1/2")], "rise from 0 to 1"),
        (["bet"], "write pieces"),
        ([], "a piece up to 1"),
    ):
        with pytest.raises(kb.GameError, match=words):
            solved.guarantees(wrong)
    with pytest.raises(kb.GameError, match="none is given to bet"):
        solved.concedes({})
