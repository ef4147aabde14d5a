"""Best-response polytopes of a bimatrix game, in integers.

For payoffs B > 0 of the column player, the vertices of {x >= 0, x B <= 1} are, up to scale, the
extreme strategies of the row player; likewise {y >= 0, A y <= 1} for the column player. Positions
0 to m-1 label the rows of the game, m to m+n-1 its columns. A point of either polytope has the
label of every strategy of its owner that it does not play, and of every strategy of the other
player that is a best response to it. A pair of points that has all labels between them, other than
the pair of origins, is an equilibrium. See von Stengel, "Equilibrium computation for two-player
games in strategic and extensive form" (2007).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, over
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.linear.systems.exact_product import exact_product
from kibitz.strategic.game import StrategicGame

Weights = tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class Polytope:
    """The points {z >= 0, z G <= 1}: one inequality for each column of a positive matrix.

    ``own`` has the label of each coordinate, ``other`` that of each inequality. Where several
    strategies of the other player pay the same everywhere, only the last one has an inequality,
    and ``twins`` names the others.
    """

    matrix: Array
    own: tuple[int, ...]
    other: tuple[int, ...]
    twins: tuple[tuple[int, int], ...] = ()
    """Pairs of a label without an inequality and the label that it goes with."""

    @property
    def dimension(self) -> int:
        return len(self.own)

    @property
    def labels(self) -> int:
        """How many labels there are in the game."""
        return len(self.own) + len(self.other) + len(self.twins)

    @cached_property
    def origin(self) -> int:
        """The labels of the origin as a set of bits."""
        return bits(self.own)

    def split(self, basis: int) -> tuple[list[int], list[int]]:
        """The coordinates that are positive and the inequalities that hold with equality."""
        played = [i for i, label in enumerate(self.own) if not basis >> label & 1]
        tight = [j for j, label in enumerate(self.other) if basis >> label & 1]
        return played, tight

    @cached_property
    def scaled(self) -> Array:
        """The matrix in floats, its largest entry 1."""
        largest = int(self.matrix.max())
        if self.matrix.dtype != object and largest < 2**53:
            return self.matrix / largest
        return np.array([[x / largest for x in row] for row in self.matrix.tolist()], float)

    @cached_property
    def _columns(self) -> list[list[int]]:
        """The matrix in lists, column by column."""
        listed: list[list[int]] = self.matrix.T.tolist()
        return listed

    def strategy(self, basis: int) -> Weights:
        """The mixed strategy at the vertex where these labels are binding."""
        strategy = self.strategy_or_none(basis)
        if strategy is None:
            raise GameError("no vertex has these labels")
        return strategy

    def strategy_or_none(self, basis: int) -> Weights | None:
        """The mixed strategy where these labels are binding; None where there is none."""
        played, tight = self.split(basis)
        if len(played) != len(tight) or not played:
            return None
        columns = self._columns
        numerators = _numerators([[columns[j][i] for i in played] for j in tight])
        if numerators is None or min(numerators) < 0:
            return None
        weights = over(numerators, sum(numerators))
        whole = [Fraction(0)] * self.dimension
        for i, weight in zip(played, weights, strict=True):
            whole[i] = weight
        return tuple(whole)

    def with_twins(self, label_set: int) -> int:
        """The labels, and those of the strategies that pay the same as one of them."""
        for twin, label in self.twins:
            label_set |= (label_set >> label & 1) << twin
        return label_set


def _numerators(rows: list[list[int]]) -> list[int] | None:
    """The solution of ``rows . z = 1`` times a positive number; None where there is no single one.

    >>> _numerators([[3, 1], [1, 2]]), _numerators([[1, 1], [1, 1]])
    ([1, 2], None)
    """
    if len(rows) == 1:
        return [1] if rows[0][0] > 0 else [rows[0][0]] if rows[0][0] else None
    if len(rows) == 2:
        (a, b), (c, d) = rows
        bottom = a * d - b * c
        if not bottom:
            return None
        return [d - b, a - c] if bottom > 0 else [b - d, c - a]
    from flint import fmpz_mat

    system: Any = fmpz_mat(rows)
    try:
        solved, _ = system.solve(fmpz_mat(len(rows), 1, [1] * len(rows))).numer_denom()
    except ZeroDivisionError:
        return None
    return [int(x) for x in solved.entries()]


def polytopes(game: StrategicGame) -> tuple[Polytope, Polytope]:
    """The polytopes of the row player's and of the column player's strategies.

    >>> from kibitz import bimatrix
    >>> rows, columns = polytopes(bimatrix("2 0; 0 1", "1 0; 0 2"))
    >>> columns.matrix.tolist(), columns.own, columns.other
    ([[3, 1], [1, 2]], (2, 3), (0, 1))
    """
    require_two_players(game)
    first, second = (tensor.rational() for tensor in game.payoffs)
    m, n = game.shape
    rows, columns = tuple(range(m)), tuple(range(m, m + n))
    return (
        _polytope(second, rows, columns),
        _polytope(first.transpose(), columns, rows),
    )


def require_two_players(game: StrategicGame) -> None:
    """Refuse games that are not bimatrix games."""
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: a bimatrix game has two")


def spread(weights: Weights, kept: tuple[int, ...], size: int) -> Weights:
    """The strategy of the whole game that plays these of its strategies.

    >>> [str(x) for x in spread((Fraction(1, 3), Fraction(2, 3)), (0, 2), 4)]
    ['1/3', '0', '2/3', '0']
    """
    whole = [Fraction(0)] * size
    for i, weight in zip(kept, weights, strict=True):
        whole[i] = weight
    return tuple(whole)


def bits(labels: Iterable[int]) -> int:
    """A set of labels as the bits of an integer.

    >>> bits([0, 3])
    9
    """
    together = 0
    for label in labels:
        together |= 1 << label
    return together


def members(label_set: int) -> Iterator[int]:
    """The labels in a set of bits, in ascending order.

    >>> list(members(9))
    [0, 3]
    """
    while label_set:
        low = label_set & -label_set
        yield low.bit_length() - 1
        label_set ^= low


def label_set(polytope: Polytope, strategy: Weights) -> int:
    """The labels of a mixed strategy: what it does not play, and the best responses to it."""
    numerators, _ = common_denominator(strategy)
    payoffs = exact_product(numerators, polytope.matrix)
    best = max(payoffs)
    idle = [label for label, x in zip(polytope.own, numerators, strict=True) if not x]
    replies = [label for label, x in zip(polytope.other, payoffs, strict=True) if x == best]
    return polytope.with_twins(bits([*idle, *replies]))


def _polytope(payoffs: Tensor, own: tuple[int, ...], other: tuple[int, ...]) -> Polytope:
    matrix = _positive(payoffs.array)
    columns = [*map(tuple, matrix.T.tolist())]
    last = {column: j for j, column in enumerate(columns)}
    if len(last) == len(columns):
        return Polytope(np.ascontiguousarray(matrix), own, other)
    kept = sorted(last.values())
    twins = [
        (other[j], other[last[column]]) for j, column in enumerate(columns) if last[column] != j
    ]
    body = np.ascontiguousarray(matrix[:, kept])
    return Polytope(body, own, tuple(other[j] for j in kept), tuple(twins))


def _positive(array: Array) -> Array:
    """The payoffs as small positive integers with the same best responses.

    They are moved so that the least is an eighth of the spread, and divided by what they share.
    """
    low, high = int(array.min()), int(array.max())
    if max(abs(low), abs(high)) < 2**60:
        moved = array.astype(np.int64) - low
        shared = max(1, int(np.gcd.reduce(moved, axis=None)))
        return np.asarray(moved // shared + max(1, (high - low) // (8 * shared)))
    rows = [[x - low for x in row] for row in array.tolist()]
    shared = max(1, gcd(*(x for row in rows for x in row)))
    shift = max(1, (high - low) // (8 * shared))
    return np.array([[x // shared + shift for x in row] for row in rows], dtype=object)
