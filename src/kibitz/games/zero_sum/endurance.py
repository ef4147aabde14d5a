"""The endurance game: a diagonal game whose entries are shorter games of the same kind."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame


@named("endurance", family="zero-sum")
def endurance(n: int = 4) -> MatrixGame:
    """First stage of the endurance game: guess every step of a count down by ones and twos.

    II counts from n down to 0, by one or two at a time. I guesses each step; the first wrong guess
    ends the game for nothing, all of them right win 1. Later stages enter by their values. The
    value is 1/F(n), with Fibonacci's F(0) = F(1) = 1.

    Parameters
    ----------
    n : int, default 4
        Where the count begins.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> [str(endurance(n).solve().value) for n in (2, 3, 4, 5)]
    ['1/2', '1/3', '1/5', '1/8']
    """
    size = whole(n, "n", 1)
    fits(2, 2, "endurance", "take a smaller n", bits=size)
    title = f"Endurance, {size} to go"
    if size == 1:
        return zero_sum(title, [[1]], ("one",), ("one",))
    one, two = endurance_value(size - 1), endurance_value(size - 2)
    calls = ("one", "two")
    return zero_sum(title, [[one, Fraction(0)], [Fraction(0), two]], calls, calls)


def endurance_value(n: int) -> Fraction:
    """The value, by the formula for diagonal games applied stage after stage.

    >>> print(endurance_value(6))
    1/13
    """
    before, now = Fraction(1), Fraction(1)
    for _ in range(whole(n, "n", 0) - 1):
        before, now = now, 1 / (1 / before + 1 / now)
    return now
