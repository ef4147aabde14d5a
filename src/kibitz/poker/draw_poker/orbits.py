"""Hands up to a change of suits, counted without listing them.

By the lemma of Cauchy and Frobenius the number of orbits is the average number of things that a
permutation of the suits leaves as they are. A hand stays when it takes all cards of a cycle or
none, so the hands that stay are counted by a polynomial: a factor 1 + x^c for each cycle of c suits
and each rank. A card that is thrown or drawn stays where its suit does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_SUITS = 8
Series = list[int]


@dataclass(frozen=True)
class DealCounts:
    """How many hands, private states and deals there are, and how many up to a change of suits.

    >>> counts = deal_counts(13, 4, 5)
    >>> counts.hands, counts.hand_orbits, counts.drawn, counts.drawn_orbits
    (2598960, 134459, 122151120, 5649150)
    """

    hands: int
    hand_orbits: int
    drawn: int
    """Hands with a card that is drawn to them, when a rule says what is thrown."""
    drawn_orbits: int
    freely: int
    """Hands with any card thrown and a card drawn."""
    free_orbits: int
    deals: int
    """Hands of two players."""
    deal_orbits: int


def deal_counts(ranks: int, suits: int, size: int) -> DealCounts:
    """Count hands, hands with draws, and deals of two hands, all and up to a change of suits.

    Parameters
    ----------
    ranks, suits : int
        The deck.
    size : int
        The cards of a hand.

    Returns
    -------
    DealCounts
        The counts.

    Notes
    -----
    Cost: a polynomial for each kind of permutation of the suits; nothing is listed.
    """
    deck = ranks * suits
    if not 1 <= suits <= MOST_SUITS or ranks < 1:
        raise GameError(f"a deck has 1 to {MOST_SUITS} suits and some ranks")
    if not 1 <= size <= deck // 2:
        raise GameError(f"two hands of {size} do not fit a deck of {count_of(deck, 'card')}")
    hands = comb(deck, size)
    kinds = Counter(_cycles(p) for p in permutations(range(suits)))
    fixed = [0, 0, 0, 0]
    for cycles, times in kinds.items():
        for k, count in enumerate(_fixed(cycles, ranks, size)):
            fixed[k] += times * count
    orbits = [total // factorial(suits) for total in fixed]
    drawn = hands * (deck - size)
    return DealCounts(
        hands,
        orbits[0],
        drawn,
        orbits[1],
        drawn * size,
        orbits[2],
        hands * comb(deck - size, size),
        orbits[3],
    )


def _cycles(permutation: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths of the cycles, in order."""
    seen: set[int] = set()
    found = []
    for first in range(len(permutation)):
        length, here = 0, first
        while here not in seen:
            seen.add(here)
            here = permutation[here]
            length += 1
        if length:
            found.append(length)
    return tuple(sorted(found))


def _fixed(cycles: tuple[int, ...], ranks: int, size: int) -> tuple[int, int, int, int]:
    """Hands, hands with a draw, with a throw and a draw, and deals that stay as they are."""
    every = [c for c in cycles for _ in range(ranks)]
    still = ranks * cycles.count(1)
    less = list(every)
    hands = _subsets(every, size)
    draws = throws = 0
    if still:
        less.remove(1)
        draws = still * _subsets(less, size)
    if still > 1:
        less.remove(1)
        throws = still * (still - 1) * _subsets(less, size - 1)
    return hands, draws, throws, _pairs(every, size)


def _subsets(parts: list[int], size: int) -> int:
    """How many choices of parts add up to a size."""
    series: Series = [1] + [0] * size
    for part in parts:
        for n in range(size, part - 1, -1):
            series[n] += series[n - part]
    return series[size]


def _pairs(parts: list[int], size: int) -> int:
    """How many ways there are to give parts to two hands of a size, or to neither."""
    series = [[0] * (size + 1) for _ in range(size + 1)]
    series[0][0] = 1
    for part in parts:
        for a in range(size, -1, -1):
            for b in range(size, -1, -1):
                more = series[a - part][b] if a >= part else 0
                more += series[a][b - part] if b >= part else 0
                series[a][b] += more
    return series[size][size]
