"""Finding the symmetries of a matrix: permutations of rows and columns that leave it unchanged.

Color refinement with individualization, and a chain of stabilizers for generators and the order
of the group (in the manner of McKay's nauty). Each refinement costs O(mn log n).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kibitz.core.tensor import Array

Permutation = tuple[int, ...]
Symmetry = tuple[Permutation, Permutation]
"""Where each row goes, and where each column goes."""
Colors = tuple[Array, Array]
"""A color for every row, then every column, of the left and of the right matrix."""


@dataclass(frozen=True)
class SymmetryGroup:
    """Generators of the group of symmetries, and how many symmetries there are."""

    generators: tuple[Symmetry, ...]
    order: int


def symmetry_group(array: Array) -> SymmetryGroup:
    """All pairs (g, h) with ``array[g(i), h(j)] == array[i, j]``.

    >>> symmetry_group(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])).order
    3
    """
    codes = _codes(array)
    levels = [_refine(codes, codes, _start(codes, codes))]
    while (cell := _open_cell(levels[-1][0])) is not None:
        levels.append(_split(codes, codes, levels[-1], cell[0], cell[0]))
    generators: list[Symmetry] = []
    order = 1
    for colors in reversed(levels[:-1]):
        cell = _open_cell(colors[0])
        assert cell is not None, "only the last level has no open cell"
        order *= _widen(codes, colors, cell, generators)
    return SymmetryGroup(tuple(generators), order)


def _widen(codes: Array, colors: Colors, cell: list[int], generators: list[Symmetry]) -> int:
    """Add symmetries that move the first line of a cell; how far they move it in all.

    The generators so far fix that line, so their orbits are settled one by one.
    """
    first, *others = cell
    orbit, refuted = _orbit(first, generators), set[int]()
    for other in others:
        if other in orbit or other in refuted:
            continue
        split = _split(codes, codes, colors, first, other)
        permutation = next(_matches(codes, codes, split), None)
        if permutation is None:
            refuted |= _orbit(other, generators)
        else:
            generators.append(permutation)
            orbit = _orbit(first, generators)
    return len(orbit)


def isomorphism(first: Array, second: Array) -> Symmetry | None:
    """Row and column permutations that turn the first matrix into the second, if there are any.

    >>> isomorphism(np.array([[1, 2], [3, 4]]), np.array([[4, 3], [2, 1]]))
    ((1, 0), (1, 0))
    """
    if first.shape != second.shape:
        return None
    m = first.shape[0]
    both = _codes(np.concatenate([first, second]))
    left, right = both[:m], both[m:]
    return next(_matches(left, right, _refine(left, right, _start(left, right))), None)


def _codes(array: Array) -> Array:
    values = {x: k for k, x in enumerate(sorted(set(array.ravel().tolist())))}
    return np.array([values[x] for x in array.ravel().tolist()], np.int64).reshape(array.shape)


def _start(left: Array, right: Array) -> Colors:
    m, n = left.shape
    colors = np.concatenate([np.zeros(m, np.int64), np.ones(n, np.int64)])
    return colors, colors.copy()


def _signatures(codes: Array, colors: Array) -> list[tuple[int, ...]]:
    """For every line its color, with the colors and entries it meets, sorted."""
    m, n = codes.shape
    span = int(codes.max()) + 1 if codes.size else 1
    rows = np.sort(colors[m:][None, :] * span + codes, axis=1)
    columns = np.sort(colors[:m][:, None] * span + codes, axis=0).T
    return [(int(colors[i]), *rows[i].tolist()) for i in range(m)] + [
        (int(colors[m + j]), *columns[j].tolist()) for j in range(n)
    ]


def _refine(left: Array, right: Array, colors: Colors) -> Colors:
    """Split colors by what each line meets, alike on both sides, until nothing changes."""
    count = 0
    a, b = colors
    while True:
        signatures = _signatures(left, a), _signatures(right, b)
        names = {s: k for k, s in enumerate(sorted(set(signatures[0]) | set(signatures[1])))}
        a = np.array([names[s] for s in signatures[0]], np.int64)
        b = np.array([names[s] for s in signatures[1]], np.int64)
        if len(names) == count:
            return a, b
        count = len(names)


def _split(left: Array, right: Array, colors: Colors, x: int, y: int) -> Colors:
    """Give x on the left and y on the right a color of their own, and refine."""
    a, b = colors[0].copy(), colors[1].copy()
    fresh = int(max(a.max(), b.max())) + 1
    a[x] = b[y] = fresh
    return _refine(left, right, (a, b))


def _open_cell(colors: Array) -> list[int] | None:
    """The lines of the first color that more than one line has."""
    values, counts = np.unique(colors, return_counts=True)
    shared = values[counts > 1]
    return None if not len(shared) else np.flatnonzero(colors == shared[0]).tolist()


def _matches(left: Array, right: Array, colors: Colors) -> Iterator[Symmetry]:
    """Isomorphisms that respect the colors, by individualizing one line after another."""
    a, b = colors
    if not np.array_equal(np.sort(a), np.sort(b)):
        return
    cell = _open_cell(a)
    if cell is not None:
        for y in np.flatnonzero(b == a[cell[0]]).tolist():
            yield from _matches(left, right, _split(left, right, colors, cell[0], y))
        return
    place = {int(c): k for k, c in enumerate(b)}
    image = [place[int(c)] for c in a]
    m = left.shape[0]
    rows, columns = tuple(image[:m]), tuple(k - m for k in image[m:])
    if np.array_equal(right[np.ix_(rows, columns)], left):
        yield rows, columns


def _orbit(start: int, symmetries: list[Symmetry]) -> set[int]:
    orbit, fresh = {start}, [start]
    while fresh:
        x = fresh.pop()
        for rows, columns in symmetries:
            m = len(rows)
            y = rows[x] if x < m else m + columns[x - m]
            if y not in orbit:
                orbit.add(y)
                fresh.append(y)
    return orbit
