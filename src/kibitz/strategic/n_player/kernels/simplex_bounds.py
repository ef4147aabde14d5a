"""Compiled bounds on payoffs and on equilibria over products of simplices.

A node is a product of simplices, one for each player, inside the faces of a support profile. It
holds, for every player and strategy, the payoffs at all combinations of the other players'
vertices. A payoff is affine in each mixture, so the least and the greatest of these numbers are
its exact range over the node; halving an edge averages two slices. Combinations of equations are
split into their linear part at the center and a remainder whose range is read off in the same
way, which bounds every equilibrium in the node.

Payoffs are scaled to [0, 1]. Every stored number is within ``SLACK`` of the true one: an update is
a combination of stored numbers with weights of total size at most 3 and adds at most a few units
of 2**-53, and a node has at most ``DEEPEST`` ancestors.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]

INNER: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
"""For functions that only compiled ones call, and that make no arrays: who uses one is not counted.
Half the time to compile."""
SLACK = 1e-12
DEEPEST = 250
PIVOT = 1e-7  # a smaller pivot leaves the rest of the system to the consistency test


M, SIZES, LENGTHS, OFFSETS, STARTS, ROWS = range(6)
"""Lines of a shape's table, with an entry for each player: strategies of the game and of the
support; combinations of the others' vertices; and where the player's payoffs (a row for each
strategy, those of the support first), unknowns and differences of payoffs begin."""
J, K, B, C = range(4)
"""Matrices: slopes of the equations, copies that are eliminated, and the row operations."""
MIDDLE, WEIGHTS = range(2)
"""Vectors over the differences of payoffs: at the center, and the combination to be bounded."""
LOW, HIGH, GAINS = range(3)
"""Bounds on the weights of vertices, and upper bounds on gains outside the support."""
NOBODY = np.int64(-1)  # of this type, so that no function is compiled for it alone


class SupportArrays(NamedTuple):
    """A support profile; few arrays, since every call copies what describes them."""

    table: Array
    strides: Array
    """``strides[i, j]``: the step in player i's payoffs to the next vertex of j."""
    digits: Array
    """``digits[i, j]``: the vertex of j for every combination of the others' vertices."""


class Workspace(NamedTuple):
    """Space to compute in, and the bounds that come out."""

    linear: Array
    """``linear[row, j, a]``: how a difference of payoffs changes toward vertex a of player j."""
    rest: Array
    """What neither is at the center nor linear, at each combination of vertices."""
    vectors: Array
    matrices: Array
    row_of: Array
    bounds: Array


def room_for(m: Array) -> Workspace:
    """Space for any support profile of a game."""
    n, broad = len(m), int(m.max())
    rows = max(1, int(m.sum()) - n)
    return Workspace(
        np.zeros((rows, n, broad)),
        np.empty((rows, int(np.prod(m) // m.min()))),
        np.zeros((2, rows)),
        np.empty((4, rows, rows)),
        np.empty(rows, np.int64),
        np.zeros((3, n, broad)),
    )


def shape_for(m: Array) -> SupportArrays:
    """Space for the layout of any support profile."""
    n = len(m)
    sizes = (6, n + 1), (n, n), (n, n, int(np.prod(m) // m.min()))
    return SupportArrays(*(np.zeros(size, np.int64) for size in sizes))


@njit(**INNER)
def lay_out(m: Array, support: Array, shape: SupportArrays) -> None:
    """Write the layout of a support profile given by bit masks."""
    n, table, strides = len(m), shape.table, shape.strides
    for i in range(n):
        table[M, i] = m[i]
        table[SIZES, i] = 0
        for s in range(m[i]):
            table[SIZES, i] += support[i] >> s & 1
        table[STARTS, i + 1] = table[STARTS, i] + table[SIZES, i] - 1
        table[ROWS, i + 1] = table[ROWS, i] + m[i] - 1
    for i in range(n):
        length = 1
        for j in range(n - 1, -1, -1):
            if j != i:
                strides[i, j] = length
                length *= table[SIZES, j]
        table[LENGTHS, i] = length
        table[OFFSETS, i + 1] = table[OFFSETS, i] + m[i] * length
        for j in range(n):
            if j != i:
                for cell in range(length):
                    shape.digits[i, j, cell] = cell // strides[i, j] % table[SIZES, j]


@njit(**INNER)
def ordered(m: Array, support: Array, order: Array) -> None:
    """The strategies of each player, those of the support first."""
    for i in range(len(m)):
        k = 0
        for inside in (1, 0):
            for s in range(m[i]):
                if support[i] >> s & 1 == inside:
                    order[i, k] = s
                    k += 1


@njit(**INNER)
def restrict(payoffs: Array, shape: SupportArrays, order: Array, T: Array) -> None:
    """The payoffs of every strategy at the vertices of the support profile.

    ``payoffs[i]`` is flat: own strategy first, then the others' in order.
    """
    m, n = shape.table[M], len(shape.strides)
    for i in range(n):
        whole = 1
        for j in range(n):
            whole *= m[j] if j != i else 1
        length = shape.table[LENGTHS, i]
        for cell in range(length):
            place, stride = 0, 1
            for j in range(n - 1, -1, -1):
                if j != i:
                    place += stride * order[j, shape.digits[i, j, cell]]
                    stride *= m[j]
            for s in range(m[i]):
                T[shape.table[OFFSETS, i] + s * length + cell] = payoffs[
                    i, order[i, s] * whole + place
                ]


@njit(**INNER)
def dominated(T: Array, shape: SupportArrays) -> bool:
    """Whether some strategy in the support pays less than another one everywhere in the node."""
    for i in range(len(shape.strides)):
        length = shape.table[LENGTHS, i]
        for s in range(shape.table[SIZES, i]):
            own = shape.table[OFFSETS, i] + s * length
            for t in range(shape.table[M, i]):
                if t == s:
                    continue
                other = shape.table[OFFSETS, i] + t * length
                everywhere = True
                for cell in range(length):
                    if T[other + cell] - T[own + cell] <= 2 * SLACK:
                        everywhere = False
                        break
                if everywhere:
                    return True
    return False


@njit(**INNER)
def expand(T: Array, shape: SupportArrays, room: Workspace) -> None:
    """Differences of payoffs to the first strategy: center, linear part, rest, and slopes ``J``.

    The unknowns are the weights of all vertices of a simplex but the first.
    """
    n, sizes, linear, rest = len(shape.strides), shape.table[SIZES], room.linear, room.rest
    for i in range(n):
        length, base = shape.table[LENGTHS, i], shape.table[OFFSETS, i]
        for s in range(1, shape.table[M, i]):
            row, own = shape.table[ROWS, i] + s - 1, base + s * length
            middle = 0.0
            for cell in range(length):
                rest[row, cell] = T[own + cell] - T[base + cell]
                middle += rest[row, cell]
            middle /= length
            room.vectors[MIDDLE, row] = middle
            others = 0
            for j in range(n):
                count = sizes[j]
                if j == i or count == 1:
                    continue
                others += 1
                for a in range(count):
                    linear[row, j, a] = 0.0
                for cell in range(length):
                    linear[row, j, shape.digits[i, j, cell]] += rest[row, cell]
                part = count / length
                for a in range(count):
                    linear[row, j, a] = linear[row, j, a] * part - middle
            for cell in range(length):
                rest[row, cell] -= middle
            for j in range(n):
                if j != i and sizes[j] > 1:
                    for cell in range(length):
                        rest[row, cell] -= linear[row, j, shape.digits[i, j, cell]]
    for i in range(n):
        for k in range(sizes[i] - 1):
            row, equation = shape.table[ROWS, i] + k, shape.table[STARTS, i] + k
            for j in range(n):
                for a in range(1, sizes[j]):
                    slope = linear[row, j, a] - linear[row, j, 0] if j != i else 0.0
                    room.matrices[J, equation, shape.table[STARTS, j] + a - 1] = slope


@njit(**INNER)
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


@njit(**INNER)
def bound(
    shape: SupportArrays, room: Workspace, player: int, target: int, vertex: int
) -> tuple[float, float, float]:
    """Range over the node of the weighted differences, and the spread of what is not constant.

    Only those of one ``player`` have weights, if that is not negative. From the combination the
    weight of ``vertex`` of player ``target`` is subtracted, if that is not negative.
    """
    n, sizes, rows = len(shape.strides), shape.table[SIZES], shape.table[ROWS]
    weights, rest, linear = room.vectors[WEIGHTS], room.rest, room.linear
    low = spread = high = 0.0
    size = 1.0
    start, end = (0, n) if player < 0 else (player, player + 1)
    for i in range(start, end):
        for row in range(rows[i], rows[i + 1]):
            size += abs(weights[row])
            low += weights[row] * room.vectors[MIDDLE, row]
        least, most = np.inf, -np.inf
        for cell in range(shape.table[LENGTHS, i]):
            total = 0.0
            for row in range(rows[i], rows[i + 1]):
                total += weights[row] * rest[row, cell]
            least = min(least, total)
            most = max(most, total)
        low += least
        high += most - least
        spread += (n - 1) * (most - least)
    for j in range(n):
        if sizes[j] == 1:
            continue
        least, most = np.inf, -np.inf
        for a in range(sizes[j]):
            total = -1.0 if j == target and a == vertex else 0.0
            for i in range(start, end):
                if i != j:
                    for row in range(rows[i], rows[i + 1]):
                        total += weights[row] * linear[row, j, a]
            least = min(least, total)
            most = max(most, total)
        low += least
        high += most - least
        spread += most - least
    slack = 4 * SLACK * size
    return low - slack, low + high + slack, spread


@njit(**INNER)
def combine(shape: SupportArrays, room: Workspace, player: int, row: int, factor: float) -> None:
    """Add a multiple of an eliminated equation, of one player's equations or of all."""
    table, operations = shape.table, room.matrices[C, row]
    if player >= 0:
        for q in range(table[SIZES, player] - 1):
            room.vectors[WEIGHTS, table[ROWS, player] + q] += factor * operations[q]
        return
    for i in range(len(shape.strides)):
        for q in range(table[SIZES, i] - 1):
            change = factor * operations[table[STARTS, i] + q]
            room.vectors[WEIGHTS, table[ROWS, i] + q] += change


@njit(**INNER)
def bound_weights(
    shape: SupportArrays, room: Workspace, j: int, player: int, column: int
) -> tuple[bool, float]:
    """Bounds on player ``j``'s weights from eliminated equations; narrows ``low`` and ``high``.

    The equations are those of one ``player``, or of all; ``row_of[column]`` belongs to the first
    unknown of ``j``. Returns whether there is no root, and the sum of spreads.
    """
    low, high, count = room.bounds[LOW], room.bounds[HIGH], shape.table[SIZES, j]
    spreads = 0.0
    determined = True
    for a in range(1, count + 1):
        vertex = a % count
        room.vectors[WEIGHTS] = 0.0
        if vertex == 0:
            if not determined:
                break
            for b in range(1, count):
                combine(shape, room, player, room.row_of[column + b - 1], -1.0)
        else:
            row = room.row_of[column + vertex - 1]
            if row < 0:
                determined = False
                continue
            combine(shape, room, player, row, 1.0)
        least, most, spread = bound(shape, room, player, j, vertex)
        low[j, vertex] = max(low[j, vertex], -most)
        high[j, vertex] = min(high[j, vertex], -least)
        spreads += spread
        if high[j, vertex] < 0.0 or low[j, vertex] > 1.0:
            return True, spreads
    return False, spreads


@njit(**INNER)
def inconsistent(
    shape: SupportArrays, room: Workspace, player: int, rank: int, equations: int
) -> bool:
    """Whether a combination of equations without linear part cannot vanish in the node."""
    for row in range(rank, equations):
        room.vectors[WEIGHTS] = 0.0
        combine(shape, room, player, row, 1.0)
        least, most, _ = bound(shape, room, player, NOBODY, NOBODY)
        if least > 0.0 or most < 0.0:
            return True
    return False


@njit(**INNER)
def tempting(shape: SupportArrays, room: Workspace, i: int, only: int) -> bool:
    """Whether a strategy outside player ``i``'s support gains at every root in the node.

    The slopes of the gain in the weights of player ``only`` are canceled by player ``i``'s own
    eliminated equations; if it is negative, those in all weights by all equations. Writes upper
    bounds on the gains.
    """
    own = i if only >= 0 else NOBODY
    for t in range(shape.table[SIZES, i], shape.table[M, i]):
        gain = shape.table[ROWS, i] + t - 1
        room.vectors[WEIGHTS] = 0.0
        room.vectors[WEIGHTS, gain] = 1.0
        for j in range(len(shape.strides)):
            if j == i or (only >= 0 and j != only):
                continue
            column = 0 if only >= 0 else shape.table[STARTS, j]
            for a in range(1, shape.table[SIZES, j]):
                row = room.row_of[column + a - 1]
                if row >= 0:
                    slope = room.linear[gain, j, a] - room.linear[gain, j, 0]
                    combine(shape, room, own, row, -slope)
        least, most, _ = bound(shape, room, own, NOBODY, NOBODY)
        room.bounds[GAINS, i, t] = most
        if least > 0.0:
            return True
    return False


@njit(**INNER)
def contract(T: Array, shape: SupportArrays, room: Workspace) -> tuple[bool, bool, float]:
    """Bounds on every root in the node by all equations, and on the gains from other strategies.

    Returns whether the node has no equilibrium, whether every unknown is determined, and the
    factor by which the Newton map contracts.
    """
    n, unknowns = len(shape.strides), shape.table[STARTS, -1]
    expand(T, shape, room)
    for p in range(unknowns):
        for q in range(unknowns):
            room.matrices[K, p, q] = room.matrices[J, p, q]
    rank = eliminate(room.matrices[K], unknowns, unknowns, room.matrices[C], room.row_of)
    if inconsistent(shape, room, NOBODY, rank, unknowns):
        return True, False, 1.0
    factor = 0.0
    for j in range(n):
        for a in range(shape.table[SIZES, j]):
            room.bounds[LOW, j, a], room.bounds[HIGH, j, a] = -np.inf, np.inf
        if shape.table[SIZES, j] == 1:
            continue
        empty, spreads = bound_weights(shape, room, j, NOBODY, shape.table[STARTS, j])
        if empty:
            return True, False, 1.0
        factor = max(factor, 0.5 * spreads)
    for i in range(n):
        if tempting(shape, room, i, NOBODY):
            return True, False, 1.0
    return False, rank == unknowns, factor


@njit(**INNER)
def contract_blocks(shape: SupportArrays, room: Workspace) -> bool:
    """Narrow the bounds by the equations of one player in the weights of one other.

    They are linear there, so this bites as soon as the remaining players are confined. Returns
    whether the node has no equilibrium. Goes on from what ``contract`` wrote down.
    """
    n, sizes, starts = len(shape.strides), shape.table[SIZES], shape.table[STARTS]
    for i in range(n):
        equations = sizes[i] - 1
        for j in range(n):
            if i == j or equations == 0 or sizes[j] == 1:
                continue
            for p in range(equations):
                for q in range(sizes[j] - 1):
                    room.matrices[B, p, q] = room.matrices[J, starts[i] + p, starts[j] + q]
            rank = eliminate(
                room.matrices[B], equations, sizes[j] - 1, room.matrices[C], room.row_of
            )
            if inconsistent(shape, room, i, rank, equations):
                return True
            empty, _ = bound_weights(shape, room, j, i, np.int64(0))
            if empty or tempting(shape, room, i, j):
                return True
    return False


@njit(**INNER)
def shrink(T: Array, V: Array, shape: SupportArrays, low: Array, j: int) -> None:
    """Replace player ``j``'s simplex by the part with weights at least ``low[j]``."""
    count = shape.table[SIZES, j]
    left = 1.0
    for a in range(count):
        left -= low[j, a]
    for i in range(len(shape.strides)):
        if i == j:
            continue
        stride = shape.strides[i, j]
        for start in range(shape.table[OFFSETS, i], shape.table[OFFSETS, i + 1], stride * count):
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


@njit(**INNER)
def halve(T: Array, V: Array, shape: SupportArrays, j: int, keep: int, drop: int) -> None:
    """Replace vertex ``drop`` of player ``j`` by the middle of its edge to ``keep``."""
    for i in range(len(shape.strides)):
        if i == j:
            continue
        stride = shape.strides[i, j]
        for start in range(
            shape.table[OFFSETS, i], shape.table[OFFSETS, i + 1], stride * shape.table[SIZES, j]
        ):
            for inner in range(start, start + stride):
                spot = inner + drop * stride
                T[spot] = 0.5 * (T[spot] + T[inner + keep * stride])
    for k in range(shape.table[SIZES, j]):
        V[j, drop, k] = 0.5 * (V[j, drop, k] + V[j, keep, k])
