"""Square kernels: the equations that make both players indifferent, solved exactly.

For a choice of k rows I and k columns J the bordered matrix M = [[A_IJ, -1], [1', 0]] gives
q and v from M (q, v) = (0, 1), and p and v from (p, -v) M = (0, -1). No shift is needed, and a
value of zero is as good as any other. Cost O(k^3) word operations times the length of the answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.numbers import over
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture

if TYPE_CHECKING:
    from kibitz.linear.game_simplex import GameBasis, KernelInverse

ZERO = Fraction(0)
EXACT = 2**53
LARGE = 1000
"""Games with fewer cells are checked in integers at once."""


@dataclass(frozen=True)
class Kernel:
    """Rows and columns in play, and the weights that equalize them, as integers over a bottom.

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

        Lines of the kernel pay the level by its equations; the others must not do better. In large
        games floats with a proved bound decide where they can, integers where they cannot.
        """
        from kibitz.linear.systems.exact_product import exact_product

        if not self.nonnegative:
            return False
        columns, rows = self._undecided(game)
        if columns:
            across = game.matrix.array[np.ix_(self.rows, columns)]
            least = min(exact_product(self.row_weights, across))
            if least * self.column_bottom < self.level * self.row_bottom:
                return False
        if not rows:
            return True
        down = game.matrix.array[np.ix_(rows, self.columns)]
        return max(exact_product(self.column_weights, down.T)) <= self.level

    def _undecided(self, game: MatrixGame) -> tuple[Sequence[int], Sequence[int]]:
        """Columns and rows outside the kernel that floats do not show to be no better."""
        m, n = game.shape
        if m * n < LARGE:
            outside = set(range(n)).difference(self.columns), set(range(m)).difference(self.rows)
            return sorted(outside[0]), sorted(outside[1])
        from kibitz.zero_sum.methods.kernels import undecided

        columns, rows = undecided(
            game._float_matrix,
            np.array(self.rows),
            np.array(self.columns),
            np.array([weight / self.row_bottom for weight in self.row_weights]),
            np.array([weight / self.column_bottom for weight in self.column_weights]),
            self.level / (self.column_bottom * game.matrix.denominator),
        )
        return np.flatnonzero(columns).tolist(), np.flatnonzero(rows).tolist()


def solve_kernel(game: MatrixGame, rows: Sequence[int], columns: Sequence[int]) -> Kernel | None:
    """The equalizing weights on these rows and columns, or None when the equations are singular.

    The weights add up to one but may be negative; then the kernel solves nothing.

    >>> from kibitz import matrix
    >>> game = matrix("-2 3; 3 -4")
    >>> solve_kernel(game, (0, 1), (0, 1)).value(game)
    Fraction(1, 12)
    """
    from kibitz.linear.systems.dixon import solve_pair

    bordered = bordered_matrix(game.matrix, rows, columns)
    zeros = [0] * len(rows)
    try:
        q, q_bottom, p, p_bottom = solve_pair(bordered, [*zeros, 1], [*zeros, -1])
    except ZeroDivisionError:
        return None
    return _kernel(rows, columns, (q, q_bottom, p, p_bottom))


def lift_kernel(game: MatrixGame, basis: GameBasis, near: KernelInverse) -> Kernel | None:
    """The same from the kernel's inverse in floats; None where that is not good enough.

    The payoffs are moved by a whole number near the value, so that no number in it is large.

    >>> from kibitz import matrix
    >>> from kibitz.linear.game_simplex import game_basis_inverse
    >>> game = matrix("-2 3; 3 -4")
    >>> lift_kernel(game, *game_basis_inverse(game.matrix.floats())).value(game)
    Fraction(1, 12)
    """
    from kibitz.linear.systems.numerical_lifting import lift_pair
    from kibitz.zero_sum.methods.kernels import bordered

    array, unit = game.matrix.array, game.matrix.denominator
    if array.dtype == object or not abs(basis.value) * unit < EXACT:
        return None
    shift = round(basis.value * unit)
    k = len(basis.rows)
    inverse = np.ascontiguousarray(near.inverse)
    if unit > 1:
        inverse = inverse.copy()
        inverse[:k, :k] /= unit
    system = bordered(array, basis.rows, basis.columns, shift)
    inverse[k, k] = -inverse[k, :k] @ system[:k, 0]  # the value less the shift, to all digits
    zeros = [0] * k
    bits = near.bits + (k - 1) * math.log2(unit)
    pair = lift_pair(system, inverse, [*zeros, 1], [*zeros, -1], bits)
    if pair is None:
        return None
    pair[0][k] += shift * pair[1]
    return _kernel(basis.rows.tolist(), basis.columns.tolist(), pair)


def _kernel(
    rows: Sequence[int], columns: Sequence[int], pair: tuple[list[int], int, list[int], int]
) -> Kernel:
    q, q_bottom, p, p_bottom = pair
    *q, level = q
    return Kernel(tuple(rows), tuple(columns), p[:-1], p_bottom, q, q_bottom, level)


def bordered_matrix(tensor: Tensor, rows: Sequence[int], columns: Sequence[int]) -> np.ndarray:
    """[[A_IJ, -1], [1', 0]] in integers."""
    k = len(rows)
    bordered = np.zeros((k + 1, k + 1), dtype=tensor.array.dtype)
    bordered[:k, :k] = tensor.array[list(rows)][:, list(columns)]
    bordered[:k, k] = -1
    bordered[k, :k] = 1
    return bordered


def _spread(positions: Sequence[int], weights: list[int], bottom: int, size: int) -> Mixture:
    spread = [ZERO] * size
    for position, weight in zip(positions, over(weights, bottom), strict=True):
        spread[position] = weight
    return tuple(spread)
