"""Worked examples of the texts, through the public surface."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.coalitional import (
    balancedness,
    core_polygon,
    dummies,
    is_constant_sum,
    is_convex,
    is_essential,
    is_superadditive,
    marginal_rows,
    marginals_by_order,
    marginals_in_order,
    minimal_winning,
    superadditivity_checks,
    triangle,
    veto_players,
    zero_normalized,
)
from kibitz.coalitional.coalitions import members
from kibitz.strategic.coalitions.coalition_values import coalition_matrix

CASES = {
    case["id"]: (case["input"], case["expect"])
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "coalitional.json").read_text(encoding="utf-8")
    )
}


def fractions(xs):
    return tuple(Fraction(x) for x in xs)


def game_of(given):
    return kb.coalition(given["v"], given.get("players"))


def with_worths(*keys):
    """The cases that give worths and expect one of these."""
    return [
        pytest.param(*CASES[name], id=name)
        for name, (given, expect) in CASES.items()
        if "v" in given and any(key in expect for key in keys)
    ]


def in_core(game, x):
    return sum(x) == game.total and all(
        sum(x[i] for i in members(s)) >= game.value(s) for s in game.coalitions()
    )


@pytest.mark.parametrize(("given", "expect"), with_worths("shapley", "shapley_in_core", "average"))
def test_shapley(given, expect):
    game = game_of(given)
    value = game.shapley()
    assert value.verify()
    if isinstance(expect.get("shapley"), list):
        assert value.payoffs == fractions(expect["shapley"])
    if "average" in expect:
        assert value.payoffs == fractions(expect["average"])
    for key in ("shapley_in_core", "in_core"):
        if key in expect:
            assert in_core(game, value.payoffs) == expect[key]


@pytest.mark.parametrize(
    ("given", "expect"), with_worths("superadditive", "convex", "constant_sum", "essential")
)
def test_properties(given, expect):
    game = game_of(given)
    tests = {
        "superadditive": is_superadditive,
        "convex": is_convex,
        "constant_sum": is_constant_sum,
        "essential": is_essential,
    }
    for key, test in tests.items():
        if key in expect:
            assert bool(test(game)) == expect[key]


@pytest.mark.parametrize(("given", "expect"), with_worths("dividends"))
def test_dividends(given, expect):
    found = game_of(given).dividends()
    for key, wanted in expect["dividends"].items():
        assert found.dividend(key) == Fraction(wanted)


@pytest.mark.parametrize(
    ("given", "expect"), with_worths("empty", "core_empty", "vertices", "core_vertices")
)
def test_cores_of_three_players(given, expect):
    game = game_of(given)
    answer = balancedness(game)
    assert answer.verify()
    assert bool(answer) != expect.get("empty", expect.get("core_empty"))
    key = "min_total_to_satisfy_proper_coalitions"
    if key in expect:
        assert answer.needed == Fraction(expect[key])
    polygon = core_polygon(game)
    wanted = {fractions(x) for x in expect.get("vertices", expect.get("core_vertices"))}
    assert set(polygon) == wanted
    for player, ends in expect.get("coordinate_ranges", {}).items():
        mine = [x[game.position(player)] for x in polygon]
        assert (min(mine), max(mine)) == fractions(ends)


@pytest.mark.parametrize(
    ("given", "expect"), with_worths("imputation_vertices", "simplex_vertices")
)
def test_imputations(given, expect):
    game = game_of(given)
    frame = triangle(game)
    wanted = expect.get("imputation_vertices", expect.get("simplex_vertices"))
    assert frame.corners == tuple(fractions(x) for x in wanted)
    if "lower_bounds" in expect:
        assert frame.lower == fractions(expect["lower_bounds"])


@pytest.mark.parametrize("name", ["iv-shapley-entry-table"])
def test_orders_as_a_list(name):
    given, expect = CASES[name]
    game = game_of(given)
    found = [
        [[int(game.players[i]) for i in order], list(added)]
        for order, added in marginals_by_order(game)
    ]
    assert found == [[order, list(fractions(added))] for order, added in expect["orders"]]


@pytest.mark.parametrize(
    "name", ["vidal-two-agent-order-table", "game-26-1-order-table", "game-26-2-order-table"]
)
def test_order_tables(name):
    given, expect = CASES[name]
    game = game_of(given)
    rows = {
        "".join(game.players[i] for i in order): added for order, added in marginals_by_order(game)
    }
    assert rows == {order: fractions(added) for order, added in expect["rows"].items()}
    assert len(rows) == expect["divisor"]
    totals = tuple(sum(x) for x in zip(*rows.values(), strict=True))
    assert totals == fractions(expect["totals"])


def test_a_subset_table():
    given, expect = CASES["game-26-2-subset-table-A"]
    game = game_of(given)
    rows = marginal_rows(game, given["player"])
    found = [["".join(game.members(r.mask)), r.weight, r.added, r.product] for r in rows]
    assert found == [
        [names, weight, Fraction(added), Fraction(term)]
        for names, weight, added, term in expect["rows"]
    ]
    assert sum(r.product for r in rows) == Fraction(expect["total"])


def test_one_order():
    given, expect = CASES["game-26-1-order-BCA"]
    game = kb.coalition(given["v"], players="A B C")
    added = marginals_in_order(game, tuple(game.position(p) for p in given["order"]))
    assert dict(zip(game.players, added, strict=True)) == expect["marginals"]


@pytest.mark.parametrize("name", ["iv-voting-3-4-example", "iv-nassau-1964-58"])
def test_voting(name):
    given, expect = CASES[name]
    game = kb.coalition(weights=given["weights"], quota=given["quota_exceed"] + 1)
    assert [list(map(int, s)) for s in minimal_winning(game)] == expect["minimal_winning"]
    assert game.shapley().payoffs == fractions(expect["shapley_shubik"])
    assert game.power_indices().verify()
    assert bool(is_superadditive(game)) == expect["superadditive"]
    assert bool(is_constant_sum(game)) == expect["constant_sum"]
    assert list(map(int, veto_players(game))) == expect["veto_players"]
    assert list(map(int, dummies(game))) == expect["dummies"]


def from_profiles(shape, payoff, labels):
    """A strategic game from a function of the profile, strategies counted from 0."""
    n = len(shape)
    arrays = []
    for i in range(n):
        flat = [payoff(profile)[i] for profile in product(*map(range, shape))]
        for size in reversed(shape[1:]):
            flat = [flat[k : k + size] for k in range(0, len(flat), size)]
        arrays.append(flat)
    return kb.strategic_game(arrays, strategies=[labels] * n)


def test_a_strategic_game_of_three():
    given, expect = CASES["iv-coalitional-1-4"]
    table = given["payoffs"]

    def payoff(profile):
        return table[",".join(str(k + 1) for k in profile)]

    strategic = from_profiles(given["shape"], payoff, ["1", "2"])
    game = kb.to_coalitional(strategic)
    for key, worth in expect["v"].items():
        assert game[key] == Fraction(worth)
    first = coalition_matrix(strategic, 0b001).matrix.numbers()
    assert first == [list(fractions(row)) for row in expect["matrix_1_vs_23"]]
    pair = coalition_matrix(strategic, 0b101).matrix.numbers()
    assert sorted(pair) == sorted(list(fractions(row)) for row in expect["matrix_13_vs_2"])
    assert game.shapley().payoffs == fractions(expect["shapley"])
    assert set(core_polygon(game)) == {fractions(x) for x in expect["core_vertices"]}
    assert bool(is_convex(game)) == expect["convex"]
    for key, wanted in expect["dividends"].items():
        assert game.dividends().dividend(key) == Fraction(wanted)


def test_naming_coalitions_and_back():
    given, expect = CASES["iv-eq2-roundtrip"]
    game = game_of(given)
    strategic = kb.to_strategic(game)
    assert strategic.shape == (expect["strategies_per_player"],) * 3
    back = kb.to_coalitional(strategic)
    for key, worth in expect["v_of_constructed_game"].items():
        assert back[key] == Fraction(worth)


def test_odd_man_out():
    given, expect = CASES["odd-man-out-normal-form"]

    def payoff(profile):
        for i in range(3):
            others = [profile[j] for j in range(3) if j != i]
            if others[0] == others[1] != profile[i]:
                return [-2 if j == i else 1 for j in range(3)]
        return [0, 0, 0]

    strategic = from_profiles((2, 2, 2), payoff, given["actions"])
    shown = expect["matrix_P1_vs_P2P3"]
    matrix = coalition_matrix(strategic, 0b001)
    assert matrix.matrix.numbers() == shown["payoff_P1"]
    assert [c.replace(" ", "") for c in matrix.columns] == shown["cols"]
    game = kb.to_coalitional(strategic)
    for key, worth in expect["v"].items():
        assert game[key] == Fraction(worth)


def test_a_table_with_a_constant_sum():
    given, expect = CASES["ht-table-characteristic"]
    table = given["payoffs"]
    strategic = from_profiles(
        (2, 2, 2), lambda p: table["".join("HT"[k] for k in p)], given["actions"]
    )
    assert strategic.constant_sum() == expect["constant_sum"]
    game = kb.to_coalitional(strategic)
    for key, worth in expect["v"].items():
        assert game[key] == Fraction(worth)
    answer = coalition_matrix(strategic, 0b010).solve()
    assert answer.row == fractions(expect["nash_P2"])
    assert answer.column == fractions(expect["nash_P1P3"])


def test_dominated_columns():
    given, expect = CASES["ht-table-dominated-columns"]
    negated = kb.matrix([[-x for x in row] for row in given["C"]])
    columns = {d.index for d in negated.dominated(mixed=False) if d.side == "column"}
    assert columns == set(expect["dominated_columns"])


def test_every_check_of_superadditivity():
    given, expect = CASES["ex3-superadditivity-list"]
    game = game_of(given)
    found = {
        frozenset([game.members(s), game.members(t)]): (together, apart)
        for s, t, together, apart in superadditivity_checks(game)
    }
    assert len(found) == len(expect["checks"])
    for first, second, together, _, apart in expect["checks"]:
        key = frozenset([tuple(first), tuple(second)])
        assert found[key] == (Fraction(together), Fraction(apart))


def test_savings_from_a_discount():
    given, expect = CASES["savings-game-from-discount"]
    price, discount = given["list_price"], given["discount_each_by_group_size"]
    game = kb.coalition(
        costs=lambda s: len(s) * (price - discount[str(len(s))]), players=given["players"]
    )
    for key, worth in expect["v"].items():
        assert game[key] == worth


def test_costs_of_books():
    given, expect = CASES["albert-cost-to-savings"]

    def cost(members):
        card = given["card_holder"] in members
        table = given["price_with_card" if card else "price_no_card"]
        return table[str(len(members))]

    books = kb.cost_game(cost, given["players"])
    for key, wanted in expect["cost"].items():
        assert books.cost(*key) == wanted
    for key, wanted in expect["v"].items():
        assert books.savings()[key] == wanted
    assert core_polygon(books.savings()) == (fractions(expect["core_savings"]),)
    assert list(books.payments(expect["core_savings"])) == expect["prices"]


def test_normalizing():
    given, expect = CASES["satellite-normalise"]
    game = zero_normalized(game_of(given))
    for key, wanted in expect["zero_normalised"].items():
        assert game[key] == Fraction(wanted)
