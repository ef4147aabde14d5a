"""All equilibria of small bimatrix games, by trying every pair of supports: the slow, sure way.

The polytope of a player holds the strategies, scaled, against which no reply pays more than 1. A
basis is a support and as many replies; it is a corner when no weight and no slack is negative.
Ties are broken by infinitesimals on the right sides, so that every corner has a basis that counts,
and bases that fit together are the equilibria of a game near this one without ties.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.tensor import Array
from kibitz.proof.cells import MOST_BASES

Point = tuple[Fraction, ...]
Pair = tuple[Point, Point]
Basis = tuple[tuple[int, ...], tuple[int, ...]]


class Corners:
    """The corners of both polytopes, by basis; too many are refused with an OverflowError."""

    def __init__(self, first: Array, second: Array) -> None:
        m, n = first.shape
        if comb(m + n, m) > MOST_BASES:
            raise OverflowError
        self.shape = m, n
        self.first, self.second = _positive(first), _positive(second)
        self.rows: dict[Basis, Point] = {}
        self.columns: dict[Basis, Point] = {}
        for k in range(1, min(m, n) + 1):
            for mine in combinations(range(m), k):
                for theirs in combinations(range(n), k):
                    x = _corner(self.second, mine, theirs)
                    if x is not None:
                        self.rows[mine, theirs] = x
                    y = _corner(self.first.T, theirs, mine)
                    if y is not None:
                        self.columns[theirs, mine] = y

    def labels(self, x: Point, of_rows: bool) -> frozenset[int]:
        """Own strategies that are not played, and replies that are best."""
        m = self.shape[0]
        matrix = self.second if of_rows else self.first.T
        paid = np.array(x, object) @ matrix
        own, other = (0, m) if of_rows else (m, 0)
        unplayed = {own + i for i, w in enumerate(x) if not w}
        return frozenset(unplayed | {other + j for j, p in enumerate(paid) if p == max(paid)})

    @property
    def degenerate(self) -> bool:
        """Whether some corner has more labels than coordinates."""
        m, n = self.shape
        return any(len(self.labels(x, True)) > m for x in self.rows.values()) or any(
            len(self.labels(y, False)) > n for y in self.columns.values()
        )

    def indices(self) -> list[tuple[Pair, int]]:
        """The equilibria of the game with its ties broken: where they are near, and the index."""
        found = []
        for (mine, theirs), x in self.rows.items():
            y = self.columns.get((theirs, mine))
            if y is not None:
                sign = _sign(self.first, mine, theirs) * _sign(self.second, mine, theirs)
                found.append(((x, y), sign if len(mine) % 2 else -sign))
        return found


def extreme_equilibria(corners: Corners) -> list[Pair]:
    """Pairs of corners that have every label between them, the greatest first."""
    m, n = corners.shape
    every = frozenset(range(m + n))
    rows = {x: corners.labels(x, True) for x in corners.rows.values()}
    columns = {y: corners.labels(y, False) for y in corners.columns.values()}
    pairs = [(x, y) for x, a in rows.items() for y, b in columns.items() if a | b == every]
    return sorted(pairs, reverse=True)


def _positive(matrix: Array) -> Array:
    """The same payoffs moved above 0, as integers."""
    bottom = np.lcm.reduce([x.denominator for x in matrix.ravel()], dtype=object)
    whole = np.array([[int(x * bottom) for x in row] for row in matrix], object)
    above: Array = whole - whole.min() + 1
    return above


def _corner(matrix: Array, played: tuple[int, ...], tight: tuple[int, ...]) -> Point | None:
    """The strategy of a basis, if it is a corner after ties are broken."""
    from flint import fmpz_mat

    k = len(played)
    square: Any = fmpz_mat([[int(matrix[i, j]) for i in played] for j in tight])
    try:
        top, bottom = square.solve(fmpz_mat(k, 1, [1] * k)).numer_denom()
    except ZeroDivisionError:
        return None
    weights, below = [int(top[i, 0]) for i in range(k)], int(bottom)
    if min(weights) < 0:
        return None
    others = [j for j in range(matrix.shape[1]) if j not in tight]
    slacks = {
        j: below - sum(int(matrix[i, j]) * w for i, w in zip(played, weights, strict=True))
        for j in others
    }
    if min(slacks.values(), default=0) < 0:
        return None
    level = 0 in weights or 0 in slacks.values()
    if level and not _breaks_well(matrix, played, tight, weights, slacks, square):
        return None
    total = sum(weights)
    place = dict(zip(played, weights, strict=True))
    return tuple(Fraction(place.get(i, 0), total) for i in range(matrix.shape[0]))


def _breaks_well(
    matrix: Array, played: Any, tight: Any, weights: list[int], slacks: dict[int, int], square: Any
) -> bool:
    """Whether what is 0 becomes positive when right side j is raised by e^j, e tiny."""
    from flint import fmpq_mat

    inverse = fmpq_mat(square).inv()
    for row, weight in enumerate(weights):
        if weight == 0 and next(x for x in inverse.tolist()[row] if x != 0) < 0:
            return False
    for j, slack in slacks.items():
        if slack == 0:
            moved = {
                t: -sum(int(matrix[i, j]) * inverse[r, c] for r, i in enumerate(played))
                for c, t in enumerate(tight)
            } | {j: 1}
            if next(moved[t] for t in sorted(moved) if moved[t] != 0) < 0:
                return False
    return True


def _sign(matrix: Array, rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
    from flint import fmpz_mat

    determinant = fmpz_mat([[int(matrix[i, j]) for j in columns] for i in rows]).det()
    return int(determinant > 0) - int(determinant < 0)


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


def flat_dimension(points: list[Point]) -> int:
    """The dimension of the least flat that holds some points."""
    from flint import fmpq, fmpq_mat

    moves = [
        [fmpq((a - b).numerator, (a - b).denominator) for a, b in zip(p, points[0], strict=True)]
        for p in points[1:]
    ]
    return int(fmpq_mat(moves).rank()) if moves else 0
