"""Vertices of {x: x(N) = total, x(S) >= d(S)}, from one of them along the edges.

The vertices and edges of a polytope hang together, so whoever follows all edges from one vertex
sees all vertices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd

from kibitz.coalitional.coalitions import members

Vector = tuple[Fraction, ...]
Row = tuple[int, ...]
MOST_VERTICES = 5_000
MOST_TIGHT = 400
"""Coalitions that may be tight at a vertex before its edges are not followed."""


class Unfinished(Exception):
    """There is more to follow than is followed here."""


def all_vertices(demands: Sequence[Fraction], n: int, start: Vector) -> set[Vector]:
    """Every vertex, when the start is one; demands are by mask."""
    seen, waiting = {start}, [start]
    while waiting:
        for y in _neighbors(demands, n, waiting.pop()):
            if y not in seen:
                seen.add(y)
                waiting.append(y)
        if len(seen) > MOST_VERTICES:
            raise Unfinished
    return seen


def is_vertex(demands: Sequence[Fraction], n: int, x: Vector) -> bool:
    """Whether a point is in the set and the coalitions that are tight there leave no room."""
    if sum(x) != demands[-1] or any(slack < 0 for _, slack in _slacks(demands, n, x)):
        return False
    return rank([(1,) * n, *_tight(demands, n, x)]) == n


def rank(rows: Sequence[Sequence[int]]) -> int:
    """How many of the rows are independent."""
    from flint import fmpz_mat

    return int(fmpz_mat([list(row) for row in rows]).rank()) if rows else 0


def affine_rank(points: Sequence[Vector]) -> int:
    """The dimension of the hull of some points; -1 of none."""
    if not points:
        return -1
    from flint import fmpq, fmpq_mat

    first = points[0]
    rows = [[a - b for a, b in zip(x, first, strict=True)] for x in points[1:]]
    if not rows:
        return 0
    return int(fmpq_mat([[fmpq(v.numerator, v.denominator) for v in r] for r in rows]).rank())


def _slacks(demands: Sequence[Fraction], n: int, x: Vector) -> Iterator[tuple[int, Fraction]]:
    sums = [Fraction(0)]
    for value in x:
        sums += [s + value for s in sums]
    for mask in range(1, len(sums) - 1):
        yield mask, sums[mask] - demands[mask]


def _tight(demands: Sequence[Fraction], n: int, x: Vector) -> list[Row]:
    return [_row(mask, n) for mask, slack in _slacks(demands, n, x) if slack == 0]


def _row(mask: int, n: int) -> Row:
    return tuple(mask >> i & 1 for i in range(n))


def _neighbors(demands: Sequence[Fraction], n: int, x: Vector) -> Iterator[Vector]:
    """Where the edges from a vertex end."""
    tight = _tight(demands, n, x)
    if len(tight) > MOST_TIGHT:
        raise Unfinished
    loose = [(mask, slack) for mask, slack in _slacks(demands, n, x) if slack > 0]
    for ray in rays(tight, n):
        ends = []
        for mask, slack in loose:
            loss = -sum(ray[i] for i in members(mask))
            if loss > 0:
                ends.append(slack / loss)
        step = min(ends)
        yield tuple(a + step * d for a, d in zip(x, ray, strict=True))


def rays(rows: list[Row], n: int) -> list[Row]:
    """The extreme rays of {d: d(N) = 0, row d >= 0}, which has no line: double description.

    Independent rows bound a cone with one ray each; every further row cuts off the rays on its
    wrong side and puts a ray where an edge crosses it.
    """
    from flint import fmpq_mat, fmpz_mat

    basis: list[Row] = [(1,) * n]
    for row in rows:
        if len(basis) < n and rank([*basis, row]) == len(basis) + 1:
            basis.append(row)
    inverse = fmpq_mat(fmpz_mat([list(row) for row in basis])).inv()
    found = [_whole([inverse[i, k] for i in range(n)]) for k in range(1, n)]
    used = basis[1:]
    zeros = {ray: _zeros(used, ray) for ray in found}
    for row in rows:
        if row in used:
            continue
        value = {ray: sum(a * b for a, b in zip(row, ray, strict=True)) for ray in found}
        kept = [ray for ray in found if value[ray] >= 0]
        for up in (ray for ray in found if value[ray] > 0):
            for down in (ray for ray in found if value[ray] < 0):
                common = zeros[up] & zeros[down]
                if any(r not in (up, down) and common & zeros[r] == common for r in found):
                    continue
                pairs = zip(up, down, strict=True)
                kept.append(_primitive([value[up] * b - value[down] * a for a, b in pairs]))
        used = [*used, row]
        found = list(dict.fromkeys(kept))
        zeros = {ray: _zeros(used, ray) for ray in found}
        if len(found) > MOST_VERTICES:
            raise Unfinished
    return found


def _zeros(rows: list[Row], ray: Row) -> int:
    """The rows that a ray makes 0, as bits."""
    bits = 0
    for k, row in enumerate(rows):
        if sum(a * b for a, b in zip(row, ray, strict=True)) == 0:
            bits |= 1 << k
    return bits


def _whole(entries: list[object]) -> Row:
    fractions = [Fraction(int(x.p), int(x.q)) for x in entries]  # type: ignore[attr-defined]
    bottom = 1
    for x in fractions:
        bottom = bottom * x.denominator // gcd(bottom, x.denominator)
    return _primitive([int(x * bottom) for x in fractions])


def _primitive(entries: list[int]) -> Row:
    common = gcd(*entries) or 1
    return tuple(x // common for x in entries)
