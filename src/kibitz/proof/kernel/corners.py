"""Corners of small polytopes by the double description method, in integers: how to say "all".

References
----------
Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and Prodon 1996.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import compress
from math import gcd
from operator import gt
from typing import Any

import numpy as np

from kibitz.core.numbers import common_denominator, over
from kibitz.core.tensor import Array

Point = tuple[Fraction, ...]
Pair = tuple[Point, Point]
Ray = tuple[list[int], int]
"""What each row makes of a ray, then its coordinates; and the bits of the rows it lies in."""
MOST_RAYS, MOST_REPLIES = 4_000, 20_000
"""Rays of a cone, on the way to the corners of a polytope, or of best responses."""
FEW_RAYS = 100
"""Rays that are compared with others at a time, in arrays; up to as many are one by one."""


def corners(
    equal: Sequence[Sequence[int]],
    right: Sequence[int],
    rows: Sequence[Sequence[int]],
    least: Sequence[int],
) -> list[Point]:
    """The corners of {x: equal x = right, rows x >= least} in integers, the greatest first.

    They are the rays (x, t) with t > 0 of the cone {equal x = right t, rows x >= least t, t >= 0},
    in a basis of the solutions of its equations; none if it holds a line. Independent rows are a
    simplicial cone, which the others cut. More rays than ``MOST_RAYS`` are an OverflowError.
    """
    from flint import fmpz_mat

    lines = [[*map(int, row), -int(b)] for row, b in zip(rows, least, strict=True)]
    lines.append([0] * len(rows[0]) + [1])
    table, size, count = fmpz_mat(lines + unit_rows(len(lines[0]))), len(lines[0]), len(lines)
    if equal:
        sides = [[*map(int, row), -int(b)] for row, b in zip(equal, right, strict=True)]
        kernel, size = fmpz_mat(sides).nullspace()
        table *= fmpz_mat([row[:size] for row in kernel.tolist()])
    order, made = sorted(range(count), key=lines.__getitem__), table.tolist()
    reduced, _, rank = fmpz_mat([made[k] for k in order]).transpose().rref()
    if rank < size or not size:
        return []
    first = [order[next(j for j in range(count) if reduced[i, j] != 0)] for i in range(size)]
    inverse: Any = fmpz_mat([made[k] for k in first]).inv()
    turned, every = table * inverse.numer_denom()[0], sum(1 << k for k in first)
    sides = turned.transpose().tolist()
    rays = [([*map(int, x)], every - (1 << k)) for x, k in zip(sides, first, strict=True)]
    for k in order:
        rays = rays if k in first else _cut(rays, k, size, MOST_RAYS)
    return sorted((tuple(over(x[count:-1], x[-1])) for x, _ in rays if x[-1] > 0), reverse=True)


def _cut(rays: list[Ray], k: int, size: int, most: int) -> list[Ray]:
    """The rays of a cone of this many dimensions within one more row: it cuts edges.

    Two rays span an edge if no third one lies in all the rows that both do. They must share
    size - 2, which are enough, being independent, if one of the two lies in size - 1 only.
    """
    low, high = [r for r in rays if r[0][k] < 0], [r for r in rays if r[0][k] > 0]
    cut = [(x, lies if x[k] else lies | 1 << k) for x, lies in rays if x[k] >= 0]
    many = len(rays) > FEW_RAYS
    every: Array = _bits(rays) if many else np.empty(0)
    above: Array = every[[x[k] > 0 for x, _ in rays]] if many else every
    for x, own in low:
        near = compress(high, np.bitwise_count(above & own) >= size - 2) if many else high
        for y, other in near:
            both, a, b = own & other, y[k], -x[k]
            if both.bit_count() < size - 2:
                continue
            if min(own.bit_count(), other.bit_count()) > size - 1:
                held = every & both == both if many else [z & both == both for _, z in rays]
                if np.count_nonzero(held) > 2:
                    continue
            between = [a * p + b * q for p, q in zip(x, y, strict=True)]
            divisor = gcd(*between)
            cut.append(([w // divisor for w in between], both | 1 << k))
        if len(cut) > most:
            raise OverflowError
    return cut


def _bits(rays: list[Ray]) -> Array:
    """The rows that each of some rays lies in, as bits."""
    return np.array([lies for _, lies in rays], np.uint64 if len(rays[0][0]) <= 64 else object)


def unit_rows(size: int) -> list[list[int]]:
    """The rows of x >= 0."""
    return [[int(i == j) for j in range(size)] for i in range(size)]


class Replies:
    """The strategies of a player that are corners of where one reply or another is best.

    They are rays (x, t) of the cone {x >= 0, payoffs of replies <= t}. The rows in which each lies
    are the own strategies that are not played, and then the replies that are best. Only rows and
    columns that are ``kept`` are looked at.
    """

    def __init__(self, other: Array, *kept: list[int]) -> None:
        self.places, self.size = kept[0] if kept else range(len(other)), len(other)
        other = other[np.ix_(*kept)] if kept else other
        m, n = other.shape
        flat = common_denominator(other.ravel().tolist())[0]
        best, *rest = sorted(range(n), key=lambda j: -sum(flat[j::n]))
        self.rays: list[Ray] = [([0] * m + [1] * n, (1 << m) - 1)]
        for i, unit in enumerate(unit_rows(m)):
            below = [flat[i * n + best] - x for x in flat[i * n : i * n + n]]
            self.rays.append((unit + below, self.rays[0][1] - (1 << i) + (1 << m + best)))
        for j in rest:
            self.rays = _cut(self.rays, m + j, m + 1, MOST_REPLIES)
        del self.rays[0]  # (0, 1) comes first, since every reply keeps it
        self.degenerate = any(lies.bit_count() > m for _, lies in self.rays)

    def point(self, k: int) -> Point:
        weights = dict(zip(self.places, self.rays[k][0], strict=False))
        return tuple(over((weights.get(i, 0) for i in range(self.size)), sum(weights.values())))


def extreme_equilibria(first: Array, second: Array) -> tuple[list[Pair], bool | None]:
    """Pairs of corners at which every strategy is best or not played; and whether one has ties.

    Where there are too many, or ties at once (two best responses to a pure strategy), corners that
    play what :func:`undominated` leaves out are not looked at. None if ties are not known.
    """
    tied = any(line.count(max(line)) > 1 for line in first.T.tolist() + second.tolist())
    if not tied:
        with suppress(OverflowError):
            return _in_equilibrium(Replies(second), Replies(first.T))
    kept = undominated(first, second)
    if not tied and (len(kept[0]), len(kept[1])) == first.shape:
        raise OverflowError
    pairs, ties = _in_equilibrium(Replies(second, *kept), Replies(first.T, *kept[::-1]))
    return pairs, ties or tied or None


def _in_equilibrium(rows: Replies, columns: Replies) -> tuple[list[Pair], bool]:
    m, n = len(rows.places), len(columns.places)
    turned = [(x, lies >> n | (lies & (1 << n) - 1) << m) for x, lies in columns.rays]
    own, other, every = _bits(rows.rays), _bits(turned), (1 << m + n) - 1
    pairs: list[Pair] = []
    for at in range(0, len(own), FEW_RAYS):
        near = np.argwhere(own[at : at + FEW_RAYS, None] | other == every).tolist()
        pairs += [(rows.point(at + i), columns.point(j)) for i, j in near]
    return sorted(pairs, reverse=True), rows.degenerate or columns.degenerate


def undominated(first: Array, second: Array) -> list[list[int]]:
    """The rows and columns that remain when those that another one always beats go, repeatedly.

    What remains does not depend on the order. O(mn(m + n)) a round.
    """
    tables, size = [first.tolist(), second.T.tolist()], 0
    kept = [list(range(len(table))) for table in tables]
    while size != (size := len(kept[0]) + len(kept[1])):
        for k, table in enumerate(tables):
            lines = {i: [table[i][j] for j in kept[1 - k]] for i in kept[k]}
            beaten = (any(all(map(gt, a, b)) for a in lines.values()) for b in lines.values())
            kept[k] = [i for i, gone in zip(kept[k], beaten, strict=True) if not gone]
    return kept
