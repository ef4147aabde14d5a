"""The solidarity value: arriving players share what they bring with those who came before.

In a random order, a player who completes coalition S is paid the average contribution of the
members of S. Nowak and Radzik, "A solidarity value for n-person transferable utility games", 1994.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

import numpy as np

from kibitz.coalitional.coalitions import halves, integers_within, sizes, tensor_over
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.sums import Weights, linear_value
from kibitz.core.method import method
from kibitz.core.tensor import Tensor


@dataclass(frozen=True)
class SolidarityValue(Allocation, kind="solidarity-value"):
    """The solidarity value of a game.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> value = solidarity(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> print(show_all(value))
    (2, 7/3, 8/3)
    >>> bool(value.verify())
    True
    """

    concept: ClassVar[str] = "solidarity value"


@method(
    CoalitionalGame,
    "solidarity",
    finds="the solidarity value",
    cost="O(n 2^n)",
    reference="Nowak and Radzik 1994",
    applies=has_table,
    aliases=("solidarity-value",),
)
def solidarity(game: CoalitionalGame) -> SolidarityValue:
    """The solidarity value, exact for exact worths.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    SolidarityValue
        The solidarity value.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Nowak and Radzik 1994.
    """
    payoffs = linear_value(total_contributions(game), _by_size(game.n))
    return SolidarityValue(game, payoffs, "average contributions, weighted by size")


def total_contributions(game: CoalitionalGame) -> Tensor:
    """For each coalition the sum of its members' contributions, v(S) - v(S without i). Cost n 2^n.

    >>> from kibitz import coalition
    >>> [str(x) for x in total_contributions(coalition({"A": 1, "B": 3, "A,B": 6})).numbers()]
    ['0', '1', '3', '8']
    """
    array = integers_within(game.worths.array, 2 * game.n + 2)
    contributions = array * sizes(game.n).astype(np.int64)
    for i in range(game.n):
        without, _ = halves(array, i)
        _, joined = halves(contributions, i)
        joined -= without
    return tensor_over(contributions, game.worths.denominator)


@cache
def _by_size(n: int) -> Weights:
    f = math.factorial
    within = [Fraction(f(s - 1) * f(n - s), f(n) * s) for s in range(1, n + 1)]
    return Weights(tuple(within), (Fraction(0),) * n)
