"""The most that a player is sure of in behavior strategies: a polynomial maximin, with proof.

Against each reply the payoff is linear in the distribution at every information set. So over a
product of simplices, one at each information set, no strategy inside guarantees more than a mixture
of the corners does, which is a matrix game: its value is an upper bound, and it is exact where no
two of the information sets lie on one way. Over all strategies this is the value in mixed
strategies; cutting the simplices in two narrows it (branch and bound). Where the information sets
that must be cut leave one number t open, the matrix game with parameter t is solved exactly, and
the maximum of its value is found among the ends of the pieces and the roots of their derivatives.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any

import numpy as np

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots
from kibitz.core.errors import GameError
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.multilinear import (
    MultilinearPayoffs,
    earned,
    game_of_one_number,
    is_absent_minded,
    multilinear_payoffs,
    remembers,
)
from kibitz.extensive.strategies.pure_strategies import OPEN, PureStrategies, own_paths
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.zero_sum.parametric.solution import KernelInterval, ParametricSolution, ValueInterval

Behavior = list[list[Any]]
"""A distribution at each of the player's information sets."""
ROUNDS, MOST_STARTS = 30, 10
CELLS = 150
"""Products of simplices that are cut at most."""
CLOSE = Fraction(1, 10**6)
"""Where the bounds are as near as this, in the unit of the payoffs' range, cutting ends."""
MOST_CELLS_WITH_PARAMETER = 400
"""Entries of a matrix game with a parameter up to which it is solved."""


@dataclass(frozen=True, eq=False)
class BehavioralGuarantee:
    """What a behavior strategy guarantees, and what none exceeds.

    ``proof`` says why: ``value`` (it is the value in mixed strategies), ``parameter`` (the maximum
    over one probability), or ``cells`` (a subdivision with a mixture of replies for each part).
    """

    player: int
    worth: Any
    at_most: Any
    strategy: Behavior
    infosets: tuple[int, ...]
    proof: dict[str, Any] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        """Whether no behavior strategy guarantees more."""
        if isinstance(self.worth, float):
            return bool(abs(self.worth - self.at_most) <= 1e-9 * (1 + abs(self.worth)))
        return bool(self.worth == self.at_most)


def guaranteed(
    game: ExtensiveGame, player: int, value: Any, plans: PureStrategies, mixture: Sequence[Any]
) -> BehavioralGuarantee:
    """The same as :func:`behavioral_maximin`, from an optimal mixture of pure strategies.

    Whoever has perfect recall does as well in behavior strategies (Kuhn 1953). Of games that are
    too large, the behavior in which the mixture moves is tried alone; in floats nothing is proved.
    """
    behavior = _as_mixed(game, player, plans, mixture)
    infosets = tuple(behavior)
    if not remembers(game, player):
        try:
            guarantee = behavioral_maximin(game, player, Fraction(value))
        except GameError:
            if any(is_absent_minded(game, who) for who in range(2)):
                raise
        else:
            if game.exact:
                return guarantee
            rows = zip(guarantee.infosets, guarantee.strategy, strict=True)
            behavior = {infoset: [float(p) for p in row] for infoset, row in rows}
    worth = min(earned(game, player, behavior))
    return BehavioralGuarantee(
        player, worth, value, list(behavior.values()), infosets, {"kind": "value"}
    )


def _as_mixed(
    game: ExtensiveGame, player: int, plans: PureStrategies, mixture: Sequence[Any]
) -> dict[int, list[Any]]:
    """At each information set how often a mixture makes each move, when it can get there."""
    paths = own_paths(game, player)
    place = {int(infoset): k for k, infoset in enumerate(plans.infosets)}
    strategy: dict[int, list[Any]] = {}
    for infoset in place:
        ways = {paths[node] for node in game.members[infoset].tolist()}
        size = int(game.sizes[infoset])
        counts: list[Any] = [0] * size
        for moves, weight in zip(plans.moves.tolist(), mixture, strict=True):
            mine = moves[place[infoset]]
            if weight and mine != OPEN and any(_follows(moves, place, way) for way in ways):
                counts[mine] = counts[mine] + weight
        total = sum(counts)
        even = Fraction(1, size) if game.exact else 1 / size
        strategy[infoset] = [c / total for c in counts] if total else [even] * size
    return strategy


def _follows(moves: list[int], place: dict[int, int], way: Any) -> bool:
    return all(moves[place[infoset]] == move for infoset, move in way)


def behavioral_maximin(game: ExtensiveGame, player: int, value: Any) -> BehavioralGuarantee:
    """What a player can guarantee in behavior strategies.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players with a constant sum in which no one is absent-minded.
    player : int
        The position of the player, from 0.
    value : Number
        What the player can guarantee in mixed strategies.

    Returns
    -------
    BehavioralGuarantee
        A behavior strategy with what it guarantees, and a proved upper bound for all of them.

    Notes
    -----
    Cost: a linear program with a row for each own pure strategy and a column for each reply, in
    every one of at most 150 parts; exponential in the tree, as the problem is NP-hard.

    References
    ----------
    Koller and Megiddo 1992.
    """
    payoffs = multilinear_payoffs(game, player)
    open_moves = sum(payoffs.sizes[k] - 1 for k in payoffs.others)
    rows = prod(payoffs.sizes[k] for k in payoffs.parallel)
    small = rows * payoffs.array.shape[-1] <= MOST_CELLS_WITH_PARAMETER
    if open_moves == 1 and small:
        return _over_one_number(payoffs)
    best = _ascended(payoffs) if open_moves else _jointly(payoffs)
    if best[0] == value:
        return _found(payoffs, best, value, {"kind": "value"})
    return _by_cutting(payoffs, best, value)


def _jointly(payoffs: MultilinearPayoffs) -> tuple[Any, Behavior]:
    """The best strategy where no two information sets lie on one way: a matrix game."""
    worth, row, _ = solve_matrix(payoffs.array.reshape(-1, payoffs.array.shape[-1]).tolist())
    return worth, _added_up(np.array(row, object), [np.eye(n, dtype=int) for n in payoffs.sizes])


def _added_up(row: Any, cell: list[Any]) -> Behavior:
    """The distribution at each information set that a mixture of corners comes to."""
    weights = row.reshape([len(points) for points in cell])
    every = range(len(cell))
    return [
        list(weights.sum(axis=tuple(k for k in every if k != axis)) @ points)
        for axis, points in enumerate(cell)
    ]


def _found(
    payoffs: MultilinearPayoffs, best: tuple[Any, Behavior], at_most: Any, proof: dict[str, Any]
) -> BehavioralGuarantee:
    return BehavioralGuarantee(payoffs.player, best[0], at_most, best[1], payoffs.infosets, proof)


# One number is open: a matrix game with a parameter.


def turning_points(piece: ValueInterval) -> Iterator[Point]:
    """Where a piece of V(t) may be largest: its ends, and the roots of its derivative inside."""
    start, end = piece.start, piece.end
    assert start is not None
    assert end is not None
    yield from (start, end)
    top, bottom = piece.value.numerator, piece.value.denominator
    slope = top.derivative() * bottom - top * bottom.derivative()
    yield from (t for t in real_roots(slope) if start < t < end)


def _over_one_number(payoffs: MultilinearPayoffs) -> BehavioralGuarantee:
    solved: ParametricSolution = game_of_one_number(payoffs).solve()
    best: tuple[Point, Point, ValueInterval] | None = None
    for piece in solved.pieces:
        for t in turning_points(piece):
            worth = piece.value.at(t)
            if best is None or worth > best[0]:
                best = worth, t, piece
    assert best is not None
    worth, t, piece = best
    part = next(p for p in piece.parts if _inside(p, t))
    strategy = _marginals(payoffs, [f.at(t) for f in part.row], part, t)
    name = payoffs.game.infoset_names[payoffs.infosets[payoffs.others[0]]]
    kept = {key: data for key, data in solved.to_json().items() if key != "method"}
    proof = {"kind": "parameter", "infoset": name, "parametric": kept}
    return _found(payoffs, (worth, strategy), worth, proof)


def _inside(part: KernelInterval, t: Point) -> bool:
    above = part.start is None or bool(part.start <= t)
    return above and (part.end is None or bool(t <= part.end))


def _marginals(
    payoffs: MultilinearPayoffs, row: Sequence[Any], part: KernelInterval, t: Point
) -> Behavior:
    """The distributions at the parallel information sets, added up as functions of t."""
    strategy: Behavior = [[] for _ in payoffs.sizes]
    strategy[payoffs.others[0]] = [t, RationalFunction.of(Polynomial.of([1, -1])).at(t)]
    choices = list(product(*(range(payoffs.sizes[k]) for k in payoffs.parallel)))
    for place, axis in enumerate(payoffs.parallel):
        for move in range(payoffs.sizes[axis]):
            total = RationalFunction.constant(Fraction(0))
            for choice, weight in zip(choices, part.row, strict=True):
                total = total + weight if choice[place] == move else total
            strategy[axis].append(total.at(t))
    return strategy


# More is open: branch and bound over products of simplices.


def _by_cutting(
    payoffs: MultilinearPayoffs, best: tuple[Any, Behavior], value: Any
) -> BehavioralGuarantee:
    """Cut simplices until the bounds meet, or there are too many parts."""
    corners = [np.eye(n, dtype=int).astype(object) * Fraction(1) for n in payoffs.sizes]
    scale = _range_of(payoffs)
    heap: list[Any] = []
    tree: list[Any] = []

    def look(cell: list[Any], place: int) -> None:
        nonlocal best
        bound, replies, inside = _bound(payoffs, cell)
        worth = min(payoffs.at(inside))
        if worth > best[0]:
            best = max(best, (worth, inside), _improved(payoffs, inside), key=lambda b: b[0])
        tree.append(None)
        tree[place] = {"replies": [str(q) for q in replies]}
        heapq.heappush(heap, (-bound, place, cell))

    look(corners, 0)
    while len(tree) < 2 * CELLS:
        top, place, cell = heap[0]
        if -top <= best[0] + CLOSE * scale:
            break
        cut = _longest_edge(payoffs, cell)
        if cut is None:
            break
        heapq.heappop(heap)
        axis, i, j = cut
        tree[place] = {"cut": [axis, i, j], "then": [len(tree), len(tree) + 1]}
        for half in halves(cell, axis, i, j):
            look(half, len(tree))
    at_most = max(best[0], -heap[0][0])
    if at_most > value:
        at_most = value
    return _found(payoffs, best, at_most, {"kind": "cells", "tree": tree})


def halves(cell: list[Any], axis: int, i: int, j: int) -> tuple[list[Any], list[Any]]:
    """The two parts of a product of simplices when an edge of one is cut in the middle."""
    middle = (cell[axis][i] + cell[axis][j]) / 2
    parts = []
    for end in (i, j):
        points = cell[axis].copy()
        points[end] = middle
        parts.append([*cell[:axis], points, *cell[axis + 1 :]])
    return parts[0], parts[1]


def _bound(
    payoffs: MultilinearPayoffs, cell: list[Any]
) -> tuple[Fraction, list[Fraction], Behavior]:
    """What no strategy in a part exceeds, by which replies, and a strategy in it worth trying."""
    floats = payoffs.at_corners([points.astype(float) for points in cell], payoffs.floats)
    _, row, column = solve_matrix(floats.tolist())
    replies = _rounded(column)
    exact = payoffs.at_corners(cell)
    bound = max(sum(q * x for q, x in zip(replies, line, strict=True)) for line in exact)
    inside = _added_up(np.array(_rounded(row), object), cell)
    return bound, replies, inside


def _rounded(weights: Sequence[Any], most: int = 10**6) -> list[Fraction]:
    """Probabilities with short denominators that add up to one."""
    rounded = [max(Fraction(0), Fraction(float(w)).limit_denominator(most)) for w in weights]
    total = sum(rounded, Fraction(0))
    return [w / total for w in rounded]


def _longest_edge(payoffs: MultilinearPayoffs, cell: list[Any]) -> tuple[int, int, int] | None:
    """The longest edge of the simplices that must be cut."""
    best: tuple[float, int, int, int] | None = None
    for axis in payoffs.others:
        points = cell[axis].astype(float)
        for i, j in product(range(len(points)), repeat=2):
            if i < j:
                length = float(np.abs(points[i] - points[j]).max())
                if best is None or length > best[0] + 1e-12:
                    best = length, axis, i, j
    return None if best is None else best[1:]


def _range_of(payoffs: MultilinearPayoffs) -> Fraction:
    numbers: list[Fraction] = payoffs.array.reshape(-1).tolist()
    return max(numbers) - min(numbers)


# A strategy that may be the best: one information set at a time.


def _ascended(payoffs: MultilinearPayoffs) -> tuple[Any, Behavior]:
    """The best that is found from the middle and from pure strategies."""
    best_of_each = [_improved(payoffs, start) for start in _starts(payoffs.sizes)]
    return max(best_of_each, key=lambda pair: pair[0])


def _starts(sizes: Sequence[int]) -> Iterator[Behavior]:
    yield [[1 / n] * n for n in sizes]
    pure = list(islice(product(*map(range, sizes)), MOST_STARTS**2))
    for corner in pure[:: 1 + (len(pure) - 1) // MOST_STARTS]:
        yield [[float(m == k) for m in range(n)] for n, k in zip(sizes, corner, strict=True)]


def _improved(payoffs: MultilinearPayoffs, start: Behavior) -> tuple[Any, Behavior]:
    """Climb in floats, then round, and give each information set its best distribution exactly."""
    floats = replace(payoffs, array=payoffs.floats)
    _, near = _ascend(floats, [list(map(float, row)) for row in start], ROUNDS, 1e-9)
    rounded = [_rounded(row, 1000) for row in near]
    exact = _ascend(payoffs, rounded, 1, 0)
    as_found = [_rounded(row, 10**6) for row in near]
    worth = min(payoffs.at(as_found))
    return exact if exact[0] >= worth else (worth, as_found)


def _ascend(
    payoffs: MultilinearPayoffs, strategy: Behavior, rounds: int, least: float
) -> tuple[Any, Behavior]:
    """Give one information set after the other its best distribution, until none helps."""
    worth = min(payoffs.at(strategy))
    for _ in range(rounds):
        before = worth
        for axis, weights in enumerate(strategy):
            sure = [[int(m == k) for m in range(len(weights))] for k in range(len(weights))]
            rows = [payoffs.at([*strategy[:axis], s, *strategy[axis + 1 :]]) for s in sure]
            value, mixture, _ = solve_matrix(rows)
            if value > worth:
                worth = value
                strategy = [*strategy[:axis], list(mixture), *strategy[axis + 1 :]]
        if worth <= before + least:
            break
    return worth, strategy


def solve_matrix(rows: Any) -> tuple[Any, tuple[Any, ...], tuple[Any, ...]]:
    """Value and optimal mixtures of a matrix game by one linear program."""
    m, n = len(rows), len(rows[0])
    table = [[-rows[i][j] for i in range(m)] + [1] for j in range(n)]
    program = LinearProgram.read(
        [0] * m + [1],
        [*table, [1] * m + [0]],
        ["<="] * n + ["="],
        [0] * n + [1],
        lower=[0] * m + [None],
    )
    optimum = program.solve()
    assert isinstance(optimum, Optimum), "a matrix game always has a value"
    return optimum.value, tuple(optimum.x[:m]), tuple(optimum.dual[:n])
