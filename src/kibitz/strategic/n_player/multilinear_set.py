"""Where multilinear equations and inequalities hold on a product of polytopes, exactly.

A multilinear function on a product of polytopes is a mean of its values at tuples of vertices, so
signs there decide much: a condition that holds at all tuples holds everywhere, an equation with
values of one strict sign nowhere, and one without values of the other sign on products of faces.
A condition on one player's weights cuts that player's polytope; one that is a product, of rank 1
over some player, splits in two. What is left after that is truly curved. Cost: exponential in the
number of splits, which is limited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.core.errors import GameError
from kibitz.linear.polyhedra.vertices import affine_dimension, facets

Objects = npt.NDArray[Any]
Point = tuple[Fraction, ...]
Polytope = tuple[Point, ...]
"""A polytope by its vertices."""
MOST_PARTS = 2_000


@dataclass(frozen=True, eq=False)
class Condition:
    """A multilinear function of some players' weights that is zero, or at most zero."""

    players: tuple[int, ...]
    coefficients: Objects
    """One axis for each of these players, with an entry for each of the player's strategies."""
    equation: bool

    def values(self, polytopes: Sequence[Polytope]) -> Objects:
        """What it is at all tuples of vertices, one axis for each player."""
        values = self.coefficients
        for k, player in enumerate(self.players):
            corners = _matrix(polytopes[player])
            values = np.moveaxis(np.tensordot(corners, np.moveaxis(values, k, 0), 1), 0, k)
        return np.asarray(values, object)

    def at(self, points: Sequence[Point]) -> Fraction:
        """What it is at one point of every player of the game."""
        value = self.values([(point,) for point in points])
        return Fraction(value.ravel()[0])


@dataclass(frozen=True, eq=False)
class MultilinearPiece:
    """A product of polytopes, and the conditions that cut a curved piece out of it."""

    polytopes: tuple[Polytope, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def dimension(self) -> int:
        """The dimension of the product."""
        return sum(affine_dimension(polytope) for polytope in self.polytopes)


def solve_parts(part: MultilinearPiece) -> list[MultilinearPiece]:
    """Parts whose union is where all conditions hold; those without conditions are whole products.

    >>> corners = tuple((Fraction(int(i == 0)), Fraction(int(i == 1))) for i in range(2))
    >>> difference = np.array([[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]])
    >>> indifferent = Condition((0, 1), difference, True)
    >>> found = solve_parts(MultilinearPiece((corners, corners), (indifferent,)))
    >>> [[[str(x[0]) for x in side] for side in piece.polytopes] for piece in found]
    [[['1/2'], ['1', '0']], [['1', '0'], ['1/2']]]
    """
    waiting = [part]
    done: list[MultilinearPiece] = []
    while waiting:
        if len(waiting) + len(done) > MOST_PARTS:
            raise GameError(f"the equations split into more than {MOST_PARTS:,} parts")
        after = _step(waiting.pop())
        if len(after) == 1 and after[0][1]:
            done.append(after[0][0])
        else:
            waiting += [piece for piece, _ in reversed(after)]
    return _largest(done)


def _step(part: MultilinearPiece) -> list[tuple[MultilinearPiece, bool]]:
    """The parts after one simplification; with a mark when there was nothing to simplify."""
    open_ones: list[Condition] = []
    for k, condition in enumerate(part.conditions):
        values = condition.values(part.polytopes)
        low, high = values.min(), values.max()
        if high <= 0 and (low == high == 0 or not condition.equation):
            continue
        if low > 0 or (condition.equation and high < 0):
            return []
        rest = (*open_ones, *part.conditions[k + 1 :])
        split = _split(MultilinearPiece(part.polytopes, rest), condition, values)
        if split is not None:
            return [(piece, False) for piece in split]
        open_ones.append(condition)
    return [(MultilinearPiece(part.polytopes, tuple(open_ones)), True)]


def _split(
    part: MultilinearPiece, condition: Condition, values: Objects
) -> list[MultilinearPiece] | None:
    """The parts in which a condition is settled, or None for a curved one."""
    moving = [k for k, size in enumerate(values.shape) if size > 1]
    if len(moving) == 1:
        k = moving[0]
        line = np.moveaxis(values, k, 0).ravel()
        return _cut(part, condition.players[k], line, condition.equation)
    if values.min() >= 0:
        return _faces(part, condition.players, values)
    if condition.equation and values.max() <= 0:
        return _faces(part, condition.players, -values)
    for k in moving:
        factors = _rank_one(np.moveaxis(values, k, 0))
        if factors is not None:
            return _factors(part, condition, k, *factors)
    return None


def _cut(
    part: MultilinearPiece, player: int, line: Objects, equation: bool
) -> list[MultilinearPiece]:
    """One player's polytope cut by a linear condition with these values at its vertices."""
    corners = part.polytopes[player]
    kept = [v for v, f in zip(corners, line, strict=True) if f == 0 or (f < 0 and not equation)]
    for (v, f), (w, g) in product(zip(corners, line, strict=True), repeat=2):
        if f < 0 < g:
            share = Fraction(g) / (g - f)
            kept.append(tuple(share * a + (1 - share) * b for a, b in zip(v, w, strict=True)))
    return [_with(part, player, extreme_points(kept))] if kept else []


def _faces(
    part: MultilinearPiece, players: tuple[int, ...], values: Objects
) -> list[MultilinearPiece]:
    """Products of vertices on which a function without negative values vanishes, largest first."""
    sets = [list(range(size)) for size in values.shape]
    faces: list[list[list[int]]] = []
    _largest_zeros(values, sets, faces)
    parts = []
    for choice in faces:
        piece = part
        for player, kept in zip(players, choice, strict=True):
            corners = part.polytopes[player]
            piece = _with(piece, player, tuple(corners[i] for i in kept))
        parts.append(piece)
    return parts


def _largest_zeros(values: Objects, sets: list[list[int]], faces: list[list[list[int]]]) -> None:
    """All maximal products of index sets on which an array is zero."""
    block = values[np.ix_(*sets)] != 0
    if not block.any():
        if not any(all(set(a) <= set(b) for a, b in zip(sets, c, strict=True)) for c in faces):
            faces[:] = [
                c for c in faces if not all(set(a) <= set(b) for a, b in zip(c, sets, strict=True))
            ]
            faces.append([list(s) for s in sets])
        return
    place = np.argwhere(block)[0]
    for k, i in enumerate(place.tolist()):
        smaller = [s if j != k else [x for x in s if x != s[i]] for j, s in enumerate(sets)]
        if smaller[k]:
            _largest_zeros(values, smaller, faces)


def _rank_one(matrix: Objects) -> tuple[Objects, Objects] | None:
    """Factors of an array that is a product of a function of the first axis and one of the rest."""
    flat = matrix.reshape(len(matrix), -1)
    i, j = (int(x) for x in np.argwhere(flat != 0)[0])
    column, row = flat[:, j], flat[i]
    if (flat * flat[i, j] == np.multiply.outer(column, row)).all():
        sign = 1 if flat[i, j] > 0 else -1
        return column * sign, row.reshape(matrix.shape[1:])
    return None


def _factors(
    part: MultilinearPiece, condition: Condition, k: int, first: Objects, second: Objects
) -> list[MultilinearPiece]:
    """A product is zero when a factor is, and at most zero when the factors have other signs."""
    player = condition.players[k]
    others = condition.players[:k] + condition.players[k + 1 :]
    if condition.equation:
        mine = _cut(part, player, first, True)
        theirs = _beside(part, others, second, True)
        return [*mine, theirs]
    parts = []
    for sign in (1, -1):
        parts += [
            _beside(p, others, -second * sign, False)
            for p in _cut(part, player, first * sign, False)
        ]
    return parts


def _beside(
    part: MultilinearPiece, players: tuple[int, ...], values: Objects, equation: bool
) -> MultilinearPiece:
    """The part with one more condition, known by its values at the vertices.

    The weights of a point are not unique combinations of vertices, so the condition is written in
    coordinates again: the multilinear function with these values.
    """
    coefficients = values
    for k, player in enumerate(players):
        lifted = _coordinates(part.polytopes[player])
        coefficients = np.moveaxis(np.tensordot(lifted, np.moveaxis(coefficients, k, 0), 1), 0, k)
    more = Condition(players, np.asarray(coefficients, object), equation)
    return MultilinearPiece(part.polytopes, (more, *part.conditions))


def _coordinates(polytope: Polytope) -> Objects:
    """A matrix that takes values of an affine function at the vertices to its coefficients.

    Affine functions on weights that add up to 1 are linear ones; among vertices that are affinely
    independent and span the polytope, the coefficients solve a linear system.
    """
    from flint import fmpq_mat

    chosen: list[int] = []
    for i in range(len(polytope)):
        if affine_dimension([polytope[j] for j in (*chosen, i)]) == len(chosen):
            chosen.append(i)
    rows = [[to_flint(x) for x in polytope[i]] for i in chosen]
    matrix = fmpq_mat(rows)
    pseudo = matrix.transpose() * (matrix * matrix.transpose()).inv()
    coordinates = np.full((len(polytope[0]), len(polytope)), Fraction(0), object)
    for a in range(len(polytope[0])):
        for b, i in enumerate(chosen):
            entry = pseudo[a, b]
            coordinates[a, i] = from_flint(entry)
    return coordinates


def _with(part: MultilinearPiece, player: int, polytope: Polytope) -> MultilinearPiece:
    changed = (*part.polytopes[:player], polytope, *part.polytopes[player + 1 :])
    return MultilinearPiece(changed, part.conditions)


def _matrix(polytope: Polytope) -> Objects:
    return np.array([list(v) for v in polytope], object)


def extreme_points(points: Sequence[Point]) -> Polytope:
    """The vertices of the convex hull, in descending order.

    >>> half = Fraction(1, 2)
    >>> [str(x) for x, _ in extreme_points([(half, half), (half * 2, half * 0), (half, half)])]
    ['1', '1/2']
    """
    listed = sorted(set(points), reverse=True)
    dimension = affine_dimension(listed)
    if dimension <= 1:
        return tuple(listed if len(listed) <= 1 else (listed[0], listed[-1]))
    if len(listed) == dimension + 1:
        return tuple(listed)
    on = facets(listed)
    held = [frozenset(f for f, face in enumerate(on) if k in face) for k in range(len(listed))]
    return tuple(v for k, v in enumerate(listed) if not any(held[k] < other for other in held))


def contains(polytope: Polytope, point: Point) -> bool:
    """Whether a point lies in the convex hull.

    >>> square = tuple((Fraction(a), Fraction(b)) for a in (0, 1) for b in (0, 1))
    >>> [contains(square, (x, Fraction(1))) for x in (Fraction(1, 3), Fraction(2))]
    [True, False]
    """
    if point in polytope:
        return True
    return point not in extreme_points([*polytope, point])


def _largest(parts: list[MultilinearPiece]) -> list[MultilinearPiece]:
    """Without products that lie in others."""
    kept: list[MultilinearPiece] = []
    for part in sorted(parts, key=lambda p: (bool(p.conditions), -p.dimension)):
        if not any(not other.conditions and inside(part, other) for other in kept):
            kept.append(part)
    return kept


def inside(part: MultilinearPiece, other: MultilinearPiece) -> bool:
    """Whether one product of polytopes lies in another."""
    pairs = zip(part.polytopes, other.polytopes, strict=True)
    return all(contains(whole, v) for small, whole in pairs for v in small)


def tuples(part: MultilinearPiece) -> Iterator[tuple[Point, ...]]:
    """The tuples of vertices of a product."""
    return product(*part.polytopes)
