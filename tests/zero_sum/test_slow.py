"""Long checks: every small game there is, and large degenerate ones."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import kibitz as kb
from helpers.brute_force import brute_force
from kibitz.zero_sum import optimal_strategies

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("first", list(product((-1, 0, 1), repeat=3)), ids=str)
def test_every_3x3_game_of_minus_one_zero_and_one(first):
    for second in product((-1, 0, 1), repeat=3):
        for third in product((-1, 0, 1), repeat=3):
            matrix = [list(first), list(second), list(third)]
            value, rows, columns = brute_force(matrix)
            game = kb.matrix(matrix)
            solution = game.solve()
            assert solution.value == value
            assert solution.verify()
            everything = optimal_strategies(game)
            assert set(everything.row_extreme) == rows
            assert set(everything.column_extreme) == columns


@pytest.mark.parametrize("seed", range(12))
def test_all_optima_of_degenerate_12x12_games(seed):
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, 2, (12, 12)) if seed % 2 else rng.integers(-1, 2, (12, 12))
    found = optimal_strategies(kb.matrix(matrix))
    assert found.verify()


@pytest.mark.parametrize("high", [1, 3, 1000, 10**15])
def test_large_games_are_certified(high):
    rng = np.random.default_rng(high)
    for shape in ((150, 150), (60, 300), (300, 60)):
        solution = kb.matrix(rng.integers(-high, high + 1, shape)).solve()
        assert solution.exact
        assert solution.verify()
