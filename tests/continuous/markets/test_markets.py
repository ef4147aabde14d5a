"""Cournot, Bertrand, contests: closed forms, corners, setup costs, bad input."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb

POSITIVE = st.fractions(Fraction(1, 4), 20, max_denominator=4)


@settings(max_examples=30)
@given(POSITIVE, st.lists(POSITIVE, min_size=2, max_size=2))
def test_two_firms_with_linear_costs(a: Fraction, costs: list[Fraction]) -> None:
    found = kb.cournot(f"{a}-Q", [f"{c}q" for c in costs]).solve()
    assert found.unique
    assert found.verify()
    c, d = costs
    q = (a - 2 * c + d) / 3, (a - 2 * d + c) / 3
    if min(q) >= 0:
        assert found.quantities == q
        assert found.profits == (q[0] ** 2, q[1] ** 2)
    elif max(a - c, a - d) <= 0:
        assert found.quantities == (0, 0)
    else:
        assert sorted(found.quantities) == [0, max(a - c, a - d) / 2]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 25, 60])
def test_n_equal_firms(n: int) -> None:
    found = kb.cournot("17-Q", "q", firms=n).solve()
    assert found.quantities == (Fraction(16, n + 1),) * n
    assert found.price == 17 - Fraction(16 * n, n + 1)


def test_n_is_limited() -> None:
    with pytest.raises(kb.GameError, match="61 firms; the limit is 60"):
        kb.cournot("17-Q", "q", firms=61)


def test_avoidable_setup_costs_keep_firms_out() -> None:
    found = kb.cournot("17-Q", "q+20", firms=3, fixed="avoidable").solve()
    active = sorted(sum(q > 0 for q in e.strategies) for e in found)
    assert active == [1, 1, 1, 2, 2, 2]
    assert found.verify()


def test_sunk_setup_costs_change_profits_only() -> None:
    found = kb.cournot("17-Q", "q", setup=[9, 0]).solve()
    assert found.quantities == (Fraction(16, 3),) * 2
    assert found.profits == (Fraction(175, 9), Fraction(256, 9))


def test_capacities_bind() -> None:
    found = kb.cournot("17-Q", 1, capacity=[3, None]).solve()
    assert found.quantities == (3, Fraction(13, 2))


def test_hyperbolic_demand_is_a_contest() -> None:
    market = kb.cournot("9/Q", [1, 2]).solve()
    contest = kb.advertising(9, [1, 2]).solve()
    assert market.strategies == contest.strategies == (2, 1)


@pytest.mark.parametrize(("costs", "active"), [([1, 1, 1], 3), ([1, 1, 5], 2), ([1, 2, 3], 2)])
def test_contests_of_three(costs: list[int], active: int) -> None:
    found = kb.advertising(6, costs).solve()
    assert found.verify()
    assert sum(x > 0 for x in found.strategies) == active


def test_costs_of_a_contest_in_terms_of_what_is_spent() -> None:
    symbols = kb.advertising("V", ["c1*x", "c2*y"]).solve()
    assert [str(x) for x in symbols.strategies] == ["V*c2/(c1 + c2)^2", "V*c1/(c1 + c2)^2"]
    assert kb.advertising(9, ["x1", "2*x2"]) == kb.advertising(9, [1, 2])


def test_a_contest_jumps_at_nothing() -> None:
    game = kb.advertising(9, [1, 2])
    assert not game.best_response(0, x2=0).exists
    assert dict(game.describe().facts)["continuous"].startswith("no")


@settings(max_examples=20)
@given(POSITIVE, st.fractions(0, Fraction(7, 4), max_denominator=5), POSITIVE)
def test_differentiated_prices(a: Fraction, b: Fraction, c: Fraction) -> None:
    found = kb.bertrand(a=a, b=b, costs=c).solve()
    price = (a + c) / (2 - b)
    if a - c + b * c > 0:
        assert found.prices == (price, price)
        assert found.profits == (((a - c + b * c) / (2 - b)) ** 2,) * 2
        assert found.verify()


def test_equal_goods() -> None:
    found = kb.bertrand("10-p", 2).solve()
    assert found.prices == (2, 2)
    assert found.profits == (0, 0)
    assert found.unique


def test_equal_goods_and_unequal_costs() -> None:
    found = kb.bertrand("10-p", [2, 3]).solve()
    assert len(found) == 0
    assert "no best response" in found.remark
    assert found.verify()


def test_equal_goods_and_rising_costs() -> None:
    """Dastidar's interval of equilibrium prices."""
    found = kb.bertrand("10-p", "q^2").solve()
    (line,) = found.continua
    assert str(line) == "p1 = p2, p2 in [10/3, 6]"
    assert line.verify()


@pytest.mark.parametrize("n", [3, 4])
def test_more_firms_with_equal_goods(n: int) -> None:
    found = kb.bertrand("10-p", 2, firms=n).solve()
    assert found.prices == (2,) * n
    assert found.verify()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: kb.cournot("17+Q", 1), "the price rises with Q"),
        (lambda: kb.cournot("17", 1), "never falls"),
        (lambda: kb.cournot("max(3, 2)+0Q", 1), "never falls"),
        (lambda: kb.cournot("17-R", 1), "never falls"),
        (lambda: kb.cournot("17-Q", [1, 2], firms=3), "2 costs for 3 firms"),
        (lambda: kb.cournot("17-Q", 1, fixed="lost"), "sunk or avoidable"),  # type: ignore[arg-type]
        (lambda: kb.cournot("17-Q", 1, setup=-3), "negative"),
        (lambda: kb.cournot("17-Q", 1, capacity=-3), "must not be negative"),
        (lambda: kb.cournot("17-Q", "q1", firms=2), "write each cost in q"),
        (lambda: kb.cournot("17-Q", ["q + q1", "q"]), "write each cost in q"),
        (lambda: kb.cournot("17-Q", 1, firms=True), "whole number"),
        (lambda: kb.cournot("17-Q", "q^", firms=2), "ends too early|whole number"),
        (lambda: kb.bertrand(a=10, b=2, costs=1), "b = 2: there is no equilibrium"),
        (lambda: kb.bertrand(a=10, b="5/2", costs=1), "b must be below 2"),
        (lambda: kb.bertrand("10-p1+3p2", 1), "b must be below 2"),
        (lambda: kb.bertrand("10+p1+p2", 1), "does not fall with p1"),
        (lambda: kb.bertrand(a=10), "give a demand"),
        (lambda: kb.bertrand("10-p", a=1), "not both"),
        (lambda: kb.bertrand("10-p", 1, firms=1), "monopoly"),
        (lambda: kb.bertrand("10-p", 1, firms=9), "the limit is 8"),
        (lambda: kb.bertrand("a-p1+b*p2", "c").at(a=10, b=3, c=1), "b must be below 2"),
        (lambda: kb.advertising(9, [1, 0]), "must be positive"),
        (lambda: kb.advertising(-9, 1), "must be positive"),
        (lambda: kb.advertising(9, ["x^2", "y"]), "must be proportional to x"),
        (lambda: kb.advertising(9, ["x+1", "y"]), "must be proportional to x"),
        (lambda: kb.advertising(9, 1, firms=1), "2 to 60"),
        (lambda: kb.monopoly("17-Q", [1, 2]), "one cost"),
        (lambda: kb.cournot("10/(1+sqrt(Q))", 0).solve(), "capacity"),
        (lambda: kb.cournot("exp(Q)", 1), "rises"),
        (lambda: kb.cournot("Q<=5: 10-Q; else 20-Q", 1), "rises with Q, near Q = 5"),
        (lambda: kb.cournot("-5-Q", 1), "never positive"),
        (lambda: kb.cournot("-exp(Q)", 1), "never positive"),
        (lambda: kb.monopoly("sqrt(1+Q)", 1), "rises"),
    ],
)
def test_bad_input(make: Any, why: str) -> None:
    with pytest.raises(kb.GameError, match=why) as error:
        make()
    assert "\n" not in str(error.value)


def test_pictures_and_words() -> None:
    for game in (
        kb.cournot("17-Q", "q+9"),
        kb.bertrand("10-p", 2),
        kb.advertising(9, [1, 2]),
        kb.monopoly("17-Q", "q"),
        kb.cournot("17-Q", [1, 2, 3]),
        kb.cournot("a-Q", "c*q"),
    ):
        picture = game.draw().svg
        assert picture.startswith("<svg")
        assert "nan" not in picture
        assert len(game.explain().steps) >= 4
        assert game.describe().facts


@pytest.mark.parametrize(
    ("costs", "prices"),
    [
        ([2, 9, 9], (6, 9, 9)),
        ([9, 2, 6], (9, 6, 7)),
        ([12, 13, 14], (12, 13, 14)),
        ([2, 2, 5], (2, 2, 5)),
    ],
)
def test_a_firm_that_cannot_be_undercut_charges_what_it_would_alone(costs, prices):
    found = kb.bertrand("10-p", costs).solve()
    assert found.prices == prices
    assert found.equilibria[0].verify()


def test_three_unequal_firms_that_can_undercut_have_no_equilibrium():
    assert not kb.bertrand("10-p", [2, 3, 4]).solve().equilibria


@pytest.mark.parametrize(
    "costs",
    [
        pytest.param([2, 2, 2], marks=pytest.mark.slow),
        [2, 2, 3],
        pytest.param([3, 2, 2, 2], marks=pytest.mark.slow),
        [1, 9, 9],
        [11, 12, 13],
    ],
)
def test_every_equilibrium_of_a_price_war(costs: list[int]) -> None:
    """Prices on a grid: an exact test of each profile agrees with the rule."""
    from itertools import product

    from kibitz.continuous import ContinuousEquilibrium

    game = kb.bertrand("10-p", costs)
    found = game.solve()
    assert found.complete
    assert found.verify().holds
    least = min(costs)
    alone = Fraction(10 + least, 2)

    def by_rule(prices: tuple[Any, ...]) -> bool:
        if least >= 10:
            return min(prices) >= 10
        if costs.count(least) == 1:
            k = costs.index(least)
            return prices[k] == alone and all(p > alone for j, p in enumerate(prices) if j != k)
        at = [k for k, p in enumerate(prices) if p == least]
        return min(prices) == least and len(at) >= 2 and all(costs[k] == least for k in at)

    marks = sorted(
        {Fraction(least), alone, Fraction(11)}
        | ({Fraction(least) + 1} if costs == [2, 2, 2] else set())
    )
    for prices in product(marks, repeat=len(costs)):
        assert ContinuousEquilibrium(game, prices).verify().holds == by_rule(prices), prices


def test_no_price_war_when_the_least_cost_is_alone() -> None:
    assert len(kb.bertrand("10-p", [1, 2, 3]).solve()) == 0


def test_a_price_war_of_many() -> None:
    found = kb.bertrand("10-p", [2, 2, 2, 3, 3, 4]).solve()
    assert found.prices == (2, 2, 2, 3, 3, 4)
    assert found.verify().holds
    assert kb.bertrand("10-p", 2, firms=5).payoff(3, 3, 4, 3, 5) == (
        Fraction(7, 3),
        Fraction(7, 3),
        0,
        Fraction(7, 3),
        0,
    )


def test_costs_and_payoffs_by_name_follow_the_players() -> None:
    by_name = kb.cournot("17-Q", {"B": "q", "A": "2q"}, players=["A", "B"])
    assert by_name == kb.cournot("17-Q", ["2q", "q"], players=["A", "B"])
    assert kb.cournot("17-Q", {"A": "q", "B": "2q"}).players == ("A", "B")
    payoffs = {"Bob": "y*(1-x-y)", "Ann": "x*(2-x-y)"}
    game = kb.continuous_game(payoffs, variables="x y", players=["Ann", "Bob"])
    assert game.solve().strategies == (1, 0)
    with pytest.raises(kb.GameError, match="are given for B, A, and the players are A, C"):
        kb.advertising(9, {"B": 1, "A": 2}, players=["A", "C"])


def test_costs_may_be_written_in_the_quantities_of_the_firms() -> None:
    by_own = kb.cournot("17-Q", ["q1", "q2 + 9"]).solve()
    assert by_own.quantities == kb.cournot("17-Q", ["q", "q + 9"]).solve().quantities
    assert by_own.quantities == (Fraction(16, 3), Fraction(16, 3))
