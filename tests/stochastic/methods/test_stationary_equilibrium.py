"""Stationary equilibria: edge sizes, ties, and regrets of other strategies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kibitz.core.verbs import explain
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.methods.stationary_equilibrium import stationary_equilibrium


@pytest.mark.parametrize(
    ("cells", "payoffs"),
    [
        ([[(3, -2)]], (3, -2)),  # one choice each
        ([[(1, 1), (1, 1)], [(1, 1), (1, 1)]], (1, 1)),  # all the same
        ([[(0, 0), (5, 1)]], (5, 1)),  # only the second player chooses
        ([[(6, 6), (2, 7)], [(7, 2), (0, 0)]], (14 / 3, 14 / 3)),  # chicken, the mixed one
        ([[(1, 1), (0, 2)], [(2, 0), (0, 0)]], None),  # ties
    ],
)
def test_one_stage_is_a_bimatrix_game(cells: Any, payoffs: Any) -> None:
    found = stationary_equilibrium(stochastic_game({"G": cells}))
    assert max(found.regrets()) <= 1e-6
    assert found.verify()
    a, b = (np.array([[c[i] for c in row] for row in cells], float) for i in (0, 1))
    row, column = (np.array(x) for x in found.strategies["G"])
    assert row @ a @ column >= (a @ column).max() - 1e-6
    assert row @ b @ column >= (row @ b).max() - 1e-6
    if payoffs is not None:
        assert found.payoffs["G"] == pytest.approx(payoffs, abs=1e-6)


def test_regrets_of_a_strategy_that_is_not_best() -> None:
    game = stochastic_game(
        {"G": [[{"pay": [3, 3], "go": "G"}, {"pay": [0, 4], "go": "G"}],
               [{"pay": [4, 0], "go": "G"}, {"pay": [1, 1], "go": "G"}]]},
        discount="1/2",
    )  # fmt: skip
    found = stationary_equilibrium(game)
    kind = replace(
        found, value_array=np.array([[6.0, 6.0]]), row_list=[(1.0, 0.0)], column_list=[(1.0, 0.0)]
    )
    assert kind.regrets() == pytest.approx((2.0, 2.0))  # 4 at every stage instead of 3
    assert not kind.verify()


def test_a_zero_sum_game_has_its_value() -> None:
    game = stochastic_game("G: 1 + G/2, 0; 0, 2")
    found = stationary_equilibrium(game)
    value = 8**0.5 - 2
    assert found.payoffs["G"] == pytest.approx((value, -value))
    assert max(found.regrets()) <= 1e-6


def test_the_path_starts_with_even_mixtures() -> None:
    game = stochastic_game({"G": [[(4, 0), (0, 2)], [(0, 2), (2, 0)]]})
    found = stationary_equilibrium(game)
    assert found.path[0] == (0.0, pytest.approx(1.5))  # the mean of 4, 0, 0 and 2
    first = str(explain(game, "equilibrium")).split("1. From even mixtures")[1]
    listed = [line.split() for line in first.splitlines() if line.strip()]
    assert ["0", "1.5"] in listed
