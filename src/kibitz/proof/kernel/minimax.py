"""Matrix games: guarantees, and all optimal strategies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Proof
from kibitz.proof.kernel.arithmetic import fractions, mixture, times, whole
from kibitz.proof.kernel.corners import corners, unit_rows
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
    """Record that these are all extreme optimal strategies of both players.

    Optimal replies of the other player confine the optimal set to a flat, in which its corners
    are few.
    """
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
        against = [times(q, matrix.T, bottom) for q in replies]
        used = [i for i in range(len(matrix)) if all(x[i] == level for x in against)]
        own = matrix[used].T * level.denominator - level.numerator * bottom
        tight = [j for j in range(len(own)) if any(q[j] for q in replies)]
        flat = [[1] * len(used), *own[tight].tolist()]
        bounds = [*unit_rows(len(used)), *np.delete(own, tight, axis=0).tolist()]
        try:
            right = [1, *[0] * len(tight)]
            found = corners(flat, right, bounds, [0] * len(bounds)) if used else []
        except OverflowError:
            proof.leaves(f"that these are the extreme {side} strategies; there are too many to try")
            continue
        inside = {tuple(p[i] for i in used) for p in listed}
        proof.that(f"every {side} strategy is extreme", inside <= set(found))
        proof.that(f"no extreme {side} strategy is missing", inside >= set(found))
