"""Symmetric games: the payoffs change sign when the players change places. The value is zero."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution


@dataclass(frozen=True)
class SymmetricWorking:
    """The solution of the game from which the row player's half was taken."""

    half: MatrixSolution


@extends(MatrixGame)
def is_symmetric(game: MatrixGame) -> bool:
    """Is the matrix skew-symmetric, A = -A'?

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    bool
        True for a skew-symmetric matrix.

    Examples
    --------
    >>> from kibitz import matrix
    >>> is_symmetric(matrix("0 -1 1; 1 0 -1; -1 1 0")), is_symmetric(matrix("1 -1; -1 1"))
    (True, False)
    """
    array = game.matrix.array
    m, n = array.shape
    return m == n and bool(np.array_equal(array, -array.T))


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    if m != n:
        return f"it needs a square matrix, but this one is {m} x {n}"
    if is_symmetric(game):
        return None
    array = game.matrix.array
    i, j = (int(x) for x in np.argwhere(array != -array.T)[0])
    if i == j:
        return (
            f"the matrix is not skew-symmetric, A = -A': its diagonal holds {show(game[i, i])} in "
            f"row {game.rows[i]}, not 0"
        )
    return (
        f"the matrix is not skew-symmetric, A = -A': row {game.rows[i]}, column {game.columns[j]} "
        f"holds {show(game[i, j])}, and row {game.rows[j]}, column {game.columns[i]} holds "
        f"{show(game[j, i])}"
    )


@method(
    MatrixGame,
    "symmetric",
    finds="the value and an optimal strategy of each player",
    cost="same as the simplex method",
    reference="Ferguson II.3.5",
    applies=_not_applicable,
    aliases=(
        "skew-symmetric",
        "skew",
    ),
)
def symmetric(game: MatrixGame) -> MatrixSolution:
    """One strategy that is optimal for both players; the value is 0.

    Parameters
    ----------
    game : MatrixGame
        A game with a skew-symmetric matrix.

    Returns
    -------
    MatrixSolution
        The solution, with the same strategy for both players.

    References
    ----------
    Ferguson II.3.5.

    Examples
    --------
    >>> from kibitz import matrix
    >>> symmetric(matrix("0 -1 2; 1 0 -1; -2 1 0")).row
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    from kibitz.zero_sum.methods.simplex import simplex

    if not is_symmetric(game):
        raise GameError("the game is not symmetric: its matrix is not skew-symmetric, A = -A'")
    half = simplex(game)
    zero = Fraction(0) if game.exact else 0.0
    return MatrixSolution(game, zero, half.row, half.row, "symmetry", SymmetricWorking(half))
