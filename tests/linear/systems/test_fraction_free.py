"""Elimination in integers agrees with FLINT, and with the definition of a solution."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from kibitz.linear.systems.fraction_free import MOST_ROWS, determinant, solve, suits

entries = st.integers(-9, 9) | st.integers(-(10**12), 10**12)


@st.composite
def systems(draw: Any) -> tuple[list[list[int]], list[int]]:
    n = draw(st.integers(1, 6))
    lines = st.lists(entries, min_size=n, max_size=n)
    return draw(st.lists(lines, min_size=n, max_size=n)), draw(lines)


@given(systems())
def test_determinants_and_solutions(system: tuple[list[list[int]], list[int]]) -> None:
    matrix, right = system
    n = len(matrix)
    found = determinant(matrix)
    assert found == int(fmpz_mat(n, n, [x for row in matrix for x in row]).det())
    if found == 0:
        with pytest.raises(ZeroDivisionError):
            solve(matrix, right)
        return
    tops, bottom = solve(matrix, right)
    assert bottom > 0
    for row, b in zip(matrix, right, strict=True):
        assert sum(a * x for a, x in zip(row, tops, strict=True)) == b * bottom


def test_a_zero_pivot_is_exchanged() -> None:
    assert solve([[0, 2], [3, 0]], [4, 6]) == ([2, 2], 1)


def test_it_suits_small_matrices_only() -> None:
    assert not suits(MOST_ROWS + 1)
