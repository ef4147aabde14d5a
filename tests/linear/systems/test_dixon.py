"""Exact linear systems, against elimination in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.linear.systems import dixon
from kibitz.linear.systems.dixon import solve_pair

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> Iterator[None]:
    """The loops are used however small the work is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dixon, "are_compiled", lambda: True)
        yield


def eliminate(matrix: list[list[int]], right: list[int]) -> list[Fraction] | None:
    """Gauss-Jordan elimination in fractions; None if singular."""
    k = len(matrix)
    body = [
        [Fraction(e) for e in row] + [Fraction(b)] for row, b in zip(matrix, right, strict=True)
    ]
    for c in range(k):
        pivot = next((r for r in range(c, k) if body[r][c]), None)
        if pivot is None:
            return None
        body[c], body[pivot] = body[pivot], body[c]
        body[c] = [e / body[c][c] for e in body[c]]
        for r in range(k):
            if r != c and body[r][c]:
                factor = body[r][c]
                body[r] = [e - factor * f for e, f in zip(body[r], body[c], strict=True)]
    return [row[k] for row in body]


def check_against_elimination(matrix: Array, right: list[int], left: list[int]) -> None:
    x = eliminate(matrix.tolist(), right)
    y = eliminate(matrix.T.tolist(), left)
    if x is None or y is None:
        with pytest.raises(ZeroDivisionError):
            solve_pair(matrix, right, left)
        return
    x_numerators, x_denominator, y_numerators, y_denominator = solve_pair(matrix, right, left)
    assert [Fraction(e, x_denominator) for e in x_numerators] == x
    assert [Fraction(e, y_denominator) for e in y_numerators] == y
    assert x_denominator > 0
    assert y_denominator > 0
    assert gcd(x_denominator, *x_numerators) == 1
    assert gcd(y_denominator, *y_numerators) == 1


def check_by_substitution(matrix: Array, right: list[int], left: list[int]) -> None:
    x, x_denominator, y, y_denominator = solve_pair(matrix, right, left)
    body = matrix.astype(object)
    assert (body @ np.array(x, dtype=object)).tolist() == [x_denominator * b for b in right]
    assert (np.array(y, dtype=object) @ body).tolist() == [y_denominator * b for b in left]
    assert gcd(x_denominator, *x) == 1
    assert gcd(y_denominator, *y) == 1


def random_sides(rng: np.random.Generator, k: int, size: int) -> tuple[list[int], list[int]]:
    return rng.integers(-size, size + 1, k).tolist(), rng.integers(-size, size + 1, k).tolist()


@st.composite
def small_systems(draw: st.DrawFn) -> tuple[Array, list[int], list[int]]:
    k = draw(st.integers(1, 5))
    size = draw(st.sampled_from([1, 3, 100, 2**62, 10**30]))
    entries = st.integers(-size, size)
    rows = draw(st.lists(st.lists(entries, min_size=k, max_size=k), min_size=k, max_size=k))
    sides = st.lists(st.integers(-(10**25), 10**25), min_size=k, max_size=k)
    return np.array(rows, dtype=object if size > 2**62 else np.int64), draw(sides), draw(sides)


@given(small_systems())
def test_small_systems(system: tuple[Array, list[int], list[int]]) -> None:
    check_against_elimination(*system)


@settings(max_examples=40)
@given(
    st.integers(dixon.SMALL + 1, dixon.SMALL + 4),
    st.sampled_from([1, 2, 100, 10**6, 2**33, 2**40]),
    st.sampled_from([0, 1, 10**4, 2**50]),
    st.integers(0, 2**32),
)
def test_lifted_systems(k: int, size: int, side: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-size, size + 1, (k, k))
    check_against_elimination(matrix, *random_sides(rng, k, side))


@settings(max_examples=30)
@given(st.integers(2, 40), st.integers(0, 2**32))
def test_singular_matrices_are_refused(k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-3, 4, (k, k - 1)) @ rng.integers(-3, 4, (k - 1, k))
    with pytest.raises(ZeroDivisionError):
        solve_pair(matrix, *random_sides(rng, k, 5))


@pytest.mark.parametrize("k", [47, 48, 49, 97, 130])
@pytest.mark.parametrize("size", [1, 100, 10**7])
def test_panels_of_the_modular_inverse(k: int, size: int) -> None:
    rng = np.random.default_rng(k)
    check_by_substitution(rng.integers(-size, size + 1, (k, k)), *random_sides(rng, k, 3))


def test_kernel_of_a_game() -> None:
    rng = np.random.default_rng(5)
    k = 80
    matrix = np.zeros((k + 1, k + 1), dtype=np.int64)
    matrix[:k, :k] = rng.integers(0, 2, (k, k))
    matrix[:k, k] = -1
    matrix[k, :k] = 1
    border = [0] * k + [1]
    check_by_substitution(matrix, border, [-b for b in border])


def test_integer_solution_of_a_unimodular_system() -> None:
    rng = np.random.default_rng(6)
    k = 60
    matrix = np.tril(rng.integers(-1, 2, (k, k)), -1) + np.eye(k, dtype=np.int64)
    x, x_denominator, _, y_denominator = solve_pair(matrix, [1] * k, [1] * k)
    assert (x_denominator, y_denominator) == (1, 1)
    assert (matrix.astype(object) @ np.array(x, dtype=object)).tolist() == [1] * k


def test_solution_far_below_the_bound() -> None:
    """Few digits suffice here, and the two denominators differ."""
    k = 100
    matrix = np.eye(k, dtype=np.int64) * 1000
    matrix[0, 0] = 7
    x, x_denominator, y, y_denominator = solve_pair(
        matrix, [1] + [0] * (k - 1), [0] * (k - 1) + [1]
    )
    assert (x[0], x_denominator) == (1, 7)
    assert (y[-1], y_denominator) == (1, 1000)


@pytest.mark.parametrize("primes", [[1009], [1009, 997], [1009, 997, 991]])
def test_determinant_divisible_by_the_primes_tried(
    monkeypatch: pytest.MonkeyPatch, primes: list[int]
) -> None:
    monkeypatch.setattr(dixon, "_largest_prime", lambda k, largest, bits: 1010)
    rng = np.random.default_rng(8)
    k = 20
    lower = np.tril(rng.integers(-1, 2, (k, k)), -1) + np.eye(k, dtype=np.int64)
    lower[3] *= int(np.prod(primes))
    matrix = lower[rng.permutation(k)]
    check_against_elimination(matrix, *random_sides(rng, k, 9))


@given(st.integers(15, 5000), st.integers(1, 2**60), st.floats(100.0, 1e6))
def test_sums_of_products_stay_exact(k: int, largest: int, bits: float) -> None:
    """The bound on the prime keeps every sum that the lifting forms below 2**53."""
    if largest * k * dixon.LEAST_PRIME >= dixon.EXACT:
        return
    p = dixon._largest_prime(k, largest, bits)
    digit = p // 2 + 1
    count = int(bits / np.log2(p)) + 3
    assert p > 900
    assert (k + 1) * digit**2 + p < 2**53
    assert (count + 1) * digit**2 < 2**53
    assert k * largest * digit + 2**51 < 2**53
    assert count * digit * 2**16 < 2**53
    assert k * digit * 1009 < 2**53


def test_before_they_are_compiled_flint_eliminates(monkeypatch: pytest.MonkeyPatch) -> None:
    lifted: list[int] = []
    monkeypatch.setattr(dixon, "are_compiled", lambda: False)
    monkeypatch.setattr(dixon, "_SPENT", [0.0])
    monkeypatch.setattr(dixon, "_lifted_pair", lambda m, *_: lifted.append(len(m)))
    matrix = np.random.default_rng(5).integers(-9, 10, (60, 60))
    found = solve_pair(matrix, [1] * 60, [1] * 60)
    assert not lifted
    dixon._SPENT[0] += dixon.WORTHWHILE + 1
    assert solve_pair(matrix, [1] * 60, [1] * 60) == found
    assert lifted == [60]
