"""The linear programs of a matrix game, to be solved here or taken elsewhere.

Ferguson II.4.4, with the direction of the inequalities as it must be.
"""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.linear.program import LinearProgram
from kibitz.zero_sum.game import MatrixGame


def row_program(game: MatrixGame) -> LinearProgram:
    """Maximize v subject to p'A_j >= v for every column, p a distribution; the variables are p, v.

    >>> from kibitz import matrix
    >>> row_program(matrix("-2 3; 3 -4")).solve().value
    Fraction(1, 12)
    """
    m, n = game.shape
    transposed = game.matrix.transpose().numbers()
    rows = [[*line, -1] for line in transposed] + [[1] * m + [0]]
    return LinearProgram.read(
        sense="max",
        c=[0] * m + [1],
        A=rows,
        rel=[">="] * n + ["="],
        b=[0] * n + [1],
        lower=[0] * m + [None],
    )


def column_program(game: MatrixGame) -> LinearProgram:
    """Minimize v subject to A_i q <= v for every row, q a distribution; the dual of the other."""
    m, n = game.shape
    rows = [[*line, -1] for line in game.matrix.numbers()] + [[1] * n + [0]]
    return LinearProgram.read(
        sense="min",
        c=[0] * n + [1],
        A=rows,
        rel=["<="] * m + ["="],
        b=[0] * m + [1],
        lower=[0] * n + [None],
    )


def positive_program(game: MatrixGame, shift: Number = Fraction(0)) -> LinearProgram:
    """Minimize the sum of x >= 0 subject to (A + shift)'x >= 1: value 1/sum - shift, p = x/sum.

    The shifted game must have a positive value; a positive row is enough.

    >>> from kibitz import matrix
    >>> positive_program(matrix("-2 3; 3 -4"), Fraction(5)).solve().value
    Fraction(12, 61)
    """
    m, n = game.shape
    moved = game.matrix.affine(Fraction(1), shift)
    if moved.array.max(axis=0).min() <= 0:
        raise GameError(
            f"with {show(shift)} added some column has no positive entry; add a larger constant"
        )
    return LinearProgram.read(
        sense="min", c=[1] * m, A=moved.transpose().numbers(), rel=[">="] * n, b=[1] * n
    )
