"""Indices of minimal and vulnerable coalitions, by generating functions.

A winning coalition is minimal when it loses without its lightest member, so minimal coalitions are
counted by that member, heavier voters being free to join. In a coalition of weight t the members
who can bring it down are those heavier than t - q, so Johnston's shares are counted for each bound
on the weight in turn. Cost about n^3 additions of long integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.coalitional.counting import Counts, check_work

Shares = tuple[Fraction, ...]


def minimal_indices(weights: Sequence[int], quota: int) -> dict[str, Shares]:
    """The indices of Deegan and Packel, of Holler, and of Johnston.

    >>> found = minimal_indices([10, 20, 30, 40], 51)
    >>> {name: [str(x) for x in shares] for name, shares in found.items()}
    {'Deegan-Packel index': ['1/9', '5/18', '5/18', '1/3'], 'Holler index': ['1/7', '2/7', '2/7',
    '2/7'], 'Johnston index': ['1/18', '2/9', '2/9', '1/2']}
    """
    n = len(weights)
    check_work(n, quota, n * len(set(weights)), "voters", "ask for the indices one by one")
    by_size = minimal_by_size(weights, quota)
    return {
        "Deegan-Packel index": _shares(
            [sum(Fraction(c, s) for s, c in enumerate(row) if s) for row in by_size]
        ),
        "Holler index": _shares([Fraction(sum(row)) for row in by_size]),
        "Johnston index": _shares(johnston_sums(weights, quota)),
    }


def _shares(totals: Sequence[Fraction | int]) -> Shares:
    whole = sum(totals)
    return tuple(Fraction(x) / whole for x in totals)


def minimal_by_size(weights: Sequence[int], quota: int) -> list[list[int]]:
    """For each voter, how many minimal winning coalitions of each size hold the voter.

    >>> minimal_by_size([2, 1, 1], 3)
    [[0, 0, 2, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    """
    n = len(weights)
    order = sorted(range(n), key=lambda i: -weights[i])
    by_weight: dict[int, list[int]] = {}
    for place, i in enumerate(order):
        if weights[i] not in by_weight:
            by_weight[weights[i]] = _minimal_with(weights, quota, order, place)
    return [by_weight[w] for w in weights]


def _minimal_with(weights: Sequence[int], quota: int, order: list[int], place: int) -> list[int]:
    """Minimal winning coalitions that hold the voter at this place from the heaviest, by size."""
    own = weights[order[place]]
    sizes = [0] * (len(weights) + 1)
    heavier = Counts.of([weights[i] for i in order[:place]], quota, len(weights))
    for size, count in enumerate(heavier.between(quota - own, quota), 1):
        sizes[size] += count
    for i in order[place + 1 :]:
        last = weights[i]
        counts = heavier.between(quota - last - own, quota - own)
        for size, count in enumerate(counts, 2):
            sizes[size] += count
        heavier.join(last)
    return sizes


def johnston_sums(weights: Sequence[int], quota: int) -> list[Fraction]:
    """What each voter gets when those who can bring a winning coalition down share it.

    >>> [str(x) for x in johnston_sums([2, 1, 1], 3)]
    ['2', '1/2', '1/2']
    """
    kinds = sorted(set(weights))
    sums = dict.fromkeys(kinds, Fraction(0))
    for low, high in zip([0, *kinds], kinds, strict=False):
        if low < high:
            _add_vulnerable(sums, weights, quota, low, high)
    return [sums[w] for w in weights]


def _add_vulnerable(
    sums: dict[int, Fraction], weights: Sequence[int], quota: int, low: int, high: int
) -> None:
    """Add the coalitions of weights q + low to q + high, in which all from ``high`` on decide."""
    counts = Counts.of([], quota + high, len(weights))
    for w in weights:
        if w < high:
            counts.mix(w)
    decisive = [w for w in weights if w >= high]
    for w in decisive:
        counts.join(w)
    for w in set(decisive):
        by_size = counts.without(w).between(quota + low - w, quota + high - w)
        sums[w] += sum(Fraction(c, others + 1) for others, c in enumerate(by_size))
