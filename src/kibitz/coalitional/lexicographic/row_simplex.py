"""The dual simplex method over rows that are looked up among all complaints when they are violated.

    minimize  cost . z   such that   row . z >= right,   with equality for some of the rows.

A basis is as many rows as z has entries; they determine z, and multipliers that sum them up to the
cost. Rows come in where they are violated, and the one leaves whose multiplier reaches zero first.
The most violated of the rows written down comes first; when none is, the sums of all coalitions are
found by doubling, and the most violated complaint in each block is written down. Lemke (1954).

The function is plain Python, for games of a few players, and is compiled for the others.
"""

from __future__ import annotations

from typing import Any

OPTIMAL, INFEASIBLE, GIVEN_UP, FULL = range(4)
SLACK = 1e-9
"""A row violated by less, relative to the worths, counts as kept."""
TINY = 1e-11
"""A multiplier below this counts as zero."""
INDEPENDENT = 1e-7
"""A row is independent of others when this much of it is left without them."""
PATIENCE = 8
"""Pivots without progress, for each entry of z, after which the first rows are taken (Bland)."""
MOST_PIVOTS = 400
"""Pivots for each entry of z, after which rounding errors are to blame."""


def dual_simplex(
    rows: Any,
    right: Any,
    which: Any,
    used: int,
    equations: int,
    worths: Any,
    divisors: Any,
    sign: int,
    sums: Any,
    blocks: int,
    basis: Any,
    inverse: Any,
    z: Any,
    y: Any,
) -> Any:
    """Pivot to the optimum, in place; how it ended, and how many rows are written down then.

    Parameters
    ----------
    rows, right, which, used
        The rows written down, and which complaints they are.
    equations
        How many of the rows, from the first on, hold with equality. The first basis is taken from
        the rows in their order; its multipliers must not be negative.
    worths, divisors, sign
        Complaint k has the row ``(sign * (low(k) - high(k)), divisors[k])``, made of the n low and
        the n high bits of k, and ``worths[k]`` on the right; one divisor may stand for all.
    sums
        Room for a number for each coalition.
    blocks
        How many rows are looked for at a time.
    basis, inverse, z, y
        Room for the basis, its inverse, the point and the multipliers, which start as the cost.
    """
    m = len(z)
    n = m - 1
    last, one = (1 << n) - 1, len(divisors) == 1
    for i in range(m):
        basis[i], z[i] = -1, 0.0
        for j in range(m):
            inverse[i, j] = 1.0 if i == j else 0.0
    missing, place, stalled = m, 0, 0
    for _ in range(MOST_PIVOTS * m + used):
        enter, worst = -1, SLACK
        if missing:  # the first basis: the next row, if it is independent of those before
            if place == used:
                return GIVEN_UP, used
            enter, place = place, place + 1
            worst = right[enter]
            for i in range(m):
                worst -= rows[enter, i] * z[i]
        else:
            for r in range(equations, used):
                over = right[r]
                for i in range(m):
                    over -= rows[r, i] * z[i]
                if over > worst:
                    enter, worst = r, over
                    if stalled > PATIENCE * m:
                        break
        if enter < 0:
            sums[0] = 0.0
            for i in range(n):
                for k in range(1 << i):
                    sums[(1 << i) + k] = sums[k] + z[i]
            size, before = len(worths) // blocks, used
            for block in range(blocks):
                best, worst = -1, 2 * SLACK
                for k in range(block * size, block * size + size):
                    given = sign * (sums[k & last] - sums[k >> n])
                    over = worths[k] - given - divisors[0 if one else k] * z[n]
                    if over > worst:
                        best, worst = k, over
                if best >= 0:
                    if used == len(rows):
                        return FULL, used
                    for i in range(n):
                        rows[used, i] = sign * ((best >> i & 1) - (best >> n >> i & 1))
                    rows[used, n] = divisors[0 if one else best]
                    right[used], which[used] = worths[best], best
                    used += 1
            if used == before:
                return OPTIMAL, used
            continue
        leave, largest, ratio = -1, 0.0, 0.0
        for j in range(m):
            pivot = 0.0
            for i in range(m):
                pivot += rows[enter, i] * inverse[i, j]
            if missing:
                if basis[j] < 0 and abs(pivot) > max(largest, INDEPENDENT):
                    leave, largest = j, abs(pivot)
            elif basis[j] >= equations and pivot > INDEPENDENT:
                step = max(y[j], 0.0) / pivot
                first = stalled > PATIENCE * m and basis[j] < basis[leave]
                tied = step <= ratio + TINY and (first or pivot > largest)
                if leave < 0 or step < ratio - TINY or tied:
                    leave, largest, ratio = j, pivot, step
        if leave < 0:
            if missing:
                continue
            return INFEASIBLE, used
        pivot = 0.0
        for i in range(m):
            pivot += rows[enter, i] * inverse[i, leave]
        step = y[leave] / pivot
        for j in range(m):
            if j != leave:
                part = 0.0
                for i in range(m):
                    part += rows[enter, i] * inverse[i, j]
                for i in range(m):
                    inverse[i, j] -= part / pivot * inverse[i, leave]
                y[j] -= part * step
        for i in range(m):
            inverse[i, leave] /= pivot
            z[i] += worst * inverse[i, leave]
        y[leave], basis[leave] = step, enter
        if missing:
            missing -= 1
        else:
            stalled = 0 if step * worst > TINY else stalled + 1
    return GIVEN_UP, used
