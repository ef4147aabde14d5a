"""Games in which any positive integer may be named."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.zero_sum.infinite import (
    InfiniteGame,
    growing_stakes,
    larger_integer,
    mendelsohn_on_integers,
    silverman_on_integers,
)

_ONE, _TWO, _THREE, _FOUR = Fraction(1), Fraction(2), Fraction(3), Fraction(4)


@named("silverman-infinite", family="zero-sum")
def silverman_infinite(
    threshold: Number = _THREE, win: Number = _ONE, loss: Number = _TWO
) -> InfiniteGame:
    """Silverman's game on all positive integers: the larger wins, unless at least T times as large.

    Parameters
    ----------
    threshold : number, optional
        The factor T.
    win : number, optional
        What a win pays.
    loss : number, optional
        What a loss costs.

    Returns
    -------
    InfiniteGame
        The game.

    Examples
    --------
    >>> silverman_infinite().solve().row
    ((1, Fraction(1, 4)), (2, Fraction(1, 2)), (5, Fraction(1, 4)))
    """
    return silverman_on_integers(threshold, win, loss)


@named("mendelsohn-infinite", family="zero-sum")
def mendelsohn_infinite(win: Number = _ONE, loss: Number = _TWO) -> InfiniteGame:
    """Mendelsohn's game on all positive integers: being larger by one wins, by more loses.

    Parameters
    ----------
    win : number, optional
        What a win pays.
    loss : number, optional
        What a loss costs.

    Returns
    -------
    InfiniteGame
        The game.

    Examples
    --------
    >>> mendelsohn_infinite().solve().value
    Fraction(0, 1)
    """
    return mendelsohn_on_integers(win, loss)


@named("larger-integer-infinite", family="zero-sum")
def larger_integer_infinite() -> InfiniteGame:
    """The player who names the larger positive integer wins 1; the game has no value.

    >>> larger_integer_infinite().solve().lower
    Fraction(-1, 1)
    """
    return larger_integer()


@named("growing-stakes", family="zero-sum")
def growing_stakes_infinite(base: Number = _FOUR) -> InfiniteGame:
    """The larger integer wins base^(smaller - 1): expected payoffs need not exist.

    Parameters
    ----------
    base : number, optional
        The base of the stakes.

    Returns
    -------
    InfiniteGame
        The game.

    Examples
    --------
    >>> growing_stakes_infinite().solve().upper
    Fraction(1, 1)
    """
    return growing_stakes(base)
