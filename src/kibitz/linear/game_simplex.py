"""The simplex method for matrix games, in floating point: value, strategies and a basis.

The tableau is that of the pivot method for matrix games (T. Ferguson, Game Theory, II.4.5), one
row for each row of the matrix and one column for each column, kept dense. The entering column is
the one of steepest descent, whose norms are recomputed while the tableau is updated: on random
games it takes a half of the pivots of devex and an eighth of those of Dantzig's rule at 1000 x
1000, which pays for the norms from 50 x 50 on and costs nothing below.
Ties of the ratio test are broken by a symbolic perturbation of the right-hand side, so that the
method does not cycle. The strategies are refined from the final tableau and judged by what they
guarantee in the matrix itself; where that is not good enough, the method starts again from the
basis it reached, in a fresh tableau.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np

from kibitz.core.compiling.background import in_background
from kibitz.core.errors import GameError

Array = np.ndarray[Any, np.dtype[Any]]
Status = Literal["optimal", "too many pivots", "numerical breakdown"]

FAILURES: tuple[Status, ...] = ("numerical breakdown", "too many pivots", "numerical breakdown")
SHARP = 1e-13  # a wider gap is worth another start from the basis found
RESTARTS = 8
LONG = 40_000  # entries of a game that takes more than a tenth of a second
FEW = 6400  # entries of a game that Python solves sooner than a compiler gets ready
TOLERANCE = 1e-9  # a wider gap is no solution
SIZE = 5  # where the size of the kernel stands in a packed answer
START = 6  # where the strategies begin
MIXED_SIZES = 1e6  # how many times a payoff is as large as one that floats may lose beside it


class GameBasis(NamedTuple):
    """What the simplex method found.

    The basic rows I and columns J are equally many, and the bordered kernel [[A_IJ, -1], [1, 0]]
    is regular: its inverse yields the value and both strategies. The gap between what the two
    strategies guarantee is relative to the spread of the payoffs; "optimal" means below 1e-9.
    """

    value: float
    row_strategy: Array
    column_strategy: Array
    rows: Array
    columns: Array
    iterations: int
    status: Status
    gap: float


def game_basis(matrix: Array) -> GameBasis:
    """Solve the game in which the column player pays the row player the entry of the matrix.

    O(m n) for each pivot; random games of order n take about n to 3 n pivots. Entries of any
    location and scale are allowed; the tolerances are relative to their spread.

    Parameters
    ----------
    matrix : Array
        The payoffs of the row player, in floats.

    Returns
    -------
    GameBasis
        The value, both strategies and the final basis.

    Examples
    --------
    >>> basis = game_basis(np.array([[-2.0, 3.0], [3.0, -4.0]]))
    >>> round(12 * basis.value, 9), basis.rows.tolist(), basis.columns.tolist()
    (1.0, [0, 1], [0, 1])
    """
    return checked_game_basis(_checked(matrix))


def checked_game_basis(matrix: Array) -> GameBasis:
    """The same of a matrix of float64 that is contiguous, not empty, and not to be written to."""
    return finished(matrix, *first_answer(matrix, game_tableau()))


def game_tableau() -> Callable[..., Any]:
    """The compiled loop that gives the first answer."""
    solve: Callable[..., Any] = _compiled().game_tableau
    return solve


def first_answer(matrix: Array, solve: Callable[..., Any]) -> tuple[Array, bool]:
    """What the first tableau ends in, packed, and whether it is that of the mirrored game.

    It holds the value, the gap, the number of pivots, the status, log2 of the determinant of the
    bordered kernel, and its size; from ``START`` on the weights of the rows, those of the columns,
    and as integers the basic rows and the basic columns. It is good enough if the gap is at most
    ``SHARP``.
    """
    tall = is_tall(matrix)
    given = _mirror(matrix) if tall else matrix
    answer = np.empty(answer_size(*given.shape))
    _call(solve, given, answer)
    return answer, tall


def is_tall(matrix: Array) -> bool:
    """Whether to exchange the players: a tall tableau takes more pivots than a wide one."""
    m, n = matrix.shape
    return bool(2 * m > 3 * n)


def answer_size(m: int, n: int) -> int:
    """How many numbers a packed answer has."""
    return START + m + n + 2 * min(m, n)


def room(m: int, n: int) -> int:
    """How many numbers a tableau takes at most, with its borders and two buffers."""
    return (m + 5) * (n + 4)


def finished(matrix: Array, answer: Array, tall: bool) -> GameBasis:
    """What follows from the first answer, or from other tableaus where it is not good enough."""
    m, n = matrix.shape
    basis = _mirrored(_judged(answer, n, m)) if tall else _judged(answer, m, n)
    return basis if basis.gap <= SHARP else _restarted(matrix, basis, tall)


class KernelInverse(NamedTuple):
    """The inverse of the bordered kernel of a basis, in floating point, and log2 |determinant|."""

    inverse: Array
    bits: float


def game_basis_inverse(matrix: Array) -> tuple[GameBasis, KernelInverse | None]:
    """The basis, and the inverse of its kernel that the tableau holds; None after a restart.

    >>> basis, kernel = game_basis_inverse(np.array([[-2.0, 3.0], [3.0, -4.0]]))
    >>> [round(12 * x) for x in kernel.inverse[2]], round(2**kernel.bits)
    ([-7, -5, 1], 12)
    """
    matrix = _checked(matrix)
    tall = is_tall(matrix)
    solve = _compiled().game_tableau_inverse
    given = _mirror(matrix) if tall else matrix
    answer = np.empty(answer_size(*given.shape))
    inverse = _call(solve, given, answer)
    basis = _judged(answer, *given.shape)
    if tall:
        basis = _mirrored(basis)
    if not basis.gap <= SHARP:
        return _restarted(matrix, basis, tall), None
    return basis, KernelInverse(-inverse.T if tall else inverse, float(answer[4]))


def _call(solve: Callable[..., Any], matrix: Array, answer: Array, *basis: Array) -> Any:
    """Call a compiled loop; one that may take long beside the main thread, for Ctrl-C."""
    work = np.empty(room(*matrix.shape))
    if matrix.size >= LONG:
        return in_background(solve, matrix, answer, work, *basis)
    if getattr(solve, "overloads", True):
        return solve(matrix, answer, work, *basis)
    from kibitz.core.compiling.tiered import tiered

    return tiered(solve, matrix, answer, work, *basis, small=matrix.size <= FEW)


def _checked(matrix: Array) -> Array:
    """The matrix in the one layout that the loops are compiled for."""
    matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    if matrix.ndim != 2 or not matrix.size:
        raise GameError(f"a matrix game has rows and columns, not an array of shape {matrix.shape}")
    if matrix.flags.writeable:
        matrix = matrix.view()
        matrix.setflags(write=False)
    return matrix


def _restarted(matrix: Array, basis: GameBasis, mirrored: bool) -> GameBasis:
    """Start again from the basis, in a tableau free of rounding errors, till the gap is narrow.

    The players change places each time: the reduced costs of the one are the right-hand sides of
    the other, so that pivots continue where the last ones ended on the wrong side of zero.
    """
    for i, j in np.argwhere(~np.isfinite(matrix)):
        raise GameError(f"payoffs must be finite: row {i + 1}, column {j + 1} is {matrix[i, j]}")
    restart = _compiled().restart_tableau
    m, n = matrix.shape
    best = basis
    pivots = basis.iterations
    for _ in range(RESTARTS):
        mirrored = not mirrored
        answer = np.empty(answer_size(m, n))
        if mirrored:
            _call(restart, _mirror(matrix), answer, basis.columns, basis.rows)
            basis = _mirrored(_judged(answer, n, m))
        else:
            _call(restart, matrix, answer, basis.rows, basis.columns)
            basis = _judged(answer, m, n)
        pivots += len(basis.rows) + basis.iterations
        if basis.gap < best.gap:
            best = basis
        if best.gap <= SHARP:
            break
    return best._replace(iterations=pivots)


def _judged(answer: Array, m: int, n: int) -> GameBasis:
    """The packed answer of the tableau of m rows and n columns, optimal if the gap proves it."""
    value, gap, pivots, status, *_ = answer[:START].tolist()
    name: Status = "optimal" if gap <= TOLERANCE else FAILURES[int(status)]
    second, labels = START + m, START + m + n
    p, q = answer[START:second], answer[second:labels]
    rows, columns = basis_of(answer, m, n)
    return GameBasis(value, p, q, rows, columns, int(pivots), name, gap)


def basis_of(answer: Array, m: int, n: int) -> tuple[Array, Array]:
    """The basic rows and columns in a packed answer."""
    labels, k = answer.view(np.int64)[START + m + n :], int(answer[SIZE])
    return labels[:k], labels[k : 2 * k]


def _mirror(matrix: Array) -> Array:
    """The game with the players' places changed."""
    mirror = np.ascontiguousarray(-matrix.T)
    mirror.setflags(write=False)
    return mirror


def _mirrored(basis: GameBasis) -> GameBasis:
    value, p, q, rows, columns, pivots, status, gap = basis
    return GameBasis(0.0 - value, q, p, columns, rows, pivots, status, gap)


@cache
def _compiled() -> ModuleType:
    """The compiled loops, imported when they are first needed."""
    from kibitz.linear import game_kernels

    return game_kernels
