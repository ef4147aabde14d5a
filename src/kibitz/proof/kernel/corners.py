"""Corners of small polytopes by the double description method, in integers: how to say "all".

References
----------
Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and Prodon 1996.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.tensor import Array

Point = tuple[Fraction, ...]
Pair = tuple[Point, Point]
MOST_RAYS = 4_000
"""Rays of a cone, on the way to the corners of a polytope."""
MOST_PAIRS = 5_000
"""Pairs of rays that are looked at together."""


def corners(
    equal: Sequence[Sequence[int]],
    right: Sequence[int],
    rows: Sequence[Sequence[int]],
    least: Sequence[int],
) -> list[Point]:
    """The corners of {x: equal x = right, rows x >= least} in integers, the greatest first.

    They are the extreme rays (x, t) with t > 0 of the cone {equal x = right t, rows x >= least t,
    t >= 0}, written in a basis of the solutions of its equations. More than ``MOST_RAYS`` on the
    way are refused with an OverflowError.
    """
    from flint import fmpz_mat

    size = len(rows[0])
    lines = [[*map(int, row), -int(b)] for row, b in zip(rows, least, strict=True)]
    lines.append([0] * size + [1])
    basis = np.array(unit_rows(size + 1), object)
    if equal:
        sides = [[*map(int, row), -int(b)] for row, b in zip(equal, right, strict=True)]
        kernel, count = fmpz_mat(sides).nullspace()
        if not count:
            return []
        basis = _primitive(_integers(kernel)[:, :count].T).T
    rays = extreme_rays(np.array(lines, object) @ basis)[0] @ basis.T
    return sorted((tuple(Fraction(w, t) for w in x) for *x, t in rays if t > 0), reverse=True)


def extreme_rays(rows: Array) -> tuple[Array, Array]:
    """The extreme rays of the cone {u: rows u >= 0}, and which rows each lies in.

    There are none if the cone holds a line. Independent rows are a simplicial cone. Each further
    row keeps the rays on its side, and cuts the edges that it separates.
    """
    from flint import fmpz_mat

    table = np.array([[int(x) for x in row] for row in rows], object)
    order = sorted(range(len(table)), key=lambda k: table[k].tolist())
    reduced, _, rank = fmpz_mat(table[order].T.tolist()).rref()
    first = [order[next(j for j in range(len(table)) if reduced[i, j] != 0)] for i in range(rank)]
    count, size = table.shape
    if rank < size:
        return np.empty((0, size), object), np.empty((0, count))
    square: Any = fmpz_mat(table[first].tolist())
    top, bottom = square.solve(fmpz_mat(unit_rows(size))).numer_denom()
    rays = _primitive(_integers(top).T * (1 if bottom > 0 else -1))
    tight = np.zeros((size, count))
    tight[:, first] = 1 - np.eye(size)
    for k in order:
        if k not in first:
            rays, tight = _cut(rays, tight, table[k], k)
    return rays, tight


def _cut(rays: Array, tight: Array, row: Array, k: int) -> tuple[Array, Array]:
    """The rays of the cone within one more row.

    Two rays span an edge if no third one lies in all the rows that both do.
    """
    values = rays @ row
    low, high, on = (np.flatnonzero(s) for s in (values < 0, values > 0, values == 0))
    tight[on, k] = 1
    made, lies = [rays[values >= 0]], [tight[values >= 0]]
    step = max(1, MOST_PAIRS // max(1, len(high)))
    for some in (low[at : at + step] for at in range(0, len(low), step)):
        i, j = np.nonzero(tight[some] @ tight[high].T >= rays.shape[1] - 2)
        i, j = some[i], high[j]
        both = tight[i] * tight[j]
        edge = (both @ tight.T == both.sum(axis=1)[:, None]).sum(axis=1) == 2
        i, j, both = i[edge], j[edge], both[edge]
        both[:, k] = 1
        made.append(_primitive(values[j, None] * rays[i] - values[i, None] * rays[j]))
        lies.append(both)
    if sum(map(len, made)) > MOST_RAYS:
        raise OverflowError
    return np.concatenate(made), np.concatenate(lies)


def _integers(matrix: Any) -> Array:
    return np.array([[int(x) for x in row] for row in matrix.tolist()], object)


def _primitive(rays: Array) -> Array:
    return rays // np.gcd.reduce(abs(rays), axis=1, keepdims=True) if len(rays) else rays


def unit_rows(size: int) -> list[list[int]]:
    """The rows of x >= 0."""
    return [[int(i == j) for j in range(size)] for i in range(size)]


class Replies:
    """The strategies of a player that are corners of where one reply or another is best.

    They are rays (x, t) of the cone {x >= 0, payoffs of replies <= t}. ``lies`` says in which rows
    each lies: which own strategies are not played, and then which replies are best. Only rows and
    columns that are ``kept`` are looked at.
    """

    def __init__(self, other: Array, *kept: Array) -> None:
        self.places, self.size = kept[0] if kept else slice(None), len(other)
        other = other[np.ix_(*kept)] if kept else other
        m, n = other.shape
        bottom = np.lcm.reduce([x.denominator for x in other.ravel()], dtype=object)
        table = np.array([[int(x * bottom) for x in row] for row in other], object)
        rows = np.eye(m + n, m + 1, dtype=object)
        rows[m:] = np.column_stack([table.min() - 1 - table.T, np.ones(n, object)])
        rays, lies = extreme_rays(rows)
        some = [any(ray[:m]) for ray in rays]
        self.rays, self.lies = rays[some], lies[some]
        self.degenerate = bool((self.lies.sum(axis=1) > m).any())

    def point(self, k: int) -> Point:
        x = np.zeros(self.size, object)
        x[self.places] = self.rays[k, :-1]
        return tuple(Fraction(w, sum(x)) for w in x)


def extreme_equilibria(first: Array, second: Array) -> tuple[list[Pair], bool | None]:
    """Pairs of corners at which every strategy is best or not played; and whether one has ties.

    No equilibrium plays what :func:`undominated` leaves out, and ties of the rest are ties. None if
    there are too many corners to tell.
    """
    kept = undominated(first, second)
    rows, columns = Replies(second, *kept), Replies(first.T, *kept[::-1])
    missing = (1 - rows.lies) @ (1 - np.roll(columns.lies, len(kept[0]), axis=1)).T
    pairs = [(rows.point(i), columns.point(j)) for i, j in np.argwhere(missing == 0)]
    tied: bool | None = rows.degenerate or columns.degenerate
    if not tied and (len(kept[0]), len(kept[1])) != first.shape:
        tied = _ties(first, second)
    return sorted(pairs, reverse=True), tied


def _ties(first: Array, second: Array) -> bool | None:
    """Whether a pure strategy has two best responses, or any corner has ties; None if unknown."""
    if any(((t == t.max(axis=0)).sum(axis=0) > 1).any() for t in (first, second.T)):
        return True
    try:
        return any(Replies(t).degenerate for t in (second, first.T))
    except OverflowError:
        return None


def undominated(first: Array, second: Array) -> list[Array]:
    """The rows and columns that remain when those that another one always beats go, repeatedly.

    What remains does not depend on the order. O(mn(m + n)) a round.
    """
    tables = [np.unique(t, return_inverse=True)[1].reshape(t.shape) for t in (first, second.T)]
    kept, size = [np.arange(len(t)) for t in tables], 0
    while size != (size := len(kept[0]) + len(kept[1])):
        for k, table in enumerate(tables):
            lines = table[np.ix_(kept[k], kept[1 - k])]
            kept[k] = kept[k][[not (lines > line).all(axis=1).any() for line in lines]]
    return kept
