"""Triangular games, solved by back substitution. Cost O(n^2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.method import method
from kibitz.core.numbers import Number, show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution


@dataclass(frozen=True)
class TriangularWorking:
    """Which triangle holds the payoffs."""

    upper: bool


def triangle(game: MatrixGame) -> str | None:
    """``"upper"`` or ``"lower"`` for a triangular game without zeros on the diagonal."""
    m, n = game.shape
    array = game.matrix.array
    if m != n or not np.all(array.diagonal() != 0):
        return None
    if not np.any(np.tril(array, -1)):
        return "upper"
    return "lower" if not np.any(np.triu(array, 1)) else None


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    if m != n:
        return f"it needs a square matrix, but this one is {m} x {n}"
    if triangle(game) is not None:
        return None
    array = game.matrix.array
    empty = np.flatnonzero(array.diagonal() == 0)
    if len(empty):
        i = int(empty[0])
        return f"the diagonal must have no zeros, but row {game.rows[i]} has one there"
    (a, b), (c, d) = (np.argwhere(part)[0] for part in (np.tril(array, -1), np.triu(array, 1)))
    return (
        f"the matrix is not triangular: below the diagonal, row {game.rows[a]}, column "
        f"{game.columns[b]} holds {show(game[a, b])}, and above it, row {game.rows[c]}, column "
        f"{game.columns[d]} holds {show(game[c, d])}"
    )


def _negative(game: MatrixGame) -> str:
    """Why back substitution solves nothing: which weight has the wrong sign."""
    p, q = _solved(game)
    for side, labels, weights in (("row", game.rows, p), ("column", game.columns, q)):
        total = sum(weights)
        if total == 0:
            return "the equations of indifference have no solution that adds up to one"
        for label, x in zip(labels, weights, strict=True):
            if x / total < 0:
                return (
                    f"back substitution gives {side} {label} the weight {show(x / total)}, which "
                    "is negative, so not every strategy is active"
                )
    return "not every strategy is active"


@method(
    MatrixGame,
    "triangular",
    finds="the value and an optimal strategy of each player",
    cost="O(n^2)",
    reference="Ferguson II.3.4",
    applies=_not_applicable,
    fails=_negative,
    aliases=("back-substitution",),
)
def triangular(game: MatrixGame) -> MatrixSolution | None:
    """Make the other player indifferent, one equation after another.

    Works when the weights that come out have one sign; None otherwise.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution; None when a weight would be negative.

    Notes
    -----
    Cost: O(n^2).

    References
    ----------
    Ferguson II.3.4.

    Examples
    --------
    >>> from kibitz import matrix
    >>> triangular(matrix("1 -2 3 -4; 0 1 -2 3; 0 0 1 -2; 0 0 0 1")).value
    Fraction(1, 12)
    """
    shape = triangle(game)
    if shape is None:
        return None
    upper = shape == "upper"
    p, q = _solved(game)
    total_p, total_q = sum(p), sum(q)
    if total_p == 0 or min(x / total_p for x in p) < 0 or min(x / total_q for x in q) < 0:
        return None
    return MatrixSolution(
        game,
        1 / total_p,
        tuple(x / total_p for x in p),
        tuple(x / total_q for x in q),
        "back substitution in a triangular game",
        TriangularWorking(upper),
    )


def _solved(game: MatrixGame) -> tuple[list[Number], list[Number]]:
    """Both players' weights, not yet scaled: what makes every line of the other one pay 1."""
    upper = triangle(game) == "upper"
    a = game.matrix.numbers()
    transposed = [list(line) for line in zip(*a, strict=True)]
    return _substitute(transposed, forward=upper), _substitute(a, forward=not upper)


def _substitute(a: list[list[Number]], forward: bool) -> list[Number]:
    """Solve a x = (1, ..., 1) for a lower (forward) or upper triangular matrix."""
    n = len(a)
    one = Fraction(1) if isinstance(a[0][0], Fraction) else 1.0
    x: list[Number] = [one * 0] * n
    for i in range(n) if forward else reversed(range(n)):
        known = sum((a[i][j] * x[j] for j in range(n) if j != i and x[j]), one * 0)
        x[i] = (one - known) / a[i][i]
    return x
