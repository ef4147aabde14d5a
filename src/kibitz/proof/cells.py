"""Strategic games as checkers look at them: whole numbers, exact profiles, best responses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, number, over
from kibitz.core.tensor import Array
from kibitz.strategic.game import StrategicGame

Exact = list[list[Fraction]]
"""A mixed strategy for each player, in exact numbers."""
MOST_BASES = 30_000
"""Systems of equations that are solved to list the corners of a polytope."""


def extremes(game: StrategicGame) -> list[Number]:
    """The least and the greatest payoff of each player: all that a tolerance depends on."""
    return [
        Fraction(int(x), t.denominator) if t.exact else float(x)
        for t in game.payoffs
        for x in (t.array.min(), t.array.max())
    ]


def whole(game: StrategicGame, player: int) -> tuple[Array, int]:
    """What a player wants more of, as integers over a denominator; floats at their spelling."""
    tensor = game.payoffs[player].rational()
    return tensor.array.astype(object), tensor.denominator


def lines(game: StrategicGame, player: int) -> tuple[Array, int]:
    """A player's strategies in rows, the joint strategies of the others in columns."""
    array, bottom = whole(game, player)
    return np.moveaxis(array, player, 0).reshape(game.shape[player], -1), bottom


def profile_at(claim: Claim, key: str, game: StrategicGame) -> tuple[list[list[Number]], Exact]:
    """A mixed strategy for each player, as claimed and in exact numbers."""
    sides = [
        [int(own.index(s) == i) for i in range(len(own))] if isinstance(s, str) and s in own else s
        for s, own in zip(claim.items(key, len(game.players)), game.strategies, strict=True)
    ]
    read = [numbers_of(s, n, claim.path(key)) for s, n in zip(sides, game.shape, strict=True)]
    return read, [[Fraction(w) for w in side] for side in read]


def numbers_of(given: Any, length: int, where: str) -> list[Number]:
    """A list of so many numbers."""
    if not isinstance(given, list) or len(given) != length:
        raise GameError(f"{where}: expected a list of {length} numbers")
    return [number(x, where) for x in given]


def distributions(proof: Proof, game: StrategicGame, read: Sequence[Sequence[Number]]) -> bool:
    """Whether every player plays a distribution; who does not is recorded."""
    inner = Proof()
    for name, side in zip(game.players, read, strict=True):
        inner.distribution(f"the strategy of {name}", side)
    failed = [c for c in inner.checks if not c.passed]
    proof.checks.extend(failed)
    return not failed


def values(game: StrategicGame, player: int, profile: Exact) -> list[Fraction]:
    """What each strategy of a player brings against the others', larger being better."""
    array, bottom = whole(game, player)
    for axis in reversed(range(len(profile))):
        if axis != player:
            tops, below = common_denominator(profile[axis])
            used = [i for i, w in enumerate(tops) if w]
            array = np.tensordot(
                np.take(array, used, axis), np.array([tops[i] for i in used], object), ([axis], [0])
            )
            bottom *= below
    return over(array.tolist(), bottom)


def dot(weights: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    """An expectation."""
    return sum((w * x for w, x in zip(weights, payoffs, strict=True) if w), Fraction(0))


class Outcome:
    """What a profile pays, and what deviations from it would."""

    def __init__(self, game: StrategicGame, profile: Exact) -> None:
        self.sign = -1 if game.costs else 1
        self.values = [values(game, k, profile) for k in range(len(game.players))]
        self.own = [dot(w, v) for w, v in zip(profile, self.values, strict=True)]
        self.regrets = [max(v) - x for v, x in zip(self.values, self.own, strict=True)]
        self.payoffs = [self.sign * x for x in self.own]

    @property
    def regret(self) -> Fraction:
        return max(self.regrets)


def sorted_out(proof: Proof, what: str, listed: Sequence[int], gaps: Sequence[Fraction]) -> bool:
    """Record that a list holds, in order, the places without a gap and no others.

    Within the tolerance a place may be listed or not; one that is exactly level must be.
    """
    chosen = set(listed)
    good = list(listed) == sorted(chosen) and all(
        gap <= proof.tolerance if k in chosen else gap > 0 for k, gap in enumerate(gaps)
    )
    return good or proof.that(what, False, "a strategy is missing or does not belong")


def places(names: Sequence[str], given: Any, where: str) -> list[int]:
    """Strategies by name as positions."""
    if not isinstance(given, list) or not all(name in names for name in given):
        raise GameError(f"{where}: expected a list of strategies, from {', '.join(names)[:60]}")
    return [names.index(name) for name in given]


def cell_at(given: Any, shape: tuple[int, ...], where: str) -> tuple[int, ...]:
    """A cell: a position from 0 for each player."""
    whole_numbers = isinstance(given, list) and all(type(i) is int for i in given)
    if not whole_numbers or len(given) != len(shape):
        raise GameError(f"{where}: expected a position for each of {len(shape)} players")
    if not all(0 <= i < size for i, size in zip(given, shape, strict=True)):
        raise GameError(f"{where}: no cell {given}")
    return tuple(given)


def best_cells(game: StrategicGame, player: int) -> Array:
    """Where a player's strategy is best against the others'; floats to a trillionth of a spread."""
    array = game.payoffs[player].array
    best = array.max(axis=player, keepdims=True)
    slack = 1e-12 * (float(array.max()) - float(array.min())) if array.dtype.kind == "f" else 0
    return np.asarray(array >= best - slack)


def pure_cells(game: StrategicGame) -> list[list[int]]:
    """All equilibria in pure strategies."""
    masks = [best_cells(game, k) for k in range(len(game.players))]
    return [list(map(int, cell)) for cell in np.argwhere(np.logical_and.reduce(masks))]


def corners(equations: Array, right: Sequence[int], slacks: Array) -> list[tuple[Fraction, ...]]:
    """The corners of {x >= 0, equations x = right, slacks x >= 0}, by trying all bases.

    With the equations as rows; None is lost, since a corner has some basis.
    """
    m, extra = equations.shape[1], len(slacks)
    full = np.zeros((len(equations) + extra, m + extra), object)
    full[: len(equations), :m] = equations
    full[len(equations) :, :m] = slacks
    for k in range(extra):
        full[len(equations) + k, m + k] = -1
    sides = [*right, *[0] * extra]
    rows = independent(full, sides)
    if rows is None:
        return []
    if comb(m + extra, len(rows)) > MOST_BASES:
        raise OverflowError
    found = set()
    for basis in combinations(range(m + extra), len(rows)):
        x = solved([[full[r, c] for c in basis] for r in rows], [sides[r] for r in rows])
        if x is not None and min(x, default=Fraction(0)) >= 0:
            point = dict(zip(basis, x, strict=True))
            found.add(tuple(point.get(i, Fraction(0)) for i in range(m)))
    return sorted(found, reverse=True)


def independent(matrix: Array, right: Sequence[int]) -> list[int] | None:
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


def solved(matrix: list[list[int]], right: Sequence[int]) -> list[Fraction] | None:
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
