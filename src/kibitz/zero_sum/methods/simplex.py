"""The general method: linear programming by the simplex algorithm, exact where the game is.

A compiled simplex works in floating point and ends in a basis: as many rows as columns. For an
exact game the equations of that basis are solved in rationals and the answer is checked against
the whole matrix; so rounding can cost time, never truth. Dantzig (1951).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.core.method import method
from kibitz.core.numbers import magnitude
from kibitz.linear.game_simplex import (
    SHARP,
    basis_of,
    finished,
    first_answer,
    game_basis_inverse,
    game_tableau,
)
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.kernel import Kernel, lift_kernel, solve_kernel
from kibitz.zero_sum.methods.pivoting import pivoting
from kibitz.zero_sum.solution import PACKED, MatrixSolution, packed

SMALL = 64
"""Games with fewer cells are pivoted by hand: that is quicker than to load a compiler."""

BY_SIMPLEX = "the simplex method"

FEW = 7
"""Kernels of no more rows are solved by elimination: that is quicker than to lift an inverse."""


class Basis(NamedTuple):
    """The rows and columns in the final basis of a floating-point solution."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@method(
    MatrixGame,
    "simplex",
    finds="the value and an optimal strategy of each player",
    cost="O(mn) operations per pivot; exponentially many in the worst case",
    reference="Dantzig 1951",
    aliases=(
        "linear-program",
        "lp",
        "linear-programming",
    ),
)
def simplex(game: MatrixGame) -> MatrixSolution:
    """Value and a basic optimal strategy for each player.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution
        The solution, certified exactly for exact payoffs.

    Notes
    -----
    Cost: O(mn) operations per pivot; exponentially many in the worst case.

    References
    ----------
    Dantzig 1951.

    Examples
    --------
    >>> from kibitz import matrix
    >>> from kibitz.core.numbers import show
    >>> hide = matrix([[int(i == j) * (i + 1) for j in range(9)] for i in range(9)])
    >>> show(simplex(hide).value)
    '2520/7129'
    """
    if game.shape[0] * game.shape[1] < SMALL:
        return pivoting(game)
    return _exact_simplex(game) if game.exact else _float_simplex(game)


def _float_simplex(game: MatrixGame) -> MatrixSolution:
    return answered(game, *first_answer(game._float_matrix, game_tableau()))


def answered(game: MatrixGame, answer: Any, tall: bool) -> MatrixSolution:
    """The solution of a game in floats, from the first answer of the tableau."""
    if not tall and answer.item(1) <= SHARP:
        return packed(game, answer.item(0), answer)
    optimum = finished(game._float_matrix, answer, tall)
    if optimum.status != "optimal":
        return by_program(game)
    p, q = tuple(optimum.row_strategy.tolist()), tuple(optimum.column_strategy.tolist())
    basis = Basis(tuple(optimum.rows.tolist()), tuple(optimum.columns.tolist()))
    return MatrixSolution(game, optimum.value, p, q, BY_SIMPLEX, basis)


def unpacked(solution: MatrixSolution) -> MatrixSolution:
    """The same solution with the basis that ends the array of its answer."""
    game, value, row, column = solution.game, solution.value, solution.row, solution.column
    rows, columns = basis_of(vars(solution)[PACKED], *game.shape)
    basis = Basis(tuple(rows.tolist()), tuple(columns.tolist()))
    return MatrixSolution(game, value, row, column, BY_SIMPLEX, basis)


def _exact_simplex(game: MatrixGame) -> MatrixSolution:
    basis, inverse = game_basis_inverse(game._float_matrix)
    kernel = None
    if inverse is not None and len(basis.rows) > FEW:
        kernel = lift_kernel(game, basis, inverse)
    if kernel is None:
        kernel = solve_kernel(game, basis.rows.tolist(), basis.columns.tolist())
    if kernel is not None and kernel.solves(game):
        return certified(game, kernel)
    return by_program(game)


def certified(game: MatrixGame, kernel: Kernel) -> MatrixSolution:
    """The solution that an optimal kernel gives."""
    row, column = kernel.mixtures(game)
    return MatrixSolution(
        game, kernel.value(game), row, column, "the simplex method, certified exactly", kernel
    )


def by_program(game: MatrixGame) -> MatrixSolution:
    """By the general linear program, for games that defeat the tableau in floating point.

    >>> from kibitz import matrix
    >>> by_program(matrix("-2 3; 3 -4")).value
    Fraction(1, 12)
    """
    from kibitz.linear.solution import Optimum
    from kibitz.zero_sum.methods.linear_program import row_program

    optimum = row_program(game).solve()
    assert isinstance(optimum, Optimum), "a matrix game always has a value"
    m, n = game.shape
    column = tuple(magnitude(y) for y in optimum.dual[:n])
    return MatrixSolution(
        game, optimum.value, tuple(optimum.x[:m]), column, "a linear program", optimum
    )
