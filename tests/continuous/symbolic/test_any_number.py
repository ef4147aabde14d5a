"""Markets with a letter for the number of firms: closed forms against markets in numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.expressions.sympy_bridge import SymbolicFormula, sympy_of_text
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


VALUES = {"a": 20, "b": Fraction(1, 4), "c": 3, "F": 2, "V": 12}


def here(market: Any, n: int) -> dict[str, Any]:
    return {"n": n, **{name: VALUES[name] for name in market.parameters}}


@pytest.mark.parametrize("cost", ["c*q", "c*q+F", "3"])
@pytest.mark.parametrize("demand", ["a-Q", "a-b*Q", "20-2Q"])
def test_firms_that_move_in_turn(demand: str, cost: str) -> None:
    family: Any = kb.stackelberg(demand, cost, firms="n")
    found = family.solve()
    assert found.verify().holds
    for n in (2, 3, 5):
        values = here(family, n)
        right = family.at(**values).solve()
        for k in range(n):
            assert right.quantities[k] == found.quantity.at(**values, k=k + 1)
            assert right.profits[k] == found.profit.at(**values, k=k + 1)
        assert right.price == found.price.at(**values)


@pytest.mark.parametrize("cost", ["c*q", "q^2/2"])
def test_prices_of_goods_that_differ(cost: str) -> None:
    family: Any = kb.bertrand(a="a", b="b", costs=cost, firms="n")
    found = family.solve()
    assert found.verify().holds
    for n in (2, 3, 4):
        values = here(family, n)
        right = family.at(**values).solve()
        assert list(right.prices) == [found.price.at(**values)] * n
        assert list(right.profits) == [found.profit.at(**values)] * n


def test_a_price_war() -> None:
    family: Any = kb.bertrand("a-p", "c", firms="n")
    found = family.solve()
    assert (str(found.price), str(found.quantity), str(found.profit)) == ("c", "(a - c)/n", "0")
    assert found.verify().holds
    assert found.at(n=3, a=9, c=2).prices == (2, 2, 2)
    assert "undercutting" in str(found)


def test_a_contest() -> None:
    family: Any = kb.advertising("V", "c", firms="n")
    found = family.solve()
    assert found.quantity == "V*(n-1)/(c*n^2)"
    assert found.profit == "V/n^2"
    assert found.conditions == ("n > 1",)
    assert found.verify().holds
    for n in (2, 3, 7):
        values = here(family, n)
        assert list(found.at(**values).strategies) == [found.quantity.at(**values)] * n


FAMILIES = [
    lambda: kb.stackelberg("a-b*Q", "c*q+F", firms="n"),
    lambda: kb.bertrand(a="a", b="b", costs="c", firms="n"),
    lambda: kb.bertrand("a-p", "c", firms="n"),
    lambda: kb.advertising("V", "c", firms="m"),
]


@pytest.mark.parametrize("make", FAMILIES)
def test_each_is_kept_explained_and_read_back(make: Any, tmp_path: Any) -> None:
    family = make()
    save(family, tmp_path / "market.json")
    assert load(tmp_path / "market.json") == family
    found = family.solve()
    again = type(found).from_json(family, found.to_json())
    assert str(again) == str(found)
    assert "Checks" in str(found.explain())
    assert f"{family.letter} firms" in str(family)


@pytest.mark.parametrize("make", FAMILIES)
@pytest.mark.parametrize("field", ["quantity", "total", "price", "profit"])
def test_no_formula_can_be_changed(make: Any, field: str) -> None:
    found = make().solve()
    if getattr(found, field) is not None:
        wrong = SymbolicFormula(getattr(found, field).sympy + 1, f"1 + {getattr(found, field)}")
        assert not replace(found, **{field: wrong}).verify().holds


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
    wrong = SymbolicFormula(sympy_of_text("(a-c)/(n+2)"))
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
        (lambda: kb.stackelberg("a-Q", "c", firms="n", order=[2, 1]), "choose quantities"),
        (lambda: kb.stackelberg("9-Q^2", "c", firms="n").solve(), "a linear price"),
        (lambda: kb.bertrand("a-p", "q^2", firms="n").solve(), "no closed form"),
        (lambda: kb.bertrand("a-p1+p2", "c", firms="n"), "give a and b"),
        (lambda: kb.bertrand("a-p", "c", firms="n", fixed="avoidable"), "leave out"),
        (lambda: kb.advertising("V", "c1, c2", firms="n"), "one cost for all"),
        (lambda: kb.advertising(-3, "c", firms="n"), "must be positive"),
        (lambda: market("a-Q", "c").at(n="1/2"), "must be whole"),
        (lambda: market("9-Q^3", "q^2").solve(), "no closed form"),
    ],
)
def test_what_has_no_answer_is_refused(make: Any, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        make()
