"""Imputations, excesses, domination, stable sets and the Weber set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import convex_games, float_games, games, games_with_imputations
from kibitz.coalitional import (
    core,
    core_stability,
    domination,
    excess_table,
    imputations,
    in_weber_set,
    is_convex,
    marginal_vector,
    shapley,
    stability,
    weber_set,
)
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.sets.convex_hull import convex_weights
from kibitz.coalitional.sets.weber_set import best_order
from kibitz.core.certificate import check

worths = st.integers(0, 5)
MAJORITY = kb.coalition(weights=[1, 1, 1], quota=2)
HALF = Fraction(1, 2)
HALVES = [(HALF, HALF, 0), (HALF, 0, HALF), (0, HALF, HALF)]
GAME = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})


def dominates(game, y, x):
    """The definition, one coalition after another."""
    return any(
        all(y[i] > x[i] for i in members(s)) and sum(y[i] for i in members(s)) <= game.value(s)
        for s in range(1, 1 << game.n)
    )


def grid(game, steps):
    """Imputations of three players on a grid."""
    alone = [game.value(1 << i) for i in range(3)]
    left = game.total - sum(alone)
    for a, b in product(range(steps + 1), repeat=2):
        if a + b <= steps:
            parts = (a, b, steps - a - b)
            yield tuple(v + left * p / steps for v, p in zip(alone, parts, strict=True))


@given(games(numbers=worths, least=1, most=5))
def test_imputations(game):
    found = imputations(game)
    assert found.verify()
    assert found.empty == (sum(found.lower) > game.total)
    assert all(x in found for x in found.vertices)
    assert found.to_json()["empty"] == found.empty
    assert str(found)
    if not found.empty:
        middle = [sum(c) / len(found.vertices) for c in zip(*found.vertices, strict=True)]
        assert middle in found
        assert [x + (i == 0) for i, x in enumerate(middle)] not in found
        if game.n > 1:
            low = [found.lower[0] - 1, *found.lower[1:-1], found.lower[-1] + 1 + found.surplus]
            assert low not in found
            assert not replace(found, vertices=found.vertices[1:]).verify()
            assert not replace(found, vertices=(tuple(low), *found.vertices[1:])).verify()
    if game.n in (3, 4):
        assert found.draw().svg


@given(st.one_of(games(least=1, most=5), float_games(least=1, most=5)), st.data())
def test_excess_tables(game, data):
    x = data.draw(st.lists(st.integers(-5, 5), min_size=game.n, max_size=game.n))
    found = excess_table(game, x)
    assert found.verify()
    assert list(found.sorted) == sorted(found.sorted, reverse=True)
    assert len(found.sorted) == game.grand - 1
    assert str(found).startswith("excesses at")
    assert len(found.to_json()["sorted"]) == game.grand - 1
    if game.exact and game.n > 1:
        assert not replace(found, payoffs=tuple(v + 1 for v in found.payoffs)).verify()
        assert found.greatest == found.sorted[0]


@given(games_with_imputations(least=3, most=3), st.data())
def test_domination(game, data):
    points = list(grid(game, 4))
    y, x = data.draw(st.sampled_from(points)), data.draw(st.sampled_from(points))
    found = domination(game, y, x)
    assert found.verify()
    assert bool(found) == dominates(game, y, x)
    assert found.to_json()["dominates"] == bool(found)
    if found:
        assert not replace(found, coalition=None).verify()
        assert not replace(found, better=x, worse=y).verify()


def test_a_stable_set():
    found = stability(MAJORITY, HALVES)
    assert found
    assert found.verify()
    assert found.to_json()["stable"]
    for k in range(3):
        fewer = stability(MAJORITY, HALVES[:k])
        assert not fewer.external
        assert fewer.internal
        assert fewer.verify()
    more = stability(MAJORITY, [*HALVES, (1, 0, 0)])
    assert not more.internal
    assert more.external
    assert more.verify()
    assert "dominates" in str(more)


@settings(max_examples=30)
@given(games_with_imputations(least=3, most=3), st.data())
def test_stability_on_a_grid(game, data):
    points = list(grid(game, 4))
    chosen = data.draw(st.lists(st.sampled_from(points), max_size=3))
    found = stability(game, chosen)
    assert found.verify()
    assert found.internal == (not any(dominates(game, y, x) for y in chosen for x in chosen))
    fine = [x for x in grid(game, 12) if x not in chosen]
    if found.external:
        assert all(any(dominates(game, y, x) for y in chosen) for x in fine)
    else:
        assert not any(dominates(game, y, found.missed) for y in chosen)


def test_wrong_stability_claims_are_refused():
    good = stability(MAJORITY, HALVES)
    assert not replace(good, candidates=good.candidates[:2]).verify()
    clashing = stability(MAJORITY, [*HALVES, (1, 0, 0)])
    assert not replace(clashing, clash=None).verify()
    assert not replace(clashing, clash=clashing.clash[::-1]).verify()
    missing = stability(MAJORITY, HALVES[:2])
    assert not replace(missing, missed=None).verify()
    assert not replace(missing, missed=missing.candidates[0]).verify()
    assert not replace(missing, missed=(Fraction(1), Fraction(1), Fraction(-1))).verify()
    with pytest.raises(kb.GameError, match="candidate 2 is not an imputation"):
        stability(MAJORITY, [HALVES[0], (2, 0, -1)])


@given(convex_games(most=4))
def test_cores_of_convex_games_are_stable(game):
    found = core_stability(game)
    assert found
    assert found.verify()


@settings(max_examples=25)
@given(games_with_imputations(least=3, most=3))
def test_core_stability_on_a_grid(game):
    found = core_stability(game)
    assert found.verify()
    inside = core(game)
    if found:
        outside = [x for x in grid(game, 5) if x not in inside]
        assert all(any(dominates(game, y, x) for y in _fine(inside.vertices)) for x in outside)
    else:
        assert found.missed not in inside
        assert not any(dominates(game, y, found.missed) for y in _fine(inside.vertices))


def _fine(corners):
    """Many points between corners."""
    for a in corners:
        for b in corners:
            for k in range(41):
                yield tuple(x + (y - x) * Fraction(k, 40) for x, y in zip(a, b, strict=True))


def test_core_stability_in_words():
    horse = kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})
    found = core_stability(horse)
    assert not found
    assert found.verify()
    assert not replace(found, missed=(Fraction(1000), Fraction(0), Fraction(0))).verify()
    assert not replace(found, missed=None).verify()
    assert found.to_json()["stable"] is False
    with pytest.raises(kb.GameError, match="not convex"):
        core_stability(kb.coalition({"1,2": 5, "1,2,3,4": 1}, missing="zero"))


@settings(max_examples=30)
@given(games(numbers=worths, least=1, most=4))
def test_the_weber_set_holds_the_core(game):
    found = weber_set(game)
    assert found.verify()
    assert all(x in found for x in core(game).vertices)
    assert shapley(game).payoffs in found
    same = set(found.vertices) == set(core(game).vertices)
    assert same == bool(is_convex(game)) == found.is_core
    assert str(found).startswith("Weber set")
    assert len(found.to_json()["marginal_vectors"]) == len(found.marginal_vectors)


@settings(max_examples=30)
@given(games(numbers=worths, least=2, most=4), st.data())
def test_weber_membership(game, data):
    parts = data.draw(st.lists(st.integers(-2, 5), min_size=game.n - 1, max_size=game.n - 1))
    x = (*map(Fraction, parts), game.total - sum(parts))
    test = in_weber_set(game, x)
    assert test.verify()
    points = [p for p, _ in weber_set(game).marginal_vectors]
    assert bool(test) == (convex_weights(x, points) is not None)
    assert test.to_json()["in_weber_set"] == bool(test)
    assert "Weber set" in str(test)


@given(games(numbers=worths, least=1, most=4), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_best_orders(game, direction):
    direction = direction[: game.n]
    most, order = best_order(game, direction)
    products = [
        sum(a * b for a, b in zip(direction, marginal_vector(game, o), strict=True))
        for o in permutations(range(game.n))
    ]
    assert most == max(products)
    assert most == sum(a * b for a, b in zip(direction, marginal_vector(game, order), strict=True))


def test_the_weber_set_of_many_players():
    random = np.random.default_rng(2)
    game = kb.coalition([0, *map(int, random.integers(0, 9, (1 << 9) - 1))])
    test = in_weber_set(game, shapley(game).payoffs)
    assert test
    assert test.verify()
    with pytest.raises(kb.GameError, match="at most 7"):
        weber_set(game)
    with pytest.raises(kb.GameError, match="at most 12"):
        in_weber_set(kb.coalition([0] * (1 << 13)), [0] * 13)


def test_wrong_weber_claims_are_refused():
    inside, outside = in_weber_set(GAME, [1, 2, 4]), in_weber_set(GAME, [5, 1, 1])
    assert inside.verify()
    assert outside.verify()
    assert not replace(inside, orders=inside.orders[1:]).verify()
    assert not replace(inside, payoffs=(Fraction(2), Fraction(1), Fraction(4))).verify()
    assert not replace(outside, direction=(Fraction(0), Fraction(1), Fraction(0))).verify()
    assert not replace(outside, direction=None).verify()
    whole = weber_set(GAME)
    assert not replace(whole, marginal_vectors=whole.marginal_vectors[1:]).verify()
    assert whole.draw().svg
    assert "the game is convex" in str(weber_set(kb.coalition(lambda s: len(s) ** 2, 3)))


def test_excesses_at_payoffs_far_beyond_the_worths():
    game = kb.coalition({"1": 4.492868022e-10, "2": 0.0, "1,2": 0.0})
    found = excess_table(game, [1, 0])
    assert found.verify()
    told = {**found.to_json(), "excesses": {"1": -1 + 1e-12, "2": 0.0}}
    assert not check(game, told)
    assert game.core_membership([1, -1]).verify()
