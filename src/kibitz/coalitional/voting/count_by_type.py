"""Swings by type: coalitions are counted by how many voters of each type they hold.

The Security Council has two types and 66 profiles instead of 32768 coalitions; the houses of a
parliament with a president have some hundred thousand profiles for 537 voters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.voting.swings import Swings

if TYPE_CHECKING:
    from kibitz.coalitional.voting.compound import CompoundVoting

Flags = npt.NDArray[np.bool_]
METHOD = "type counting"


def swings_by_type(game: CompoundVoting) -> Swings:
    """The swings of every voter; the cost is the number of profiles, for each type.

    >>> from kibitz.coalitional.voting.compound import all_of
    >>> from kibitz.coalitional.voting.weighted import security_council
    >>> str(swings_by_type(all_of(security_council())).shapley_shubik()[0])
    '421/2145'
    """
    counts = [len(group) for group in game.types]
    wins = _winning_profiles(game, counts)
    losing = by_size(~wins, counts, game.n)
    by_voter: list[tuple[int, ...]] = [()] * game.n
    for t, group in enumerate(game.types):
        before, after = np.split(np.moveaxis(wins, t, 0), [-1])[0], np.moveaxis(wins, t, 0)[1:]
        swing = np.moveaxis(after & ~before, 0, t)
        others = [c - (k == t) for k, c in enumerate(counts)]
        row = tuple(by_size(swing, others, game.n - 1))
        for i in group:
            by_voter[i] = row
    return Swings(tuple(losing), tuple(by_voter), METHOD)


def _winning_profiles(game: CompoundVoting, counts: Sequence[int]) -> Flags:
    """Which numbers of voters of each type win, up to this many of each."""
    grids = np.ogrid[tuple(slice(0, c + 1) for c in counts)]
    sums = []
    for rule in game.rules:
        each = [rule.weights[group[0]] for group in game.types]
        kind = np.int64 if sum(rule.weights) < 2**62 else object
        total = np.zeros([c + 1 for c in counts], kind)
        for weight, grid in zip(each, grids, strict=True):
            total = total + weight * grid.astype(kind)
        sums.append(total)
    return game.passing(sums)


def by_size(flags: Flags, counts: Sequence[int], n: int) -> list[int]:
    """How many coalitions the marked profiles stand for, by size.

    >>> by_size(np.array([[True, False], [True, True]]), [1, 1], 2)
    [1, 1, 1]
    """
    total = [0] * (n + 1)
    for size, number in _coalitions(flags, counts):
        total[size] += number
    return total


def _coalitions(flags: Flags, counts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """For each marked profile its size and the number of coalitions with it."""
    choices = [[math.comb(c, k) for k in range(c + 1)] for c in counts]
    for profile in np.argwhere(flags).tolist():
        number = 1
        for ways, k in zip(choices, profile, strict=True):
            number *= ways[k]
        yield sum(profile), number
