"""Compiled search for all roots of indifference systems, with proofs that none is lost."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.n_player.kernels.simplex_bounds import (
    DEEPEST,
    GAINS,
    HIGH,
    INNER,
    LOW,
    OFFSETS,
    SIZES,
    M,
    Room,
    Shape,
    contract,
    contract_blocks,
    dominated,
    halve,
    ordered,
    restrict,
    room_for,
    shape_of,
    shrink,
)

Array = np.ndarray[Any, np.dtype[Any]]

SMALLEST = 1e-6  # a node smaller than this is left undecided
SHRUNK = 0.75  # a contraction below this part of a simplex is worth another round
FAVOR = 10.0  # how much sooner the players are split that the equations are linear in the rest of
RADIUS = 1e-6  # of the simplices in which roots are proved to be alone

NOTHING, SPLIT, ROOT = 0, 1, 2
PROVED, BOUNDARY, ABSENT, OPEN = 0, 1, 2, 3


@njit(**INNER)
def edge_to_split(T: Array, shape: Shape) -> tuple[int, int, int]:
    """The player and the edge along which payoffs vary most.

    Given all players but two, the equations are linear in these two; so the two largest supports
    are split last.
    """
    n, sizes = len(shape.strides), shape.table[SIZES]
    large, next_large = -1, -1
    for j in range(n):
        if large < 0 or sizes[j] > sizes[large]:
            large, next_large = j, large
        elif next_large < 0 or sizes[j] > sizes[next_large]:
            next_large = j
    best, player, first, second = -1.0, -1, 0, 1
    for j in range(n):
        count = sizes[j]
        for a in range(count):
            for b in range(a + 1, count):
                change = 0.0
                for i in range(n):
                    if i == j:
                        continue
                    stride = shape.strides[i, j]
                    part = 0.0
                    for start in range(
                        shape.table[OFFSETS, i], shape.table[OFFSETS, i + 1], stride * count
                    ):
                        for inner in range(start, start + stride):
                            part = max(part, abs(T[inner + a * stride] - T[inner + b * stride]))
                    change += part
                if j not in (large, next_large):
                    change *= FAVOR
                if change > best:
                    best, player, first, second = change, j, a, b
    return player, first, second


@njit(**INNER)
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


@njit(**INNER)
def center(V: Array, sizes: Array, point: Array) -> None:
    """The middle of a node."""
    for j in range(len(sizes)):
        for k in range(sizes[j]):
            point[j, k] = 0.0
            for a in range(sizes[j]):
                point[j, k] += V[j, a, k] / sizes[j]


@njit(**INNER)
def slackest(shape: Shape, low: Array) -> float:
    """The largest part of a simplex that its lower bounds leave."""
    most = 0.0
    for j in range(len(shape.strides)):
        if shape.table[SIZES, j] > 1:
            rest = 1.0
            for a in range(shape.table[SIZES, j]):
                rest -= low[j, a]
            most = max(most, rest)
    return most


@njit(**INNER)
def within(shape: Shape, low: Array) -> bool:
    """Whether the bounds lie in the interior of the node."""
    for j in range(len(shape.strides)):
        if shape.table[SIZES, j] > 1:
            for a in range(shape.table[SIZES, j]):
                if not low[j, a] > 0.0:
                    return False
    return True


@njit(**INNER)
def close_in(X: Array, XV: Array, shape: Shape, room: Room) -> bool:
    """Whether a slightly larger node around the bounds on all roots has one; shrinks to it.

    The Newton map takes a product of simplices into its interior, so it has a fixed point
    (Brouwer), and every later bound holds for all roots of the node.
    """
    inside = False
    for _ in range(12):
        for j in range(len(shape.strides)):
            count = shape.table[SIZES, j]
            if count > 1:
                rest = 1.0
                for a in range(count):
                    rest -= room.bounds[LOW, j, a]
                for a in range(count):
                    room.bounds[LOW, j, a] -= (0.1 * rest + 1e-9) / count
                shrink(X, XV, shape, room.bounds[LOW], j)
        if inside and widest(XV, shape.table[SIZES]) < 1e-9:
            return True
        empty, complete, _ = contract(X, shape, room)
        if empty or not complete:
            return False
        if not within(shape, room.bounds[LOW]):
            return inside
        inside = True
    return inside


@njit(**INNER)
def certify(
    root: Array,
    shape: Shape,
    room: Room,
    X: Array,
    XV: Array,
    points: Array,
    at: int,
    lows: Array,
    highs: Array,
) -> int:
    """Enclose the root near ``points[at]`` in a small simplex in which it is alone.

    It may be an equilibrium, one only if some weight or gain is zero, none (or one of the points
    before), or it cannot be told.
    """
    n, sizes = len(shape.strides), shape.table[SIZES]
    radius = RADIUS
    for _ in range(3):
        X[: len(root)] = root
        for j in range(n):
            if sizes[j] > 1:
                for a in range(sizes[j]):
                    room.bounds[LOW, j, a] = points[at, j, a] - radius / sizes[j]
                shrink(X, XV, shape, room.bounds[LOW], j)
        empty, complete, factor = contract(X, shape, room)
        if empty:
            return ABSENT
        if complete and factor < 0.5 and within(shape, room.bounds[LOW]):
            break
        radius *= 0.01
    else:
        return OPEN
    for r in range(at):
        gap = 0.0
        for j in range(n):
            for k in range(sizes[j]):
                gap = max(gap, abs(points[r, j, k] - points[at, j, k]))
        if gap < 0.2 * radius / sizes.max():
            return ABSENT
    verdict = PROVED
    for j in range(n):
        for a in range(sizes[j]):
            lows[at, j, a] = highs[at, j, a] = 1.0
            if sizes[j] > 1:
                start = points[at, j, a] - radius / sizes[j]
                lows[at, j, a] = start + radius * room.bounds[LOW, j, a] - 1e-15
                highs[at, j, a] = start + radius * room.bounds[HIGH, j, a] + 1e-15
            if highs[at, j, a] < 0.0:
                return ABSENT
            if lows[at, j, a] <= 0.0:
                verdict = BOUNDARY
        for t in range(sizes[j], shape.table[M, j]):
            if room.bounds[GAINS, j, t] >= 0.0:
                verdict = BOUNDARY
    return verdict


@njit(**INNER)
def narrow(node: Array, V: Array, shape: Shape, room: Room, X: Array, XV: Array) -> int:
    """Shrink a node while that pays: it has no equilibrium, one in ``X``, or must be split."""
    n, length = len(shape.strides), shape.table[OFFSETS, -1]
    for _ in range(DEEPEST // 10):
        if dominated(node, shape):
            return NOTHING
        empty, complete, _ = contract(node, shape, room)
        if empty:
            return NOTHING
        if complete and slackest(shape, room.bounds[LOW]) < 0.5:
            X[:length] = node[:length]
            XV[:] = V
            if close_in(X, XV, shape, room):
                return ROOT
            contract(node, shape, room)
        if contract_blocks(shape, room):
            return NOTHING
        ratio = 1.0
        for j in range(n):
            if shape.table[SIZES, j] == 1:
                continue
            rest = 1.0
            for a in range(shape.table[SIZES, j]):
                room.bounds[LOW, j, a] = max(0.0, room.bounds[LOW, j, a])
                rest -= room.bounds[LOW, j, a]
            if rest < 0.0:
                return NOTHING
            ratio = min(ratio, rest)
            if rest < 0.95:
                shrink(node, V, shape, room.bounds[LOW], j)
        if ratio > SHRUNK:
            break
    return SPLIT


@njit(**INNER)
def search_support(
    T: Array,
    V: Array,
    X: Array,
    XV: Array,
    root: Array,
    shape: Shape,
    room: Room,
    budget: int,
    most_roots: int,
    points: Array,
    lows: Array,
    highs: Array,
    states: Array,
    left: Array,
) -> tuple[Any, Any, Any]:
    """All equilibria with a given support profile, each proved to be alone where it is.

    Writes enclosures of the roots and the middles of nodes that stayed undecided; returns the
    number of roots, of undecided nodes, and of nodes visited. ``T`` and ``V`` are the stack.
    """
    sizes = shape.table[SIZES]
    size = len(root)
    T[0, :size] = root
    V[0] = 0.0
    for j in range(len(sizes)):
        for a in range(sizes[j]):
            V[0, j, a, a] = 1.0
    top, found, undecided, visited = np.int64(1), np.int64(0), np.int64(0), np.int64(0)
    while top > 0:
        top -= 1
        visited += 1
        doubt = visited > budget
        if not doubt:
            state = narrow(T[top], V[top], shape, room, X, XV)
            if state == ROOT:
                center(XV, sizes, points[found])
                verdict = certify(root, shape, room, X, XV, points, found, lows, highs)
                doubt = verdict == OPEN
                if verdict in (PROVED, BOUNDARY):
                    states[found] = verdict
                    found += 1
                    if found >= most_roots:
                        break
            elif state == SPLIT:
                doubt = widest(V[top], sizes) < SMALLEST or top + 2 >= DEEPEST
                if not doubt:
                    j, a, b = edge_to_split(T[top], shape)
                    T[top + 1, :size] = T[top, :size]
                    V[top + 1] = V[top]
                    halve(T[top], V[top], shape, j, a, b)
                    halve(T[top + 1], V[top + 1], shape, j, b, a)
                    top += 2
        if doubt:
            center(V[top], sizes, left[undecided])
            undecided += 1
            if undecided == len(left):
                break
    return found, undecided, visited


@njit(**INNER)
def grown(array: Array) -> Array:
    """The array with twice the room."""
    return np.concatenate((array, np.zeros_like(array)))


@njit(cache=True, error_model="numpy")
def search(
    payoffs: Array, m: Array, supports: Array, budget: int, most_roots: int
) -> tuple[Array, Array, Array, Array, Array, Array, int]:
    """Equilibria of every support profile that is not ruled out; bits of ``supports`` are members.

    Returns the support, lower and upper ends and state of each root; the support and the middles
    of undecided nodes; and the number of nodes visited.
    """
    n, broad = len(m), m.max()
    cells = 1
    for i in range(n):
        cells *= m[i]
    T, X, root = np.empty((DEEPEST, n * cells)), np.empty(n * cells), np.empty(n * cells)
    V, XV = np.zeros((DEEPEST, n, broad, broad)), np.zeros((n, broad, broad))
    room = room_for(m)
    order = np.zeros((n, broad), np.int64)
    here, open_here = 512, 16
    points, low, high = (
        np.zeros((here + 1, n, broad)),
        np.zeros((here + 1, n, broad)),
        np.zeros((here + 1, n, broad)),
    )
    state, left = np.zeros(here + 1, np.int64), np.zeros((open_here, n, broad))
    root_of, states, open_of = (
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
    )
    lows, highs, middles = (
        np.zeros((16, n, broad)),
        np.zeros((16, n, broad)),
        np.zeros((16, n, broad)),
    )
    found = doubtful = visited = 0
    for which in range(supports.shape[0]):
        shape = shape_of(m, supports[which])
        ordered(m, supports[which], order)
        start = root[: shape.table[OFFSETS, n]]
        restrict(payoffs, shape, order, start)
        if dominated(start, shape):
            continue
        count, undecided, nodes = search_support(
            T,
            V,
            X,
            XV,
            start,
            shape,
            room,
            budget,
            min(here, most_roots - found),
            points,
            low,
            high,
            state,
            left,
        )
        visited += nodes
        while found + count > len(states):
            root_of, states, lows, highs = grown(root_of), grown(states), grown(lows), grown(highs)
        for r in range(count):
            root_of[found], states[found] = which, state[r]
            for j in range(n):
                for k in range(shape.table[SIZES, j]):
                    lows[found, j, order[j, k]] = low[r, j, k]
                    highs[found, j, order[j, k]] = high[r, j, k]
            found += 1
        while doubtful + undecided > len(open_of):
            open_of, middles = grown(open_of), grown(middles)
        for r in range(undecided):
            open_of[doubtful] = which
            for j in range(n):
                for k in range(shape.table[SIZES, j]):
                    middles[doubtful, j, order[j, k]] = left[r, j, k]
            doubtful += 1
        if found >= most_roots:
            break
    return (
        root_of[:found],
        lows[:found],
        highs[:found],
        states[:found],
        open_of[:doubtful],
        middles[:doubtful],
        visited,
    )


@njit(cache=True, error_model="numpy")
def prove_point(payoffs: Array, m: Array, support: Array, point: Array) -> tuple[int, Array]:
    """Whether there is an equilibrium with this support very near a point, and its middle."""
    n, broad = len(m), m.max()
    shape = shape_of(m, support)
    order = np.zeros((n, broad), np.int64)
    ordered(m, support, order)
    root = np.empty(shape.table[OFFSETS, n])
    restrict(payoffs, shape, order, root)
    points, low, high = (
        np.zeros((1, n, broad)),
        np.zeros((1, n, broad)),
        np.zeros((1, n, broad)),
    )
    for j in range(n):
        for k in range(shape.table[SIZES, j]):
            points[0, j, k] = point[j, order[j, k]]
    X, XV = np.empty(len(root)), np.zeros((n, broad, broad))
    verdict = certify(root, shape, room_for(m), X, XV, points, np.int64(0), low, high)
    middle = np.zeros((n, broad))
    for j in range(n):
        for k in range(shape.table[SIZES, j]):
            middle[j, order[j, k]] = 0.5 * (low[0, j, k] + high[0, j, k])
    return verdict, middle
