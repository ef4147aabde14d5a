"""Markets that are refused in one line, and the same market in other words."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.continuous.markets.bertrand import bertrand
from kibitz.continuous.markets.cournot import cournot
from kibitz.continuous.markets.entry import entry
from kibitz.core.errors import GameError
from kibitz.core.verbs import explain


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: cournot("17-Q", ["q", "q"], players=["A"]), "1 name for 2 firms"),
        (
            lambda: cournot("17-Q", ["q", "q"], capacity=[1, 2, 3]),
            "3 capacities for 2 firms; give one for all or for each",
        ),
        (
            lambda: cournot("17-Q", ["q", "q"], fixed="avoidable", setup=[1, 2, 3]),
            "3 setup costs for 2 firms; give one for all or for each",
        ),
        (
            lambda: cournot("17-Q", ["q", "q"], parameters={"z": 1}),
            "unknown parameter 'z'; there are none",
        ),
        (
            lambda: cournot("a-Q", ["q", "q"], parameters={"z": 1}),
            "unknown parameter 'z'; there are: a",
        ),
        (
            lambda: entry("a-Q", "c*q+F").solve().case("ruinous"),
            "entry is never ruinous here; it is one of: accommodated, deterred, blockaded",
        ),
    ],
)
def test_what_is_refused(ask: Any, said: str) -> None:
    with pytest.raises(GameError) as refused:
        ask()
    assert str(refused.value) == said


def test_demands_as_functions() -> None:
    assert cournot(lambda Q: 17 - Q, ["q", "q"]).solve().strategies == (
        cournot("17-Q", ["q", "q"]).solve().strategies
    )
    assert bertrand(lambda p: 10 - p, 2).solve().prices == (2, 2)


def test_three_prices_by_their_sum() -> None:
    # 10 - 4 p + 2 p + 2 * 2 = 0 when all prices are the same.
    market = bertrand(["10-2p1+p2+p3", "10-2p2+p1+p3", "10-2p3+p1+p2"], 2)
    for method in ("aggregate", "auto"):
        assert market.solve(method).prices == (7, 7, 7)
    lopsided = bertrand(["10-2p1+p2+p3/2", "10-2p2+p1+p3", "10-2p3+p1+p2"], 2)
    with pytest.raises(GameError, match="depend on more than the sum of the other prices"):
        lopsided.solve("aggregate")


def test_any_number_of_firms_is_explained() -> None:
    market = cournot("a-Q", "c*q", firms="n")
    assert "as n grows, total tends to a - c, price to c, profit to 0" in str(market.solve())
    told = " ".join(str(explain(market)).split())
    assert "the condition gives q = (a - c)/(n + 1)." in told
    assert "When a > c." in told
    assert told == " ".join(str(market.solve().explain()).split())


def test_entry_with_letters_is_that_with_numbers() -> None:
    found = entry("a-Q", "c*q+F").solve()
    assert str(found.deterring_quantity) == "-2*sqrt(F) + a - c"
    assert "keeping it out: q1 = -2*sqrt(F) + a - c" in " ".join(str(found).split())
    assert "That is nothing from q1 = -2*sqrt(F) + a - c on." in " ".join(
        str(found.explain()).split()
    )
    # F = 9 and a - c = 16: 2 sqrt(F) below 16, and 9 lies between 0.0054 * 256 and 256/16.
    assert entry("17-Q", "q+9").solve().quantities == (10, 0)


def test_a_sunk_cost_keeps_the_entrant_in() -> None:
    found = entry("17-Q", ["q+2", "3q+1"], fixed="sunk").solve()
    assert found.quantities == (9, pytest.approx(2.5))
    told = " ".join(str(found.explain()).split())
    assert "The fixed cost is sunk: the entrant has paid it whatever it does" in told
