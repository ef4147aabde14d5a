"""Cournot with a letter for the number of firms: closed forms against markets in numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.expressions.sympy_bridge import Formula, sympy_of_text
from kibitz.core.errors import GameError
from kibitz.formats import load, save


def market(demand: str, cost: str, letter: str = "n") -> Any:
    return kb.cournot(demand, cost, firms=letter)


@pytest.mark.parametrize(
    ("demand", "cost", "values"),
    [
        ("a-Q", "c*q", {"a": 17, "c": 2}),
        ("a-b*Q", "c*q+F", {"a": 20, "b": Fraction(1, 2), "c": 3, "F": 1}),
        ("a-Q", "q^2", {"a": 9}),
        ("V/Q", "c", {"V": 12, "c": 3}),
    ],
)
def test_the_formulas_are_the_equilibria_of_each_number_of_firms(
    demand: str, cost: str, values: dict[str, Any]
) -> None:
    found = market(demand, cost).solve()
    for n in (2, 3, 6):
        right = kb.cournot(demand, cost, n, parameters=values).solve()
        here = {**values, "n": n}
        assert list(right.quantities) == [found.quantity.at(**here)] * n
        assert right.price == found.price.at(**here)
        assert list(right.profits) == [found.profit.at(**here)] * n
        assert found.at(**here).quantities == right.quantities


def test_the_textbook() -> None:
    found = market("a-Q", "c*q", "m").solve()
    assert found.quantity == "(a-c)/(m+1)"
    assert found.price == "(a+m*c)/(m+1)"
    assert found.conditions == ("a > c",)
    assert dict(found.limits) == {"total": "a - c", "price": "c", "profit": "0"}
    assert "Q = mq" in str(found.explain())


def test_what_is_wrong_is_not_proved() -> None:
    found = market("a-Q", "c*q").solve()
    assert found.verify().holds
    wrong = Formula(sympy_of_text("(a-c)/(n+2)"))
    assert not replace(found, quantity=wrong).verify().holds
    assert not replace(found, price=wrong).verify().holds


def test_a_file_holds_it(tmp_path: Any) -> None:
    family = market("a-Q", "c*q")
    save(family, tmp_path / "market.json")
    assert load(tmp_path / "market.json") == family
    assert kb.game("cournot a-Q c*q firms=n").solve().quantity == family.solve().quantity


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: market("a-Q", "c1, c2"), "one cost for all"),
        (lambda: market("a-n*Q", "c"), "another letter"),
        (lambda: market("exp(-Q)", "c"), "without roots"),
        (lambda: market("a-Q", "c", "2.5"), "whole, or a letter"),
        (lambda: kb.cournot("a-Q", "c", firms="n", capacity=2), "leave out"),
        (lambda: kb.stackelberg("a-Q", "c", firms="n"), "move in turn"),
        (lambda: market("a-Q", "c").at(n="1/2"), "must be whole"),
        (lambda: market("9-Q^3", "q^2").solve(), "no closed form"),
    ],
)
def test_what_has_no_answer_is_refused(make: Any, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        make()
