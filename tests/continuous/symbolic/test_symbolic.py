"""Closed forms: every case and its conditions, and proofs that reject wrong formulas."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz import continuous
from kibitz.algebra.expressions.sympy_bridge import SymbolicFormula, letter
from kibitz.formats.answers.solution import solution_from_json

MARKET = kb.cournot("a-Q", ["c*q", "d*q"])
CASES = MARKET.solve().cases


def test_all_corners_are_found() -> None:
    assert len(CASES) == 4
    assert CASES[0].conditions == ("a + d > 2*c", "a + c > 2*d")


@settings(max_examples=15)
@given(*([st.fractions(1, 9, max_denominator=2)] * 3))
def test_the_cases_agree_with_numbers(a: object, c: object, d: object) -> None:
    values = {"a": a, "c": c, "d": d}
    exact = MARKET.at(**values).equilibria().strategies
    fitting = [case for case in CASES if case.holds_at(values)]  # type: ignore[arg-type]
    assert fitting
    for case in fitting:
        assert tuple(x.at(**values) for x in case.strategies) == exact


def test_wrong_formulas_are_rejected() -> None:
    solution = kb.cournot("a-Q", "c*q").solve()
    a, c = letter("a"), letter("c")
    wrong = (SymbolicFormula((a - c) / 4), SymbolicFormula((a - c) / 4))
    case = replace(solution.cases[0], strategies=wrong)
    assert not replace(solution, cases=(case,)).verify()


def test_a_price_war_in_letters() -> None:
    solution = kb.bertrand("a-p", "c").solve()
    assert solution.prices[0] == "c"
    assert solution.conditions == ("a > c",)
    assert solution.verify()


def test_other_equilibria_are_mentioned() -> None:
    assert "[17, ∞)" in kb.cournot("a-Q", 0).solve().remark


def test_advertising() -> None:
    solution = kb.advertising("V", ["c1", "c2"]).solve()
    assert solution.strategies[0] == "V*c2/(c1+c2)^2"
    assert solution.payoffs[0] == "V*c2^2/(c1+c2)^2"


def test_explanations() -> None:
    text = str(kb.cournot("a-Q", "c*q").explain())
    assert "a - c - 2*q1 - q2 = 0" in text
    assert "when a > c" in text


def test_no_closed_form() -> None:
    with pytest.raises(kb.GameError, match="without exp"):
        kb.cournot("a*exp(-Q)", 1).solve()


@pytest.mark.slow
def test_entry_in_letters() -> None:
    game = kb.entry("a-Q", "c*q+F")
    found = game.solve()
    told = json.loads(json.dumps(found.to_json()))
    assert solution_from_json(game, told).to_json()["thresholds"] == told["thresholds"]
    assert [c.decision for c in found.cases] == ["accommodated", "deterred", "blockaded"]
    assert found.monopoly[0] == "(a-c)/2"
    assert found.entrant_profit == "(a-c)^2/16-F"
    assert found.thresholds["blockaded"] == "(a-c)^2/16"
    assert float(found.thresholds["deterred"].at(a=17, c=1)) == pytest.approx(1.3725830)
    assert found.deterring_quantity is not None
    assert found.deterring_quantity.at(a=17, c=1, F=9) == 10
    assert found.case("deterred").profits[0].at(a=17, c=1, F=9) == 51
    assert found.verify().holds
    assert found.at(a=17, c=1, F=9).decision == "deterred"
    wrong = replace(found.cases[0], decision="deterred")
    assert not replace(found, cases=(wrong,)).verify().holds


def test_thresholds_of_entry_hold_for_numbers() -> None:
    found = kb.entry("17-Q", "q+F").solve()
    low, high = (float(found.thresholds[k].at()) for k in ("deterred", "blockaded"))
    for fixed, decision in ((1, "accommodated"), (2, "deterred"), (20, "blockaded")):
        said = "accommodated" if fixed < low else "deterred" if fixed < high else "blockaded"
        assert said == decision == found.at(F=fixed).decision


def test_a_sunk_cost_in_letters_deters_nobody() -> None:
    found = kb.entry("a-Q", "c*q+F", fixed="sunk").solve()
    assert [c.decision for c in found.cases] == ["accommodated"]
    assert found.cases[0].quantities[1] == "(a-c)/4"
    assert found.deterring_quantity is None
    assert found.verify().holds
    with pytest.raises(kb.GameError, match="never deterred"):
        found.case("deterred")


@pytest.mark.parametrize(
    ("market", "values", "first", "conditions"),
    [
        (lambda: kb.monopoly("a-Q^2", "c*q"), {"a": 13, "c": 1}, 2, ("a > c",)),
        (lambda: kb.monopoly("a-Q^3", "c*q"), {"a": 5, "c": 1}, 1, ("a > c",)),
        (lambda: kb.monopoly("a-Q", "c*q^3"), {"a": 5, "c": 1}, 1, None),
    ],
)
def test_roots_in_closed_forms(market, values, first, conditions) -> None:
    solution = market().solve()
    assert solution.strategies[0].at(**values) == first
    assert solution.at(**values).strategies[0] == first
    assert solution.verify().holds
    assert conditions is None or solution.conditions == conditions


def test_a_formula_equals_its_text() -> None:
    """Roots and moves of others in the formula included."""
    play = continuous.stackelberg("a-Q", "c*q").solve()
    let_in = continuous.entry("a-Q", "q+F").solve()
    formulas = [*play.moves, *play.replies, *let_in.cases[0].strategies, *let_in.monopoly]
    formulas += [x for case in let_in.cases for x in case.strategies]
    assert any("sqrt" in str(f) for f in formulas)
    for f in formulas:
        assert f == str(f)
        assert f != f"{f} + 1"
        assert f != "("


def test_closed_forms_of_stackelberg_show_the_first_order_conditions() -> None:
    told = {step.heading: step.prose for step in kb.stackelberg("a-Q", "c*q").explain().steps}
    assert told["Firm 2 replies"] == (
        "Firm 2 earns u = q2*(a - c - q1 - q2). The first-order condition is du/dq2 = "
        "a - c - q1 - 2*q2 = 0, so q2 = (a - c - q1)/2."
    )
    assert "earns u = q1*(a - c - q1)/2" in told["Firm 1 leads"]
    assert "du/dq1 = a/2 - c/2 - q1 = 0, so q1 = (a - c)/2." in told["Firm 1 leads"]


def test_formulas_equal_their_own_text() -> None:
    sympy = pytest.importorskip("sympy")
    a, b = letter("a"), letter("b")
    for x in (sympy.sqrt(a * b), sympy.Max(a, b), abs(a - b), sympy.pi * a, (a - b) ** 2 / 9):
        assert SymbolicFormula(x) == str(SymbolicFormula(x)), x
    assert SymbolicFormula(a + b) == "b+a"
    assert SymbolicFormula(a + b) != "a-b"
