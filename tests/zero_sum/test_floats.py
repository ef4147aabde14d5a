"""Floating-point games at every scale and offset, and what their certificates allow."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.random_games import matrices
from kibitz.core.certificate import check
from kibitz.core.compiling.ahead import compiled_ahead


@given(
    matrices(rows=(1, 4), columns=(1, 4)),
    st.sampled_from([1e-200, 1e-9, 1.0, 1e12]),
    st.sampled_from([0.0, 1.0, -1e6, 1e12]),
)
def test_scale_and_offset_do_not_matter(matrix, scale, offset):
    game = kb.matrix([[x * scale + offset * scale for x in row] for row in matrix], exact=False)
    found = game.solve()
    assert found.verify()
    exact = kb.matrix([[Fraction(x) for x in row] for row in game.matrix.numbers()]).solve().value
    assert found.value == pytest.approx(float(exact), rel=1e-12, abs=1e-9 * scale)


def test_cancellation_in_two_by_two_games():
    assert kb.matrix([[1e12, 1e12 + 2], [1e12 + 3, 1e12]]).solve().value == pytest.approx(
        1e12 + 1.2, abs=1e-3
    )
    tiny = kb.matrix([[1e-320, 0.0, 0.0], [0.0, 2e-320, 0.0], [0.0, 0.0, 5e-320]]).solve()
    assert sum(tiny.row) == pytest.approx(1)


def test_certificates_of_floats_are_not_generous():
    game = kb.matrix([[1e12, 1e12 + 2], [1e12 + 3, 1e12]])
    solution = game.solve()
    assert "within" in solution.verify().theorem
    assert not replace(solution, value=1e12 + 100).verify()
    assert not replace(solution, row=(1.0, 0.0)).verify()
    large = kb.matrix([[1e12, 0.0], [0.0, 1e12]]).solve()
    assert not replace(large, value=large.value + 1e5).verify()


def test_strategies_of_the_wrong_length_are_rejected():
    solution = kb.matrix("-2 3; 3 -4").solve()
    assert not replace(solution, row=(*solution.row, Fraction(0))).verify()
    assert not replace(solution, row=()).verify()


def test_constant_sums_are_judged_by_scale():
    noisy = kb.bimatrix([[1e6, 0.0], [0.0, 1e6]], [[0.0, 1e6 + 1e-10], [1e6, 0.0]])
    assert noisy.constant_sum() == pytest.approx(1e6)
    tiny = kb.bimatrix([[3e-13, 0.0], [4e-13, 1e-13]], [[3e-13, 4e-13], [0.0, 1e-13]])
    assert tiny.constant_sum() is None


SIZES = st.sampled_from([1e-100, 1e-12, 1e-6, 1.0, 1e6, 1e15, 1e30, 1e100])


@given(matrices(rows=(1, 4), columns=(1, 4)), st.lists(SIZES, min_size=16, max_size=16))
def test_small_payoffs_beside_large_ones_are_not_lost(matrix, sizes):
    rows = [[x * sizes[4 * i + j] for j, x in enumerate(row)] for i, row in enumerate(matrix)]
    found = kb.matrix(rows).solve()
    exact = kb.matrix(rows, exact=True).solve().value
    assert found.value == pytest.approx(float(exact), rel=1e-9, abs=0)
    assert found.verify()
    assert str(found.explain())


def test_large_games_of_mixed_sizes_are_solved_in_exact_numbers():
    luck = Random(2)
    sizes = (1e-12, 1.0, 1e15)
    rows = [[luck.uniform(-1, 1) * luck.choice(sizes) for _ in range(10)] for _ in range(10)]
    found, exact = kb.matrix(rows).solve(), kb.matrix(rows, exact=True).solve()
    assert found.value == pytest.approx(float(exact.value), rel=1e-9, abs=0)
    assert found.verify()


@pytest.mark.parametrize("size", [1e-12, 1.0, 1e30])
def test_a_fair_game_is_fair_in_floats(size):
    luck = Random(3)
    rows = [[luck.uniform(-1, 1) for _ in range(5)] for _ in range(5)]
    skew = [[size * (rows[i][j] - rows[j][i]) for j in range(5)] for i in range(5)]
    found = kb.matrix(skew).solve()
    assert found.fair
    assert found.verify()
    assert kb.matrix(skew).solve("simplex").verify()


def test_a_small_value_beside_a_large_payoff_favors_a_player():
    found = kb.matrix([[1e30, 0.0], [0.0, 1.0]]).solve()
    assert found.value == pytest.approx(1)
    assert (found.favors, found.fair) == ("I", False)
    assert found.verify()
    claim = found.to_json()
    assert not check(found.game, {**claim, "favors": "II"})
    assert not check(found.game, {**claim, "fair": True})


def test_what_the_other_gets_is_rounded_at_its_own_size():
    game = kb.bimatrix([[4.5e-13]], [[2.25e30]])
    assert game.solve().verify()


@pytest.mark.parametrize("shape", [(5, 5), (8, 8), (8, 20), (20, 8), (30, 10)])
def test_strategies_are_the_same_whenever_they_are_read(shape):
    payoffs = np.random.default_rng(3).integers(-100, 101, shape)
    with compiled_ahead():
        found = kb.matrix(payoffs.astype(float)).solve()
    twins = copy.copy(found), pickle.loads(pickle.dumps(found)), replace(found)
    assert tuple(map(len, found.strategies)) == shape
    assert all(type(weights) is tuple for weights in found.strategies)
    assert {type(weight) for weight in (found.value, *found.row, *found.column)} == {float}
    exact = kb.matrix(payoffs).solve()
    assert found.value == pytest.approx(float(exact.value), rel=1e-12)
    assert found.row == pytest.approx([float(p) for p in exact.row], abs=1e-12)
    assert found.column == pytest.approx([float(q) for q in exact.column], abs=1e-12)
    for twin in twins:
        assert (twin, twin.method) == (found, found.method)
        assert str(twin.explain()) == str(found.explain())
        assert twin.verify()
    with pytest.raises(AttributeError):
        _ = found.rows
