"""Games in which every strategy is active: solved by one system of linear equations."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.kernel import solve_kernel
from kibitz.zero_sum.solution import MatrixSolution


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    return None if m == n else f"it needs a square matrix, but this one is {m} x {n}"


def _inactive(game: MatrixGame) -> str:
    """Why the equations solve nothing: they are singular, or a weight is negative."""
    m, n = game.shape
    kernel = solve_kernel(game, range(m), range(n))
    if kernel is None:
        return "the equations that make every strategy pay the same are singular"
    mixtures = kernel.mixtures(game)
    for side, labels, weights in zip(
        ("row", "column"), (game.rows, game.columns), mixtures, strict=True
    ):
        for label, weight in zip(labels, weights, strict=True):
            if weight < 0:
                return (
                    f"the equations give {side} {label} the weight {show(weight)}, which is "
                    "negative, so not every strategy is active"
                )
    return "not every strategy is active"


@method(
    MatrixGame,
    "nonsingular",
    finds="the value and an optimal strategy of each player",
    cost="O(n^3) operations",
    reference="Ferguson, Theorem II.3.2",
    applies=_not_applicable,
    fails=_inactive,
    aliases=(
        "indifference",
        "principle-of-indifference",
    ),
)
def nonsingular(game: MatrixGame) -> MatrixSolution | None:
    """The completely mixed solution V = 1/(1'A^-1 1), p = V 1'A^-1, q = V A^-1 1, if it is one.

    The equations are solved in bordered form, so a value of zero needs no shift. None when they are
    singular, or when a weight comes out negative: then some strategy is not active.

    Parameters
    ----------
    game : MatrixGame
        A square matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution; None when it is not completely mixed.

    Notes
    -----
    Cost: O(n^3) operations.

    References
    ----------
    Ferguson, Theorem II.3.2.

    Examples
    --------
    >>> from kibitz import matrix
    >>> nonsingular(matrix("0 1 -2; 1 -2 3; -2 3 -4")).row
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    m, n = game.shape
    if m != n:
        raise GameError(f"a nonsingular game is square, not {m} x {n}")
    if not game.exact:
        raise GameError("the nonsingular method is exact; give integers or fractions")
    kernel = solve_kernel(game, range(m), range(n))
    if kernel is None or not kernel.nonnegative:
        return None
    row, column = kernel.mixtures(game)
    return MatrixSolution(
        game, kernel.value(game), row, column, "equalizing all strategies", kernel
    )
