"""Chance: expectiminimax by definition, and pruning that changes nothing."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import GameError
from kibitz.rules.trees.build import game_tree
from kibitz.search.alpha_beta.expectiminimax import expectiminimax
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.alpha_beta.star import star1, star2


def random_tree(random: Random, depth: int) -> dict[str, object]:
    if depth == 0 or random.random() < 0.1:
        return {"value": random.randint(-5, 5)}
    children = [random_tree(random, depth - 1) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        weights = [random.randint(1, 4) for _ in children]
        for child, weight in zip(children, weights, strict=True):
            child["p"] = Fraction(weight, sum(weights))
        return {"player": "chance", "children": children}
    return {"player": random.choice(["max", "min"]), "children": children}


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_pruning_changes_nothing(seed):
    tree = game_tree(random_tree(Random(seed), 5))
    truth = expectiminimax(tree)
    assert truth.value == plain_value(tree.position(), 100_000)
    for search in (star1, star2):
        found = search(tree, bounds=(-5, 5))
        assert found.value == truth.value
    assert star1(tree, bounds=(-5, 5)).counts["leaves"] <= truth.counts["leaves"]


def test_only_affine_changes_keep_the_move():
    def coin(a, b):
        return {"player": "chance", "children": [{"p": 0.9, "value": a}, {"p": 0.1, "value": b}]}

    def moved(values):
        first, second = values[:2], values[2:]
        return expectiminimax(
            game_tree({"player": "max", "children": [coin(*first), coin(*second)]})
        ).move

    assert moved([2, 3, 1, 4]) == 0
    assert moved([20, 30, 1, 400]) == 1
    assert moved([25, 35, 15, 45]) == 0


def test_bounds_are_needed_and_checked():
    for unknown in ("chance(1/2: 7, 1/2: x)", "chance(1/2: 3, 1/2: x, 0: 7)", "chance(1: x)"):
        with pytest.raises(GameError, match="give bounds"):
            star1(unknown)
    with pytest.raises(GameError, match="outside the bounds"):
        star2("chance(1: 7)", bounds=(-1, 1))
    pruned = "max(chance(1/2: 2, 1/2: 2), chance(1/2: -2, 1/2: 100))"
    for search in (star1, star2):
        with pytest.raises(GameError, match="a leaf is worth 100, outside the bounds -2 to 2"):
            search(pruned, bounds=(-2, 2))
        assert search("max(chance(1/2: 0, 1/2: 0), 0)").value == 0
