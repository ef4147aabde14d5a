"""Dice as chance moves: all throws and how likely each is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from kibitz.core.errors import GameError

THROWS = 1_000_000


def dice_throws(dice: int = 2, sides: int = 6) -> dict[tuple[int, ...], Fraction]:
    """The throws of some dice that cannot be told apart, in order, with exact probabilities.

    >>> throws = dice_throws(2)
    >>> len(throws), str(throws[3, 3]), str(throws[1, 2]), sum(throws.values()) == 1
    (21, '1/36', '1/18', True)
    """
    if dice < 1 or sides < 1:
        raise GameError(f"{dice} dice of {sides} sides; give 1 or more of both")
    count = factorial(dice + sides - 1) // factorial(dice) // factorial(sides - 1)
    if count > THROWS:
        raise GameError(f"{dice} dice of {sides} sides have {count:,} throws; {THROWS:,} at most")
    orders = factorial(dice)
    return {
        throw: Fraction(orders // prod(map(factorial, Counter(throw).values())), sides**dice)
        for throw in combinations_with_replacement(range(1, sides + 1), dice)
    }
