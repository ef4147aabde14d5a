"""Special players: those who add nothing, those without whom nothing goes, and those alike.

Worths of floating-point games are compared up to rounding.
"""

from __future__ import annotations

import numpy as np

from kibitz.coalitional.coalitions import Array, halves, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.extension import extends
from kibitz.core.numbers import Number

ROUNDING = 1e-9


def margin(game: CoalitionalGame) -> float:
    """How far floating-point worths may be apart to count as equal; 0 for exact ones."""
    return 0 if game.exact else ROUNDING * float(np.abs(game.worths.array).max())


@extends(CoalitionalGame)
def null_players(game: CoalitionalGame) -> tuple[str, ...]:
    """Players whose joining never changes the worth of a coalition.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple of str
        Their names.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> null_players(coalition(weights=[5, 5, 1], quota=6))
    ()
    >>> null_players(coalition(weights=[5, 5, 1], quota=10))
    ('3',)
    """
    return tuple(p for i, p in enumerate(game.players) if _always_adds(game, i, 0))


@extends(CoalitionalGame)
def dummies(game: CoalitionalGame) -> tuple[str, ...]:
    """Players who add to every coalition exactly what they earn alone.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple of str
        Their names.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> dummies(coalition({"A": 2, "B": 1, "C": 1, "A,B": 3, "A,C": 3, "B,C": 5, "A,B,C": 7}))
    ('A',)
    """
    alone = [game.worths.array[1 << i] for i in range(game.n)]
    return tuple(p for i, p in enumerate(game.players) if _always_adds(game, i, alone[i]))


def _always_adds(game: CoalitionalGame, i: int, amount: object) -> bool:
    without, joined = halves(game.worths.array, i)
    return _same(joined, without + amount, margin(game))


@extends(CoalitionalGame)
def veto_players(game: CoalitionalGame) -> tuple[str, ...]:
    """Players without whom every coalition is worth nothing.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple of str
        Their names.

    Notes
    -----
    Cost: O(n 2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> veto_players(coalition(weights=[3, 1, 1], quota=4))
    ('1',)
    """
    close = margin(game)
    players = []
    for i, player in enumerate(game.players):
        without, _ = halves(game.worths.array, i)
        if _same(without, np.zeros(1, without.dtype), close):
            players.append(player)
    return tuple(players)


def are_symmetric(game: CoalitionalGame, first: str, second: str) -> bool:
    """Whether two players add the same to every coalition that has neither.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    first : str
        The name of a player.
    second : str
        The name of another player.

    Returns
    -------
    bool
        True when they are interchangeable.

    Notes
    -----
    Cost: O(2^n).
    """
    return _interchangeable(game, *sorted((game.position(first), game.position(second))))


@extends(CoalitionalGame)
def symmetric_classes(game: CoalitionalGame) -> tuple[tuple[str, ...], ...]:
    """The players in groups of those who add the same everywhere.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple[tuple[str, ...], ...]
        The classes, each with the names of its players.

    Notes
    -----
    Cost: at most n^2 2^n.

    Examples
    --------
    >>> from kibitz import coalition
    >>> symmetric_classes(coalition(weights=[3, 1, 2, 1], quota=4))
    (('1',), ('2', '3', '4'))
    """
    groups: list[list[int]] = []
    for i in range(game.n):
        home = next((g for g in groups if _interchangeable(game, g[0], i)), None)
        if home is None:
            groups.append([i])
        else:
            home.append(i)
    return tuple(tuple(game.players[i] for i in group) for group in groups)


def _interchangeable(game: CoalitionalGame, i: int, j: int) -> bool:
    if i == j:
        return True
    alone = game.worths.array
    if abs(alone[1 << i] - alone[1 << j]) > margin(game):
        return False
    _, with_j = halves(alone, j)
    without_j, _ = halves(alone, j)
    only_j, _ = halves(np.ascontiguousarray(with_j).reshape(-1), i)
    _, only_i = halves(np.ascontiguousarray(without_j).reshape(-1), i)
    return _same(only_i, only_j, margin(game))


def _same(first: Array, second: Array, close: float) -> bool:
    if close == 0:
        return bool((first == second).all())
    return bool((np.abs(first - second) <= close).all())


def contribution_range(game: CoalitionalGame, player: str) -> tuple[Number, Number]:
    """The least and the most that a player adds to a coalition.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    player : str
        The name of a player.

    Returns
    -------
    tuple[Number, Number]
        The least and the greatest marginal contribution.

    Notes
    -----
    Cost: O(2^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in contribution_range(coalition({"A": 1, "B": 3, "A,B": 6}), "A")]
    ['1', '3']
    """
    without, joined = halves(game.worths.array, game.position(player))
    added = joined - without
    ends = np.array([added.min(), added.max()], dtype=added.dtype)
    low, high = tensor_over(ends, game.worths.denominator).numbers()
    return low, high
