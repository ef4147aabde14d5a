"""Bamboo stalks: edges one on top of the other. A stalk of n edges is a nim heap of n."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.combinatorial.hackenbush.fusion import Fusion


def stalk_lengths(fusion: Fusion) -> list[int] | None:
    """The lengths of the stalks that a picture consists of; None when it is not only stalks."""
    if not fusion.is_tree:
        return None
    lengths = [0] * len(fusion.head)
    forks = [0] * len(fusion.head)
    for b in range(len(fusion.head) - 1, 0, -1):
        below = fusion.parent[b]
        forks[below] += 1
        if below and forks[below] > 1:
            return None
        lengths[b] += 1
        if below:
            lengths[below] = lengths[b]
    return [lengths[b] for b in range(1, len(fusion.head)) if fusion.parent[b] == 0]


def misere_outcome(lengths: Sequence[int]) -> str:
    """Who wins misère nim: as in normal play, but opposite when no heap is larger than one.

    >>> misere_outcome([1, 1]), misere_outcome([1]), misere_outcome([2, 2]), misere_outcome([])
    ('N', 'P', 'P', 'N')
    """
    total = 0
    for length in lengths:
        total ^= length
    if max(lengths, default=0) <= 1:
        return "P" if total else "N"
    return "N" if total else "P"
