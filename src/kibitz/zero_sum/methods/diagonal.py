"""Diagonal games: everything off the diagonal is zero. Cost O(n)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.method import method
from kibitz.core.numbers import magnitude, show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.saddle_point import saddle_point
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture


@dataclass(frozen=True)
class DiagonalWorking:
    """The diagonal entries."""

    diagonal: Mixture


def is_diagonal(game: MatrixGame) -> bool:
    """Square, with zeros off the diagonal."""
    m, n = game.shape
    array = game.matrix.array
    return m == n and np.count_nonzero(array) == np.count_nonzero(array.diagonal())


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    if m != n:
        return f"it needs a square matrix, but this one is {m} x {n}"
    if is_diagonal(game):
        return None
    array = game.matrix.array
    i, j = (int(x) for x in np.argwhere((array != 0) & ~np.eye(m, dtype=bool))[0])
    return (
        f"the matrix is not diagonal: row {game.rows[i]}, column {game.columns[j]} holds "
        f"{show(game[i, j])}, not 0"
    )


@method(
    MatrixGame,
    "diagonal",
    finds="the value and an optimal strategy of each player",
    cost="O(n)",
    reference="Ferguson II.3.3",
    applies=_not_applicable,
)
def diagonal(game: MatrixGame) -> MatrixSolution | None:
    """Weights inversely proportional to the diagonal entries, when these have one sign.

    With a zero or with both signs on the diagonal there is a saddle point worth 0.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution; None when the matrix is not diagonal.

    Notes
    -----
    Cost: O(n).

    References
    ----------
    Ferguson II.3.3.

    Examples
    --------
    >>> from kibitz import matrix
    >>> diagonal(matrix("1 0 0 0; 0 2 0 0; 0 0 3 0; 0 0 0 4")).value
    Fraction(12, 25)
    >>> print(diagonal(matrix("1 0; 0 -1")).value)
    0
    """
    if not is_diagonal(game):
        return None
    entries = tuple(game[i, i] for i in range(game.shape[0]))
    if not (all(d > 0 for d in entries) or all(d < 0 for d in entries)):
        return saddle_point(game)
    smallest = min(entries, key=magnitude)
    shares = [smallest / d for d in entries]
    total = sum(shares)
    value = smallest / total
    weights = tuple(share / total for share in shares)
    return MatrixSolution(
        game, value, weights, weights, "the diagonal formula", DiagonalWorking(entries)
    )
