"""Matrix games: guarantees, and all optimal strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Proof
from kibitz.core.tensor import Array
from kibitz.proof.kernel.arithmetic import fractions, mixture, times, whole
from kibitz.proof.kernel.corners import Point, corners, unit_rows
from kibitz.zero_sum.game import MatrixGame


def guarantees(matrix: Any, row: Any, column: Any) -> tuple[Fraction, Fraction]:
    """The least that a row strategy gets, and the most that a column strategy concedes. O(mn)."""
    table = np.array(matrix, object)
    x, y = (np.array(fractions(mixture(side)), object) for side in (row, column))
    return min(x @ table), max(table @ y)


def all_extreme(
    game: MatrixGame,
    value: Fraction,
    rows: list[list[Fraction]],
    columns: list[list[Fraction]],
    proof: Proof,
) -> None:
    """Record that these are all extreme optimal strategies of both players."""
    payoffs, bottom = whole(game.matrix)
    sides = (("row", rows, columns, payoffs, value), ("column", columns, rows, -payoffs.T, -value))
    for side, listed, replies, matrix, level in sides:
        paid = [times(p, matrix, bottom) for p in listed]
        good = all(
            min(p) >= 0 and sum(p) == 1 and min(x) >= level
            for p, x in zip(listed, paid, strict=True)
        )
        different = len(set(map(tuple, listed))) == len(listed)
        proof.that(f"every {side} strategy is optimal", bool(listed) and good and different)
        if not (listed and good and replies):
            continue
        try:
            found = set(optimal_corners(matrix, bottom, level, replies))
        except OverflowError:
            proof.leaves(f"that these are the extreme {side} strategies; there are too many to try")
            continue
        inside = set(map(tuple, listed))
        proof.that(f"every {side} strategy is extreme", inside <= found)
        proof.that(f"no extreme {side} strategy is missing", inside >= found)


def optimal_corners(
    matrix: Array, bottom: int, level: Fraction, replies: Sequence[Sequence[Fraction]]
) -> list[Point]:
    """The extreme strategies over the rows that guarantee the value, the greatest first.

    Optimal replies of the other player confine them to a flat, in which their corners are few:
    only rows that are best against all replies are played, and columns of replies are tight.
    """
    against = [times(q, matrix.T, bottom) for q in replies]
    used = [i for i in range(len(matrix)) if all(x[i] == level for x in against)]
    own = matrix[used].T * level.denominator - level.numerator * bottom
    tight = [j for j in range(len(own)) if any(q[j] for q in replies)]
    flat = [[1] * len(used), *own[tight].tolist()]
    bounds = [*unit_rows(len(used)), *np.delete(own, tight, axis=0).tolist()]
    right = [1, *[0] * len(tight)]
    places = {i: k for k, i in enumerate(used)}
    found = corners(flat, right, bounds, [0] * len(bounds)) if used else []
    every = range(len(matrix))
    return [tuple(x[places[i]] if i in places else Fraction(0) for i in every) for x in found]
