"""The basic endgame in poker: one card, one bet."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import Number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import between, positive, zero_sum
from kibitz.zero_sum.game import MatrixGame

_QUARTER, _TWO, _ONE = Fraction(1, 4), Fraction(2), Fraction(1)


@named("endgame", family="zero-sum")
def endgame(p: Number = _QUARTER, b: Number = _TWO, ante: Number = _ONE) -> MatrixGame:
    """Basic endgame in poker: I draws a winning card with probability p and may bet b.

    Both have put the ante in the pot. I sees the card and bets or checks; II calls or folds
    against a bet. A row says what I does with the winning and with the losing card.

    Parameters
    ----------
    p : number, optional
        The probability of a winning card.
    b : number, optional
        The bet.
    ante : number, default 1
        What each has put in the pot.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> solution = endgame().solve()
    >>> print(solution.value, *solution.row, *solution.column)
    -1/4 1/6 5/6 0 0 1/2 1/2
    """
    chance, bet, stake = between(p, "p", 0, 1), positive(b, "b"), positive(ante, "ante")
    won = {"bet": (stake + bet, stake), "check": (stake, stake)}
    lost = {"bet": (-stake - bet, stake), "check": (-stake, -stake)}
    plays = [(good, bad) for good in won for bad in lost]
    payoffs = [
        [chance * won[good][j] + (1 - chance) * lost[bad][j] for j in range(2)]
        for good, bad in plays
    ]
    title = f"Basic endgame in poker, p = {show(chance)}, b = {show(bet)}"
    title += f", ante = {show(stake)}" if stake != 1 else ""
    return zero_sum(title, payoffs, (f"{g}-{b}" for g, b in plays), ("call", "fold"))


def endgame_value(p: Number, b: Number) -> Number:
    """The value in closed form: 4p(1 + b)/(2 + b) - 1, or 1 once that is reached.

    >>> print(endgame_value(_QUARTER, _TWO), endgame_value(1, 2))
    -1/4 1
    """
    chance, bet = between(p, "p", 0, 1), positive(b, "b")
    mixed = 4 * chance * (1 + bet) / (2 + bet) - 1
    return mixed if mixed < 1 else Fraction(1)
