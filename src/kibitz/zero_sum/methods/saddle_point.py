"""Saddle points, and the lower and upper value in pure strategies. Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture, pure


@dataclass(frozen=True)
class PureValues:
    """What each player can guarantee without mixing; a saddle point exists when they meet."""

    row_minima: Mixture
    column_maxima: Mixture
    saddle_points: tuple[tuple[int, int], ...]

    @property
    def lower(self) -> Number:
        return max(self.row_minima)

    @property
    def upper(self) -> Number:
        return min(self.column_maxima)

    @property
    def gap(self) -> Number:
        return self.upper - self.lower

    def __str__(self) -> str:
        lines = [
            f"row minima {show_all(self.row_minima)}, so at least {show(self.lower)}",
            f"column maxima {show_all(self.column_maxima)}, so at most {show(self.upper)}",
        ]
        cells = ", ".join(f"({i + 1}, {j + 1})" for i, j in self.saddle_points)
        return "\n".join([*lines, f"saddle points: {cells}" if cells else "no saddle point"])


@extends(MatrixGame)
def pure_values(game: MatrixGame) -> PureValues:
    """Row minima, column maxima and all cells where they meet.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    PureValues
        The lower and the upper value, and the saddle points.

    Examples
    --------
    >>> from kibitz import matrix
    >>> found = pure_values(matrix("4 1 -3; 3 2 5; 0 1 6"))
    >>> found.lower, found.upper, found.saddle_points
    (Fraction(2, 1), Fraction(2, 1), ((1, 1),))
    """
    array = game.matrix.array
    rows, columns = array.min(axis=1), array.max(axis=0)
    return PureValues(
        _numbers(rows, game.matrix), _numbers(columns, game.matrix), saddle_points(game)
    )


@extends(MatrixGame)
def saddle_points(game: MatrixGame) -> tuple[tuple[int, int], ...]:
    """All cells (positions from 0) that are least in their row and greatest in their column.

    They form a rectangle, and all hold the same number.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    tuple[tuple[int, int], ...]
        Cells as (row, column), from 0.

    Notes
    -----
    Cost: O(mn).

    References
    ----------
    von Neumann 1928.

    Examples
    --------
    >>> from kibitz import matrix
    >>> saddle_points(matrix("30 30; -30 -30"))
    ((0, 0), (0, 1))
    """
    array = game.matrix.array
    minima, maxima = array.min(axis=1), array.max(axis=0)
    level = minima.max()
    if level != maxima.min():
        return ()
    rows, columns = np.flatnonzero(minima == level), np.flatnonzero(maxima == level)
    return tuple((int(i), int(j)) for i in rows for j in columns)


def _not_applicable(game: MatrixGame) -> str | None:
    return (
        None if saddle_points(game) else "no entry is least in its row and greatest in its column"
    )


@method(
    MatrixGame,
    "saddle-point",
    finds="the value and an optimal strategy of each player",
    cost="O(mn)",
    reference="von Neumann 1928",
    applies=_not_applicable,
    aliases=("saddle",),
)
def saddle_point(game: MatrixGame) -> MatrixSolution | None:
    """The solution in pure strategies, if there is one.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    MatrixSolution or None
        The solution; None when there is no saddle point.

    Notes
    -----
    Cost: O(mn).

    References
    ----------
    von Neumann 1928.

    Examples
    --------
    >>> from kibitz import matrix
    >>> saddle_point(matrix("4 1 -3; 3 2 5; 0 1 6")).value
    Fraction(2, 1)
    """
    cells = saddle_points(game)
    if not cells:
        return None
    i, j = cells[0]
    value = game[i, j]
    row, column = pure(i, game.shape[0]), pure(j, game.shape[1])
    if not isinstance(value, Fraction):
        row, column = tuple(map(float, row)), tuple(map(float, column))
    return MatrixSolution(game, value, row, column, "a saddle point", SaddleWorking(cells))


@dataclass(frozen=True)
class SaddleWorking:
    """All saddle points found."""

    cells: tuple[tuple[int, int], ...]


def _numbers(vector: np.ndarray, tensor: Tensor) -> Mixture:
    if tensor.exact:
        return tuple(Fraction(int(x), tensor.denominator) for x in vector)
    return tuple(map(float, vector))
