"""Square matrices with equal lines: Latin squares and magic squares."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

Square = npt.NDArray[np.int64]
_LETTERS: tuple[Number, ...] = tuple(map(Fraction, (1, 2, 3, 3, 6)))


@named("latin-square", family="zero-sum")
def latin_square(letters: tuple[Number, ...] = _LETTERS) -> MatrixGame:
    """Every row and column holds the same letters; the value is their mean.

    Parameters
    ----------
    letters : tuple of numbers, optional
        The letters of a row.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(latin_square().solve().value)
    3
    """
    symbols = several(letters, "letters")
    n = len(symbols)
    fits(n, n, "latin-square", "take fewer letters")
    payoffs = [[symbols[(i + j) % n] for j in range(n)] for i in range(n)]
    return zero_sum(f"A Latin square of order {n}", payoffs, range(1, n + 1), range(1, n + 1))


@named("magic-square", family="zero-sum")
def magic_square(n: int = 4) -> MatrixGame:
    """A magic square of the numbers 1..n², whose value is (n² + 1)/2; uniform play is optimal.

    Parameters
    ----------
    n : int, default 4
        The order of the square.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(magic_square(3).solve().value, magic_square(6).solve().value)
    5 37/2
    """
    size = whole(n, "n", 3)
    fits(size, size, "magic-square", "take a smaller n")
    labels = range(1, size + 1)
    return zero_sum(f"A magic square of order {size}", magic(size), labels, labels)


def magic(n: int) -> Square:
    """A magic square of order n >= 3, by the construction that suits n.

    >>> magic(3).tolist()
    [[8, 1, 6], [3, 5, 7], [4, 9, 2]]
    """
    if n % 2:
        return siamese(n)
    return complements(n) if n % 4 == 0 else quarters(n)


def siamese(n: int) -> Square:
    """Odd order: walk up and to the right, and one down when the way is taken."""
    i, j = np.indices((n, n))
    return np.asarray(n * ((i + j - n // 2) % n) + (i + 2 * j + 1) % n + 1)


def complements(n: int) -> Square:
    """Order 4k: count along the rows, but backwards on the diagonals of the 4x4 tiles."""
    i, j = np.indices((n, n))
    count = n * i + j + 1
    on_diagonal = (i % 4 == j % 4) | ((i + j) % 4 == 3)
    return np.where(on_diagonal, n * n + 1 - count, count)


def quarters(n: int) -> Square:
    """Order 4k + 2: four odd squares side by side, then exchanges between upper and lower half."""
    m = n // 2
    k, odd = m // 2, siamese(m)
    square = np.block([[odd, odd + 2 * m * m], [odd + 3 * m * m, odd + m * m]])
    row, column = np.indices((m, n))
    swap = (column < k) | (column > n - k)
    swap ^= (row == k) & ((column == 0) | (column == k))
    upper, lower = square[:m].copy(), square[m:].copy()
    square[:m], square[m:] = np.where(swap, lower, upper), np.where(swap, upper, lower)
    return square
