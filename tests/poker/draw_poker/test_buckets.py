"""Draw poker: tables counted, sampled and read; the game between buckets; refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from kibitz.core.errors import GameError
from kibitz.extensive import unfold
from kibitz.poker.betting import limit
from kibitz.poker.cards import deck
from kibitz.poker.draw_poker.bucket_tables import (
    BucketTables,
    count_tables,
    read_tables,
    sample_tables,
)
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker, buckets, even_sizes, splits_orbits, suit_orbits
from kibitz.rules.check import check

SMALL = DrawPoker(deck("2-5", 2), 2)
HALF = {"AA": "1/4", "AB": "1/4", "BA": "1/4", "BB": "1/4"}
EVEN = {key: ["1/4"] * 4 for key in HALF}


def small_buckets():
    sizes = even_sizes(len(SMALL.hands), 2)
    return buckets(SMALL.rollout_place, sizes), buckets(SMALL.position, even_sizes(28, 3))


def test_counting_agrees_with_dealing_every_hand():
    initial, final = small_buckets()
    counted = count_tables(SMALL, initial, final)
    deals, draws = np.zeros((2, 2), int), np.zeros((2, 2, 3, 3), int)
    for h, one in enumerate(SMALL.hands.tolist()):
        for g, two in enumerate(SMALL.hands.tolist()):
            if set(one) & set(two):
                continue
            deals[initial[h], initial[g]] += 1
            left = set(range(8)) - set(one) - set(two)
            for c, d in permutations(sorted(left), 2):
                place = initial[h], initial[g], final[SMALL.after[h, c]], final[SMALL.after[g, d]]
                draws[place] += 1
    assert counted.deals.tolist() == deals.tolist()
    assert counted.draws.tolist() == draws.tolist()
    assert draws.sum() == SMALL.outcomes
    assert counted.tables().asymmetry == 0


def test_samples_lie_within_a_few_standard_errors():
    initial, final = small_buckets()
    exact = count_tables(SMALL, initial, final)
    sampled = sample_tables(SMALL, initial, final, 50_000, seed=3)
    truth = exact.draws / exact.draws.sum(axis=(2, 3), keepdims=True)
    found = sampled.draws / sampled.draws.sum(axis=(2, 3), keepdims=True)
    assert (abs(found - truth) <= 5 * sampled.standard_errors + 1e-3).all()
    assert not exact.standard_errors.any()
    again = sample_tables(SMALL, initial, final, 50_000, seed=3)
    assert (again.draws == sampled.draws).all()


def test_suits_may_be_renamed():
    orbit = suit_orbits(SMALL)
    assert (SMALL.strength == SMALL.strength[orbit]).all()
    assert splits_orbits(SMALL, orbit) == 0
    assert splits_orbits(SMALL, np.arange(len(orbit))) > 0


def test_the_game_between_buckets():
    initial, final = small_buckets()
    rules = BucketedDraw(count_tables(SMALL, initial, final).tables())
    assert check(rules, games=30, compiled=False)
    tree = unfold(rules)
    assert len(tree.tree) <= 1 + 4 * (9 + 27 * 9)
    assert rules.solve().verify()
    turned = BucketedDraw(rules.tables, limit(1, [1, 2]), strongest="first")
    assert turned != rules
    assert turned.solve().verify()


def test_symmetrized_tables_of_equal_buckets_are_fair():
    tables = read_tables(HALF, {**EVEN, "AB": ["1/2", "1/2", 0, 0]})
    assert tables.asymmetry > 0
    assert tables.symmetrized().asymmetry == 0
    assert isinstance(tables.symmetrized(), BucketTables)
    assert tables.marginal() == {"A": Fraction(1, 2), "B": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: DrawPoker(deck("2-4", 2), 3), "need 8"),
        (lambda: DrawPoker(discard="lowest"), "unknown discard rule"),
        (lambda: DrawPoker(discard=lambda deck, hand: 99).thrown, "discards 99"),
        (lambda: DrawPoker(deck(), 5).hands, "exceed the limit"),
        (lambda: buckets(np.arange(10), [3, 3]), "add up to 6"),
        (lambda: buckets(np.arange(4), [4, 0]), "at least 1"),
        (
            lambda: read_tables(HALF, {**EVEN, "AB": ["1/4", "1/4", "1/4", "0.251"]}),
            "A,B.*1001/1000",
        ),
        (lambda: read_tables({**HALF, "AA": "1/2"}, EVEN), "the initial table.*5/4"),
        (lambda: read_tables(HALF, {k: EVEN[k] for k in ("AA", "AB", "BA")}), "no entry for B,B"),
        (lambda: read_tables(HALF, {**EVEN, "BA": ["1/3"] * 3}), "B,A: 3 entries"),
        (lambda: read_tables(HALF, {**EVEN, "BA": [2, -1, 0, 0]}), "negative"),
        (lambda: read_tables(HALF, {**EVEN, "XY": [1]}), "'XY' is not a pair"),
        (lambda: BucketedDraw(read_tables(HALF, EVEN), limit(1, 1)), "two rounds"),
        (lambda: BucketedDraw(read_tables(HALF, EVEN), strongest="middle"), "'first' or 'last'"),
        (lambda: sample_tables(SMALL, *small_buckets(), 0), "must be at least 1"),
    ],
)
def test_bad_input(make, said):
    with pytest.raises(GameError, match=said):
        make()


def test_normalizing_what_does_not_add_up():
    found = read_tables(HALF, {**EVEN, "AB": ["1/4", "1/4", "1/4", "0.251"]}, normalize=True)
    assert found.draws[0][1][1][1] == Fraction(251, 1001)
