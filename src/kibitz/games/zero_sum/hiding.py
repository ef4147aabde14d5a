"""Games of hiding: overlapping intervals, a helicopter above a submarine, thief and guard."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import between, fits, positive, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

HALF = Fraction(1, 2)
_GOODS: tuple[Number, ...] = (Fraction(3), Fraction(2), Fraction(1))


@named("number-hides", family="zero-sum")
def number_hides(k: int = 6, m1: int = 2, m2: int = 2) -> MatrixGame:
    """Each takes consecutive numbers out of 1..k, m1 and m2 of them; I wins the overlap.

    For m1 = m2 = 2 and n = k - 1 intervals the value is 4/(n+1) for odd n and
    4(n+1)/(n(n+2)) for even n.

    Parameters
    ----------
    k : int, default 6
        The largest number.
    m1 : int, default 2
        How many numbers the first player takes.
    m2 : int, default 2
        How many numbers the second player takes.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(number_hides(6).solve().value, number_hides(7).solve().value)
    2/3 7/12
    """
    size = whole(k, "k", 1)
    lengths = whole(m1, "m1", 1), whole(m2, "m2", 1)
    for name, length in zip(("m1", "m2"), lengths, strict=True):
        if length > size:
            raise GameError(f"{name} is {length}; at most k = {size} consecutive numbers fit")
    rows, columns = (size - m + 1 for m in lengths)
    fits(rows, columns, "number-hides", "take a smaller k")
    mine, theirs = ([range(a, a + m) for a in range(1, size - m + 2)] for m in lengths)
    payoffs = [[_overlap(a, b) for b in theirs] for a in mine]
    title = f"Number hides ({size}, {lengths[0]}, {lengths[1]})"
    return zero_sum(title, payoffs, map(_span, mine), map(_span, theirs))


def _overlap(a: range, b: range) -> int:
    return max(0, min(a[-1], b[-1]) - max(a[0], b[0]) + 1)


def _span(interval: range) -> str:
    return f"{interval[0]}" if len(interval) == 1 else f"{interval[0]}-{interval[-1]}"


@named("helicopter", family="zero-sum")
def helicopter(n: int = 5, a: Number = HALF) -> MatrixGame:
    """A helicopter seeks a submarine in n parts of a channel: a hit pays 1, a near miss a.

    Parameters
    ----------
    n : int, default 5
        The number of stretches.
    a : number, optional
        The payoff next to the submarine.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(helicopter(5).solve().value, helicopter(5, 0).solve().value)
    1/3 1/5
    """
    size, near = whole(n, "n", 1), between(a, "a", 0, 1)
    fits(size, size, "helicopter", "take a smaller n")
    nothing, by_distance = Fraction(0), {0: Fraction(1), 1: near}
    places = range(1, size + 1)
    payoffs = [[by_distance.get(abs(i - j), nothing) for j in places] for i in places]
    players = ("helicopter", "submarine")
    return zero_sum("Helicopter and submarine", payoffs, places, places, players)


@named("thievery", family="zero-sum")
def thievery(values: tuple[Number, ...] = _GOODS) -> MatrixGame:
    """A thief takes one of several objects, a guard watches one; an unwatched object is stolen.

    Parameters
    ----------
    values : tuple of numbers, optional
        The values of the objects.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(thievery().solve().value, thievery((1, 1, 1, 1)).solve().value)
    6/5 3/4
    """
    goods = _worths(values)
    fits(len(goods), len(goods), "thievery", "leave out the least valuable things")
    count = range(len(goods))
    payoffs = [[Fraction(0) if i == j else goods[i] for j in count] for i in count]
    labels = [f"{i} ({show(worth)})" for i, worth in enumerate(goods, 1)]
    return zero_sum("Thievery", payoffs, labels, labels, ("thief", "guard"))


def thievery_value(values: Sequence[Number]) -> Number:
    """The value in closed form: the best of (k - 1) / (1/u_1 + ... + 1/u_k), u decreasing.

    >>> print(thievery_value((3, 2, 1)))
    6/5
    """
    goods = sorted(_worths(values), reverse=True)
    best, reciprocals = goods[0] * 0, goods[0] * 0
    for k, worth in enumerate(goods):
        reciprocals += 1 / worth
        best = max(best, k / reciprocals)
    return best


def _worths(values: Sequence[Number]) -> tuple[Number, ...]:
    goods = several(values, "values", 2)
    return tuple(positive(worth, f"values, item {i}") for i, worth in enumerate(goods, 1))
