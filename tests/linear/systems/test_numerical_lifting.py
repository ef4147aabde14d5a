"""Exact solutions from approximate inverses, against FLINT's elimination and by substitution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kibitz.linear.systems import numerical_lifting
from kibitz.linear.systems.dixon import solve_pair
from kibitz.linear.systems.numerical_lifting import lift_pair

Array = np.ndarray[Any, np.dtype[Any]]


def lifted(matrix: Array, right: list[int], left: list[int]) -> Any:
    bits = float(np.linalg.slogdet(matrix)[1]) / np.log(2.0)
    floats = matrix.astype(np.float64)
    return lift_pair(floats, np.linalg.inv(floats), right, left, bits)


def small_solutions(rng: np.random.Generator, k: int, size: int) -> tuple[Array, list[int]]:
    """A well-conditioned matrix and a right-hand side that is no larger than its diagonal."""
    matrix = rng.integers(-size, size + 1, (k, k)) + 2 * k * size * np.eye(k, dtype=np.int64)
    return matrix, rng.integers(-size, size + 1, k).tolist()


@settings(max_examples=60, deadline=None)
@example(20, 7, 58220066)  # three weighted sums lack the same factor of the denominator
@given(st.integers(1, 30), st.sampled_from([1, 7, 100, 10**5]), st.integers(0, 2**32))
def test_agrees_with_exact_elimination(k: int, size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix, right = small_solutions(rng, k, size)
    left = rng.integers(-size, size + 1, k).tolist()
    found = lifted(matrix, right, left)
    assert found is not None
    assert found == solve_pair(matrix, right, left)


@pytest.mark.parametrize("k", [15, 60, 131, 260])
def test_many_digits_by_substitution(k: int) -> None:
    rng = np.random.default_rng(k)
    matrix, right = small_solutions(rng, k, 9)
    x, x_bottom, y, y_bottom = lifted(matrix, right, right)
    body = matrix.astype(object)
    assert (body @ np.array(x, dtype=object)).tolist() == [x_bottom * b for b in right]
    assert (np.array(y, dtype=object) @ body).tolist() == [y_bottom * b for b in right]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.floats(1e-12, 1.0), st.integers(0, 2**32))
def test_a_rough_inverse_gives_the_truth_or_nothing(k: int, error: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-9, 10, (k, k))
    assume(abs(np.linalg.det(matrix)) > 0.5)
    inverse = np.linalg.inv(matrix) * (1 + error * rng.standard_normal((k, k)))
    right = rng.integers(-1, 2, k).tolist()
    bits = float(np.linalg.slogdet(matrix)[1]) / np.log(2.0)
    found = lift_pair(matrix.astype(float), inverse, right, right, max(bits, 0.0))
    assert found is None or found == solve_pair(matrix, right, right)


def test_a_rough_inverse_is_good_for_short_digits() -> None:
    rng = np.random.default_rng(4)
    matrix, right = small_solutions(rng, 30, 50)
    floats = matrix.astype(float)
    inverse = np.linalg.inv(floats) * (1 + 1e-8 * rng.standard_normal((30, 30)))
    bits = float(np.linalg.slogdet(floats)[1]) / np.log(2.0)
    assert numerical_lifting._lifted(floats, inverse, right, right, bits, 2) is None
    assert lift_pair(floats, inverse, right, right, bits) == solve_pair(matrix, right, right)


def test_too_few_bits_give_nothing() -> None:
    rng = np.random.default_rng(3)
    matrix, right = small_solutions(rng, 40, 50)
    floats = matrix.astype(float)
    assert lift_pair(floats, np.linalg.inv(floats), right, right, 20.0) is None


def test_factors_that_the_weighted_sum_lacks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first weight is even, so that a half is lost in the first sum, but not in the second."""
    monkeypatch.setattr(numerical_lifting, "SMOOTH", 1)
    assert lifted(np.diag([2, 1]), [1, 1], [0, 1]) == ([1, 2], 2, [0, 1], 1)


@pytest.mark.parametrize("size", [2**37, 2**50])
def test_large_entries_are_left_to_others(size: int) -> None:
    assert lifted(np.diag([size, size + 1]), [1, 1], [1, 1]) is None
