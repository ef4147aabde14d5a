"""Square kernels: the equations that make both players indifferent, solved exactly.

For a choice of k rows I and k columns J the bordered matrix M = [[A_IJ, -1], [1', 0]] gives
q and v from M (q, v) = (0, 1), and p and v from (p, -v) M = (0, -1). No shift is needed, and a
value of zero is as good as any other. Cost O(k^3) word operations times the length of the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core.numbers import over
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture

ZERO = Fraction(0)


@dataclass(frozen=True)
class Kernel:
    """Rows and columns in play, and the weights that equalise them, as integers over a bottom.

    The common payoff is ``level / column_bottom``, in units of the matrix's own denominator.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row_weights: list[int]
    row_bottom: int
    column_weights: list[int]
    column_bottom: int
    level: int

    @property
    def nonnegative(self) -> bool:
        return min(self.row_weights) >= 0 and min(self.column_weights) >= 0

    def value(self, game: MatrixGame) -> Fraction:
        return Fraction(self.level, self.column_bottom * game.matrix.denominator)

    def mixtures(self, game: MatrixGame) -> tuple[Mixture, Mixture]:
        """The weights over all rows and all columns of the game."""
        m, n = game.shape
        return (
            _spread(self.rows, self.row_weights, self.row_bottom, m),
            _spread(self.columns, self.column_weights, self.column_bottom, n),
        )

    def solves(self, game: MatrixGame) -> bool:
        """Are the weights optimal in the whole game? The sure-fire test, in integers.

        Lines of the kernel pay the level by its equations; the others must not do better.
        """
        from kibitz.linear.exact_product import exact_product

        if not self.nonnegative:
            return False
        array = game.matrix.array
        rows, columns = list(self.rows), list(self.columns)
        across = np.delete(array[rows], columns, axis=1)
        if across.size:
            least = min(exact_product(self.row_weights, across))
            if least * self.column_bottom < self.level * self.row_bottom:
                return False
        down = np.delete(array[:, columns], rows, axis=0)
        return not down.size or max(exact_product(self.column_weights, down.T)) <= self.level


def solve_kernel(game: MatrixGame, rows: Sequence[int], columns: Sequence[int]) -> Kernel | None:
    """The equalising weights on these rows and columns, or None when the equations are singular.

    The weights add up to one but may be negative; then the kernel solves nothing.

    >>> from kibitz import matrix
    >>> game = matrix("-2 3; 3 -4")
    >>> solve_kernel(game, (0, 1), (0, 1)).value(game)
    Fraction(1, 12)
    """
    from kibitz.linear.dixon import solve_pair

    k = len(rows)
    bordered = bordered_matrix(game.matrix, rows, columns)
    zeros = [0] * k
    try:
        q, q_bottom, p, p_bottom = solve_pair(bordered, [*zeros, 1], [*zeros, -1])
    except ZeroDivisionError:
        return None
    return Kernel(tuple(rows), tuple(columns), p[:k], p_bottom, q[:k], q_bottom, q[k])


def bordered_matrix(tensor: Tensor, rows: Sequence[int], columns: Sequence[int]) -> np.ndarray:
    """[[A_IJ, -1], [1', 0]] in integers."""
    k = len(rows)
    bordered = np.zeros((k + 1, k + 1), dtype=tensor.array.dtype)
    bordered[:k, :k] = tensor.array[np.ix_(rows, columns)]
    bordered[:k, k] = -1
    bordered[k, :k] = 1
    return bordered


def _spread(positions: Sequence[int], weights: list[int], bottom: int, size: int) -> Mixture:
    spread = [ZERO] * size
    for position, weight in zip(positions, over(weights, bottom), strict=True):
        spread[position] = weight
    return tuple(spread)
