"""A test of hypotheses as a game: which of two coins was tossed?"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

from kibitz.core.numbers import Number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import between, fits, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_FAIR, _BIASED = Fraction(1, 2), Fraction(1, 3)


@named("coin-test", family="zero-sum")
def coin_test(fair: Number = _FAIR, biased: Number = _BIASED, tosses: int = 1) -> MatrixGame:
    """I picks one of two coins; II sees some tosses and names the coin; a wrong guess costs 1.

    The number of heads is all that matters, so a column names a coin, F or B, for no heads, one
    head, and so on. Both coins are given by their chance of heads.

    Parameters
    ----------
    fair : number, optional
        The chance of heads of one coin.
    biased : number, optional
        The chance of heads of the other coin.
    tosses : int, default 1
        The number of tosses.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(coin_test().solve().value, coin_test(tosses=2).solve().value)
    3/7 7/17
    """
    count = int(between(whole(tosses, "tosses", 0), "tosses", 0, 60))
    coins = [between(fair, "fair", 0, 1), between(biased, "biased", 0, 1)]
    fits(2, 2 ** (count + 1), "coin-test", "take fewer tosses")
    rules = list(product("FB", repeat=count + 1))
    odds = [[_heads(k, count, coin) for k in range(count + 1)] for coin in coins]
    payoffs = [
        [
            sum((p for p, said in zip(chances, rule, strict=True) if said != coin), Fraction(0))
            for rule in rules
        ]
        for coin, chances in zip("FB", odds, strict=True)
    ]
    title = f"Which coin, {show(coins[0])} or {show(coins[1])}?"
    return zero_sum(title, payoffs, ("fair", "biased"), map("".join, rules))


def _heads(k: int, tosses: int, chance: Number) -> Number:
    return comb(tosses, k) * chance**k * (1 - chance) ** (tosses - k)
