"""One hand of five or seven cards from the full deck, looked up in a fifth of a microsecond.

Each card has a number, and the sum over a hand tells its ranks and, in the lowest eight bits,
whether it has a flush. Nearly all sums are below 2^30, where Python adds fastest. Of seven cards,
two are looked up at a time. Only hands with two cards of a rank can hold a card twice, and only
those are searched for one, pair by pair: that is what Python compares fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import Any, cast

FIVE_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
SEVEN_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""A number for each rank; sums over different hands of five and of seven cards differ."""
SUITS = (0, 1, 24, 29)
"""A number for each suit; the sum of five or seven tells whether five of them are the same."""
RANKS, COPIES = len(SEVEN_KEYS), len(SUITS)
Ranks = tuple[int, ...]


def single_hand(
    five: Mapping[Ranks, int], seven: Mapping[int, int], otherwise: Callable[[Any], int]
) -> Callable[[Any], int]:
    """A function that gives the class of one hand.

    Parameters
    ----------
    five : mapping
        The class of five cards without a flush, by their ranks in ascending order.
    seven : mapping
        What :func:`classes_of_seven` makes; it may be filled later.
    otherwise : callable
        Gives the class of all other hands, and refuses what is not one.
    """
    of_five, of_seven = _numbers(FIVE_KEYS), _numbers(SEVEN_KEYS)
    of_two = {a: {b: of_seven[a] + of_seven[b] for b in of_seven if a != b} for a in of_seven}
    plain = cast("list[int]", [None] * (5 * FIVE_KEYS[-1] + 1))
    for ranks, found in five.items():
        plain[_sum(FIVE_KEYS, ranks)] = _marked(found, ranks)
    flush_of_five, flush_of_seven = flushes(5), flushes(7)

    def strength(hand: Any) -> int:
        try:
            if len(hand) == 5:
                a, b, c, d, e = hand
                of = of_five
                total = of[a] + of[b] + of[c] + of[d] + of[e]
                found = plain[total >> 8]
                if found >= 0:
                    if not flush_of_five[total & 255]:
                        return found
                elif (
                    (a != b and a != c and a != d and a != e)
                    and (b != c and b != d and b != e)
                    and (c != d and c != e and d != e)
                ):
                    return ~found
            else:
                a, b, c, d, e, f, g = hand
                two = of_two
                total = two[a][b] + two[c][d] + two[e][f] + of_seven[g]
                if not flush_of_seven[total & 255]:
                    found = seven[total >> 8]
                    if found >= 0:
                        return found
                    if (
                        (a != c and a != d and a != e and a != f and a != g)
                        and (b != c and b != d and b != e and b != f and b != g)
                        and (c != e and c != f and c != g)
                        and (d != e and d != f and d != g)
                        and (e != g and f != g)
                    ):
                        return ~found
        except (IndexError, KeyError, TypeError, ValueError):
            pass
        return otherwise(hand)

    return strength


def classes_of_seven(five: Mapping[Ranks, int]) -> dict[int, int]:
    """The best class in seven cards without a flush, by the sum of the keys of their ranks.

    Each hand is worth its best with one card fewer.
    """
    best = {_sum(SEVEN_KEYS, ranks): found for ranks, found in five.items()}
    for size in (6, 7):
        fewer, best = best, {}
        for ranks in combinations_with_replacement(range(RANKS), size):
            if all(a != b for a, b in zip(ranks, ranks[COPIES:], strict=False)):
                total = sum([SEVEN_KEYS[rank] for rank in ranks])
                found = max([fewer[total - SEVEN_KEYS[rank]] for rank in {*ranks}])
                best[total] = _marked(found, ranks) if size == 7 else found
    return best


def flushes(cards: int) -> list[bool]:
    """For each sum over the suits of some cards, whether five of them are of one suit.

    >>> [total for total, is_flush in enumerate(flushes(5)) if is_flush] == [5 * s for s in SUITS]
    True
    """
    found = [False] * 256  # a list, in which Python looks up fastest
    for suits in combinations_with_replacement(range(COPIES), cards):
        if max(map(suits.count, suits)) >= 5:
            found[_sum(SUITS, suits)] = True
    return found


def _numbers(keys: tuple[int, ...]) -> dict[int, int]:
    return {
        COPIES * rank + suit: (keys[rank] << 8) + SUITS[suit]
        for rank in range(RANKS)
        for suit in range(COPIES)
    }


def _marked(found: int, ranks: Ranks) -> int:
    """A class, or below 0 the complement of one, where a rank is there twice."""
    return found if len({*ranks}) == len(ranks) else ~found


def _sum(keys: tuple[int, ...], places: Ranks) -> int:
    return sum([keys[place] for place in places])
