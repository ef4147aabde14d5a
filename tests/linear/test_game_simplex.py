"""The simplex method for matrix games, against HiGHS and against the minimax theorem."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from kibitz.core.errors import GameError
from kibitz.linear import game_simplex
from kibitz.linear.game_simplex import GameBasis, game_basis
from kibitz.linear.systems.dixon import solve_pair

Array = np.ndarray[Any, np.dtype[Any]]
Family = Callable[[np.random.Generator, int, int], Array]


def skew_symmetric(rng: np.random.Generator, m: int, n: int) -> Array:
    square = rng.integers(-3, 4, (max(m, n), max(m, n)))
    return square - square.T


def duplicates(rng: np.random.Generator, m: int, n: int) -> Array:
    few = rng.integers(-5, 6, (m, n))
    return few[rng.integers(0, (m + 1) // 2, m)][:, rng.integers(0, (n + 1) // 2, n)]


def low_rank(rng: np.random.Generator, m: int, n: int) -> Array:
    return rng.integers(-3, 4, (m, 2)) @ rng.integers(-3, 4, (2, n))


def mixed_scales(rng: np.random.Generator, m: int, n: int) -> Array:
    return rng.integers(-100, 101, (m, n)) * 10 ** rng.integers(0, 5, (m, n))


FAMILIES: dict[str, Family] = {
    "uniform": lambda rng, m, n: rng.integers(-100, 101, (m, n)),
    "signs": lambda rng, m, n: rng.integers(-1, 2, (m, n)),
    "zero-one": lambda rng, m, n: rng.integers(0, 2, (m, n)),
    "sparse": lambda rng, m, n: (rng.random((m, n)) < 0.15).astype(np.int64),
    "constant": lambda rng, m, n: np.full((m, n), int(rng.integers(-9, 10))),
    "far from zero": lambda rng, m, n: 10**9 + rng.integers(-50, 51, (m, n)),
    "distance": lambda rng, m, n: abs(np.arange(m)[:, None] - np.arange(n)),
    "skew-symmetric": skew_symmetric,
    "duplicates": duplicates,
    "low rank": low_rank,
    "mixed scales": mixed_scales,
}
SHAPES = [(1, 1), (1, 9), (9, 1), (2, 2), (3, 7), (8, 8), (25, 4), (4, 30), (30, 30)]
LARGE = pytest.param((60, 45), marks=pytest.mark.slow)


def check_guarantees(matrix: Array, basis: GameBasis) -> None:
    """Both players' strategies guarantee the value, which proves all three."""
    spread = max(float(matrix.max()) - float(matrix.min()), np.finfo(float).tiny)
    rounding = 1e-9 * spread + 1e-14 * float(abs(matrix).max())
    for strategy in (basis.row_strategy, basis.column_strategy):
        assert strategy.min() >= 0.0
        assert strategy.sum() == pytest.approx(1.0, abs=1e-12)
    assert (basis.row_strategy @ matrix).min() >= basis.value - rounding
    assert (matrix @ basis.column_strategy).max() <= basis.value + rounding


def check_exactly(matrix: Array, basis: GameBasis) -> None:
    """The basis of an integer game yields an optimal pair of strategies in exact arithmetic."""
    k = len(basis.rows)
    assert len(basis.columns) == k
    for labels in (basis.rows.tolist(), basis.columns.tolist()):
        assert labels == sorted(set(labels))
    kernel = np.zeros((k + 1, k + 1), dtype=np.int64)
    kernel[:k, :k] = matrix[np.ix_(basis.rows, basis.columns)]
    kernel[:k, k] = -1
    kernel[k, :k] = 1
    border = [0] * k + [1]
    q, q_total, p, p_total = solve_pair(kernel, border, [-b for b in border])
    assert min(p[:k]) >= 0
    assert min(q[:k]) >= 0
    row_payoffs = matrix[:, basis.columns].astype(object) @ np.array(q[:k], dtype=object)
    column_payoffs = np.array(p[:k], dtype=object) @ matrix[basis.rows].astype(object)
    assert max(row_payoffs) * p_total == min(column_payoffs) * q_total


def value_by_highs(matrix: Array) -> float:
    m, n = matrix.shape
    answer = linprog(
        np.r_[np.zeros(m), -1.0],
        A_ub=np.c_[-matrix.T, np.ones(n)],
        b_ub=np.zeros(n),
        A_eq=np.r_[np.ones(m), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
        method="highs",
    )
    return -float(answer.fun)


@pytest.mark.parametrize("shape", [*SHAPES, LARGE], ids=str)
@pytest.mark.parametrize("family", FAMILIES)
def test_families(family: str, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(sum(shape))
    for _ in range(4):
        matrix = FAMILIES[family](rng, *shape)
        basis = game_basis(matrix.astype(np.float64))
        assert basis.status == "optimal"
        check_guarantees(matrix.astype(np.float64), basis)
        check_exactly(matrix, basis)


@pytest.mark.parametrize("shape", [(7, 7), (40, 12), (12, 40), (70, 70)], ids=str)
@pytest.mark.parametrize("family", ["uniform", "signs", "zero-one", "duplicates"])
def test_value_of_highs(family: str, shape: tuple[int, int]) -> None:
    matrix = FAMILIES[family](np.random.default_rng(3), *shape).astype(np.float64)
    assert game_basis(matrix).value == pytest.approx(value_by_highs(matrix), abs=1e-6)


@settings(max_examples=150)
@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=1, max_size=6
        )
    )
)
def test_small_integer_games(rows: list[list[int]]) -> None:
    matrix = np.array(rows)
    basis = game_basis(matrix.astype(np.float64))
    assert basis.status == "optimal"
    check_exactly(matrix, basis)


def test_two_hundred_and_fifty_strategies() -> None:
    rng = np.random.default_rng(9)
    for family in ("uniform", "signs", "zero-one"):
        matrix = FAMILIES[family](rng, 250, 250)
        basis = game_basis(matrix.astype(np.float64))
        assert basis.gap < 1e-12
        check_exactly(matrix, basis)


@pytest.mark.parametrize(("soldiers", "battlefields"), [(5, 3), (12, 3), (8, 4)])
def test_blotto_is_fair(soldiers: int, battlefields: int) -> None:
    orders = product(range(soldiers + 1), repeat=battlefields)
    posts = np.array([order for order in orders if sum(order) == soldiers])
    matrix = np.sign(posts[:, None] - posts[None]).sum(axis=2)
    basis = game_basis(matrix.astype(np.float64))
    assert basis.value == pytest.approx(0.0, abs=1e-12)
    check_exactly(matrix, basis)


@given(
    st.sampled_from([1e-300, 1e-30, 1e-9, 1.0, 1e12, 1e300]),
    st.sampled_from([0.0, 1.0, 1e3]),
    st.integers(0, 2**32),
)
def test_location_and_scale(scale: float, location: float, seed: int) -> None:
    matrix = np.random.default_rng(seed).integers(-20, 21, (5, 6)).astype(np.float64)
    plain = game_basis(matrix)
    moved = game_basis((matrix + location) * scale)
    assert moved.value / scale - location == pytest.approx(plain.value, abs=1e-9)
    check_guarantees((matrix + location) * scale, moved)


@pytest.mark.parametrize("largest", [1.7e308, 1.0, 1e-307])
def test_matching_pennies_at_the_ends_of_the_range(largest: float) -> None:
    basis = game_basis(np.array([[largest, -largest], [-largest, largest]]))
    assert basis.value == pytest.approx(0.0, abs=1e-15 * largest)
    for strategy in (basis.row_strategy, basis.column_strategy):
        assert strategy == pytest.approx([0.5, 0.5], abs=1e-15)


def test_saddle_point_needs_no_mixture() -> None:
    basis = game_basis(np.array([[4.0, 1.0, -3.0], [3.0, 2.0, 5.0], [0.0, 1.0, 6.0]]))
    assert basis.value == 2.0
    assert basis.row_strategy.tolist() == basis.column_strategy.tolist() == [0.0, 1.0, 0.0]


def ill_conditioned(rng: np.random.Generator, diagonal: float) -> Array:
    """A large diagonal on small noise forces pivots that lose digits one after the other."""
    m, n = rng.integers(2, 40, 2)
    return np.eye(m, n) * diagonal + rng.integers(0, 3, (m, n))


@pytest.mark.parametrize("diagonal", [1e5, 1e6, 1e8])
def test_ill_conditioned_games(diagonal: float) -> None:
    rng = np.random.default_rng(7)
    for _ in range(100):
        matrix = ill_conditioned(rng, diagonal)
        basis = game_basis(matrix)
        assert basis.status == "optimal"
        assert basis.gap <= 1e-13
        check_guarantees(matrix, basis)


def test_refinement_alone_sharpens_the_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the gaps of these games reach 1e-8."""
    monkeypatch.setattr(game_simplex, "RESTARTS", 0)
    rng = np.random.default_rng(7)
    assert max(game_basis(ill_conditioned(rng, 1e5)).gap for _ in range(100)) < 2e-14


def test_the_gap_is_that_of_the_strategies() -> None:
    rng = np.random.default_rng(8)
    for diagonal in (1e4, 1e8, 1e10, 1e12):
        for _ in range(30):
            matrix = ill_conditioned(rng, diagonal)
            basis = game_basis(matrix)
            upper = float((matrix @ basis.column_strategy).max())
            lower = float((basis.row_strategy @ matrix).min())
            spread = float(matrix.max() - matrix.min())
            assert basis.gap == pytest.approx((upper - lower) / spread, abs=1e-14)
            assert basis.value == pytest.approx((upper + lower) / 2, abs=1e-14 * spread)


def test_a_wide_gap_is_not_called_optimal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without restarts some of these games end on a wrong basis, and the status says so."""
    monkeypatch.setattr(game_simplex, "RESTARTS", 0)
    rng = np.random.default_rng(7)
    statuses = set()
    for _ in range(300):
        matrix = ill_conditioned(rng, 1e8)
        basis = game_basis(matrix)
        statuses.add(basis.status)
        assert (basis.status == "optimal") == (basis.gap <= 1e-9)
    assert statuses == {"optimal", "numerical breakdown"}


def test_layout_and_type_of_the_array_do_not_matter() -> None:
    matrix = np.random.default_rng(2).integers(-9, 10, (6, 5))
    value = game_basis(matrix.astype(np.float64)).value
    assert game_basis(matrix).value == value
    assert game_basis(np.asfortranarray(matrix, dtype=np.float64)).value == value


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("shape", [(3, 3), (9, 2)])
def test_payoffs_must_be_finite(bad: float, shape: tuple[int, int]) -> None:
    matrix = np.ones(shape)
    matrix[2, 1] = bad
    with pytest.raises(GameError, match=r"row 3, column 2 .*" + str(bad)):
        game_basis(matrix)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (3,), (2, 2, 2)])
def test_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match="rows and columns"):
        game_basis(np.zeros(shape))
