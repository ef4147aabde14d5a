"""Diagonal and triangular games, solved by back-substitution: Pascal's triangle among them."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_DIAGONAL: tuple[Number, ...] = tuple(map(Fraction, (1, 2, 3, 4)))
_BANDS: tuple[Number, ...] = tuple(map(Fraction, (1, -2, 3, -4)))


@named("diagonal", family="zero-sum")
def diagonal(values: tuple[Number, ...] = _DIAGONAL) -> MatrixGame:
    """Payoffs on the diagonal, zero elsewhere; if all have one sign, the value is 1 / sum(1/d).

    Parameters
    ----------
    values : tuple of numbers, optional
        The entries of the diagonal.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(diagonal().solve().value, diagonal((1, -2, 3)).solve().value)
    12/25 0
    """
    entries = several(values, "values")
    n = len(entries)
    fits(n, n, "diagonal", "give fewer values")
    payoffs = [[entries[i] if i == j else Fraction(0) for j in range(n)] for i in range(n)]
    return zero_sum("A diagonal game", payoffs, range(1, n + 1), range(1, n + 1))


@named("triangular", family="zero-sum")
def triangular(bands: tuple[Number, ...] = _BANDS) -> MatrixGame:
    """Upper triangular, with one number along the diagonal and one along each line above it.

    Parameters
    ----------
    bands : tuple of numbers, optional
        The number along the diagonal, then along each line above it.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(triangular().solve().value)
    1/12
    """
    entries = several(bands, "bands")
    n = len(entries)
    fits(n, n, "triangular", "give fewer bands")
    payoffs = [[entries[j - i] if j >= i else Fraction(0) for j in range(n)] for i in range(n)]
    return zero_sum("A triangular game", payoffs, range(1, n + 1), range(1, n + 1))


@named("pascal", family="zero-sum")
def pascal(n: int = 4) -> MatrixGame:
    """Pascal's triangle with alternating signs; the value is 1 / (2^n - 1).

    The optimal p_j is C(n, j) V, and q_i is 2^(i-1) V.

    Parameters
    ----------
    n : int, default 4
        The number of strategies.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> solution = pascal(3).solve()
    >>> print(solution.value, *solution.row, *solution.column)
    1/7 3/7 3/7 1/7 1/7 2/7 4/7
    """
    size = whole(n, "n", 1)
    fits(size, size, "pascal", "take a smaller n", bits=size)
    payoffs = [[(-1) ** (i + j) * comb(i, j) for j in range(size)] for i in range(size)]
    labels = range(1, size + 1)
    return zero_sum(f"The signed Pascal triangle of order {size}", payoffs, labels, labels)
