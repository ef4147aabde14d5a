"""Whether optimal strategies are the only ones, as the list of all of them says."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.zero_sum.strategies.optimal_strategies import optimal_strategies
from kibitz.zero_sum.strategies.uniqueness import is_only_optimal


@pytest.mark.parametrize("seed", range(30))
def test_it_agrees_with_the_list_of_all_optimal_strategies(seed):
    rng = np.random.default_rng(seed)
    game = kb.matrix(rng.integers(-1, 2, (rng.integers(1, 4), rng.integers(1, 5))).tolist())
    found, every = game.solve(), optimal_strategies(game)
    assert is_only_optimal(game, 0, found.row) == (len(every.row_extreme) == 1)
    assert is_only_optimal(game, 1, found.column) == (len(every.column_extreme) == 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["matrix", "1 0 1; 0 1 0"], "not the only optimal strategy of II; see --all"),
        (["kuhn-poker"], "not the only optimal strategy of I; see --all"),
        (["matrix", "-2 3; 3 -4"], ""),
    ],
)
def test_the_command_says_so(words, told):
    found = CliRunner().invoke(app, ["solve", *words]).stdout
    assert (told in found) if told else ("not the only" not in found)
