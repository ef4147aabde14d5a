"""Random games of two and more players; the seed fixes the game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import default_rng

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.games.zero_sum.build import whole
from kibitz.games.zero_sum.generators import generator_of
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.labels import numbered, player_names
from kibitz.zero_sum.read_payoffs import fits

UNITS = 1000
"""Normal payoffs are rounded to multiples of one over this, so that they are exact."""


@named("random-bimatrix", family="random")
def random_bimatrix(
    m: int = 4, n: int = 4, low: int = -9, high: int = 9, seed: int = 0
) -> StrategicGame:
    """A random two-person game with integer payoffs between low and high.

    Parameters
    ----------
    m : int, default 4
        The number of rows.
    n : int, default 4
        The number of columns.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> random_bimatrix(3, 4, seed=7) == random_bimatrix(3, 4, seed=7)
    True
    """
    return random_game((m, n), low, high, seed)


@named("random-game", family="random")
def random_game(
    sizes: tuple[int, ...] = (2, 2, 2), low: int = -9, high: int = 9, seed: int = 0
) -> StrategicGame:
    """A random game with integer payoffs between low and high, of any number of players.

    Parameters
    ----------
    sizes : tuple of int, default (2, 2, 2)
        The number of strategies of each player.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> random_game([2, 3, 2], seed=1).shape
    (2, 3, 2)
    """
    shape, rng = _shape(sizes), generator_of(low, high, seed)
    drawn = rng.integers(low, high, size=(len(shape), *shape), endpoint=True)
    return _game("A random game", drawn)


@named("random-symmetric-bimatrix", family="random")
def random_symmetric_bimatrix(
    n: int = 4, low: int = -9, high: int = 9, seed: int = 0
) -> StrategicGame:
    """A random symmetric two-person game with integer payoffs.

    Parameters
    ----------
    n : int, default 4
        The number of strategies, cards or players.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> game = random_symmetric_bimatrix(3)
    >>> game.payoffs[1] == game.payoffs[0].transpose()
    True
    """
    shape, rng = _shape((n, n)), generator_of(low, high, seed)
    drawn = rng.integers(low, high, size=shape, endpoint=True)
    return _game("A random symmetric game", np.stack([drawn, drawn.T]))


@named("random-coordination", family="random")
def random_coordination(
    sizes: tuple[int, ...] = (3, 3), low: int = -9, high: int = 9, seed: int = 0
) -> StrategicGame:
    """A game of common interests: all players get the same random number in each cell.

    Parameters
    ----------
    sizes : tuple of int, default (3, 3)
        The number of strategies of each player.
    low : int, default -9
        The least payoff.
    high : int, default 9
        The greatest payoff.
    seed : int, default 0
        Random seed.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> len(random_coordination().pure_equilibria()) >= 1
    True
    """
    shape, rng = _shape(sizes), generator_of(low, high, seed)
    drawn = rng.integers(low, high, size=shape, endpoint=True)
    return _game("A random game of common interests", np.stack([drawn] * len(shape)))


@named("covariance-game", family="random")
def covariance_game(
    sizes: tuple[int, ...] = (3, 3), correlation: Number = 0, seed: int = 0
) -> StrategicGame:
    """Normally distributed payoffs, with correlation from pure conflict to common interest.

    The correlation lies between -1/(players - 1) and 1; payoffs are rounded to thousandths.

    Parameters
    ----------
    sizes : tuple of int, default (3, 3)
        The number of strategies of each player.
    correlation : number, default 0
        The correlation between the payoffs of two players.
    seed : int, default 0
        Random seed.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> covariance_game((2, 2), -1).constant_sum()
    Fraction(0, 1)
    """
    shape, rate = _shape(sizes), number(correlation, "correlation")
    count = len(shape)
    least = -1.0 if count == 1 else -1 / (count - 1)
    if not least <= float(rate) <= 1:
        raise GameError(
            f"correlation is {show(rate)}; for {count_of(count, 'player')} it must lie between "
            f"{least:.6g} and 1"
        )
    rng = default_rng(whole(seed, "seed", 0))
    matrix = np.full((count, count), float(rate)) + np.eye(count) * (1 - float(rate))
    values, vectors = np.linalg.eigh(matrix)
    root = vectors * np.sqrt(np.clip(values, 0, None))
    normal = rng.standard_normal((count, int(np.prod(shape))))
    units = np.rint(root @ normal * UNITS).astype(np.int64)
    return _game("A covariance game", units.reshape(count, *shape), UNITS)


def _shape(sizes: Sequence[int]) -> tuple[int, ...]:
    if not len(sizes):
        raise GameError("sizes: give the number of strategies of each player")
    shape = tuple(whole(size, f"sizes, item {k}", 1) for k, size in enumerate(sizes, 1))
    fits(shape)
    return shape


def _game(title: str, payoffs: Array, units: int = 1) -> StrategicGame:
    shape = payoffs.shape[1:]
    tensors = tuple(Tensor(np.ascontiguousarray(p), units).reduced() for p in payoffs)
    names = player_names(None, len(shape))
    return StrategicGame(tensors, names, tuple(numbered(size) for size in shape), title)
