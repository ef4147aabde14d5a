"""Games in which only the sum of strategies matters: flat prices, shares, and refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.continuous.exact.components import SharesOfTotal
from kibitz.continuous.exact.family import NumberInterval
from kibitz.continuous.game import continuous_game
from kibitz.continuous.markets.cournot import cournot
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution

CAPPED = "max(0, min(5, 17-Q))"


def test_a_capped_price_has_one_equilibrium_of_three_firms() -> None:
    # Each is best off at 12 - rest while rest <= 8, so that all make at least 4 of the 12.
    found = cournot(CAPPED, ["q", "q", "q"]).solve()
    assert found.strategies == (4, 4, 4)
    assert not found.continua
    assert found.verify()
    told = " ".join(str(found.explain()).split())
    assert "A monopolist would produce 12, at the price 5, and earn 48." in told
    assert told.endswith("The competitors together produce as much, at the same price.")


def test_two_firms_share_what_sells_at_the_capped_price() -> None:
    found = cournot(CAPPED, ["q", "q"]).solve()
    assert [str(c) for c in found.continua] == ["q1 = 12 - q2, q2 in [4, 8]"]
    assert "The competitors together" not in str(found.explain())
    assert found.verify()


def test_three_firms_share_a_total() -> None:
    # The first is at its capacity; the others answer 9 - rest as long as it is at least 4.
    found = cournot(CAPPED, ["q", "q", "q"], capacity=[3, 9, 9]).solve()
    assert [str(c) for c in found.continua] == [
        "total 12, q1 in [3, 3], q2 in [4, 9], q3 in [4, 9]"
    ]
    assert not found.equilibria
    assert found.verify()
    data = found.to_json()
    assert read_solution(found.game, data).to_json() == data


def test_prices_that_only_cover_the_cost() -> None:
    # Whatever firms make while the price is 5 earns nothing, and no firm can raise the price.
    found = cournot(CAPPED, ["5q", "5q", "5q"]).solve()
    assert found.equilibria[0].strategies == (0, 0, 0)
    assert "total 12, q1 in [0, 12]" in str(found)
    assert "whole regions of equilibria have totals between" in str(found)
    assert all(c.shape.total <= 12 for c in found.continua)


def test_competitors_make_more_than_one_firm() -> None:
    found = cournot("17-Q", ["q", "q", "q"]).solve()
    assert found.strategies == (4, 4, 4)  # (a - c)/(n + 1)
    told = " ".join(str(found.explain()).split())
    assert "A monopolist would produce 8, at the price 9, and earn 64." in told
    assert told.endswith("The competitors together produce more, at a lower price.")


@pytest.mark.parametrize(
    ("spans", "feasible", "only"),
    [
        ([(4, 12), (4, 12), (4, 12)], True, (4, 4, 4)),
        ([(0, 4), (0, 4), (0, 4)], True, (4, 4, 4)),
        ([(0, 12), (0, 12), (0, 12)], True, None),
        ([(5, 12), (4, 12), (4, 12)], False, None),
        ([(0, 3), (0, 4), (0, 4)], False, None),
        ([(None, None), (0, 1), (0, 1)], True, None),
    ],
)
def test_shares_of_twelve(spans: list[tuple[int, int]], feasible: bool, only: object) -> None:
    read = tuple(
        NumberInterval(*(None if x is None else Fraction(x) for x in ends)) for ends in spans
    )
    shape = SharesOfTotal(Fraction(12), read)
    assert shape.feasible is feasible
    assert shape.only == only


def test_open_ends_are_not_reached() -> None:
    open_low = NumberInterval(Fraction(4), Fraction(12), start_included=False)
    open_high = NumberInterval(Fraction(0), Fraction(4), end_included=False)
    for span in (open_low, open_high):
        shape = SharesOfTotal(Fraction(12), (span, span, span))
        assert not shape.feasible
        assert shape.only is None


def test_what_the_aggregate_is_not_for() -> None:
    two = continuous_game(["x(1-x-y)", "y(1-x-y)"], (0, 1))
    with pytest.raises(GameError, match="it needs at least 3 players, but this game has 2"):
        two.solve("aggregate")
    other = continuous_game(["x(1-x-y-z)", "y(1-y-x)", "z(1-z)"], (0, 1), ["x", "y", "z"])
    with pytest.raises(GameError, match="the payoffs do not depend on a sum of strategies"):
        other.solve("aggregate")
