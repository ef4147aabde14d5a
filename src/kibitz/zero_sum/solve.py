"""Choosing a method: structure first, linear programming last."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import thread_time
from types import ModuleType
from typing import Any

import numpy as np

from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.tensor import LARGEST, look_by
from kibitz.linear.game_simplex import LONG, MIXED_SIZES, SIZE, START, first_answer, room
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.block_decomposition import solve_by_blocks
from kibitz.zero_sum.methods.diagonal import diagonal
from kibitz.zero_sum.methods.graphical import graphical
from kibitz.zero_sum.methods.invariance import Invariance, solve_on_orbits
from kibitz.zero_sum.methods.magic_square import magic_square
from kibitz.zero_sum.methods.nonsingular import nonsingular
from kibitz.zero_sum.methods.saddle_point import saddle_point
from kibitz.zero_sum.methods.simplex import SMALL, answered, simplex, unpacked
from kibitz.zero_sum.methods.symmetric import is_symmetric, symmetric
from kibitz.zero_sum.methods.triangular import triangular
from kibitz.zero_sum.methods.two_by_two import two_by_two
from kibitz.zero_sum.methods.unique_optimum import unique_optimum, without_compiled_code
from kibitz.zero_sum.solution import MatrixSolution, packed
from kibitz.zero_sum.strategies.dominance import Elimination, eliminate
from kibitz.zero_sum.strategies.mixture import embed

MIXED = 25
"""Entries up to which a linear program for each strategy looks for mixtures that dominate it."""
MOST_MIXED = 10_000
"""Entries up to which a game that floats cannot solve is solved in exact numbers."""
SHARP = 1e-9
"""How far apart the guarantees may be, relative to the value."""
FEW = 6400
"""Entries that Python looks through sooner than a compiler gets ready."""


_empty, _FLOATS = np.empty, np.dtype(np.float64)


class _Loops:
    """The compiled loop for games beyond a blackboard, once one of them has needed it."""

    solve: Any = None


@dataclass(frozen=True)
class DominanceWorking:
    """What was removed, and the solution of what remained."""

    elimination: Elimination
    reduced: MatrixSolution


@dataclass(frozen=True)
class RoundedWorking:
    """The solution in exact numbers, of which floats are the nearest."""

    exact: MatrixSolution


@method(
    MatrixGame,
    "dominance",
    finds="the value and an optimal strategy of each player",
    cost="a linear program for each strategy, as long as one is dominated",
    reference="Ferguson II.2.3",
    applies=lambda game: None if eliminate(game).removals else "no row or column is dominated",
    aliases=(
        "domination",
        "dominated",
    ),
)
def by_dominance(game: MatrixGame) -> MatrixSolution | None:
    """Remove dominated lines, then solve what remains; None when nothing is dominated.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution of the whole game; None when nothing is dominated.

    Notes
    -----
    Cost: a linear program for each strategy, as long as one is dominated.

    References
    ----------
    Ferguson II.2.3.

    Examples
    --------
    >>> from kibitz import matrix
    >>> by_dominance(matrix("2 0 4; 1 2 3; 4 1 2")).method
    'dominance, then the 2x2 formula'
    """
    return _solved_without(game, eliminate(game), "dominance")


def _solved_without(game: MatrixGame, elimination: Elimination, name: str) -> MatrixSolution | None:
    """The solution of what remains, in the whole game; None when nothing was removed."""
    if not elimination.removals:
        return None
    inner = _derived(elimination.reduced)
    m, n = game.shape
    return MatrixSolution(
        game,
        inner.value,
        embed(inner.row, elimination.rows, m),
        embed(inner.column, elimination.columns, n),
        f"{name}, then {inner.method}",
        DominanceWorking(elimination, inner),
    )


def _few_enough(game: MatrixGame) -> str | None:
    m, n = game.shape
    return None if m * n <= MIXED else f"{m * n} entries; mixtures are sought in up to {MIXED}"


@method(
    MatrixGame,
    "mixed-dominance",
    finds="the value and an optimal strategy of each player",
    cost="a linear program for each strategy, as long as one is dominated by a mixture",
    reference="Ferguson II.2.3",
    applies=lambda game: (
        _few_enough(game)
        or (None if eliminate(game, mixed=True).removals else "nothing is dominated by a mixture")
    ),
)
def by_mixed_dominance(game: MatrixGame) -> MatrixSolution | None:
    """Remove what a strategy or a mixture dominates, then solve what remains.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution of the whole game; None when nothing is dominated.

    Notes
    -----
    Cost: a linear program for each strategy, as long as one is dominated by a mixture.

    References
    ----------
    Ferguson II.2.3.

    Examples
    --------
    >>> from kibitz import matrix
    >>> by_mixed_dominance(matrix("0 4 6; 5 7 4; 9 6 3")).method
    'dominance by mixtures, then the 2x2 formula'
    """
    return _solved_without(game, eliminate(game, mixed=True), "dominance by mixtures")


@method(
    MatrixGame,
    "auto",
    finds="the value and an optimal strategy of each player",
    cost="same as the chosen method",
)
def automatic(game: MatrixGame) -> MatrixSolution:
    """Look for structure, then call the simplex method.

    Structure is a saddle point, two lines, constant sums, a diagonal or triangular matrix, skew
    symmetry, and in games small enough for a blackboard dominance, constant blocks, invariance,
    indifference and dominance by mixtures.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution
        The solution, which names its method.

    Examples
    --------
    >>> from kibitz import matrix
    >>> matrix("2 1 0; 0 2 1; 1 0 2").solve().method
    'even mixing of a Latin square'
    """
    array = game.matrix.array
    if array.size >= SMALL:
        solve = _Loops.solve
        if solve is None or array.dtype is not _FLOATS or array.size >= LONG:
            return _derived(game)
        m, n = array.shape
        if n == 2 or 2 * m > 3 * n or m == 2:
            return _derived(game)
        answer = _empty(START + m + n + 2 * (m if m < n else n))
        value = solve(array, answer, _empty(room(m, n)))
        return packed(game, value, answer) if value == value else _from_answer(game, answer, False)
    solution = unique_optimum(game)
    if solution is None:
        began = thread_time()
        solution = _derived(game)
        without_compiled_code(began)
    return solution


@extends(MatrixSolution)
def derivation(solution: MatrixSolution) -> MatrixSolution:
    """The same solution, found as on a blackboard.

    Parameters
    ----------
    solution : MatrixSolution
        The only solution of its game.

    Returns
    -------
    MatrixSolution
        The solution with the method and the working that ``explain`` shows.

    Examples
    --------
    >>> from kibitz import matrix
    >>> derivation(matrix("-2 3; 3 -4").solve()).method
    'the 2x2 formula'
    """
    game = solution.game
    return unpacked(solution) if game.matrix.array.size >= SMALL else _derived(game)


def _derived(game: MatrixGame) -> MatrixSolution:
    """The solution with its working."""
    matrix = game.matrix.array
    m, n = matrix.shape
    if m * n >= SMALL and m != 2 and n != 2 and matrix.dtype is _FLOATS:
        loop = _compiled().solved_unless_structured
        answer, tall = first_answer(matrix, loop)
        if _Loops.solve is None and getattr(loop, "overloads", True):
            _Loops.solve = _compiled().machine_code(loop, matrix, answer, answer)
            look_by(_compiled().machine_code(_compiled().are_below, matrix.copy(), LARGEST))
        return _from_answer(game, answer, tall)
    return _without_answer(game, None)


def _from_answer(game: MatrixGame, answer: Any, tall: bool) -> MatrixSolution:
    """The solution that a compiled loop has packed; if it packed only flags, by the structure."""
    if answer.item(SIZE):
        return answered(game, answer, tall)
    return _without_answer(game, int(answer.item(0)))


def _without_answer(game: MatrixGame, flags: int | None) -> MatrixSolution:
    """By a structure that the game has, and in exact numbers where floats lose small payoffs."""
    solution = _by_structure(game, flags)
    if game.exact or game.matrix.array.size > MOST_MIXED or _is_sharp(solution):
        return solution
    exact = _derived(game.with_numbers(exact=True))
    return MatrixSolution(
        game,
        float(exact.value),
        tuple(map(float, exact.row)),
        tuple(map(float, exact.column)),
        f"{exact.method}, in exact numbers",
        RoundedWorking(exact),
    )


def _is_sharp(solution: MatrixSolution) -> bool:
    """Whether floats did not lose small payoffs beside large ones.

    Where all payoffs are of one size they do not; otherwise what the strategies guarantee shows it.
    """
    payoffs = solution.game._float_matrix
    sizes = np.abs(payoffs).ravel()
    sizes.sort()  # of a small array this takes less time than two reductions
    small, large = sizes[0], sizes[-1]
    if small == 0 < large:
        small = sizes[sizes.searchsorted(0.0, "right")]
    if large <= MIXED_SIZES * small:
        return True
    least = float((np.array(solution.row) @ payoffs).min())
    most = float((payoffs @ np.array(solution.column)).max())
    value = float(solution.value)
    low, high = min(least, value), max(most, value)
    return high - low <= SHARP * max(abs(low), abs(high))


def _by_structure(game: MatrixGame, flags: int | None) -> MatrixSolution:
    """By a structure that it has; the flags of those that it may have, where they are known."""
    if game.matrix.array.size < SMALL:
        return _recognized(game) or simplex(game)
    return _large_structure(game, _flags(game) if flags is None else flags) or simplex(game)


def _recognized(game: MatrixGame) -> MatrixSolution | None:
    m, n = game.shape
    solution = saddle_point(game)
    if solution is None and 2 in (m, n):
        solution = two_by_two(game) if m == n else graphical(game)
    if solution is None:
        solution = magic_square(game)
    if solution is None and m == n:
        solution = diagonal(game) or triangular(game)
        if solution is None and is_symmetric(game):
            solution = symmetric(game)
    if solution is None:
        solution = by_dominance(game) or solve_by_blocks(game) or _by_orbits(game)
    if solution is None and m == n and game.exact:
        solution = nonsingular(game)
    if solution is None and m * n <= MIXED and game.exact:
        solution = _by_unused(game)
    return solution


def _by_unused(game: MatrixGame) -> MatrixSolution:
    """By mixtures that dominate what pivoting leaves unused, where there are such; else that."""
    solution = simplex(game)
    if all(solution.row) and all(solution.column):
        return solution
    return by_mixed_dominance(game) or solution


def _by_orbits(game: MatrixGame) -> MatrixSolution | None:
    """By invariance, when the symmetries make the game smaller for both players."""
    symmetry = Invariance.found(game)
    shrinks = (
        len(symmetry.row_orbits) < game.shape[0] and len(symmetry.column_orbits) < game.shape[1]
    )
    return solve_on_orbits(symmetry) if shrinks else None


def _flags(game: MatrixGame) -> int:
    """The structures that one look at each entry cannot rule out."""
    look = _compiled()
    entries = game._float_matrix
    flags: int = look.tiered(look.structure, entries, small=entries.size <= FEW)
    return flags


def _large_structure(game: MatrixGame, flags: int) -> MatrixSolution | None:
    """By the structures that the flags allow, for games beyond a blackboard."""
    if not flags and 2 not in game.shape:
        return None
    look = _compiled()
    solution = saddle_point(game) if flags & look.SADDLE else None
    if solution is None and 2 in game.shape:
        solution = graphical(game)
    if solution is None and flags & look.SUMS:
        solution = magic_square(game)
    if solution is None and flags & look.DIAGONAL:
        solution = diagonal(game)
    if solution is None and flags & look.TRIANGULAR:
        solution = triangular(game)
    if solution is None and flags & look.SKEW and is_symmetric(game):
        solution = symmetric(game)
    return solution


@cache
def _compiled() -> ModuleType:
    """The compiled loops, imported when they are first needed."""
    from kibitz.zero_sum.methods import kernels

    return kernels


def solve_matrix(
    game: MatrixGame, method: str = "auto", exact: bool | None = None
) -> MatrixSolution:
    """The value of a matrix game and an optimal strategy for each player, as a function.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.
    exact : bool, optional
        Whether to compute in exact arithmetic; by default as the payoffs are given.

    Returns
    -------
    MatrixSolution
        The solution, which names its method.
    """
    return game.solve(method, exact=exact)
