"""Games made from games: dual, normalized, restricted to a coalition, added and scaled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import (
    integers_within,
    subset_sums,
    tensor_difference,
    tensor_over,
    tensor_sum,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import number, show
from kibitz.core.tensor import Tensor


@extends(CoalitionalGame)
def dual(game: CoalitionalGame) -> CoalitionalGame:
    """What each coalition can prevent: v*(S) = v(N) - v(N without S).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> dual(coalition({"A": 1, "B": 3, "A,B": 6}))
    coalition({'A': 3, 'B': 5, 'A,B': 6})
    """
    array = integers_within(game.worths.array, 2)
    worths = tensor_over(array[-1] - array[::-1], game.worths.denominator)
    return game.with_worths(worths, game.title and f"dual of {game.title}")


@extends(CoalitionalGame)
def zero_normalized(game: CoalitionalGame) -> CoalitionalGame:
    """The game of gains from working together: single players are worth 0.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> zero_normalized(coalition({"A": 1, "B": 3, "A,B": 6}))
    coalition({'A': 0, 'B': 0, 'A,B': 2})
    """
    alone = subset_sums([game.value(1 << i) for i in range(game.n)])
    return game.with_worths(tensor_difference(game.worths, alone), game.title)


@extends(CoalitionalGame)
def zero_one_normalized(game: CoalitionalGame) -> CoalitionalGame:
    """The gains from working together as shares: single players are worth 0, all players 1.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> zero_one_normalized(coalition({"A,B": 1, "A,C": 3, "B,C": 2, "A,B,C": 4})).worth("B,C")
    Fraction(1, 2)
    """
    gains = zero_normalized(game)
    if gains.total <= 0:
        raise GameError(
            f"all players gain {show(gains.total)} by working together; only an essential game can "
            "be normalized to 0 for each player and 1 for all"
        )
    return scaled(gains, 1 / gains.total)


@extends(CoalitionalGame)
def subgame(game: CoalitionalGame, players: Any) -> CoalitionalGame:
    """The game of some of the players, given by name: the worths are what they were.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    players : sequence of str
        The players of the subgame.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> subgame(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}), "A,C")
    coalition({'A': 0, 'C': 0, 'A,C': 4})
    """
    chosen = game.mask(players)
    if not chosen:
        raise GameError("a subgame needs at least one player")
    names = game.members(chosen)
    masks = np.zeros(1, np.int64)
    for name in names:
        masks = np.concatenate([masks, masks | (1 << game.position(name))])
    worths = tensor_over(game.worths.array[masks], game.worths.denominator)
    return CoalitionalGame(worths, names, game.title and f"{game.title}, only {','.join(names)}")


@extends(CoalitionalGame)
def scaled(game: CoalitionalGame, factor: Any) -> CoalitionalGame:
    """Every worth multiplied by the same number.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    factor : number
        The factor.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> scaled(coalition({"A": 1, "B": 3, "A,B": 6}), "1/2")
    coalition({'A': '1/2', 'B': '3/2', 'A,B': 3})
    """
    by = number(factor, "factor")
    if not (game.exact and isinstance(by, Fraction)):
        return game.with_worths(tensor_over(game.worths.floats() * float(by)), game.title)
    array = integers_within(game.worths.array, abs(by.numerator)) * by.numerator
    worths = tensor_over(array, game.worths.denominator * by.denominator)
    return game.with_worths(worths, game.title)


def shifted(game: CoalitionalGame, amounts: Any) -> CoalitionalGame:
    """Every player brings an amount of their own to the coalitions they are in.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    amounts : sequence of numbers or mapping
        What each player adds to every coalition that contains the player.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> shifted(coalition({"A": 1, "B": 3, "A,B": 6}), [-1, -3])
    coalition({'A': 0, 'B': 0, 'A,B': 2})
    """
    own = subset_sums(game.payoffs(amounts, "amounts"))
    return game.with_worths(tensor_sum(game.worths, own), game.title)


def require_game(given: object) -> CoalitionalGame:
    """What was given, when it is a coalitional game."""
    if not isinstance(given, CoalitionalGame):
        raise GameError(f"{given!r:.40} is not a coalitional game; make one with coalition(...)")
    return given


@extends(CoalitionalGame)
def add(first: CoalitionalGame, second: CoalitionalGame) -> CoalitionalGame:
    """The players play both games at once: the worths are added.

    A player of one game only brings nothing to the other.

    Parameters
    ----------
    first : CoalitionalGame
        The first game.
    second : CoalitionalGame
        The second game.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> from kibitz import coalition
    >>> first, second = coalition("A:1 B:0 A,B:2"), coalition("B:5 C:0 B,C:9")
    >>> add(first, second).worth("A,B,C")
    Fraction(11, 1)
    """
    require_game(second)
    names = tuple(dict.fromkeys((*first.players, *second.players)))
    return CoalitionalGame(tensor_sum(_spread(first, names), _spread(second, names)), names)


def _spread(game: CoalitionalGame, names: tuple[str, ...]) -> Tensor:
    """The worths for a longer list of players, of whom some bring nothing."""
    masks = np.zeros(1, np.int64)
    for name in names:
        bit = 1 << game.position(name) if name in game.players else 0
        masks = np.concatenate([masks, masks | bit])
    return Tensor(game.worths.array[masks], game.worths.denominator)
