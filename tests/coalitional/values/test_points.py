"""Values against slow definitions, and certificates against forgeries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import (
    arrivals,
    average_over_orders,
    convex_games,
    float_games,
    games,
    games_with_imputations,
    simple_games,
    worths_of,
)
from kibitz.coalitional import (
    additive_game,
    balancedness,
    banzhaf,
    gately,
    is_quasi_balanced,
    marginal_contributions,
    marginal_rows,
    marginals_in_order,
    myerson,
    normalized_banzhaf,
    owen,
    power_indices,
    power_to_act,
    quotient_game,
    restricted_game,
    shapley,
    shapley_by_dividends,
    shapley_by_orders,
    solidarity,
    tau_value,
    unanimity_game,
)
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.values.potential import potential, value_of_subgame
from kibitz.coalitional.values.sums import by_size
from kibitz.core.errors import GameError

GAME = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})


@given(games(), st.randoms(use_true_random=False))
def test_a_marginal_vector_pays_what_each_arrival_adds(game, random):
    order = random.sample(range(game.n), game.n)
    found = marginal_contributions(game, [game.players[i] for i in order])
    assert dict(enumerate(found.payoffs)) == arrivals(worths_of(game), order)
    assert found.verify()
    if found.payoffs[order[0]] != 0:
        wrong = list(found.payoffs)
        wrong[order[0]] *= 2
        assert not replace(found, payoffs=tuple(wrong)).verify()


def test_an_order_names_every_player_once():
    assert marginal_contributions(GAME, "BCA") == marginal_contributions(GAME, "B, C, A")
    for order in ("A B", "A B B", "A B C D"):
        with pytest.raises(GameError, match="must name each of A, B, C once"):
            marginal_contributions(GAME, order)


@given(games())
def test_shapley_by_three_routes(game):
    v = worths_of(game)
    slow = average_over_orders(game.n, lambda order: arrivals(v, order))
    value = shapley(game)
    assert value.payoffs == slow
    assert value.exact
    assert shapley_by_dividends(game).payoffs == slow
    assert shapley_by_orders(game).payoffs == slow
    assert value.verify()


@given(float_games())
def test_shapley_in_floats(game):
    value = shapley(game)
    exact = shapley(game.rational())
    assert not value.exact
    assert value.payoffs == pytest.approx([float(x) for x in exact.payoffs], abs=1e-9)
    assert value.verify()


@given(games(most=4), st.data())
def test_wrong_payoffs_are_found_out(game, data):
    value = shapley(game)
    i = data.draw(st.integers(0, game.n - 1))
    j = data.draw(st.integers(0, game.n - 1))
    off = list(value.payoffs)
    off[i] += 1
    if i != j:
        off[j] -= 1
    for found in (value, banzhaf(game), solidarity(game)):
        wrong = list(found.payoffs)
        wrong[i] += 1
        assert not replace(found, payoffs=tuple(wrong)).verify()
    assert bool(replace(value, payoffs=tuple(off)).verify()) == (tuple(off) == value.payoffs)


@given(games(most=4))
def test_the_potential_holds_the_value_of_every_subgame(game):
    found = potential(game)
    for mask in game.coalitions():
        names = game.members(mask)
        part = shapley(game.subgame(*names))
        wide = value_of_subgame(found, mask, game.n)
        assert tuple(wide[i] for i in members(mask)) == part.payoffs


@given(convex_games(most=4))
def test_marginal_vectors_and_value_of_convex_games_lie_in_the_core(game):
    for order in permutations(range(game.n)):
        x = marginals_in_order(game, order)
        assert all(sum(x[i] for i in members(s)) >= game.value(s) for s in game.coalitions())
    x = shapley(game).payoffs
    assert all(sum(x[i] for i in members(s)) >= game.value(s) for s in game.coalitions())


def test_sums_by_size_agree_with_the_compiled_loop():
    from kibitz.coalitional.kernels import sums_by_size

    random = np.random.default_rng(5)
    for n in (1, 3, 10, 12):
        worths = random.integers(-50, 50, 1 << n)
        worths[0] = 0
        table = np.zeros((n + 1, n + 1), np.int64)
        sums_by_size(worths, n, min(n, 10), table)
        assert (table == by_size(kb.coalition(worths).worths)).all()


def test_many_players():
    n = 16
    weights = list(range(1, n + 1))
    game = kb.coalition(weights=weights, quota=sum(weights) // 2 + 1)
    value = shapley(game)
    assert value.total == 1
    assert value.verify()
    assert list(value.payoffs) == sorted(value.payoffs)
    with pytest.raises(kb.GameError, match="at most 9 players"):
        shapley_by_orders(game)


def test_rows_of_the_marginal_formula():
    rows = marginal_rows(GAME, "A")
    assert sum(row.product for row in rows) == 6 * shapley(GAME)["A"]
    assert [GAME.spell(row.mask) for row in rows] == ["A", "A,B", "A,C", "A,B,C"]


@given(games())
def test_banzhaf(game):
    v = worths_of(game)
    value = banzhaf(game)
    for i in range(game.n):
        added = [v[s | 1 << i] - v[s] for s in range(1 << game.n) if not s >> i & 1]
        assert value.payoffs[i] == Fraction(sum(added)) / 2 ** (game.n - 1)
        assert value.swings[i] == sum(added)
    assert value.verify()


@given(games())
def test_normalized_banzhaf(game):
    raw = banzhaf(game)
    if raw.total == 0:
        with pytest.raises(kb.GameError, match="adds up to 0"):
            normalized_banzhaf(game)
        return
    value = normalized_banzhaf(game)
    assert value.total == game.total
    assert value.verify()


@given(simple_games())
def test_power_indices_are_what_they_are_defined_as(game):
    table = power_indices(game)
    assert table.verify()
    for name in ("Shapley-Shubik index", "Deegan-Packel index", "Holler index", "Johnston index"):
        assert table[name].total == 1
    act, start, stop = (
        power_to_act(game),
        table["Coleman index to initiate action"],
        table["Coleman index to prevent action"],
    )
    for x, a, b in zip(banzhaf(game), start, stop, strict=True):
        assert x == 2 * (1 - act) * a == 2 * act * b
    wrong = replace(table.indices[3], payoffs=(Fraction(2), *table.indices[3].payoffs[1:]))
    assert not wrong.verify()


@given(games())
def test_solidarity_pays_averages_in_random_orders(game):
    v = worths_of(game)

    def paid(order):
        mask, found = 0, {}
        for i in order:
            mask |= 1 << i
            added = [v[mask] - v[mask ^ 1 << k] for k in members(mask)]
            found[i] = Fraction(sum(added)) / len(added)
        return found

    value = solidarity(game)
    assert value.payoffs == average_over_orders(game.n, paid)
    assert value.verify()


@given(games(most=4), st.data())
def test_owen_pays_contributions_in_orders_that_keep_unions_together(game, data):
    labels = data.draw(st.lists(st.integers(0, 2), min_size=game.n, max_size=game.n))
    unions = [[p for p, k in zip(game.players, labels, strict=True) if k == u] for u in range(3)]
    unions = [u for u in unions if u]
    v = worths_of(game)
    orders = [
        order
        for order in permutations(range(game.n))
        if all(
            abs(order.index(i) - order.index(j)) < len(u)
            for u in unions
            for i in map(game.position, u)
            for j in map(game.position, u)
        )
    ]
    totals = [Fraction(0)] * game.n
    for order in orders:
        for i, x in arrivals(v, order).items():
            totals[i] += x
    value = owen(game, unions)
    assert value.payoffs == tuple(t / len(orders) for t in totals)
    assert value.verify()
    wrong = (value.payoffs[0] + 1, *value.payoffs[1:])
    assert not replace(value, payoffs=wrong).verify()


def test_owen_at_its_ends_is_the_shapley_value():
    assert owen(GAME, []).payoffs == shapley(GAME).payoffs
    assert owen(GAME, ["A,B,C"]).payoffs == shapley(GAME).payoffs
    assert quotient_game(GAME, ["A,C"]).players == ("A+C", "B")
    with pytest.raises(kb.GameError, match="in two unions"):
        owen(GAME, ["A,B", "B,C"])
    with pytest.raises(kb.GameError, match="a union is empty"):
        owen(GAME, [[]])


@given(games(most=4), st.data())
def test_myerson(game, data):
    every = [(a, b) for i, a in enumerate(game.players) for b in game.players[i + 1 :]]
    links = data.draw(st.lists(st.sampled_from(every), unique=True)) if every else []
    restricted = restricted_game(game, links)
    for mask in game.coalitions():
        pieces = connected(game.members(mask), links)
        assert restricted.value(mask) == sum(game.worth(*piece) for piece in pieces)
    value = myerson(game, links)
    assert value.verify()
    assert value.payoffs == shapley(restricted).payoffs
    wrong = (value.payoffs[0] + 1, *value.payoffs[1:])
    assert not replace(value, payoffs=wrong).verify()


def connected(players, links):
    pieces = []
    for p in players:
        near = [piece for piece in pieces if any({p, q} in map(set, links) for q in piece)]
        pieces = [piece for piece in pieces if piece not in near]
        pieces.append([p, *(q for piece in near for q in piece)])
    return pieces


def test_links_are_checked():
    for link in ("A", "A-A", "A-B-C"):
        with pytest.raises(kb.GameError, match="two different players"):
            myerson(GAME, [link])
    with pytest.raises(kb.GameError, match="unknown player 'D'"):
        myerson(GAME, ["A-D"])


@given(st.one_of(convex_games(), games(most=4)))
def test_tau(game):
    v, n = worths_of(game), game.n
    if not is_quasi_balanced(game):
        assert not balancedness(game)
        with pytest.raises(kb.GameError, match="no tau-value"):
            tau_value(game)
        return
    value = tau_value(game)
    assert value.verify()
    high = [v[-1] - v[game.grand ^ 1 << i] for i in range(n)]
    low = [
        max(v[s] - sum(high[j] for j in members(s) if j != i) for s in range(1 << n) if s >> i & 1)
        for i in range(n)
    ]
    assert value.working.utopia == tuple(high)
    assert value.working.minimal_rights == tuple(low)
    assert value.total == game.total
    if n <= 2:
        assert value.payoffs == shapley(game).payoffs


@given(games(most=4))
def test_gately(game):
    alone = sum(game.value(1 << i) for i in range(game.n))
    room = sum(game.total - game.value(game.grand ^ 1 << i) for i in range(game.n)) - alone
    if game.total <= alone or room <= 0:
        with pytest.raises(kb.GameError, match="no Gately point"):
            gately(game)
        return
    point = gately(game)
    assert point.verify()
    assert point.total == game.total


def test_values_of_special_games():
    own = additive_game([Fraction(1), Fraction(-2), Fraction(5)], ("a", "b", "c"))
    for value in (shapley, banzhaf, tau_value):
        assert value(own).payoffs == (1, -2, 5)
    needed = unanimity_game("A B C D", ["B", "D"])
    assert shapley(needed).payoffs == (0, Fraction(1, 2), 0, Fraction(1, 2))
    dictator = kb.coalition(weights=[3, 1, 1], quota=3)
    assert shapley(dictator).payoffs == banzhaf(dictator).payoffs == (1, 0, 0)


def test_an_allocation_as_a_value():
    value = shapley(GAME)
    assert value["C"] == Fraction(10, 3)
    assert list(value) == list(value.payoffs)
    assert value.excess("B", "C") == Fraction(1, 3)
    assert value.to_json() == {
        "kind": "shapley-value",
        "players": ["A", "B", "C"],
        "payoffs": ["4/3", "7/3", "10/3"],
        "exact": True,
        "method": "marginal contributions, weighted by size",
    }


SMALL = {"1": 1, "2": 0, "3": 1, "1,2": 4, "1,3": 3, "2,3": 5, "1,2,3": 8}


def test_the_ways_to_the_shapley_value_are_methods_and_agree():
    game = kb.coalition(SMALL, missing="zero")
    ways = (game.shapley_by_orders(), game.shapley_by_dividends(), game.shapley_by_marginals())
    assert {tuple(way) for way in ways} == {tuple(game.shapley())}


def test_membership_can_be_asked_of_the_game():
    game = kb.coalition(SMALL, missing="zero")
    assert game.in_core([2, 3, 3])
    assert not game.in_core([0, 4, 4])
    assert game.in_weber_set([2, 3, 3])


@given(games_with_imputations())
def test_at_the_gately_point_all_propensities_to_disrupt_are_equal(game):
    """What the others lose, over what the player loses, if the player leaves."""
    marginal = [game.total - game.value(game.grand ^ 1 << i) for i in range(game.n)]
    alone = [game.value(1 << i) for i in range(game.n)]
    if sum(alone) == game.total:
        with pytest.raises(GameError, match="cooperation gains 0"):
            game.solve("gately")
        return
    if sum(marginal) <= sum(alone):
        with pytest.raises(GameError, match="it must be positive"):
            game.solve("gately")
        return
    found = gately(game)
    assert sum(found.payoffs) == game.total
    for x, m, a in zip(found.payoffs, marginal, alone, strict=True):
        assert m - x == found.propensity * (x - a)


@pytest.mark.parametrize(
    "worths",
    [
        "A:0 B:0 C:0 A,B:1 A,C:1 B,C:1 A,B,C:1",
        "A:1 B:1 C:1 A,B:3 A,C:3 B,C:3 A,B,C:4",
    ],
)
def test_there_is_no_gately_point_where_nobody_is_needed(worths):
    with pytest.raises(GameError, match="adds up to 0; it must be positive"):
        gately(kb.coalition(worths))


def test_a_gain_of_one_is_enough_for_a_gately_point():
    game = kb.coalition("A:0 B:0 C:0 A,B:1 A,C:1 B,C:0 A,B,C:1")
    assert gately(game).payoffs == (1, 0, 0)


@given(games())
def test_the_multilinear_extension_is_the_worth_at_corners_and_the_banzhaf_value_in_the_middle(
    game,
):
    for mask in range(1 << game.n):
        corner = [mask >> i & 1 for i in range(game.n)]
        found = game.multilinear_extension(corner)
        assert found.value == game.value(mask)
        assert found.verify().holds
        assert not replace(found, value=found.value + 1).verify().holds
    half = [Fraction(1, 2)] * game.n
    for i, expected in enumerate(banzhaf(game).payoffs):
        joins, stays = half.copy(), half.copy()
        joins[i], stays[i] = Fraction(1), Fraction(0)
        ends = [game.multilinear_extension(x).value for x in (joins, stays)]
        assert ends[0] - ends[1] == expected


def test_the_multilinear_extension_in_letters_and_refused():
    assert GAME.multilinear_polynomial() == "2 xA xB + 4 xA xC + 6 xB xC - 5 xA xB xC"
    with pytest.raises(GameError, match="the probability of B is 2; it must lie between 0 and 1"):
        GAME.multilinear_extension([0, 2, 0])


def test_imputations_and_domination_by_their_names():
    assert GAME.is_imputation([1, 2, 4])
    assert not GAME.is_imputation([-1, 4, 4])
    assert GAME.dominates([0, 3, 3], [1, 2, 2]).coalition == ("B", "C")
