"""Floating-point games at every scale and offset, and what their certificates allow."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.random_games import matrices


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
