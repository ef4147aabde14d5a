"""Compiled search for roots of indifference systems on products of simplices.

A node is a product of simplices, one for each player, inside the faces of a support profile. It
holds, for every player and strategy, the payoffs at all combinations of the other players'
vertices. A payoff is affine in each mixture, so the least and the greatest of these numbers are
its exact range over the node; halving an edge averages two slices. The preconditioned equations
are split into their linear part at the centre and a remainder whose range is read off in the same
way, which gives bounds on every root in the node, the proof that there is none, or the proof that
there is exactly one.

Payoffs are scaled to [-1, 1]. Every stored number is within ``SLACK`` of the true one: an update
is a combination of stored numbers with weights of total size at most 3 and adds at most a few
units of 2**-53, and a node has at most ``DEEPEST`` ancestors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = np.ndarray[Any, np.dtype[Any]]

SLACK = 1e-12
DEEPEST = 300
PIVOT = 1e-7  # a smaller pivot leaves the rest of the system to the consistency test
SMALLEST = 1e-6  # a node smaller than this is left undecided
SHRUNK = 0.6  # a contraction below this part of a simplex is worth another round
FLAT = 1e-9
BLK = True
FAVOUR = 10.0

NOTHING, SPLIT, ROOT = 0, 1, 2
PROVED, BOUNDARY = 0, 1


@njit(cache=True)
def geometry(m: Array, support: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Sizes of the support, lengths and offsets of the tensors, and the digits of their indices."""
    n = len(m)
    sizes = np.zeros(n, np.int64)
    for i in range(n):
        for s in range(m[i]):
            if support[i] >> s & 1:
                sizes[i] += 1
    lengths = np.ones(n, np.int64)
    offsets = np.zeros(n + 1, np.int64)
    longest = 1
    for i in range(n):
        for j in range(n):
            if j != i:
                lengths[i] *= sizes[j]
        offsets[i + 1] = offsets[i] + m[i] * lengths[i]
        longest = max(longest, lengths[i])
    digits = np.zeros((n, n, longest), np.int64)
    strides = np.zeros((n, n), np.int64)
    for i in range(n):
        stride = 1
        for j in range(n - 1, -1, -1):
            if j == i:
                continue
            strides[i, j] = stride
            for cell in range(lengths[i]):
                digits[i, j, cell] = cell // stride % sizes[j]
            stride *= sizes[j]
    return sizes, lengths, offsets, strides, digits


@njit(cache=True)
def ordered(m: Array, support: Array) -> Array:
    """The strategies of each player, those of the support first."""
    n = len(m)
    order = np.zeros((n, m.max()), np.int64)
    for i in range(n):
        k = 0
        for inside in (1, 0):
            for s in range(m[i]):
                if support[i] >> s & 1 == inside:
                    order[i, k] = s
                    k += 1
    return order


@njit(cache=True)
def restrict(
    payoffs: Array,
    m: Array,
    order: Array,
    lengths: Array,
    offsets: Array,
    digits: Array,
    out: Array,
) -> None:
    """The payoffs of every strategy at the vertices of a support profile.

    ``payoffs[i]`` is flat: own strategy first, then the others' in order.
    """
    n = len(m)
    for i in range(n):
        whole = 1
        for j in range(n):
            if j != i:
                whole *= m[j]
        for cell in range(lengths[i]):
            place, stride = 0, 1
            for j in range(n - 1, -1, -1):
                if j != i:
                    place += stride * order[j, digits[i, j, cell]]
                    stride *= m[j]
            for s in range(m[i]):
                out[offsets[i] + s * lengths[i] + cell] = payoffs[i, order[i, s] * whole + place]


@njit(cache=True)
def dominated(T: Array, m: Array, sizes: Array, lengths: Array, offsets: Array) -> bool:
    """Whether some strategy in the support pays less than another one everywhere in the node."""
    for i in range(len(m)):
        length = lengths[i]
        for s in range(sizes[i]):
            own = offsets[i] + s * length
            for t in range(m[i]):
                if t == s:
                    continue
                other = offsets[i] + t * length
                everywhere = True
                for cell in range(length):
                    if T[other + cell] - T[own + cell] <= 2 * SLACK:
                        everywhere = False
                        break
                if everywhere:
                    return True
    return False


@njit(cache=True)
def differences(
    T: Array, sizes: Array, lengths: Array, offsets: Array, starts: Array, E: Array
) -> None:
    """The indifference equations: payoffs of the support less that of its first strategy."""
    for i in range(len(sizes)):
        length = lengths[i]
        base = offsets[i]
        for k in range(1, sizes[i]):
            row = starts[i] + k - 1
            own = base + k * length
            for cell in range(length):
                E[row, cell] = T[own + cell] - T[base + cell]


@njit(cache=True)
def jacobian(
    E: Array, sizes: Array, lengths: Array, digits: Array, starts: Array, J: Array, mean: Array
) -> None:
    """Derivatives at the centre in the weights of all vertices but the first of each simplex."""
    n = len(sizes)
    J[:] = 0.0
    for i in range(n):
        length = lengths[i]
        for k in range(1, sizes[i]):
            row = starts[i] + k - 1
            for j in range(n):
                if j == i or sizes[j] == 1:
                    continue
                for a in range(sizes[j]):
                    mean[a] = 0.0
                for cell in range(length):
                    mean[digits[i, j, cell]] += E[row, cell]
                part = sizes[j] / length
                for a in range(1, sizes[j]):
                    J[row, starts[j] + a - 1] = (mean[a] - mean[0]) * part


@njit(cache=True)
def eliminate(J: Array, rows: int, columns: int, C: Array, row_of: Array) -> int:
    """Gauss-Jordan elimination with full pivoting; ``C`` becomes the row operations.

    ``row_of[q]`` is the row that solves for unknown ``q``, or -1. Rows without an unknown hold
    combinations of equations whose linear part vanishes. Returns the rank.
    """
    largest = 0.0
    for p in range(rows):
        for q in range(rows):
            C[p, q] = 1.0 if p == q else 0.0
        for q in range(columns):
            largest = max(largest, abs(J[p, q]))
    for q in range(columns):
        row_of[q] = -1
    rank = 0
    while rank < rows and rank < columns:
        best, at, column = 0.0, -1, -1
        for p in range(rank, rows):
            for q in range(columns):
                if row_of[q] < 0 and abs(J[p, q]) > best:
                    best, at, column = abs(J[p, q]), p, q
        if best <= PIVOT * largest or best == 0.0:
            break
        if at != rank:
            for q in range(columns):
                J[at, q], J[rank, q] = J[rank, q], J[at, q]
            for q in range(rows):
                C[at, q], C[rank, q] = C[rank, q], C[at, q]
        inverse = 1.0 / J[rank, column]
        for q in range(columns):
            J[rank, q] *= inverse
        for q in range(rows):
            C[rank, q] *= inverse
        for p in range(rows):
            factor = J[p, column]
            if p == rank or factor == 0.0:
                continue
            for q in range(columns):
                J[p, q] -= factor * J[rank, q]
            for q in range(rows):
                C[p, q] -= factor * C[rank, q]
        row_of[column] = rank
        rank += 1
    return rank


@njit(cache=True)
def bound(
    weights: Array, E: Array, T: Array, base: int, other: int, target: int, vertex: int,
    sizes: Array, lengths: Array, offsets: Array, digits: Array, starts: Array,
    W: Array, linear: Array, total: Array,
) -> tuple[float, float, float]:  # fmt: skip
    """Range over the node of a combination of equations, and the spread of its remainder.

    The combination is ``sum weights * E``, plus the gain of player ``base`` from strategy ``other``
    if ``base >= 0``, less the weight of ``vertex`` of player ``target`` if ``target >= 0``.
    """
    n = len(sizes)
    low = high = spread = 0.0
    size = 1.0
    for j in range(n):
        for a in range(sizes[j]):
            total[j, a] = 0.0
    if target >= 0:
        total[target, vertex] = -1.0
    for i in range(n):
        length = lengths[i]
        used = i == base
        for cell in range(length):
            W[cell] = 0.0
        if used:
            first, gain = offsets[i], offsets[i] + other * length
            for cell in range(length):
                W[cell] = T[gain + cell] - T[first + cell]
        for k in range(starts[i], starts[i + 1]):
            weight = weights[k]
            if weight != 0.0:
                used = True
                size += abs(weight)
                for cell in range(length):
                    W[cell] += weight * E[k, cell]
        if not used:
            continue
        centre = 0.0
        for cell in range(length):
            centre += W[cell]
        centre /= length
        others = 0
        for j in range(n):
            if j == i or sizes[j] == 1:
                continue
            others += 1
            for a in range(sizes[j]):
                linear[a] = 0.0
            for cell in range(length):
                linear[digits[i, j, cell]] += W[cell]
            part = sizes[j] / length
            for a in range(sizes[j]):
                linear[a] = linear[a] * part - centre
                total[j, a] += linear[a]
            for cell in range(length):
                W[cell] -= linear[digits[i, j, cell]]
        low += centre
        high += centre
        if others > 1:
            least = most = W[0] - centre
            for cell in range(1, length):
                rest = W[cell] - centre
                least = min(least, rest)
                most = max(most, rest)
            low += least
            high += most
            spread += (n - 1) * (most - least)
    for j in range(n):
        least = most = total[j, 0]
        for a in range(1, sizes[j]):
            least = min(least, total[j, a])
            most = max(most, total[j, a])
        low += least
        high += most
        spread += most - least
    slack = 4 * SLACK * size
    return low - slack, high + slack, spread


@njit(cache=True)
def shrink(T: Array, V: Array, m: Array, j: int, low: Array, sizes: Array, lengths: Array,
           offsets: Array, strides: Array, corner: Array) -> None:  # fmt: skip
    """Replace player ``j``'s simplex by the part with weights at least ``low[j]``."""
    n = len(m)
    count = sizes[j]
    left = 1.0
    for a in range(count):
        left -= low[j, a]
    for i in range(n):
        if i == j:
            continue
        stride = strides[i, j]
        block = stride * count
        for start in range(offsets[i], offsets[i + 1], block):
            for inner in range(start, start + stride):
                mixed = 0.0
                for a in range(count):
                    mixed += low[j, a] * T[inner + a * stride]
                for a in range(count):
                    T[inner + a * stride] = mixed + left * T[inner + a * stride]
    for k in range(count):
        mixed = 0.0
        for a in range(count):
            mixed += low[j, a] * V[j, a, k]
        for a in range(count):
            V[j, a, k] = mixed + left * V[j, a, k]


@njit(cache=True)
def halve(T: Array, V: Array, m: Array, j: int, keep: int, drop: int, sizes: Array, lengths: Array,
          offsets: Array, strides: Array) -> None:  # fmt: skip
    """Replace vertex ``drop`` of player ``j`` by the middle of its edge to ``keep``."""
    for i in range(len(m)):
        if i == j:
            continue
        stride = strides[i, j]
        block = stride * sizes[j]
        for start in range(offsets[i], offsets[i + 1], block):
            for inner in range(start, start + stride):
                spot = inner + drop * stride
                T[spot] = 0.5 * (T[spot] + T[inner + keep * stride])
    for k in range(sizes[j]):
        V[j, drop, k] = 0.5 * (V[j, drop, k] + V[j, keep, k])


@njit(cache=True)
def longest_edge(T: Array, m: Array, sizes: Array, offsets: Array, strides: Array
                 ) -> tuple[int, int, int]:  # fmt: skip
    """The player and the edge along which payoffs vary most."""
    n = len(m)
    best, player, first, second = -1.0, -1, 0, 1
    large, second_large = -1, -1
    for j in range(n):
        if large < 0 or sizes[j] > sizes[large]:
            large, second_large = j, large
        elif second_large < 0 or sizes[j] > sizes[second_large]:
            second_large = j
    for j in range(n):
        count = sizes[j]
        for a in range(count):
            for b in range(a + 1, count):
                change = 0.0
                for i in range(n):
                    if i == j or (sizes[i] == 1 and m[i] == 1):
                        continue
                    stride = strides[i, j]
                    block = stride * count
                    part = 0.0
                    for start in range(offsets[i], offsets[i + 1], block):
                        for inner in range(start, start + stride):
                            part = max(part, abs(T[inner + a * stride] - T[inner + b * stride]))
                    change += part
                if j != large and j != second_large:
                    change *= FAVOUR
                if change > best:
                    best, player, first, second = change, j, a, b
    return player, first, second


@njit(cache=True)
def contract(
    T: Array, m: Array, sizes: Array, lengths: Array, offsets: Array, digits: Array,
    starts: Array, E: Array, J: Array, C: Array, row_of: Array, W: Array, linear: Array,
    total: Array, weights: Array, low: Array, high: Array, gains: Array,
) -> tuple[bool, bool, float]:  # fmt: skip
    """Bounds on the weights of every root in the node, and on the gains from other strategies.

    Returns whether the node has no equilibrium, whether every unknown is determined, and the
    factor by which the Newton map contracts.
    """
    n = len(m)
    unknowns = starts[n]
    differences(T, sizes, lengths, offsets, starts, E)
    jacobian(E, sizes, lengths, digits, starts, J, linear)
    rank = eliminate(J, unknowns, unknowns, C, row_of)
    factor = 0.0
    for p in range(rank, unknowns):
        for q in range(unknowns):
            weights[q] = C[p, q]
        least, most, _ = bound(weights, E, T, -1, 0, -1, 0, sizes, lengths, offsets, digits,
                               starts, W, linear, total)  # fmt: skip
        if least > 0.0 or most < 0.0:
            return True, False, 1.0
    for j in range(n):
        if sizes[j] == 1:
            low[j, 0] = high[j, 0] = 1.0
            continue
        determined = True
        turning = 0.0
        for a in range(1, sizes[j]):
            row = row_of[starts[j] + a - 1]
            if row < 0:
                determined = False
                low[j, a], high[j, a] = 0.0, 1.0
                continue
            for q in range(unknowns):
                weights[q] = C[row, q]
            least, most, spread = bound(weights, E, T, -1, 0, j, a, sizes, lengths, offsets,
                                        digits, starts, W, linear, total)  # fmt: skip
            low[j, a], high[j, a] = -most, -least
            turning += spread
            if -least < 0.0 or -most > 1.0:
                return True, False, 1.0
        low[j, 0], high[j, 0] = 0.0, 1.0
        if determined:
            for q in range(unknowns):
                weights[q] = 0.0
            for a in range(1, sizes[j]):
                row = row_of[starts[j] + a - 1]
                for q in range(unknowns):
                    weights[q] -= C[row, q]
            least, most, spread = bound(weights, E, T, -1, 0, j, 0, sizes, lengths, offsets,
                                        digits, starts, W, linear, total)  # fmt: skip
            low[j, 0], high[j, 0] = -most, -least
            turning += spread
            if -least < 0.0 or -most > 1.0:
                return True, False, 1.0
        factor = max(factor, 0.5 * turning)
    for i in range(n):
        length = lengths[i]
        first = offsets[i]
        for t in range(sizes[i], m[i]):
            gain = offsets[i] + t * length
            for q in range(unknowns):
                weights[q] = 0.0
            for j in range(n):
                if j == i or sizes[j] == 1:
                    continue
                for a in range(sizes[j]):
                    linear[a] = 0.0
                for cell in range(length):
                    linear[digits[i, j, cell]] += T[gain + cell] - T[first + cell]
                part = sizes[j] / length
                for a in range(1, sizes[j]):
                    row = row_of[starts[j] + a - 1]
                    if row >= 0:
                        slope = (linear[a] - linear[0]) * part
                        for q in range(unknowns):
                            weights[q] -= slope * C[row, q]
            least, most, _ = bound(weights, E, T, i, t, -1, 0, sizes, lengths, offsets, digits,
                                   starts, W, linear, total)  # fmt: skip
            gains[i, t] = most
            if least > 0.0:
                return True, False, 1.0
    return False, rank == unknowns, factor


@njit(cache=True)
def contract_block(
    T: Array, m: Array, i: int, j: int, sizes: Array, lengths: Array, offsets: Array,
    digits: Array, starts: Array, E: Array, J: Array, B: Array, C: Array, row_of: Array,
    W: Array, linear: Array, total: Array, weights: Array, low: Array,
) -> bool:  # fmt: skip
    """Raise the lower bounds on player ``j``'s weights by player ``i``'s equations alone.

    They are linear in those weights, so this bites as soon as the other players are confined.
    Returns whether the node has no root. ``J`` is the Jacobian of all equations.
    """
    equations, unknowns = sizes[i] - 1, sizes[j] - 1
    for p in range(equations):
        for q in range(unknowns):
            B[p, q] = J[starts[i] + p, starts[j] + q]
    rank = eliminate(B, equations, unknowns, C, row_of)
    weights[:] = 0.0
    for p in range(rank, equations):
        for q in range(equations):
            weights[starts[i] + q] = C[p, q]
        least, most, _ = bound(weights, E, T, -1, 0, -1, 0, sizes, lengths, offsets, digits,
                               starts, W, linear, total)  # fmt: skip
        if least > 0.0 or most < 0.0:
            return True
    for a in range(1, sizes[j]):
        row = row_of[a - 1]
        if row < 0:
            continue
        for q in range(equations):
            weights[starts[i] + q] = C[row, q]
        least, most, _ = bound(weights, E, T, -1, 0, j, a, sizes, lengths, offsets, digits,
                               starts, W, linear, total)  # fmt: skip
        if -least < 0.0 or -most > 1.0:
            return True
        low[j, a] = max(low[j, a], -most)
    if rank == unknowns:
        for q in range(equations):
            weights[starts[i] + q] = 0.0
            for p in range(rank):
                weights[starts[i] + q] -= C[p, q]
        least, most, _ = bound(weights, E, T, -1, 0, j, 0, sizes, lengths, offsets, digits,
                               starts, W, linear, total)  # fmt: skip
        if -least < 0.0 or -most > 1.0:
            return True
        low[j, 0] = max(low[j, 0], -most)
    first, length = offsets[i], lengths[i]
    for t in range(sizes[i], m[i]):
        gain = offsets[i] + t * length
        for a in range(sizes[j]):
            linear[a] = 0.0
        for cell in range(length):
            linear[digits[i, j, cell]] += T[gain + cell] - T[first + cell]
        for q in range(equations):
            weights[starts[i] + q] = 0.0
        part = sizes[j] / length
        for a in range(1, sizes[j]):
            row = row_of[a - 1]
            if row >= 0:
                for q in range(equations):
                    weights[starts[i] + q] -= (linear[a] - linear[0]) * part * C[row, q]
        least, most, _ = bound(weights, E, T, i, t, -1, 0, sizes, lengths, offsets, digits,
                               starts, W, linear, total)  # fmt: skip
        if least > 0.0:
            return True
    return False


@njit(cache=True)
def widest(V: Array, sizes: Array) -> float:
    """The greatest extent of a node in a coordinate."""
    width = 0.0
    for j in range(len(sizes)):
        for k in range(sizes[j]):
            least = most = V[j, 0, k]
            for a in range(1, sizes[j]):
                least = min(least, V[j, a, k])
                most = max(most, V[j, a, k])
            width = max(width, most - least)
    return width


@njit(cache=True)
def search_support(
    root: Array, m: Array, sizes: Array, lengths: Array, offsets: Array, strides: Array,
    digits: Array, budget: int, most_roots: int, points: Array, lows: Array, highs: Array,
    states: Array, left: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """All equilibria whose support is the given one, each proved to be alone where it is.

    Writes enclosures of the roots and the centres of nodes that stayed undecided; returns the
    number of roots, of undecided nodes, and of nodes visited.
    """
    n = len(m)
    starts = np.zeros(n + 1, np.int64)
    for j in range(n):
        starts[j + 1] = starts[j] + sizes[j] - 1
    unknowns = starts[n]
    broad = sizes.max()
    length = root.shape[0]
    E = np.empty((unknowns, lengths.max()))
    J, C = np.empty((unknowns, unknowns)), np.empty((unknowns, unknowns))
    B = np.empty((broad, broad))
    row_of = np.empty(unknowns, np.int64)
    W, linear, total = np.empty(lengths.max()), np.empty(broad), np.zeros((n, broad))
    weights = np.empty(unknowns)
    low, high = np.zeros((n, broad)), np.zeros((n, broad))
    gains = np.full((n, m.max()), -1.0)
    T, V = np.empty((DEEPEST, length)), np.zeros((DEEPEST, n, broad, broad))
    X, XV = np.empty(length), np.zeros((n, broad, broad))
    T[0] = root
    for j in range(n):
        for a in range(sizes[j]):
            V[0, j, a, a] = 1.0
    top, found, open_nodes, visited = 1, 0, 0, 0
    while top > 0:
        top -= 1
        visited += 1
        if visited > budget:
            while top >= 0:
                open_nodes = leave(V[top], sizes, left, open_nodes)
                top -= 1
            break
        node, box = T[top], V[top]
        state = NOTHING
        for _ in range(DEEPEST // 10):
            state = NOTHING
            if dominated(node, m, sizes, lengths, offsets):
                break
            empty, complete, _ = contract(
                node, m, sizes, lengths, offsets, digits, starts, E, J, C, row_of, W, linear,
                total, weights, low, high, gains)  # fmt: skip
            if empty:
                break
            state = SPLIT
            if complete:
                room = 0.0
                for j in range(n):
                    rest = 1.0
                    for a in range(sizes[j]):
                        rest -= low[j, a]
                    if sizes[j] > 1:
                        room = max(room, rest)
                if room < 0.5:
                    X[:] = node
                    XV[:] = box
                    if close_in(X, XV, m, sizes, lengths, offsets, strides, digits, starts, E, J,
                                C, row_of, W, linear, total, weights, low, high,
                                gains):  # fmt: skip
                        state = ROOT
                        break
                    contract(
                        node, m, sizes, lengths, offsets, digits, starts, E, J, C, row_of, W,
                        linear, total, weights, low, high, gains)  # fmt: skip
            for j in range(n):
                for a in range(sizes[j]):
                    low[j, a] = max(0.0, low[j, a])
            if BLK:
                jacobian(E, sizes, lengths, digits, starts, J, linear)
                for i in range(n):
                    for j in range(n):
                        if (
                            i != j
                            and sizes[i] > 1
                            and sizes[j] > 1
                            and state == SPLIT
                            and (
                                contract_block(
                                    node,
                                    m,
                                    i,
                                    j,
                                    sizes,
                                    lengths,
                                    offsets,
                                    digits,
                                    starts,
                                    E,
                                    J,
                                    B,
                                    C,
                                    row_of,
                                    W,
                                    linear,
                                    total,
                                    weights,
                                    low,
                                )
                            )
                        ):
                            state = NOTHING
                if state == NOTHING:
                    break
            ratio = 1.0
            for j in range(n):
                if sizes[j] == 1:
                    continue
                rest = 1.0
                for a in range(sizes[j]):
                    rest -= low[j, a]
                if rest < 0.0:
                    state = NOTHING
                    break
                ratio = min(ratio, rest)
                if rest < 0.95:
                    shrink(node, box, m, j, low, sizes, lengths, offsets, strides, linear)
            if state == NOTHING or ratio > SHRUNK:
                break
        if state == ROOT:
            for j in range(n):
                for k in range(sizes[j]):
                    points[found, j, k] = 0.0
                    for a in range(sizes[j]):
                        points[found, j, k] += XV[j, a, k] / sizes[j]
            verdict = certify(root, m, sizes, lengths, offsets, strides, digits, starts, E, J, C,
                              row_of, W, linear, total, weights, low, high, gains, X, XV,
                              points, lows, highs, found)  # fmt: skip
            if verdict < 0:
                open_nodes = leave(box, sizes, left, open_nodes)
            elif verdict < 2:
                states[found] = verdict
                found += 1
                if found >= most_roots:
                    while top > 0:
                        top -= 1
                        open_nodes = leave(V[top], sizes, left, open_nodes)
                    break
        elif state == SPLIT:
            if widest(box, sizes) < SMALLEST or top + 2 >= DEEPEST:
                open_nodes = leave(box, sizes, left, open_nodes)
                if open_nodes == left.shape[0]:
                    break
                continue
            j, a, b = longest_edge(node, m, sizes, offsets, strides)
            T[top + 1] = node
            V[top + 1] = box
            halve(T[top], V[top], m, j, a, b, sizes, lengths, offsets, strides)
            halve(T[top + 1], V[top + 1], m, j, b, a, sizes, lengths, offsets, strides)
            top += 2
    return found, open_nodes, visited


@njit(cache=True)
def leave(box: Array, sizes: Array, left: Array, count: int) -> int:
    """Write down the centre of an undecided node, while there is room."""
    if count < left.shape[0]:
        for j in range(len(sizes)):
            for k in range(sizes[j]):
                left[count, j, k] = 0.0
                for a in range(sizes[j]):
                    left[count, j, k] += box[j, a, k] / sizes[j]
    return count + 1


@njit(cache=True)
def close_in(
    X: Array, XV: Array, m: Array, sizes: Array, lengths: Array, offsets: Array, strides: Array,
    digits: Array, starts: Array, E: Array, J: Array, C: Array, row_of: Array, W: Array,
    linear: Array, total: Array, weights: Array, low: Array, high: Array, gains: Array,
) -> bool:  # fmt: skip
    """Whether a slightly larger node around the bounds on all roots has one; shrinks to it.

    The Newton map takes a product of simplices into its interior, so it has a fixed point
    (Brouwer), and every later bound holds for all roots of the node.
    """
    n = len(m)
    inside = False
    for _ in range(12):
        size = 0.0
        for j in range(n):
            if sizes[j] == 1:
                continue
            rest = 1.0
            for a in range(sizes[j]):
                rest -= low[j, a]
            margin = (0.1 * rest + 1e-9) / sizes[j]
            for a in range(sizes[j]):
                low[j, a] -= margin
            shrink(X, XV, m, j, low, sizes, lengths, offsets, strides, linear)
        size = widest(XV, sizes)
        if inside and size < 1e-9:
            return True
        empty, complete, _ = contract(
            X, m, sizes, lengths, offsets, digits, starts, E, J, C, row_of, W, linear, total,
            weights, low, high, gains)  # fmt: skip
        if empty or not complete:
            return False
        within = True
        for j in range(n):
            if sizes[j] > 1:
                for a in range(sizes[j]):
                    within = within and low[j, a] > 0.0
        if not within:
            return inside
        inside = True
    return inside


@njit(cache=True)
def certify(
    root: Array, m: Array, sizes: Array, lengths: Array, offsets: Array, strides: Array,
    digits: Array, starts: Array, E: Array, J: Array, C: Array, row_of: Array, W: Array,
    linear: Array, total: Array, weights: Array, low: Array, high: Array, gains: Array,
    X: Array, XV: Array, points: Array, lows: Array, highs: Array, at: int,
) -> int:  # fmt: skip
    """Enclose the root near ``points[at]``: 0 proved, 1 on a boundary, 2 none or known, -1 open."""
    n = len(m)
    radius = 1e-6
    for _ in range(3):
        X[:] = root
        for j in range(n):
            if sizes[j] > 1:
                for a in range(sizes[j]):
                    low[j, a] = points[at, j, a] - radius / sizes[j]
                shrink(X, XV, m, j, low, sizes, lengths, offsets, strides, linear)
        known = False
        for r in range(at):
            gap = 0.0
            for j in range(n):
                for k in range(sizes[j]):
                    gap = max(gap, abs(points[r, j, k] - points[at, j, k]))
            known = known or gap < 0.2 * radius / sizes.max()
        empty, complete, factor = contract(
            X, m, sizes, lengths, offsets, digits, starts, E, J, C, row_of, W, linear, total,
            weights, low, high, gains)  # fmt: skip
        if empty:
            return 2
        good = complete and factor < 0.5
        for j in range(n):
            if sizes[j] > 1:
                for a in range(sizes[j]):
                    good = good and low[j, a] > 0.0
        if not good:
            radius *= 0.01
            continue
        if known:
            return 2
        verdict = PROVED
        for j in range(n):
            for a in range(sizes[j]):
                if sizes[j] == 1:
                    lows[at, j, a] = highs[at, j, a] = 1.0
                    continue
                start = points[at, j, a] - radius / sizes[j]
                lows[at, j, a] = start + radius * low[j, a] - 1e-15
                highs[at, j, a] = start + radius * high[j, a] + 1e-15
                if highs[at, j, a] < 0.0:
                    return 2
                if lows[at, j, a] <= 0.0:
                    verdict = BOUNDARY
            for t in range(sizes[j], m[j]):
                if gains[j, t] >= 0.0:
                    verdict = BOUNDARY
        return verdict
    return -1


@njit(cache=True)
def search(
    payoffs: Array, m: Array, supports: Array, budget: int, most_roots: int,
) -> tuple[Array, Array, Array, Array, Array, Array, int]:  # fmt: skip
    """Equilibria of every support profile that is not ruled out; bits of ``supports`` are members.

    Returns the support, lower and upper ends and state of each root; the support and the centres
    of undecided nodes, with their number per support; and the nodes visited.
    """
    n, broad = len(m), m.max()
    room = 64
    root_of = np.zeros(room, np.int64)
    lows, highs = np.zeros((room, n, broad)), np.zeros((room, n, broad))
    states = np.zeros(room, np.int64)
    found = visited = doubtful = 0
    open_of = np.zeros(room, np.int64)
    open_points = np.zeros((room, n, broad))
    most_here = 512
    p, lo, hi = (
        np.zeros((most_here + 1, n, broad)),
        np.zeros((most_here + 1, n, broad)),
        np.zeros((most_here + 1, n, broad)),
    )
    st = np.zeros(most_here + 1, np.int64)
    left = np.zeros((16, n, broad))
    for which in range(supports.shape[0]):
        support = supports[which]
        sizes, lengths, offsets, strides, digits = geometry(m, support)
        order = ordered(m, support)
        root = np.empty(offsets[n])
        restrict(payoffs, m, order, lengths, offsets, digits, root)
        if dominated(root, m, sizes, lengths, offsets):
            continue
        count, undecided, nodes = search_support(
            root, m, sizes, lengths, offsets, strides, digits, budget,
            min(most_here, most_roots - found), p, lo, hi, st, left)  # fmt: skip
        visited += nodes
        while found + count > len(states):
            root_of = np.concatenate((root_of, np.zeros_like(root_of)))
            lows = np.concatenate((lows, np.zeros_like(lows)))
            highs = np.concatenate((highs, np.zeros_like(highs)))
            states = np.concatenate((states, np.zeros_like(states)))
        for r in range(count):
            root_of[found] = which
            states[found] = st[r]
            for j in range(n):
                for k in range(sizes[j]):
                    lows[found, j, order[j, k]] = lo[r, j, k]
                    highs[found, j, order[j, k]] = hi[r, j, k]
            found += 1
        kept = min(undecided, len(left))
        while doubtful + kept > len(open_of):
            open_of = np.concatenate((open_of, np.zeros_like(open_of)))
            open_points = np.concatenate((open_points, np.zeros_like(open_points)))
        for r in range(kept):
            open_of[doubtful] = which
            for j in range(n):
                for k in range(sizes[j]):
                    open_points[doubtful, j, order[j, k]] = left[r, j, k]
            doubtful += 1
        if found >= most_roots:
            break
    return (root_of[:found], lows[:found], highs[:found], states[:found], open_of[:doubtful],
            open_points[:doubtful], visited)  # fmt: skip
