"""Random games of every kind that a solver treats differently; the seed fixes the game."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator, default_rng

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.tensor import Array
from kibitz.games.zero_sum.build import fits, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame


@named("random-matrix", family="random")
def random_matrix(
    m: int = 5, n: int = 5, low: int = -9, high: int = 9, seed: int = 0
) -> MatrixGame:
    """A random m x n game with integer payoffs between low and high.

    Parameters
    ----------
    m : int, default 5
        The number of rows.
    n : int, default 5
        The number of columns.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> random_matrix(3, 4, seed=7) == random_matrix(3, 4, seed=7)
    True
    """
    shape, rng = _shape(m, n), generator_of(low, high, seed)
    return _game("A random game", _draw(rng, shape, low, high))


@named("random-skew", family="random")
def random_skew(n: int = 5, high: int = 9, seed: int = 0) -> MatrixGame:
    """A random symmetric game: a skew matrix, with value 0.

    Parameters
    ----------
    n : int, default 5
        The number of strategies.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(random_skew(6, seed=1).solve().value)
    0
    """
    shape, rng = _shape(n, n), generator_of(0, high, seed)
    upper = np.triu(_draw(rng, shape, -high, high), 1)
    return _game("A random symmetric game", upper - upper.T)


@named("random-latin", family="random")
def random_latin(n: int = 5, low: int = -9, high: int = 9, seed: int = 0) -> MatrixGame:
    """A Latin square with random letters, its rows and columns shuffled; the value is the mean.

    Parameters
    ----------
    n : int, default 5
        The number of strategies.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> game = random_latin(4, seed=2)
    >>> game.solve().value == sum(game[0, j] for j in range(4)) / 4
    True
    """
    shape, rng = _shape(n, n), generator_of(low, high, seed)
    letters = _draw(rng, (n,), low, high)
    i, j = rng.permutation(n), rng.permutation(n)
    return _game("A random Latin square", letters[np.add.outer(i, j) % shape[0]])


@named("random-diagonal", family="random")
def random_diagonal(n: int = 5, low: int = 1, high: int = 9, seed: int = 0) -> MatrixGame:
    """A diagonal game with random entries.

    Parameters
    ----------
    n : int, default 5
        The number of strategies.
    low : int, default 1
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> random_diagonal(3, seed=1).solve().value > 0
    True
    """
    _shape(n, n)
    rng = generator_of(low, high, seed)
    return _game("A random diagonal game", np.diag(_draw(rng, (n,), low, high)))


@named("random-triangular", family="random")
def random_triangular(n: int = 5, low: int = -9, high: int = 9, seed: int = 0) -> MatrixGame:
    """An upper triangular game with random entries; the diagonal is at least 1.

    Parameters
    ----------
    n : int, default 5
        The number of strategies.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> random_triangular(4, seed=1)[1, 0]
    Fraction(0, 1)
    """
    shape, rng = _shape(n, n), generator_of(low, high, seed)
    payoffs = np.triu(_draw(rng, shape, low, high), 1)
    np.fill_diagonal(payoffs, _draw(rng, (n,), 1, max(1, high)))
    return _game("A random triangular game", payoffs)


@named("random-saddle", family="random")
def random_saddle(
    m: int = 5, n: int = 5, low: int = -9, high: int = 9, seed: int = 0
) -> MatrixGame:
    """A random game with a saddle point, the least in its row and the greatest in its column.

    Parameters
    ----------
    m : int, default 5
        The number of rows.
    n : int, default 5
        The number of columns.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> solution = random_saddle(6, 4, seed=3).solve()
    >>> max(solution.row) == max(solution.column) == 1
    True
    """
    shape, rng = _shape(m, n), generator_of(low, high, seed)
    payoffs = _draw(rng, shape, low, high)
    i, j = rng.integers(m), rng.integers(n)
    saddle = payoffs[i, j]
    payoffs[i] = np.maximum(payoffs[i], saddle)
    payoffs[:, j] = np.minimum(payoffs[:, j], saddle)
    return _game("A random game with a saddle point", payoffs)


@named("random-binary", family="random")
def random_binary(m: int = 5, n: int = 5, percent: int = 50, seed: int = 0) -> MatrixGame:
    """A degenerate game of zeros and ones, with a given percentage of ones.

    Parameters
    ----------
    m : int, default 5
        The number of rows.
    n : int, default 5
        The number of columns.
    percent : int, default 50
        The share of ones, in percent.
    seed : int, default 0
        Random seed.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> random_binary(2, 2, percent=100)
    matrix('1 1; 1 1')
    """
    shape, rng = _shape(m, n), generator_of(0, 1, seed)
    if not 0 <= percent <= 100:
        raise GameError(f"percent is {percent}; it must lie between 0 and 100")
    return _game("A random game of zeros and ones", (rng.random(shape) * 100 < percent).astype(int))


def _shape(m: int, n: int) -> tuple[int, int]:
    shape = whole(m, "m", 1), whole(n, "n", 1)
    fits(*shape, "random game", "take fewer rows or columns")
    return shape


def generator_of(low: int, high: int, seed: int) -> Generator:
    """The random numbers that a seed fixes, for payoffs between low and high."""
    if low > high:
        raise GameError(f"low is {low} and high is {high}; low must not be above high")
    if max(abs(low), abs(high)) >= 2**62:
        raise GameError(f"payoffs between {low} and {high} are too large; keep them below 2^62")
    return default_rng(whole(seed, "seed", 0))


def _draw(rng: Generator, shape: tuple[int, ...], low: int, high: int) -> Array:
    return rng.integers(low, high, size=shape, endpoint=True)


def _game(title: str, payoffs: Array) -> MatrixGame:
    m, n = payoffs.shape
    return zero_sum(title, payoffs, range(1, m + 1), range(1, n + 1))
