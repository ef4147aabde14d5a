"""Corners of small polytopes, by trying every basis: the slow, sure way to say "all"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.tensor import Array
from kibitz.proof.exactly import rank

Point = tuple[Fraction, ...]
Pair = tuple[Point, Point]
MOST_BASES = 30_000
"""Systems of equations that are solved to list the corners of a polytope."""


def corners(
    equal: Sequence[Sequence[int]],
    right: Sequence[int],
    rows: Sequence[Sequence[int]],
    least: Sequence[int],
) -> list[Point]:
    """The corners of {x: equal x = right, rows x >= least} in integers, the greatest first.

    At a corner so many rows are tight that these and the equations determine it: all choices are
    tried. Too many are refused with an OverflowError.
    """
    from flint import fmpz_mat

    base = _independent(equal, right)
    if base is None:
        return []
    size = len(rows[0])
    free = size - len(base)
    if comb(len(rows), free) > MOST_BASES:
        raise OverflowError
    table, low = np.array(rows, object), np.array(least, object)
    found = set()
    for chosen in combinations(range(len(rows)), free):
        lines = [*(list(equal[k]) for k in base), *(list(rows[k]) for k in chosen)]
        sides = [*(right[k] for k in base), *(least[k] for k in chosen)]
        square: Any = fmpz_mat([[int(x) for x in line] for line in lines])
        try:
            top, under = square.solve(fmpz_mat([[int(b)] for b in sides])).numer_denom()
        except ZeroDivisionError:
            continue
        bottom = int(under)
        x = np.array([int(top[i, 0]) for i in range(size)], object)
        room = table @ x - low * bottom
        if (room >= 0).all() if bottom > 0 else (room <= 0).all():
            found.add(tuple(Fraction(v, bottom) for v in x))
    return sorted(found, reverse=True)


def _independent(equal: Sequence[Sequence[int]], right: Sequence[int]) -> list[int] | None:
    """Equations that span all others, None if they contradict each other."""
    kept: list[int] = []
    for k in range(len(equal)):
        if rank([equal[i] for i in (*kept, k)]) > len(kept):
            kept.append(k)
        elif rank([[*equal[i], right[i]] for i in (*kept, k)]) > len(kept):
            return None
    return kept


def unit_rows(size: int) -> list[list[int]]:
    """The rows of x >= 0."""
    return [[int(i == j) for j in range(size)] for i in range(size)]


class Replies:
    """The strategies of a player that are corners of where one reply or another is best.

    ``labels`` tells of each which own strategies are not played, and which replies are best.
    """

    def __init__(self, other: Array, own_first: bool) -> None:
        m, n = other.shape
        bottom = np.lcm.reduce([x.denominator for x in other.ravel()], dtype=object)
        table = np.array([[int(x * bottom) for x in row] for row in other], object)
        self.above = table - table.min() + 1
        rows = [*unit_rows(m), *(-self.above.T).tolist()]
        found = corners([], [], rows, [0] * m + [-1] * n)
        points = dict.fromkeys(tuple(w / sum(x) for w in x) for x in found if any(x))
        self.shift = (0, m) if own_first else (n, 0)
        self.size = m
        self.labels = {x: self._labels(x) for x in points}

    def _labels(self, x: Point) -> frozenset[int]:
        own, other = self.shift
        paid = np.array(x, object) @ self.above
        unplayed = {own + i for i, w in enumerate(x) if not w}
        return frozenset(unplayed | {other + j for j, p in enumerate(paid) if p == max(paid)})

    @property
    def degenerate(self) -> bool:
        """Whether some corner has more labels than coordinates."""
        return any(len(labels) > self.size for labels in self.labels.values())


def extreme_equilibria(first: Array, second: Array) -> tuple[list[Pair], bool]:
    """Pairs of corners that have every label between them, and whether the game is degenerate."""
    m, n = first.shape
    rows, columns = Replies(second, True), Replies(first.T, False)
    every = frozenset(range(m + n))
    pairs = [
        (x, y) for x, a in rows.labels.items() for y, b in columns.labels.items() if a | b == every
    ]
    return sorted(pairs, reverse=True), rows.degenerate or columns.degenerate


def subsets_of(pairs: list[Pair]) -> list[tuple[list[Point], list[Point]]]:
    """The maximal products of rows and columns all of whose pairs are listed, in order."""
    rows, columns = (list(dict.fromkeys(p[k] for p in pairs)) for k in (0, 1))
    near = {x: frozenset(columns.index(y) for a, y in pairs if a == x) for x in rows}
    closed: set[frozenset[int]] = set()
    for own in near.values():
        closed |= {own & other for other in closed if own & other} | {own}
        if len(closed) > MOST_BASES:
            raise OverflowError
    found = sorted(
        (tuple(i for i, x in enumerate(rows) if near[x] >= own), tuple(sorted(own)))
        for own in closed
    )
    return [([rows[i] for i in left], [columns[j] for j in right]) for left, right in found]


def components_of(pairs: list[Pair]) -> list[list[int]]:
    """Positions of pairs that hang together, by common strategies, in order."""
    groups: list[list[int]] = []
    for k, (x, y) in enumerate(pairs):
        near = [g for g in groups if any(pairs[i][0] == x or pairs[i][1] == y for i in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([k, *(i for g in near for i in g)]))
    return sorted(groups)
