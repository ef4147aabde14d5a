"""Kernels of large games: lifted from floats, and checked by floats where these suffice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.linear.game_simplex import game_basis_inverse
from kibitz.linear.systems.exact_product import exact_product
from kibitz.zero_sum.methods.kernel import LARGE, Kernel, lift_kernel, solve_kernel
from kibitz.zero_sum.methods.kernels import DIAGONAL, SADDLE, SKEW, SUMS, TRIANGULAR, structure


def games(rng: np.random.Generator, kind: str) -> np.ndarray:
    m, n = (int(x) for x in rng.integers(8, 45, 2))
    if kind == "wide":
        return rng.integers(-1000, 1001, (m, 2 * n))
    if kind == "tall":
        return rng.integers(-1000, 1001, (2 * m, n))
    if kind == "signs":
        return rng.integers(-1, 2, (m, n))
    if kind == "far":
        return 10**9 + rng.integers(-50, 51, (m, n))
    if kind == "large":
        return rng.integers(-(10**8), 10**8, (m, n))
    few = rng.integers(-5, 6, (m, n))
    return few[rng.integers(0, m, m)][:, rng.integers(0, n, n)]


KINDS = st.sampled_from(["wide", "tall", "signs", "far", "large", "duplicates"])


def solves_in_integers(kernel: Kernel, game: kb.MatrixGame) -> bool:
    array = game.matrix.array
    across = exact_product(kernel.row_weights, array[list(kernel.rows)])
    down = exact_product(kernel.column_weights, array[:, list(kernel.columns)].T)
    least = min(across) * kernel.column_bottom >= kernel.level * kernel.row_bottom
    return kernel.nonnegative and least and max(down) <= kernel.level


@settings(max_examples=60, deadline=None)
@given(KINDS, st.sampled_from([1, 1, 7]), st.integers(0, 2**32))
def test_lifted_kernels_are_those_of_elimination(kind: str, bottom: int, seed: int) -> None:
    matrix = games(np.random.default_rng(seed), kind)
    game = kb.matrix(matrix).affine("1/7", 0) if bottom > 1 else kb.matrix(matrix)
    basis, inverse = game_basis_inverse(game.matrix.floats())
    if inverse is None:
        return
    lifted = lift_kernel(game, basis, inverse)
    solved = solve_kernel(game, basis.rows.tolist(), basis.columns.tolist())
    assert lifted is None or lifted == solved
    assert lifted is not None or kind in ("large", "far") or len(basis.rows) == 1
    assert solved is not None
    assert solved.solves(game) == solves_in_integers(solved, game)
    assert game.solve().verify()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_other_bases_are_judged_as_by_integers(seed: int, data: st.DataObject) -> None:
    rng = np.random.default_rng(seed)
    game = kb.matrix(rng.integers(-3, 4, (40, 30)))
    k = data.draw(st.integers(1, 6))
    rows = sorted(rng.choice(40, k, replace=False).tolist())
    columns = sorted(rng.choice(30, k, replace=False).tolist())
    kernel = solve_kernel(game, rows, columns)
    if kernel is not None:
        assert kernel.solves(game) == solves_in_integers(kernel, game)


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_differences_that_floats_do_not_see(extra: int) -> None:
    """A row that differs from the kernel's payoff by one part in 10**17 decides."""
    size = 10**17
    matrix = np.full((40, 40), -size, dtype=np.int64)
    matrix[:2, :2] = [[size, 0], [0, size]]
    matrix[:2, 2:] = size
    matrix[2, :2] = size // 2, size // 2 + 2 * extra
    game = kb.matrix(matrix)
    assert matrix.size >= LARGE
    kernel = solve_kernel(game, (0, 1), (0, 1))
    assert kernel is not None
    assert kernel.solves(game) == (extra <= 0)


@pytest.mark.parametrize(
    ("matrix", "flags"),
    [
        ([[1, 2], [0, 1]], SADDLE | TRIANGULAR),
        ([[2, 1], [1, 2]], SUMS),
        ([[1, 0], [0, 2]], TRIANGULAR | DIAGONAL),
        ([[0, 1], [-1, 0]], SADDLE | SKEW),
        ([[0, 2, -1], [-2, 0, 3], [1, -3, 0]], SKEW),
        ([[1, -2], [0, 3]], TRIANGULAR),
        ([[1, 2, 4], [4, 3, 0]], SUMS),
        ([[1, 5], [4, 2]], SUMS),
        ([[1, 5], [4, 3]], 0),
    ],
)
def test_structures(matrix: list[list[int]], flags: int) -> None:
    entries = np.array(matrix, dtype=float)
    entries.flags.writeable = False  # as those of games, for which it is compiled
    assert structure(entries) == flags


@pytest.mark.parametrize("shift", [2, "2", 2.0, "5/2", None])
def test_a_constant_for_the_pivot_method_is_any_number(shift):
    game = kb.matrix("2 -1; -1 1")
    assert game.solve("pivoting", shift=shift).value == game.solve().value
    with pytest.raises(kb.GameError, match="shift: 'x' is not a number"):
        game.solve("pivoting", shift="x")
