"""The vertices, rays and lines of a polyhedron {x: A x <= b, C x = d}, exactly.

The equations are eliminated, the rest is made homogeneous with one more variable, lines are split
off, and the extreme rays of the pointed cone that is left are the vertices and rays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.algebra.flint_numbers import to_flint
from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, number
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.double_description import (
    LIMIT,
    Integers,
    extreme_rays,
    primitive,
    primitive_rows,
    product,
)

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Polyhedron:
    """The convex hull of the vertices, plus the cone of the rays, plus the span of the lines.

    Each list is in lexicographically descending order and without repetition; rays and lines are
    primitive integer vectors. ``tight[k]`` has the inequalities, from 0, that hold with equality at
    vertex ``k``. Where there are lines nothing is extreme: a vertex or ray then stands for itself
    plus the span, and is zero in the first nonzero place of every line. The empty set has no
    vertices and dimension -1.
    """

    vertices: tuple[Vector, ...]
    rays: tuple[Vector, ...]
    lines: tuple[Vector, ...]
    tight: tuple[frozenset[int], ...]
    dimension: int

    @property
    def empty(self) -> bool:
        return not self.vertices

    @property
    def bounded(self) -> bool:
        return not self.rays and not self.lines


ZERO = Fraction(0)
EMPTY = Polyhedron((), (), (), (), -1)


def vertices(
    A: Iterable[Iterable[Any]],
    b: Iterable[Any],
    C: Iterable[Iterable[Any]] = (),
    d: Iterable[Any] = (),
    *,
    limit: int = LIMIT,
) -> Polyhedron:
    """Every vertex and ray of {x: A x <= b, C x = d}, by the double description method.

    The output, and so the cost, can be exponential in the size of the system; ``limit`` bounds the
    number of vertices and rays held at any time. No sign is assumed for x.

    >>> triangle = vertices([[-1, 0], [0, -1], [1, 2]], [0, 0, "3/2"])
    >>> for x, y in triangle.vertices:
    ...     print(x, y)
    3/2 0
    0 3/4
    0 0
    >>> [sorted(tight) for tight in triangle.tight]
    [[1, 2], [0, 2], [0, 1]]
    >>> vertices([[1, -1]], [0], [[1, 0]], [2]).rays
    ((Fraction(0, 1), Fraction(1, 1)),)
    """
    from flint import fmpz_mat

    upper = _read(A, b, "A", "b")
    equal = _read(C, d, "C", "d")
    width = _width(upper, equal)
    _, solutions = _null_space([[*row[:-1], -row[-1]] for row in equal], width)
    hull = [list(line) for line in zip(*solutions, strict=True)]
    if not hull or not any(hull[-1]):
        return EMPTY
    cone = [[-x for x in row[:-1]] + [row[-1]] for row in upper] + [[0] * (width - 1) + [1]]
    rows = [primitive(row) for row in _integers(fmpz_mat(cone) * fmpz_mat(hull))]

    places, kernel = _null_space(rows, len(solutions))
    order = sorted(range(len(upper)), key=lambda i: (-rows[i].count(0), rows[i]))
    order.append(len(upper))
    found = extreme_rays([[rows[i][j] for j in places] for i in order], limit)
    points = primitive_rows(product(found.rays, [[row[j] for j in places] for row in hull]))
    lines = _reduced_lines(kernel, hull)
    tight = found.tight[:, np.argsort(order)[:-1]]
    dimension = found.dimension + len(lines) - 1
    return _polyhedron(_without_lines(points, lines), tight, lines, dimension)


def affine_dimension(points: Sequence[Vector]) -> int:
    """The dimension of the smallest flat through the points; -1 if there are none.

    >>> one, half = Fraction(1), Fraction(1, 2)
    >>> affine_dimension([(one, one), (half, half), (one, half)])
    2
    """
    from flint import fmpz_mat

    rows = [common_denominator([*point, Fraction(1)])[0] for point in points]
    return int(fmpz_mat(rows).rank()) - 1 if rows else -1


def facets(points: Sequence[Vector]) -> tuple[frozenset[int], ...]:
    """The facets of a convex hull, each as the set of the points (from 0) that lie on it.

    They are the vertices of the polar body around an inner point; a single point has none.

    >>> square = [(Fraction(x), Fraction(y)) for x in (0, 1) for y in (0, 1)]
    >>> sorted(sorted(facet) for facet in facets(square))
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    dimension = affine_dimension(points)
    if dimension <= 0:
        return ()
    center = [sum(column, Fraction(0)) / len(points) for column in zip(*points, strict=True)]
    offsets = [[x - c for x, c in zip(p, center, strict=True)] for p in points]
    axes = _independent_columns(offsets)
    around = [[row[k] for k in axes] for row in offsets]
    return vertices(around, [1] * len(points)).tight


def _independent_columns(rows: Sequence[Sequence[Fraction]]) -> list[int]:
    """As many columns as the rank, linearly independent."""
    from flint import fmpq_mat

    reduced, rank = fmpq_mat([[to_flint(x) for x in row] for row in rows]).rref()
    table = reduced.tolist()
    return [next(j for j, x in enumerate(table[i]) if x != 0) for i in range(rank)]


def _read(matrix: Iterable[Iterable[Any]], side: Iterable[Any], m: str, s: str) -> list[list[int]]:
    """Each row of the matrix followed by its right side, over a common denominator."""
    rows = [_listed(row, f"{m}, row {i}") for i, row in enumerate(_listed(matrix, m), 1)]
    right = _listed(side, s)
    if len(rows) != len(right):
        raise GameError(
            f"{m} has {count_of(len(rows), 'row')} but {s} has "
            f"{count_of(len(right), 'entry')}; the numbers must be equal"
        )
    return [
        common_denominator(
            [_rational(x, f"{m}, row {i}, column {j}") for j, x in enumerate(row, 1)]
            + [_rational(bound, f"{s}, entry {i}")]
        )[0]
        for i, (row, bound) in enumerate(zip(rows, right, strict=True), 1)
    ]


def _listed(entries: Any, where: str) -> list[Any]:
    try:
        return list(entries)
    except TypeError:
        raise GameError(f"{where}: {entries!r} is not a list") from None


def _rational(x: Any, where: str) -> Fraction:
    value = number(x, where)
    if isinstance(value, float):
        raise GameError(
            f"{where}: {x!r} is a float, but vertices are found exactly; write a fraction "
            "such as '7/12' or a decimal such as '0.25' in quotes"
        )
    return value


def _width(upper: list[list[int]], equal: list[list[int]]) -> int:
    """The length of every row, its right side included."""
    lengths = [len(row) for row in upper + equal]
    if not lengths:
        raise GameError("there are no inequalities and no equations; give at least one row")
    for i, length in enumerate(lengths):
        if length != lengths[0]:
            where = f"A, row {i + 1}" if i < len(upper) else f"C, row {i + 1 - len(upper)}"
            raise GameError(
                f"{where} has {count_of(length - 1, 'entry')}, the first row has {lengths[0] - 1}"
            )
    return lengths[0]


def _integers(matrix: Any) -> list[list[int]]:
    return [[int(x) for x in row] for row in matrix.tolist()]


def _null_space(rows: list[list[int]], width: int) -> tuple[list[int], list[list[int]]]:
    """The pivot columns of the rows, and integer vectors that span their common zeros."""
    from flint import fmpz_mat

    if not rows:
        return [], [[int(i == j) for j in range(width)] for i in range(width)]
    reduced, scale, rank = fmpz_mat(rows).rref()
    lines = _integers(reduced)[:rank]
    pivots = [next(j for j, x in enumerate(line) if x) for line in lines]
    basis = []
    for free in sorted(set(range(width)) - set(pivots)):
        vector = [0] * width
        vector[free] = int(scale)
        for pivot, line in zip(pivots, lines, strict=True):
            vector[pivot] = -line[free]
        basis.append(primitive(vector if scale > 0 else [-x for x in vector]))
    return pivots, basis


def _reduced_lines(kernel: list[list[int]], hull: list[list[int]]) -> list[list[int]]:
    """The lines as the reduced echelon basis of their span, leading entries positive."""
    from flint import fmpz_mat

    if not kernel:
        return []
    reduced, scale, _ = (fmpz_mat(kernel) * fmpz_mat(hull).transpose()).rref()
    return [primitive(line if scale > 0 else [-x for x in line]) for line in _integers(reduced)]


def _without_lines(points: Integers, lines: list[list[int]]) -> Integers:
    """Points moved along the lines until they vanish where a line has its leading entry."""
    for line in lines:
        lead = next(j for j, x in enumerate(line) if x)
        points = points.astype(object)
        points = points * line[lead] - points[:, lead, None] * np.array(line, dtype=object)
    return primitive_rows(points)


def _polyhedron(
    points: Integers, tight: npt.NDArray[np.bool_], lines: list[list[int]], dimension: int
) -> Polyhedron:
    """The points with a positive last coordinate are vertices, those where it is zero rays."""
    proper = points[:, -1] != 0
    if not proper.any():
        return EMPTY
    corners = points[proper].tolist()
    order = _descending(corners)
    members = _members(tight[proper])
    rays = sorted(points[~proper].tolist(), reverse=True)
    return Polyhedron(
        tuple(_vector(corners[k]) for k in order),
        tuple(_vector([*ray[:-1], 1]) for ray in rays),
        tuple(_vector([*line[:-1], 1]) for line in lines),
        tuple(members[k] for k in order),
        dimension,
    )


def _descending(corners: list[list[int]]) -> list[int]:
    """The lexicographically descending order of points given by numerators and a denominator.

    Fractions with denominators below D differ by more than 1/D^2, so that their multiples by D^2
    compare in the same way when they are rounded down.
    """
    shift = 2 * max(corner[-1] for corner in corners).bit_length()
    keys = [[(x << shift) // corner[-1] for x in corner[:-1]] for corner in corners]
    return sorted(range(len(corners)), key=keys.__getitem__, reverse=True)


def _members(rows: npt.NDArray[np.bool_]) -> list[frozenset[int]]:
    """The true places of every row."""
    ends = rows.sum(axis=1).cumsum().tolist()
    places = np.nonzero(rows)[1].tolist()
    return [frozenset(places[i:j]) for i, j in zip([0, *ends], ends, strict=False)]


def _vector(corner: list[int]) -> Vector:
    *numerators, denominator = corner
    return tuple([Fraction(x, denominator) if x else ZERO for x in numerators])
