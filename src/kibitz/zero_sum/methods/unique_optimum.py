"""Small games in which each player has one optimal strategy, by compiled code.

Whatever method solves such a game finds the same strategies. So the answer is found by the
quickest, in microseconds, and the derivation that a person would write on a blackboard is made when
it is asked for. Where more strategies than one are optimal, or may be, the game is left to the
methods of the blackboard; the answer thus depends on the game alone, not on what is compiled.

Loading a compiler takes longer than hundreds of small games. As long as they have not taken that
long, nothing is loaded.
"""

from __future__ import annotations

import math
from operator import mul
from time import thread_time
from typing import Any

import numpy as np

from kibitz.core.compiling.ahead import is_ahead, would_load_numba
from kibitz.core.tensor import LARGEST, look_by
from kibitz.linear.game_simplex import START, basis_of, room
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.kernel import Kernel, solve_kernel
from kibitz.zero_sum.methods.simplex import SMALL
from kibitz.zero_sum.solution import MatrixSolution, packed, underived

LOADING = 0.3
"""Seconds that it takes to load the compiler, and so long it is not worth it."""
FETCHING = 0.02
"""Seconds that it takes to load compiled code once the compiler is there."""
LONGEST = 44
"""Bits of a determinant that floats give to the last digit."""


_empty, _FLOATS, _OBJECTS = np.empty, np.dtype(np.float64), np.dtype(object)
_ROOM = max(room(m, n) for m in range(1, SMALL) for n in range(1, SMALL) if m * n < SMALL)


class _Loops:
    """The compiled loop once it is at hand, and the time that small games have taken without it."""

    solve: Any = None
    spent = 0.0


def unique_optimum(game: MatrixGame) -> MatrixSolution | None:
    """The solution of a small game that surely has no other; None if it is not found at once.

    Parameters
    ----------
    game : MatrixGame
        A matrix game, exact or in floats.

    Returns
    -------
    MatrixSolution or None
        The solution, exact for exact games; None where there may be another, and while no compiled
        code is at hand.

    References
    ----------
    Bohnenblust, Karlin and Shapley 1950.

    Examples
    --------
    >>> from kibitz import matrix
    >>> from kibitz.core.compiling.ahead import compiled_ahead
    >>> with compiled_ahead():
    ...     unique_optimum(matrix("-2 3; 3 -4")).value
    Fraction(1, 12)
    >>> unique_optimum(matrix("1 1; 1 1")) is None
    True
    """
    array = game.matrix.array
    solve = _Loops.solve or _loaded()
    if solve is None or array.dtype is _OBJECTS or array.size >= SMALL:
        return None
    m, n = array.shape
    answer = _empty(START + m + n + 2 * (m if m < n else n))
    if array.dtype is _FLOATS:
        value = solve(array, answer, _empty(_ROOM))
        return packed(game, value, answer) if value == value else None
    if not game.exact:
        return None  # a data type like that of floats, and not the same object
    value = solve(game._float_matrix, answer, _empty(_ROOM))
    return _proved(game, answer) if value == value else None


def without_compiled_code(began: float) -> None:
    """Note a small game that took the blackboard since then, in processor time of this thread."""
    if _Loops.solve is None:
        _Loops.spent += thread_time() - began


def _loaded() -> Any:
    """The compiled loop, if it is worth loading and lies on disk, or is worth compiling."""
    worth = LOADING if would_load_numba() else FETCHING
    if _Loops.spent < worth and not is_ahead():
        return None
    from kibitz.core.compiling.compiled import machine_code
    from kibitz.core.compiling.tiered import WORTHWHILE, is_ready
    from kibitz.linear.unique_kernels import unique_optimum as solve
    from kibitz.zero_sum.methods.kernels import are_below

    floats = np.zeros((1, 1))
    floats.setflags(write=False)
    given = floats, _empty(0), _empty(0)
    if _Loops.spent < WORTHWHILE and not is_ready(solve, *given):
        return None
    _Loops.solve = machine_code(solve, *given)
    fresh = np.zeros((1, 1))
    if is_ready(are_below, fresh, LARGEST):  # payoffs are looked at as a game is made
        look_by(machine_code(are_below, fresh, LARGEST))
    return _Loops.solve


def _proved(game: MatrixGame, answer: Any) -> MatrixSolution | None:
    """The solution in exact numbers, proved to be one, and the only one with its basis."""
    kernel = _kernel(game, answer)
    if kernel is None or not _is_strict(game, kernel):
        return None
    row, column = kernel.mixtures(game)
    return underived(game, kernel.value(game), row, column)


def _kernel(game: MatrixGame, answer: Any) -> Kernel | None:
    """The equalizing weights of the basis in integers.

    Floats times the determinant are near to the integers that they stand for, if it is not too
    long; the proof is that these satisfy the equations.
    """
    m, n = game.matrix.array.shape
    rows, columns = (labels.tolist() for labels in basis_of(answer, m, n))
    k = len(rows)
    unit = game.matrix.denominator
    bits = float(answer[4]) + (k - 1) * math.log2(unit)
    if bits > LONGEST:
        return solve_kernel(game, rows, columns)
    numbers = answer.tolist()
    bottom = round(2.0**bits)
    p = [round(numbers[START + i] * bottom) for i in rows]
    q = [round(numbers[START + m + j] * bottom) for j in columns]
    level = sum(map(mul, p, game.matrix.array[rows, columns[0]].tolist()))
    return Kernel(tuple(rows), tuple(columns), p, bottom, q, bottom, level)


def _is_strict(game: MatrixGame, kernel: Kernel) -> bool:
    """Whether lines of the kernel pay the level, have positive weights, and others pay less.

    Then no other strategy is optimal, the kernel being regular.
    """
    m, n = game.matrix.array.shape
    p, q = [0] * m, [0] * n
    for i, weight in zip(kernel.rows, kernel.row_weights, strict=True):
        p[i] = weight
    for j, weight in zip(kernel.columns, kernel.column_weights, strict=True):
        q[j] = weight
    if min(kernel.row_weights) <= 0 or min(kernel.column_weights) <= 0:
        return False
    if sum(p) != kernel.row_bottom or sum(q) != kernel.column_bottom:
        return False
    lines = game.matrix.array.tolist()
    for weight, line in zip(p, lines, strict=True):
        payoff = sum(map(mul, line, q))
        if payoff != kernel.level if weight else payoff >= kernel.level:
            return False
    above, below = kernel.level * kernel.row_bottom, kernel.column_bottom
    for weight, line in zip(q, zip(*lines, strict=True), strict=True):
        payoff = sum(map(mul, line, p)) * below
        if payoff != above if weight else payoff <= above:
            return False
    return True
