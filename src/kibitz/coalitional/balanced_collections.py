"""Minimal balanced collections of coalitions: the conditions for a core that is not empty.

The core holds a point exactly if no balanced collection of coalitions earns more than all players,
and it is enough to look at the minimal ones, whose weights are unique (Shapley 1967).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from kibitz.core.errors import GameError

MOST_PLAYERS = 4
"""Players up to which all minimal balanced collections are listed."""
Weights = tuple[tuple[int, Fraction], ...]


@cache
def balanced_collections(players: int) -> tuple[Weights, ...]:
    """All minimal balanced collections of coalitions smaller than all players, with weights.

    Parameters
    ----------
    players : int
        The number of players, at most 4.

    Returns
    -------
    tuple
        By collection pairs of a coalition, as a bitmask, and its weight.

    References
    ----------
    Shapley 1967.

    Examples
    --------
    >>> [len(balanced_collections(n)) for n in (2, 3, 4)]
    [1, 5, 41]
    """
    if players > MOST_PLAYERS:
        raise GameError(f"balanced collections are listed for up to {MOST_PLAYERS} players")
    proper = range(1, (1 << players) - 1)
    return tuple(
        weights
        for size in range(2, players + 1)
        for masks in combinations(proper, size)
        for weights in _weights(masks, players)
    )


def _weights(masks: tuple[int, ...], players: int) -> Iterator[Weights]:
    """The positive weights that balance these coalitions, where there is one way only."""
    table = [[*(Fraction(m >> i & 1) for m in masks), Fraction(1)] for i in range(players)]
    place = 0
    for column in range(len(masks)):
        pivot = next((k for k in range(place, players) if table[k][column]), None)
        if pivot is None:
            return
        table[place], table[pivot] = table[pivot], table[place]
        table[place] = [x / table[place][column] for x in table[place]]
        for k in range(players):
            if k != place and table[k][column]:
                times = table[k][column]
                table[k] = [x - times * y for x, y in zip(table[k], table[place], strict=True)]
        place += 1
    if any(row[-1] for row in table[place:]):
        return
    weights = [row[-1] for row in table[:place]]
    if all(w > 0 for w in weights):
        yield tuple(zip(masks, weights, strict=True))
