"""Random games against other packages, degenerate ones included."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import kibitz as kb
from kibitz.zero_sum import sure_fire

pytestmark = pytest.mark.peer


def random_matrices(count, least=1, most=8):
    rng = np.random.default_rng(2024)
    for k in range(count):
        m, n = rng.integers(least, most + 1, 2)
        yield rng.integers(-3, 4, (m, n)) if k % 2 else rng.integers(-50, 51, (m, n))


def test_gambit_finds_the_same_value():
    gambit = pytest.importorskip("pygambit")
    for array in random_matrices(60):
        game = gambit.Game.from_arrays(array, -array)
        profile = gambit.nash.lp_solve(game, rational=True).equilibria[0]
        payoff = profile.payoff(next(iter(game.players)))
        assert kb.matrix(array).solve().value == Fraction(str(payoff))


def test_quantecon_finds_the_same_value():
    optimize = pytest.importorskip("quantecon.optimize")
    for array in random_matrices(60, most=30):
        value, _, _ = optimize.minmax(array.astype(float))
        assert kb.matrix(array, exact=False).solve().value == pytest.approx(value, abs=1e-8)
        assert float(kb.matrix(array).solve().value) == pytest.approx(value, abs=1e-8)


@pytest.mark.filterwarnings("ignore")
def test_nashpy_equilibria_are_optimal():
    nash = pytest.importorskip("nashpy")
    for array in random_matrices(25, least=2, most=4):
        game = kb.matrix(array, exact=False)
        solution = game.solve()
        for p, q in nash.Game(array).vertex_enumeration():
            test = sure_fire(game, p.tolist(), q.tolist())
            assert test.payoff == pytest.approx(solution.value, abs=1e-7)
            assert abs(test.gap) < 1e-7
