"""Closed forms: every case and its conditions, and proofs that reject wrong formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.continuous.sympy_bridge import Formula, letter

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
    wrong = (Formula((a - c) / 4), Formula((a - c) / 4))
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
