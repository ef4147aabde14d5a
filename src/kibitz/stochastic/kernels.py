"""Compiled loops over the states of a stochastic game: many small matrix games at once."""

from __future__ import annotations

import numpy as np
from numba import prange

from kibitz.core.compiling.compiled import njit
from kibitz.rules.compile.native import prefetch

PIVOTS = 1000
CHUNK = 64
EARLY, JUMP = 6, 3
"""Sweeps with a jump after every second one, and sweeps between two jumps from then on."""


@njit(cache=True, nogil=True, inline="always")
def entry(k, pay, link, target, weight, values):
    """What a cell is worth when the states are worth their values."""
    total = pay[k]
    for t in range(link[k], link[k + 1]):
        total += weight[t] * values[target[t]]
    return total


@njit(cache=True, nogil=True)
def pure(game, m, n, row, column):
    """A saddle point as strategies; NaN when there is none."""
    lower, upper, at, by = -np.inf, np.inf, 0, 0
    for i in range(m):
        least = np.inf
        for j in range(n):
            least = min(least, game[i, j])
        if least > lower:
            lower, at = least, i
    for j in range(n):
        most = -np.inf
        for i in range(m):
            most = max(most, game[i, j])
        if most < upper:
            upper, by = most, j
    if lower < upper:
        return np.nan
    row[:m] = 0.0
    column[:n] = 0.0
    row[at] = 1.0
    column[by] = 1.0
    return lower


@njit(cache=True, nogil=True)
def matrix_value(game, m, n, row, column, tableau, left, top):
    """The value of a matrix game and an optimal strategy each, by pivoting on a shifted tableau."""
    value = pure(game, m, n, row, column)
    if value == value:
        return value
    if m == 2 and n == 2:
        bottom = game[0, 0] - game[0, 1] - game[1, 0] + game[1, 1]
        row[0] = (game[1, 1] - game[1, 0]) / bottom
        column[0] = (game[1, 1] - game[0, 1]) / bottom
        row[1] = 1.0 - row[0]
        column[1] = 1.0 - column[0]
        return (game[0, 0] * game[1, 1] - game[0, 1] * game[1, 0]) / bottom
    least, most = np.inf, -np.inf
    for i in range(m):
        for j in range(n):
            least = min(least, game[i, j])
            most = max(most, game[i, j])
    scale = most - least
    for i in range(m):
        left[i] = i
        for j in range(n):
            tableau[i, j] = (game[i, j] - least) / scale + 1.0
        tableau[i, n] = 1.0
    for j in range(n):
        top[j] = m + j
        tableau[m, j] = -1.0
    tableau[m, n] = 0.0
    for step in range(PIVOTS):
        enters, best = -1, -1e-12
        for j in range(n):
            if tableau[m, j] < best:
                enters = j
                if step > PIVOTS // 2:
                    break
                best = tableau[m, j]
        if enters < 0:
            break
        leaves, ratio = -1, np.inf
        for i in range(m):
            if tableau[i, enters] > 1e-11:
                here = tableau[i, n] / tableau[i, enters]
                if here < ratio or (here == ratio and left[i] < left[leaves]):
                    leaves, ratio = i, here
        if leaves < 0:
            break
        pivot = tableau[leaves, enters]
        for i in range(m + 1):
            if i != leaves:
                factor = tableau[i, enters] / pivot
                if factor != 0.0:
                    for j in range(n + 1):
                        if j != enters:
                            tableau[i, j] -= factor * tableau[leaves, j]
                tableau[i, enters] = -factor
        for j in range(n + 1):
            if j != enters:
                tableau[leaves, j] /= pivot
        tableau[leaves, enters] = 1.0 / pivot
        left[leaves], top[enters] = top[enters], left[leaves]
    corner = tableau[m, n]
    row[:m] = 0.0
    column[:n] = 0.0
    for i in range(m):
        if left[i] >= m:
            column[left[i] - m] = max(tableau[i, n], 0.0) / corner
    for j in range(n):
        if top[j] < m:
            row[top[j]] = max(tableau[m, j], 0.0) / corner
    return (1.0 / corner - 1.0) * scale + least


@njit(cache=True, nogil=True)
def stage_value(
    s,
    rows,
    columns,
    first,
    pay,
    link,
    target,
    weight,
    values,
    game,
    row,
    column,
    tableau,
    left,
    top,
):
    """The value of one state's matrix game, and strategies in ``row`` and ``column``."""
    m, n = rows[s], columns[s]
    k = first[s]
    if n == 1 or m == 1:
        best = entry(k, pay, link, target, weight, values)
        chosen = 0
        for c in range(1, m * n):
            worth = entry(k + c, pay, link, target, weight, values)
            if (worth > best) if n == 1 else (worth < best):
                best, chosen = worth, c
        row[:m] = 0.0
        column[:n] = 0.0
        row[chosen if n == 1 else 0] = 1.0
        column[0 if n == 1 else chosen] = 1.0
        return best
    for i in range(m):
        for j in range(n):
            game[i, j] = entry(k + i * n + j, pay, link, target, weight, values)
    return matrix_value(game, m, n, row, column, tableau, left, top)


@njit(cache=True, nogil=True)
def stage_values(
    begin,
    end,
    rows,
    columns,
    first,
    pay,
    link,
    target,
    weight,
    values,
    row_at,
    column_at,
    row_out,
    column_out,
    out,
):
    """The values of some states' matrix games, and optimal strategies one after the other."""
    large, wide = rows.max(), columns.max()
    game = np.empty((large, wide))
    row, column = np.empty(large), np.empty(wide)
    tableau = np.empty((large + 1, wide + 1))
    left, top = np.empty(large, np.int64), np.empty(wide, np.int64)
    for s in range(begin, end):
        out[s] = stage_value(
            s,
            rows,
            columns,
            first,
            pay,
            link,
            target,
            weight,
            values,
            game,
            row,
            column,
            tableau,
            left,
            top,
        )
        for i in range(rows[s]):
            row_out[row_at[s] + i] = row[i]
        for j in range(columns[s]):
            column_out[column_at[s] + j] = column[j]


@njit(cache=True, nogil=True, parallel=True)
def strategies(
    rows,
    columns,
    first,
    pay,
    link,
    target,
    weight,
    values,
    row_at,
    column_at,
    row_out,
    column_out,
    out,
):
    """The values and optimal strategies of all states' matrix games.

    The loop that threads share does nothing but call: what stands in one takes long to compile.
    """
    states = len(rows)
    for c in prange((states + CHUNK - 1) // CHUNK):
        stage_values(
            c * CHUNK,
            min(states, (c + 1) * CHUNK),
            rows,
            columns,
            first,
            pay,
            link,
            target,
            weight,
            values,
            row_at,
            column_at,
            row_out,
            column_out,
            out,
        )


@njit(cache=True, nogil=True)
def fetch(members, first, link, target, weight):
    """Ask for the transitions of a block, which lie far apart, before they are read one by one."""
    for s in members:
        at = np.int64(link[first[s]])
        prefetch(target, at)  # type: ignore[call-arg]
        prefetch(weight, at)
        prefetch(weight, at + 8)


fetch.in_python = lambda *_: None


@njit(cache=True, nogil=True)
def relax_blocks(
    columns,
    first,
    pay,
    link,
    target,
    weight,
    values,
    policy,
    order,
    blocks,
    cyclic,
    tolerance,
    most,
    control,
):
    """Gauss-Seidel sweeps over one strongly connected block of states after the other.

    For games in which one player at a time has a choice. Successors come first in the order. Each
    block is swept until nothing changes by more than the tolerance, with a jump ahead along the
    geometric series now and then. If all cycles of a block meet its last state, whose changes set
    the ratio of the early jumps, one jump is exact as soon as the choices are right. States without
    a value (NaN) begin with that of the block before. The number of updates in all, and the largest
    last change.
    """
    total, worst = 0, 0.0
    longest = 0
    for b in range(len(blocks) - 1):
        longest = max(longest, blocks[b + 1] - blocks[b])
    moved = np.zeros(longest)
    for b in range(len(blocks) - 1):
        if control[1]:
            return total, np.inf
        fetch(order[blocks[b] : blocks[b + 1]], first, link, target, weight)
        guess = values[order[blocks[b] - 1]] if b else 0.0
        for s in order[blocks[b] : blocks[b + 1]]:
            if np.isnan(values[s]):
                values[s] = guess
        change, last = np.inf, np.inf
        for sweep in range(most):
            before, last_before = change, last
            change = 0.0
            for o in range(blocks[b], blocks[b + 1]):
                s = order[o]
                lowers = columns[s] > 1
                k = first[s]
                best, chosen = 0.0, 0
                for c in range(k, first[s + 1]):
                    worth = pay[c]
                    for t in range(link[c], link[c + 1]):
                        worth += weight[t] * values[target[t]]
                    if c == k or (worth < best if lowers else worth > best):
                        best, chosen = worth, c - k
                moved[o - blocks[b]] = best - values[s]
                change = max(change, abs(best - values[s]))
                values[s] = best
                policy[s] = chosen
            total += blocks[b + 1] - blocks[b]
            if change <= tolerance or not cyclic[b]:
                break
            last = moved[blocks[b + 1] - 1 - blocks[b]]
            ahead = 0.0
            if sweep < EARLY:
                if sweep % 2 == 1 and abs(last) < 0.9 * abs(last_before):
                    ahead = last / (last_before - last)
            elif sweep % JUMP == JUMP - 1 and change < 0.9 * before:
                ahead = change / (before - change)
            if ahead != 0.0:
                for o in range(blocks[b], blocks[b + 1]):
                    values[order[o]] += ahead * moved[o - blocks[b]]
            if control[1]:
                return total, np.inf
        if cyclic[b]:
            worst = max(worst, change)
    return total, worst


@njit(cache=True, nogil=True)
def components(states, first, link, target):
    """Strongly connected components by Pearce's algorithm (2016), without recursion.

    The states in an order in which successors come first and components are kept together, each
    in the order in which the depth-first walk left its states; and where the components begin.
    ``rank`` is the earliest state that one is known to lead back to: 0 before it is met, greater
    than all others when its component is complete.
    """
    complete = np.iinfo(np.int32).max
    rank = np.zeros(states, np.int32)
    stack = np.empty(states, np.int32)
    path = np.empty(states, np.int32)
    entered = np.empty(states, np.int32)
    edge = np.empty(states, np.int64)
    order = np.empty(states, np.int32)
    blocks = np.empty(states + 1, np.int64)
    blocks[0] = 0
    clock, height, count, placed = 0, 0, 0, 0
    for root in range(states):
        if rank[root]:
            continue
        depth, below = -1, root
        while True:
            if below >= 0:
                depth += 1
                clock += 1
                s = below
                path[depth] = s
                entered[depth] = rank[s] = clock
                at = link[first[s]]
            else:
                s = path[depth]
                at = edge[depth]
            low, end, below = rank[s], link[first[s + 1]], -1
            while at < end:
                reached = rank[target[at]]
                if reached == 0:
                    below = target[at]
                    break
                low = min(low, reached)
                at += 1
            rank[s] = low
            edge[depth] = at
            if below >= 0:
                continue
            if low < entered[depth]:
                stack[height] = s
                height += 1
            else:
                bottom = height
                while bottom and rank[stack[bottom - 1]] >= low:
                    bottom -= 1
                    rank[stack[bottom]] = complete
                for k in range(bottom, height):
                    order[placed] = stack[k]
                    placed += 1
                order[placed] = s
                placed += 1
                rank[s] = complete
                height = bottom
                count += 1
                blocks[count] = placed
            depth -= 1
            if depth < 0:
                break
    return order, blocks[: count + 1].copy()


@njit(cache=True, nogil=True)
def cyclic_blocks(order, blocks, first, link, target):
    """Which components hold a cycle: more than one state, or one that leads to itself."""
    cyclic = np.zeros(len(blocks) - 1, np.bool_)
    for b in range(len(blocks) - 1):
        if blocks[b + 1] - blocks[b] > 1:
            cyclic[b] = True
            continue
        s = order[blocks[b]]
        for t in range(link[first[s]], link[first[s + 1]]):
            if target[t] == s:
                cyclic[b] = True
    return cyclic


@njit(cache=True, nogil=True)
def sums(values, link):
    """Sums of absolute values over consecutive stretches."""
    totals = np.empty(len(link) - 1)
    for k in range(len(link) - 1):
        total = 0.0
        for t in range(link[k], link[k + 1]):
            total += abs(values[t])
        totals[k] = total
    return totals
