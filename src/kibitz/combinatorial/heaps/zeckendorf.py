"""Zeckendorf's representation, and the sequences of Schwenk that generalize Fibonacci numbers."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.combinatorial.heaps.take_limit import read_limit
from kibitz.core.errors import GameError

MOST_TERMS = 100_000


def fibonacci(count: int) -> list[int]:
    """The first Fibonacci numbers, counted 1, 2, 3, 5, 8, ...

    Parameters
    ----------
    count : int
        How many.

    Returns
    -------
    list of int
        The numbers.

    Examples
    --------
    >>> fibonacci(9)
    [1, 2, 3, 5, 8, 13, 21, 34, 55]
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise GameError(f"count is {count!r}; it must be a whole number, at least 0")
    terms = [1, 2][:count]
    while len(terms) < count:
        terms.append(terms[-1] + terms[-2])
    return terms


def zeckendorf(n: int) -> tuple[int, ...]:
    """The unique sum of nonconsecutive Fibonacci numbers equal to n, largest first.

    Parameters
    ----------
    n : int
        A whole number.

    Returns
    -------
    tuple of int
        The Fibonacci numbers.

    Notes
    -----
    Greedy. Cost: O(log n).

    References
    ----------
    Zeckendorf 1972.

    Examples
    --------
    >>> zeckendorf(43)
    (34, 8, 1)
    >>> zeckendorf(0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: n is 0; it must be a whole number, at least 1
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise GameError(f"n is {n!r}; it must be a whole number, at least 1")
    return greedy(n, schwenk_sequence(lambda t: 2 * t, n))


def schwenk_sequence(limit: Callable[[int], int] | str, up_to: int) -> list[int]:
    """The piles from which the second player wins when t taken allows up to ``limit(t)`` next.

    H1 = 1 and H(k + 1) = H(k) + H(j) with the least j for which limit(Hj) >= H(k). For limits that
    never fall and let at least as many be taken again.

    Parameters
    ----------
    limit : callable or str
        The most that may be taken after t was taken, as a function or spelled like ``2t``.
    up_to : int
        The largest pile.

    Returns
    -------
    list of int
        The piles.

    References
    ----------
    Schwenk 1970.

    Examples
    --------
    >>> schwenk_sequence(lambda t: t, 20), schwenk_sequence("3t", 20)
    ([1, 2, 4, 8, 16], [1, 2, 3, 4, 6, 8, 11, 15])
    """
    if not callable(limit):
        limit = read_limit(limit)
    terms = [1] if up_to >= 1 else []
    j = 0
    while terms:
        while limit(terms[j]) < terms[-1]:
            j += 1
            if j == len(terms):
                raise GameError(
                    f"after {terms[-1]} only {limit(terms[-1])} may be taken; Schwenk's sequence "
                    "needs a limit that is at least the amount taken and never decreases"
                )
        following = terms[-1] + terms[j]
        if following > up_to:
            break
        if len(terms) >= MOST_TERMS:
            raise GameError(f"more than {MOST_TERMS:,} piles up to {up_to:,}; use a smaller bound")
        terms.append(following)
    return terms


def greedy(n: int, terms: list[int]) -> tuple[int, ...]:
    """n as a sum of terms, the largest that fits first.

    >>> greedy(44, [1, 2, 4, 8, 16, 32])
    (32, 8, 4)
    """
    parts = []
    for term in reversed(terms):
        if term <= n:
            parts.append(term)
            n -= term
    return tuple(parts)
