"""Latin squares, magic squares, and every game whose lines all have the same sum. Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture, uniform


@dataclass(frozen=True)
class ConstantSums:
    """The sum of every row, the sum of every column, and the name of the pattern."""

    row_sum: Number
    column_sum: Number
    pattern: str


@extends(MatrixGame)
def is_latin_square(game: MatrixGame) -> bool:
    """Is every row and every column a permutation of the same numbers?

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    bool
        True for a Latin square.

    Examples
    --------
    >>> from kibitz import matrix
    >>> is_latin_square(matrix("1 2 3; 2 3 1; 3 1 2"))
    True
    """
    array = game.matrix.array
    if array.shape[0] != array.shape[1]:
        return False
    rows, columns = np.sort(array, axis=1), np.sort(array, axis=0)
    return bool((rows == rows[0]).all() and (rows[0] == columns.T).all())


def constant_sums(game: MatrixGame) -> ConstantSums | None:
    """The common row sum and column sum, when all rows agree and all columns agree."""
    array = game.matrix.array
    if array.dtype != object and game.exact and int(abs(array).max()) > 2**40:
        array = array.astype(object)
    rows, columns = array.sum(axis=1), array.sum(axis=0)
    if not ((rows == rows[0]).all() and (columns == columns[0]).all()):
        return None
    pattern = "Latin square" if is_latin_square(game) else "magic square"
    if array.shape[0] != array.shape[1] or (pattern == "magic square" and not _is_magic(game)):
        pattern = "matrix with constant line sums"
    if game.exact:
        bottom = game.matrix.denominator
        return ConstantSums(
            Fraction(int(rows[0]), bottom), Fraction(int(columns[0]), bottom), pattern
        )
    return ConstantSums(float(rows[0]), float(columns[0]), pattern)


def _is_magic(game: MatrixGame) -> bool:
    """Diagonals with the same sum as the rows."""
    array = game.matrix.array
    line = array[0].sum()
    return bool(np.trace(array) == line and np.trace(array[:, ::-1]) == line)


def _not_applicable(game: MatrixGame) -> str | None:
    if constant_sums(game) is not None:
        return None
    lines = game.matrix.numbers()
    for side, labels, sums in (
        ("row", game.rows, [sum(line) for line in lines]),
        ("column", game.columns, [sum(line) for line in zip(*lines, strict=True)]),
    ):
        for label, total in zip(labels, sums, strict=True):
            if total != sums[0]:
                return (
                    f"{side}s must all have the same sum, but {side} {labels[0]} adds up to "
                    f"{show(sums[0])} and {side} {label} to {show(total)}"
                )
    return "the rows do not all have one sum, or the columns do not"


@method(
    MatrixGame,
    "magic-square",
    finds="the value and an optimal strategy of each player",
    cost="O(mn)",
    reference="Ferguson II.2.5",
    applies=_not_applicable,
    aliases=(
        "latin-square",
        "latin",
    ),
)
def magic_square(game: MatrixGame) -> MatrixSolution | None:
    """Mix all lines evenly, if all rows have one sum and all columns have one sum.

    Against the even mixture every line pays the average.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The even mixtures; None when the sums differ.

    Notes
    -----
    Cost: O(mn).

    References
    ----------
    Ferguson II.2.5.

    Examples
    --------
    >>> from kibitz import matrix
    >>> magic_square(matrix("8 1 6; 3 5 7; 4 9 2")).value
    Fraction(5, 1)
    """
    sums = constant_sums(game)
    if sums is None:
        return None
    m, n = game.shape
    row: Mixture = uniform(m)
    column: Mixture = uniform(n)
    if not game.exact:
        row, column = tuple(map(float, row)), tuple(map(float, column))
    return MatrixSolution(
        game, sums.row_sum / n, row, column, f"even mixing of a {sums.pattern}", sums
    )
