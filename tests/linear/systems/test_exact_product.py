"""Exact vector-matrix products, against Python's integers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.linear.systems import exact_product as products
from kibitz.linear.systems.exact_product import exact_product, integers_of_limbs


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> Iterator[None]:
    """The loops are used however small the work is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(products, "are_compiled", lambda: True)
        yield


@settings(max_examples=60)
@given(
    st.integers(1, 40),
    st.integers(1, 40),
    st.sampled_from([1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 500]),
    st.sampled_from([0, 1, 100, 2**20, 2**31, 2**40, 2**52, 2**62]),
    st.integers(0, 2**32),
)
def test_sums_of_products(m: int, n: int, bits: int, size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    dice = random.Random(seed)
    vector = [dice.randint(-(1 << bits), 1 << bits) for _ in range(m)]
    matrix = rng.integers(-size, size + 1, (m, n))
    rows = matrix.tolist()
    expected = [sum(vector[i] * rows[i][j] for i in range(m)) for j in range(n)]
    assert exact_product(vector, matrix) == expected


@pytest.mark.parametrize("value", [2**31 - 1, 2**31, -(2**31), 2**32 - 1, -(2**32), 2**64 - 1, -1])
@pytest.mark.parametrize("entry", [-(2**9), 2**9])
def test_extreme_limbs(value: int, entry: int) -> None:
    m = 300
    assert exact_product([value] * m, np.full((m, 2), entry)) == [value * entry * m] * 2


def test_least_machine_integer() -> None:
    least = -(2**63)
    assert exact_product([3] * 20, np.full((20, 20), least)) == [60 * least] * 20


def test_matrix_of_long_integers_and_a_transposed_view() -> None:
    wide = np.array([[10**40, 1], [2, -(10**40)]], dtype=object)
    assert exact_product([1, 10], wide) == [10**40 + 20, 1 - 10**41]
    matrix = np.arange(600).reshape(20, 30)
    vector = [10**20 + j for j in range(30)]
    expected = [sum(a * b for a, b in zip(vector, row, strict=True)) for row in matrix.tolist()]
    assert exact_product(vector, matrix.T) == expected


def test_negative_carries() -> None:
    limbs = np.array([[-(2.0**52), 2.0**52], [1.0, -1.0]])
    assert integers_of_limbs(limbs, 2) == [2**16 - 2**52, 2**52 - 2**16]
