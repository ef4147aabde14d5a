"""The best search against a known hider, by brute force over all search trees."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

import kibitz as kb
from kibitz.core.errors import GameError


def cheapest(weights: list[Fraction]) -> Fraction:
    """An optimal binary search tree, by its recursion."""

    @cache
    def best(low: int, high: int) -> Fraction:
        if low >= high:
            return Fraction(0)
        whole = sum(weights[low:high], Fraction(0))
        return whole + min(best(low, k) + best(k + 1, high) for k in range(low, high))

    return best(0, len(weights))


def test_dresher_is_an_optimal_search_tree() -> None:
    chance = random.Random(1)
    for n in (2, 4, 6):
        parts = [chance.randint(0, 5) for _ in range(n - 1)] + [1]
        weights = [Fraction(p, sum(parts)) for p in parts]
        game = kb.game("dresher", n)
        found = game.best_search(weights)
        assert found.cost == cheapest(weights)
        assert found.verify().holds
        assert type(found).from_json(game, found.to_json()) == found


def test_it_is_the_value_against_an_optimal_hider() -> None:
    game = kb.game("battleship 3 2 2")
    solved = game.solve()
    assert game.best_search(solved.hider).cost == solved.value


def test_floats_are_refused() -> None:
    with pytest.raises(GameError, match="fractions"):
        kb.game("dresher 2").best_search([0.5, 0.5])
