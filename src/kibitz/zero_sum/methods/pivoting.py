"""A matrix game by the textbook pivot method, in exact arithmetic, with every tableau kept."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.linear.tableau import pivot_method
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution


@method(
    MatrixGame,
    "pivoting",
    finds="the value and an optimal strategy of each player",
    cost="O(mn) operations per pivot; exponentially many in the worst case",
    reference="Dantzig 1951; Ferguson II.4.3",
    aliases=(
        "pivot",
        "tableau",
    ),
)
def pivoting(
    game: MatrixGame,
    shift: Number | str | None = None,
    pivots: Sequence[tuple[int, int]] | None = None,
) -> MatrixSolution:
    """Pivot until the bottom border is nonnegative; the working holds the tableaux.

    A float game is pivoted exactly, as the rationals its floats are, and rounded at the end.
    See :func:`kibitz.linear.tableau.pivot_method` for ``shift`` and ``pivots``.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    shift : Number or str, optional
        A constant added to all payoffs to make the value positive; chosen by default.
    pivots : sequence[tuple[int, int]], optional
        Cells to pivot on first, as (row, column) from 0.

    Returns
    -------
    MatrixSolution
        The solution, with the tableaux as its working.

    Notes
    -----
    Cost: O(mn) operations per pivot; exponentially many in the worst case.

    References
    ----------
    Dantzig 1951; Ferguson II.4.3.

    Examples
    --------
    >>> from kibitz import matrix
    >>> solution = pivoting(matrix("2 -1 6; 0 1 -1; -2 2 1"))
    >>> solution.value, solution.column
    (Fraction(1, 2), (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1)))
    """
    trace = pivot_method(game.matrix, shift, pivots)
    if game.exact:
        return MatrixSolution(game, trace.value, trace.row, trace.column, "pivoting", trace)
    return MatrixSolution(
        game,
        float(trace.value),
        tuple(map(float, trace.row)),
        tuple(map(float, trace.column)),
        "pivoting",
        trace,
    )
