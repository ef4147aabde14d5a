"""The 2x2 game with one payoff left open."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import Number, number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import zero_sum
from kibitz.zero_sum.game import MatrixGame

_T = Fraction(2)


@named("one-parameter", family="zero-sum")
def one_parameter(t: Number = _T) -> MatrixGame:
    """The game 0 2; t 1: its value is 0 up to t = 0, then t up to t = 1, then 2t/(t+1).

    Parameters
    ----------
    t : number, optional
        The parameter.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> [str(one_parameter(t).solve().value) for t in (-1, Fraction(1, 2), 3)]
    ['0', '1/2', '3/2']
    """
    entry = number(t, "t")
    payoffs = [[Fraction(0), Fraction(2)], [entry, Fraction(1)]]
    return zero_sum(f"The one-parameter game, t = {show(entry)}", payoffs, (1, 2), (1, 2))
