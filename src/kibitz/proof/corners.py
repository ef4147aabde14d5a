"""Corners of small polytopes, by trying every basis: the slow, sure way to say "all"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.tensor import Array

Point = tuple[Fraction, ...]
Pair = tuple[Point, Point]
MOST_BASES = 30_000
"""Systems of equations that are solved to list the corners of a polytope."""


def corners(equations: Array, right: Sequence[int], slacks: Array) -> list[Point]:
    """The corners of {x >= 0, equations x = right, slacks x >= 0}, the greatest first.

    A corner has some basis, so none is lost; too many bases are refused with an OverflowError.
    """
    m, extra = equations.shape[1], len(slacks)
    full = np.zeros((len(equations) + extra, m + extra), object)
    full[: len(equations), :m] = equations
    full[len(equations) :, :m] = slacks
    for k in range(extra):
        full[len(equations) + k, m + k] = -1
    sides = [*right, *[0] * extra]
    rows = _independent(full, sides)
    if rows is None:
        return []
    if comb(m + extra, len(rows)) > MOST_BASES:
        raise OverflowError
    found = set()
    for basis in combinations(range(m + extra), len(rows)):
        x = _solved([[full[r, c] for c in basis] for r in rows], [sides[r] for r in rows])
        if x is not None and min(x, default=Fraction(0)) >= 0:
            point = dict(zip(basis, x, strict=True))
            found.add(tuple(point.get(i, Fraction(0)) for i in range(m)))
    return sorted(found, reverse=True)


def _independent(matrix: Array, right: Sequence[int]) -> list[int] | None:
    """Rows that span all others, None if the equations contradict each other."""
    from flint import fmpz_mat

    kept: list[int] = []
    for k in range(len(matrix)):
        table = fmpz_mat([[int(x) for x in matrix[i]] for i in (*kept, k)])
        wide = fmpz_mat([[*(int(x) for x in matrix[i]), int(right[i])] for i in (*kept, k)])
        if int(table.rank()) > len(kept):
            kept.append(k)
        elif int(wide.rank()) > len(kept):
            return None
    return kept


def _solved(matrix: list[list[int]], right: Sequence[int]) -> list[Fraction] | None:
    """The solution of a square system of equations; None if it is singular."""
    from flint import fmpz_mat

    if not matrix:
        return []
    table: Any = fmpz_mat([[int(x) for x in row] for row in matrix])
    try:
        top, bottom = table.solve(fmpz_mat([[int(b)] for b in right])).numer_denom()
    except ZeroDivisionError:
        return None
    return [Fraction(int(top[i, 0]), int(bottom)) for i in range(len(right))]


class Replies:
    """The strategies of a player that are corners of where one reply or another is best.

    ``labels`` tells of each which own strategies are not played, and which replies are best.
    """

    def __init__(self, other: Array, own_first: bool) -> None:
        m, n = other.shape
        bottom = np.lcm.reduce([x.denominator for x in other.ravel()], dtype=object)
        table = np.array([[int(x * bottom) for x in row] for row in other], object)
        self.above = table - table.min() + 1
        equations = np.concatenate([self.above.T, np.eye(n, dtype=object)], axis=1)
        found = [x[:m] for x in corners(equations, [1] * n, np.zeros((0, m + n), object))]
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
