"""Silverman games: be larger than the opponent, but not several times as large."""

from __future__ import annotations

import math
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, not_negative, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_THRESHOLD, _WIN, _LOSS = Fraction(3), Fraction(1), Fraction(2)


@named("silverman", family="zero-sum")
def silverman(
    threshold: Number = _THRESHOLD, win: Number = _WIN, loss: Number = _LOSS, n: int | None = None
) -> MatrixGame:
    """Both name a positive integer; the larger wins, unless it is at least T times as large.

    The game on all positive integers. Without ``n`` its matrix holds the numbers that
    :func:`last_undominated` leaves, so value and strategies are those of the infinite game.

    Parameters
    ----------
    threshold : number, optional
        The factor T.
    win : number, optional
        What a win pays.
    loss : number, optional
        What a loss costs.
    n : int, optional
        Where the game is cut off; if omitted, the undominated numbers.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> game = silverman()
    >>> game.shape, [str(x) for x in game.solve().row]
    ((5, 5), ['1/4', '1/2', '0', '0', '1/4'])
    """
    limit = _threshold(threshold)
    won, lost = not_negative(win, "win"), not_negative(loss, "loss")
    size = last_undominated(limit, won, lost) if n is None else whole(n, "n", 1)
    fits(size, size, "silverman", "take a smaller threshold, or fewer numbers with n=")
    numbers = range(1, size + 1)
    payoffs = [[_meet(i, j, limit, won, lost) for j in numbers] for i in numbers]
    kept = "" if n is None else f" on 1..{size}"
    return zero_sum(f"Silverman's game, threshold {show(limit)}{kept}", payoffs, numbers, numbers)


def last_undominated(threshold: Number, win: Number, loss: Number) -> int:
    """The largest number worth naming when a loss costs at least what a win brings.

    A number x >= T (k - 1), where k is T rounded up, loses to each of 1..k-1, against which the
    number 1 does no worse; against k and above 1 already wins the larger amount. So 1 dominates x.

    >>> last_undominated(Fraction(3), Fraction(1), Fraction(2))
    5
    """
    limit = _threshold(threshold)
    if loss < win:
        raise GameError(
            f"silverman: the loss, {show(number(loss))}, is below the win, {show(number(win))}, so "
            "that 1 does not dominate the large numbers; cut the game off with n="
        )
    return max(1, math.ceil(limit * (math.ceil(limit) - 1)) - 1)


def _threshold(given: Number) -> Fraction:
    limit = exact(given, "threshold")
    if limit <= 1:
        raise GameError(f"threshold is {show(limit)}; it must be above 1")
    return limit


def _meet(mine: int, other: int, limit: Fraction, win: Number, loss: Number) -> Number:
    if mine == other:
        return Fraction(0)
    if mine < other:
        return -_meet(other, mine, limit, win, loss)
    return win if mine < limit * other else -loss
