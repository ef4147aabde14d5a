"""Invariance: a game with symmetries is solved on the orbits of its strategies.

If permuting rows and columns together leaves the payoffs unchanged, there are optimal strategies
that treat all members of an orbit alike; so a game between orbits, often far smaller, has the
same value. Ferguson II.3.6.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, show_all
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.symmetry_group import (
    Permutation,
    Symmetry,
    isomorphism,
    symmetry_group,
)
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture

CLOSURE_LIMIT = 1_000_000

Orbits = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Invariance:
    """A game, generators of a group that leaves it unchanged, and the orbits of its lines.

    >>> from kibitz import matrix
    >>> blotto = matrix("4 2 1 0; 1 3 0 -1; -2 2 2 -2; -1 0 3 1; 0 1 2 4")
    >>> found = Invariance.of(blotto, [[3, 2, 1, 0]])
    >>> found.row_orbits, found.column_orbits
    (((0, 4), (1, 3), (2,)), ((0, 3), (1, 2)))
    >>> found.reduced
    matrix('2 3/2; 0 3/2; -2 2')
    """

    game: MatrixGame
    generators: tuple[Symmetry, ...]

    @staticmethod
    def of(game: MatrixGame, generators: Sequence[Any]) -> Invariance:
        """From permutations of the columns, counted from 0 or from 1: column j goes to ``g[j]``.

        What each does to the rows follows from the payoffs; an error if there is no such way.

        Parameters
        ----------
        game : MatrixGame
            The game.
        generators : sequence of sequence of int
            Permutations that leave the game unchanged, or one of them.
        """
        if not isinstance(generators, Sequence):
            raise GameError(f"{generators!r} is not a list of permutations of the columns")
        if isinstance(generators, str) or all(isinstance(x, int) for x in generators):
            generators = [generators]
        pairs = []
        for k, g in enumerate(generators, 1):
            columns = _permutation(g, game.shape[1], f"generator {k}")
            pairs.append((_induced(game, columns, k), columns))
        return Invariance(game, tuple(pairs))

    @staticmethod
    def found(game: MatrixGame) -> Invariance:
        """With the whole group of symmetries, found by search.

        Parameters
        ----------
        game : MatrixGame
            The game.
        """
        return Invariance(game, symmetry_group(game.matrix.array).generators)

    def __post_init__(self) -> None:
        array = self.game.matrix.array
        for k, (rows, columns) in enumerate(self.generators, 1):
            if not np.array_equal(array[np.ix_(rows, columns)], array):
                raise GameError(f"generator {k} does not leave the payoffs unchanged")

    @cached_property
    def row_orbits(self) -> Orbits:
        return _orbits(self.game.shape[0], [rows for rows, _ in self.generators])

    @cached_property
    def column_orbits(self) -> Orbits:
        return _orbits(self.game.shape[1], [columns for _, columns in self.generators])

    @cached_property
    def order(self) -> int:
        """The number of symmetries that the generators make."""
        m, n = self.game.shape
        seen = {(tuple(range(m)), tuple(range(n)))}
        fresh = list(seen)
        while fresh:
            rows, columns = fresh.pop()
            for g, h in self.generators:
                product = tuple(g[i] for i in rows), tuple(h[j] for j in columns)
                if product not in seen:
                    seen.add(product)
                    fresh.append(product)
                    if len(seen) > CLOSURE_LIMIT:
                        raise GameError(f"the group has more than {CLOSURE_LIMIT:,} members")
        return len(seen)

    @cached_property
    def reduced(self) -> MatrixGame:
        """The game between orbits: payoffs averaged over both orbits."""
        return replace(
            self.game,
            matrix=_averages(self.game.matrix, self.row_orbits, self.column_orbits),
            rows=tuple(_name(self.game.rows, orbit) for orbit in self.row_orbits),
            columns=tuple(_name(self.game.columns, orbit) for orbit in self.column_orbits),
        )

    def lift(self, row: Mixture, column: Mixture) -> tuple[Mixture, Mixture]:
        """Share the weight of each orbit evenly among its members.

        Parameters
        ----------
        row, column : sequence of numbers
            Optimal strategies of the reduced game, a weight for each orbit.

        Returns
        -------
        pair of Mixture
            Strategies of the whole game.
        """
        m, n = self.game.shape
        return _share(row, self.row_orbits, m), _share(column, self.column_orbits, n)


@dataclass(frozen=True)
class InvarianceWorking:
    """The symmetries used, and the solution of the game between orbits."""

    invariance: Invariance
    reduced: MatrixSolution


@method(
    MatrixGame,
    "invariance",
    finds="the value and an optimal strategy of each player",
    cost="one solve of the game between orbits",
    reference="Ferguson II.3.6",
    aliases=(
        "symmetry",
        "symmetries",
    ),
)
def invariance(
    game: MatrixGame, generators: Sequence[Sequence[int]] | None = None
) -> MatrixSolution:
    """Solve the game between orbits, under given permutations of the columns or all symmetries.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    generators : sequence[sequence[int]], optional
        Permutations of the columns, counted from 0 or from 1; all symmetries by default.

    Returns
    -------
    MatrixSolution
        The solution, the same on all members of an orbit.

    References
    ----------
    Ferguson II.3.6.

    Examples
    --------
    >>> from kibitz import matrix
    >>> invariance(matrix("1 -1; -1 1"), [[1, 0]]).row
    (Fraction(1, 2), Fraction(1, 2))
    """
    symmetry = Invariance.found(game) if generators is None else Invariance.of(game, generators)
    return solve_on_orbits(symmetry)


def solve_on_orbits(symmetry: Invariance) -> MatrixSolution:
    """Solve the game between orbits, and share each orbit's weight among its members."""
    inner = symmetry.reduced.solve()
    row, column = symmetry.lift(inner.row, inner.column)
    return MatrixSolution(
        symmetry.game,
        inner.value,
        row,
        column,
        f"invariance, then {inner.method}",
        InvarianceWorking(symmetry, inner),
    )


def exchange_symmetry(game: MatrixGame) -> Symmetry | None:
    """A relabeling under which the players change places; if there is one, the value is zero.

    Wider than skew symmetry, which is the case of no relabeling at all.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    Symmetry or None
        The relabeling; None when there is none.

    Examples
    --------
    >>> from kibitz import matrix
    >>> exchange_symmetry(matrix("1 -1; -1 1")) is not None
    True
    """
    m, n = game.shape
    return isomorphism(game.matrix.array, -game.matrix.array.T) if m == n else None


def _permutation(given: Sequence[int], size: int, where: str) -> Permutation:
    try:
        parts = given.replace(",", " ").split() if isinstance(given, str) else given
        image = tuple(int(x) for x in parts)
    except (TypeError, ValueError):
        raise GameError(f"{where}: {given!r} is not a list of positions") from None
    if sorted(image) == list(range(1, size + 1)):
        return tuple(x - 1 for x in image)
    if sorted(image) != list(range(size)):
        raise GameError(
            f"{where}: {list(given)} is not a permutation of 1 to {size}, or of 0 to {size - 1}"
        )
    return image


def _induced(game: MatrixGame, columns: Permutation, k: int) -> Permutation:
    """Where the rows go when the columns are permuted; equal rows are matched in order."""
    array = game.matrix.array.tolist()
    homes: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for i, line in enumerate(array):
        homes[tuple(line)].append(i)
    image = []
    for i, line in enumerate(array):
        moved = [None] * len(line)
        for j, x in enumerate(line):
            moved[columns[j]] = x
        if not homes[tuple(moved)]:
            wanted = show_all(game[i, columns.index(j)] for j in range(len(line)))
            raise GameError(
                f"generator {k} is not a symmetry: it turns row {game.rows[i]} into {wanted}, "
                "and no row is left with these payoffs (equal rows can be removed by eliminate)"
            )
        image.append(homes[tuple(moved)].pop(0))
    return tuple(image)


def _orbits(size: int, permutations: Sequence[Permutation]) -> Orbits:
    home = list(range(size))

    def find(x: int) -> int:
        while home[x] != x:
            home[x] = home[home[x]]
            x = home[x]
        return x

    for g in permutations:
        for x in range(size):
            a, b = find(x), find(g[x])
            home[max(a, b)] = min(a, b)
    members: dict[int, list[int]] = defaultdict(list)
    for x in range(size):
        members[find(x)].append(x)
    return tuple(tuple(orbit) for orbit in members.values())


def _averages(tensor: Tensor, rows: Orbits, columns: Orbits) -> Tensor:
    """The mean payoff over each pair of orbits."""
    lines = []
    for i_orbit in rows:
        line: list[Number] = []
        for j_orbit in columns:
            block = tensor.array[np.ix_(i_orbit, j_orbit)].ravel().tolist()
            if tensor.exact:
                line.append(Fraction(sum(block), len(block) * tensor.denominator))
            else:
                line.append(math.fsum(block) / len(block))
        lines.append(line)
    return Tensor.read(lines)


def _share(weights: Mixture, orbits: Orbits, size: int) -> Mixture:
    shared = [weights[0]] * size
    for weight, orbit in zip(weights, orbits, strict=True):
        for x in orbit:
            shared[x] = weight / len(orbit)
    return tuple(shared)


def _name(labels: tuple[str, ...], orbit: tuple[int, ...]) -> str:
    if len(orbit) == 1:
        return labels[orbit[0]]
    shown = " ".join(labels[x] for x in orbit[:3])
    return "{" + shown + (" …}" if len(orbit) > 3 else "}")
