"""Dice as chance moves: all throws and how likely each is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

THROWS = 1_000_000


def dice_throws(dice: int = 2, sides: int = 6) -> dict[tuple[int, ...], Fraction]:
    """The throws of indistinguishable dice, in order, with exact probabilities.

    Parameters
    ----------
    dice : int, default 2
        The number of dice.
    sides : int, default 6
        The number of sides of a die.

    Returns
    -------
    dict[tuple[int, ...], Fraction]
        The probability of every throw.

    Examples
    --------
    >>> throws = dice_throws(2)
    >>> len(throws), str(throws[3, 3]), str(throws[1, 2]), sum(throws.values()) == 1
    (21, '1/36', '1/18', True)
    """
    _check(dice, sides)
    count = comb(dice + sides - 1, dice)
    if count > THROWS:
        raise GameError(
            f"{count_of(dice, 'die')} with {count_of(sides, 'side')} have "
            f"{count_of(count, 'throw')}; the limit is {THROWS:,}"
        )
    orders = factorial(dice)
    return {
        throw: Fraction(orders // prod(map(factorial, Counter(throw).values())), sides**dice)
        for throw in combinations_with_replacement(range(1, sides + 1), dice)
    }


def dice_totals(dice: int = 2, sides: int = 6) -> dict[int, Fraction]:
    """How likely each total of the spots is.

    Parameters
    ----------
    dice : int, default 2
        The number of dice.
    sides : int, default 6
        The number of sides of a die.

    Returns
    -------
    dict[int, Fraction]
        The probability of every total.

    Examples
    --------
    >>> totals = dice_totals(2)
    >>> str(totals[7]), str(totals[12]), min(dice_totals(3, 4)), max(dice_totals(3, 4))
    ('1/6', '1/36', 3, 12)
    """
    _check(dice, sides)
    if dice * dice * sides > 10 * THROWS:
        raise GameError(
            f"{count_of(dice, 'die')} with {count_of(sides, 'side')} are too many to add up"
        )
    ways = Counter({0: 1})
    for _ in range(dice):
        more: Counter[int] = Counter()
        for total, count in ways.items():
            for spots in range(1, sides + 1):
                more[total + spots] += count
        ways = more
    return {total: Fraction(count, sides**dice) for total, count in sorted(ways.items())}


def _check(dice: Any, sides: Any) -> None:
    for what in (dice, sides):
        if isinstance(what, bool) or not isinstance(what, int) or what < 1:
            raise GameError(
                f"{count_of(dice, 'die')} with {count_of(sides, 'side')}; both must "
                "be whole numbers, at least 1"
            )
