"""The silver dollar: hidden in one of several rooms, looked for with doubtful success."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.games.zero_sum.blotto import allocations
from kibitz.games.zero_sum.build import between, digits, fits, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_DETECTION: tuple[Number, ...] = (Fraction(1, 2), Fraction(1, 3))


@named("silver-dollar", family="zero-sum")
def silver_dollar(searches: int = 1, detection: tuple[Number, ...] = _DETECTION) -> MatrixGame:
    """II hides a dollar in a room; I searches a few times, and each search may miss it.

    The order of the searches does not matter, so a row says how many of them each room gets.

    Parameters
    ----------
    searches : int, default 1
        The number of searches.
    detection : tuple of numbers, optional
        The chance to find the dollar in each room.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(silver_dollar().solve().value, silver_dollar(2).solve().value)
    1/5 5/13
    """
    times = whole(searches, "searches", 0)
    chances = [
        between(d, f"detection, item {i}", 0, 1)
        for i, d in enumerate(several(detection, "detection"), 1)
    ]
    rooms = len(chances)
    count = comb(times + rooms - 1, rooms - 1)
    bits = times * max(map(digits, chances))
    fits(count, rooms, "silver-dollar", "take fewer searches or rooms", bits)
    plans = allocations(times, rooms)
    payoffs = [
        [1 - (1 - chance) ** looks for chance, looks in zip(chances, plan, strict=True)]
        for plan in plans
    ]
    labels = ["-".join(map(str, plan)) for plan in plans]
    title = f"The silver dollar, {times} search{'' if times == 1 else 'es'}"
    return zero_sum(title, payoffs, labels, (f"room {k}" for k in range(1, rooms + 1)))
