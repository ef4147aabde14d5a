"""Markets, land and production: closed forms against the general methods."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.coalitional import nucleolus, shapley
from kibitz.coalitional.families import (
    AssignmentGame,
    LinearProduction,
    assignment_core,
    assignment_game,
    balanced_market,
    gloves,
    horse_market,
    house_market,
    landowner_and_peasants,
    linear_production,
    machines_and_workers,
    nested_prefix,
    one_commodity,
    one_seller,
    one_seller_shapley,
    owen_set,
    price_interval,
)

small = st.integers(0, 9)


def matrices(rows: int = 3, columns: int = 3) -> st.SearchStrategy[list[list[int]]]:
    return st.integers(1, columns).flatmap(
        lambda k: st.lists(st.lists(small, min_size=k, max_size=k), min_size=1, max_size=rows)
    )


def best_matching(gains: list[list[int]], sellers: Any, buyers: Any) -> int:
    long, short = (sellers, buyers) if len(sellers) >= len(buyers) else (buyers, sellers)
    best = 0
    for chosen in permutations(long, len(short)):
        pairs = zip(chosen, short, strict=True)
        if len(sellers) >= len(buyers):
            total = sum(gains[i][j] for i, j in pairs)
        else:
            total = sum(gains[j][i] for i, j in pairs)
        best = max(best, total)
    return best


# --- assignment


@given(matrices())
def test_worths_are_best_matchings(gains: list[list[int]]) -> None:
    game = assignment_game(gains)
    m = len(gains)
    for mask in range(1 << game.n):
        sellers = [i for i in range(m) if mask >> i & 1]
        buyers = [j for j in range(game.n - m) if mask >> (m + j) & 1]
        assert game.value(mask) == best_matching(gains, sellers, buyers)


@given(matrices())
def test_the_ends_of_the_core(gains: list[list[int]]) -> None:
    game = assignment_game(gains)
    core = assignment_core(game)
    core.verify().require()
    points = core.vertices()
    assert set(points) == set(game.core().vertices)
    for i, seller in enumerate(game.players):
        most = max(x[i] for x in points)
        end = core.seller_optimal if seller in game.sellers else core.buyer_optimal
        assert end[i] == most
    assert core.total == game.total == game.value(game.grand)
    assert sum(core.fair_division) == game.total


def test_the_houses_of_the_text() -> None:
    game = house_market([10, 20], [[14, 18], [23, 25]], "A B", "C D")
    assert game.gains.numbers() == [[4, 8], [3, 5]]
    core = game.lattice()
    assert core.pairs == (("A", "D"), ("B", "C"))
    wanted = {(1, 0, 3, 7), (3, 0, 3, 5), (4, 3, 0, 4), (6, 3, 0, 2)}
    assert set(core.vertices()) == wanted
    middle = (Fraction(7, 2), Fraction(3, 2), Fraction(3, 2), Fraction(9, 2))
    assert game.nucleolus().payoffs == middle == core.fair_division
    assert game.tau_value().payoffs == middle


def test_a_tampered_core_is_not_proved() -> None:
    core = assignment_game([[4, 8], [3, 5]]).lattice()
    assert not replace(core, seller_optimal=core.buyer_optimal).verify()
    assert not replace(core, pairs=(("S1", "B1"), ("S2", "B2"))).verify()
    assert not replace(core, pairs=(("S1", "B1"), ("S1", "B2"))).verify()
    low = tuple(x - 1 for x in core.buyer_optimal)
    assert not replace(core, buyer_optimal=low).verify()


def test_many_traders_need_no_table() -> None:
    gains = [[(7 * i + 3 * j) % 11 for j in range(20)] for i in range(20)]
    core = assignment_game(gains).lattice()
    core.verify().require()
    with pytest.raises(GameError, match=r"40 players have 2\^40.*assignment_core"):
        core.game.worth("S1")
    with pytest.raises(GameError, match="at most 10"):
        core.vertices()


def test_assignments_in_floats() -> None:
    game = assignment_game([[4.0, 8.0], [3.0, 5.0]])
    assert not game.exact
    assert game.total == pytest.approx(11)
    game.lattice().verify().require()


# --- sellers and buyers


@given(st.lists(st.integers(0, 30), min_size=1, max_size=5))
def test_one_seller_in_closed_form(valuations: list[int]) -> None:
    game = one_seller(valuations)
    assert shapley(game).payoffs == one_seller_shapley(tuple(map(Fraction, valuations)))
    if max(valuations) > 0:
        low, high = price_interval([0], valuations)
        core = game.lattice()
        assert (core.buyer_optimal[0], core.seller_optimal[0]) == (low, high)


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=3),
    st.lists(st.integers(0, 12), min_size=1, max_size=3),
)
def test_the_prices_of_the_core(reserves: list[int], valuations: list[int]) -> None:
    game = horse_market(reserves, valuations)
    if max(valuations) <= min(reserves):
        assert game.total == 0
        with pytest.raises(GameError, match="there is no trade"):
            price_interval(reserves, valuations)
        return
    low, high = price_interval(reserves, valuations)
    assert low <= high
    for price in (low, high):
        payoffs = [max(price - a, 0) for a in reserves] + [max(b - price, 0) for b in valuations]
        assert sum(payoffs) == game.total
        for mask in game.coalitions():
            assert game.value(mask) <= sum(x for i, x in enumerate(payoffs) if mask >> i & 1)


def test_a_reserve_price_counts() -> None:
    game = one_seller([1000, 500], reserve=400)
    assert game.total == 600
    assert [str(x) for x in price_interval([400], [1000, 500])] == ["500", "1000"]


@pytest.mark.parametrize(("left", "right"), [(1, 2), (2, 2), (2, 3), (3, 1)])
def test_gloves(left: int, right: int) -> None:
    game = gloves(left, right)
    for size in range(game.n + 1):
        for group in combinations(game.players, size):
            pairs = min(sum(p[0] == "L" for p in group), sum(p[0] == "R" for p in group))
            assert game.worth(*group) == pairs
    points = set(game.core().vertices)
    if left != right:
        scarce = "L" if left < right else "R"
        assert points == {tuple(int(p[0] == scarce) for p in game.players)}
    else:
        assert points == {tuple(int(p[0] == s) for p in game.players) for s in "LR"}


def test_machines_and_workers() -> None:
    game = machines_and_workers([2, 2], 3)
    assert game.core().vertices == ((0, 0, 1, 1, 1),)
    scarce = machines_and_workers([1, 1], 3)
    assert scarce.core().vertices == ((1, 1, 0, 0, 0),)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.data())
def test_a_balanced_market_pays_half_of_each_quantity(supplies: list[int], data: Any) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, sum(supplies) - 1)), max_size=3)))
    ends = [0, *(c for c in cuts if c < sum(supplies)), sum(supplies)]
    demands = [b - a for a, b in pairwise(ends)]
    game = balanced_market(supplies, demands)
    wanted = tuple(Fraction(q, 2) for q in (*supplies, *demands))
    assert game.shapley().payoffs == wanted
    assert game == one_commodity(supplies, demands, title="Balanced market")


# --- prefixes and land


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_nested_prefixes(steps: list[int]) -> None:
    amounts = [sum(steps[: k + 1]) for k in range(len(steps))]
    game = nested_prefix(amounts)
    for mask in range(1 << game.n):
        reach = next((k for k in range(game.n) if not mask >> k & 1), game.n)
        assert game.value(mask) == (amounts[reach - 1] if reach else 0)
    assert game.shapley().payoffs == shapley(game).payoffs
    game.shapley().verify().require()


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_nucleolus_of_the_first_numbers(n: int) -> None:
    """Halves of halves: 2 - 2^(1-n) for the first, 1 - 2^-(n-i+1) for the others."""
    game = nested_prefix(range(1, n + 1))
    first = 2 - Fraction(1, 2 ** (n - 1))
    others = [1 - Fraction(1, 2 ** (n - i + 1)) for i in range(2, n + 1)]
    assert game.nucleolus().payoffs == (first, *others)


def test_a_long_line_needs_no_table() -> None:
    game = nested_prefix(range(1, 61))
    value = game.shapley()
    assert sum(value.payoffs) == 60
    value.verify().require()
    assert not replace(value, payoffs=(value.payoffs[1], *value.payoffs[1:])).verify()


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_landowner_and_peasants(steps: list[int]) -> None:
    yields = [sum(steps[: k + 1]) for k in range(len(steps))]
    game = landowner_and_peasants(yields)
    for mask in range(1 << game.n):
        workers = (mask >> 1).bit_count() if mask & 1 else 0
        assert game.value(mask) == (yields[workers - 1] if workers else 0)
    assert game.shapley().payoffs == shapley(game).payoffs
    assert game.nucleolus_payoffs() == nucleolus(game).payoffs


# --- production


@given(
    st.lists(st.lists(small, min_size=2, max_size=2), min_size=1, max_size=4),
    st.lists(st.lists(st.integers(1, 5), min_size=2, max_size=2), min_size=2, max_size=2),
    st.lists(st.integers(0, 7), min_size=2, max_size=2),
)
def test_linear_production(
    resources: list[list[int]], needs: list[list[int]], prices: list[int]
) -> None:
    game = linear_production(resources, needs, prices)
    for mask in game.coalitions():
        program = game.program(*game.members(mask))
        assert game.value(mask) == program.solve().value
    owen = game.owen_set()
    owen.verify().require()
    for payoffs in owen.payoffs:
        assert sum(payoffs) == game.total
        for mask in game.coalitions():
            assert game.value(mask) <= sum(x for i, x in enumerate(payoffs) if mask >> i & 1)


def test_a_tampered_owen_set_is_not_proved() -> None:
    owen = owen_set(linear_production([[4, 0], [0, 6], [2, 2]], [[1, 2], [3, 1]], [5, 4]))
    assert not replace(owen, prices=((Fraction(0), Fraction(0)),)).verify()
    paid = owen.payoffs[0]
    assert not replace(owen, payoffs=((paid[0] + 1, paid[1] - 1, paid[2]),)).verify()


def test_a_glove_market_is_a_linear_production_game() -> None:
    game = linear_production([[1, 0], [0, 1], [0, 1]], [[1], [1]], [1])
    assert game.worths == gloves(1, 2).worths
    assert set(game.owen_set().payoffs) == {(1, 0, 0)}


# --- on the shelf


def test_shown_explained_drawn_and_written() -> None:
    core = assignment_game([[4, 8], [3, 5]], "A B", "C D").lattice()
    assert "best point" in str(core.explain())
    assert json.loads(json.dumps(core.to_json()))["buyer_optimal"] == ["1", "0", "3", "7"]
    game = kb.game("linear-production")
    assert isinstance(game, LinearProduction)
    assert "prices the resources" in str(game.owen_set().explain())
    assert game.owen_set().to_json()["worth"] == "18"
    for entry in kb.shelf("coalitional"):
        built = entry.make()
        assert str(built)
        assert repr(built)
        assert built.draw().svg
        assert built.describe().facts
    assert isinstance(kb.game('assignment "1 2; 3 4"'), AssignmentGame)
    assert kb.game("assignment", gains=[[1, 2], [3, 4]]) == kb.game('assignment "1 2; 3 4"')


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("one-seller 10,-5", "buyer 2 is -5"),
        ("gloves -1 2", "whole number from 0"),
        ("gloves 0 0", "there must be at least one"),
        ("gloves 20 20", "at most 25"),
        ("horse-market 5,-1 3", "seller 2 is -1"),
        ('assignment "1 2; 3"', "row 2 has 1 entry"),
        ('assignment "a b"', "'a' is not a number"),
        ('assignment ""', "is not a matrix"),
        ("machines-and-workers 2,2 -1", "whole number from 0"),
        ("balanced-market 4 3", "4 is offered and 3 is wanted"),
        ("nested-prefix 3,1", "less than amount 1"),
        ("nested-prefix -1", "must not be negative"),
        ("landowner 3,2", "yields must not decrease"),
        ('linear-production "1 2" "1; 1" 3,4', "prices: 2 for the 1 products"),
        ('linear-production "1 2 3" "1; 1" 3', "resources: 3 kinds"),
        ('linear-production "1" "0" 3', "unbounded"),
        ('linear-production "-1" "1" 3', "must not be negative"),
    ],
)
def test_bad_markets_get_one_line(call: str, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        kb.game(call)
    assert "\n" not in str(caught.value)
