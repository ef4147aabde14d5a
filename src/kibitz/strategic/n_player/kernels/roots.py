"""Compiled search for all roots of indifference systems, with proofs that none is lost."""

from __future__ import annotations

from typing import Any, NamedTuple

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
    SupportArrays,
    Workspace,
    contract,
    contract_blocks,
    dominated,
    halve,
    lay_out,
    ordered,
    restrict,
    room_for,
    shape_for,
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
def copy_payoffs(source: Array, target: Array, count: int) -> None:
    for k in range(count):
        target[k] = source[k]


@njit(**INNER)
def copy_vertices(source: Array, target: Array) -> None:
    n, broad, _ = source.shape
    for j in range(n):
        for a in range(broad):
            for k in range(broad):
                target[j, a, k] = source[j, a, k]


@njit(**INNER)
def edge_to_split(T: Array, shape: SupportArrays) -> tuple[int, int, int]:
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
def slackest(shape: SupportArrays, low: Array) -> float:
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
def within(shape: SupportArrays, low: Array) -> bool:
    """Whether the bounds lie in the interior of the node."""
    for j in range(len(shape.strides)):
        if shape.table[SIZES, j] > 1:
            for a in range(shape.table[SIZES, j]):
                if not low[j, a] > 0.0:
                    return False
    return True


@njit(**INNER)
def close_in(X: Array, XV: Array, shape: SupportArrays, room: Workspace) -> bool:
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
    shape: SupportArrays,
    room: Workspace,
    X: Array,
    XV: Array,
    points: Array,
    at: int,
    lows: Array,
    highs: Array,
) -> int:
    """Enclose the root near ``points[at]`` in a small simplex in which it is alone.

    It may be an equilibrium, one only if some weight or gain is zero, none (or one of the points
    before), or the test is inconclusive.
    """
    n, sizes = len(shape.strides), shape.table[SIZES]
    radius = RADIUS
    for _ in range(3):
        copy_payoffs(root, X, len(root))
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
    most = 1
    for j in range(n):
        most = max(most, sizes[j])
    for r in range(at):
        gap = 0.0
        for j in range(n):
            for k in range(sizes[j]):
                gap = max(gap, abs(points[r, j, k] - points[at, j, k]))
        if gap < 0.2 * radius / most:
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
def narrow(
    node: Array, V: Array, shape: SupportArrays, room: Workspace, X: Array, XV: Array
) -> int:
    """Shrink a node while that pays: it has no equilibrium, one in ``X``, or must be split."""
    n, length = len(shape.strides), shape.table[OFFSETS, -1]
    for _ in range(DEEPEST // 10):
        if dominated(node, shape):
            return NOTHING
        empty, complete, _ = contract(node, shape, room)
        if empty:
            return NOTHING
        if complete and slackest(shape, room.bounds[LOW]) < 0.5:
            copy_payoffs(node, X, length)
            copy_vertices(V, XV)
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
    shape: SupportArrays,
    room: Workspace,
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
    copy_payoffs(root, T[0], size)
    for j in range(V.shape[1]):
        for a in range(V.shape[2]):
            for k in range(V.shape[3]):
                V[0, j, a, k] = 1.0 if a == k and a < sizes[j] else 0.0
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
                    copy_payoffs(T[top], T[top + 1], size)
                    copy_vertices(V[top], V[top + 1])
                    halve(T[top], V[top], shape, j, a, b)
                    halve(T[top + 1], V[top + 1], shape, j, b, a)
                    top += 2
        if doubt:
            center(V[top], sizes, left[undecided])
            undecided += 1
            if undecided == len(left):
                break
    return found, undecided, visited


class Work(NamedTuple):
    """Space to search all support profiles of a game in, and what comes out."""

    tables: Array
    """A stack of payoffs, and two more: at the root, and to close in on an equilibrium."""
    vertices: Array
    """The same of vertices."""
    shape: SupportArrays
    room: Workspace
    order: Array
    near: Array
    """Of the profile at hand: roots, their lower and upper ends, and middles of open nodes."""
    state: Array
    marks: Array
    """The support and the state of each root, and the supports of open nodes."""
    ends: Array
    """Lower and upper ends of roots, and the middles of open nodes."""


AT_ONCE, OPEN_AT_ONCE = 512, 16
"""Roots of a support profile, and nodes of it that may stay open."""


def work_for(m: Array) -> Work:
    """Space for the support profiles of a game with these numbers of strategies."""
    n, broad, cells = len(m), int(m.max()), int(np.prod(m))
    return Work(
        np.empty((DEEPEST + 2, n * cells)),
        np.zeros((DEEPEST + 1, n, broad, broad)),
        shape_for(m),
        room_for(m),
        np.zeros((n, broad), np.int64),
        np.zeros((4, AT_ONCE + 1, n, broad)),
        np.zeros(AT_ONCE + 1, np.int64),
        np.zeros((3, 2 * AT_ONCE), np.int64),
        np.zeros((3, 2 * AT_ONCE, n, broad)),
    )


@njit(**INNER)
def put_back(source: Array, shape: SupportArrays, order: Array, target: Array) -> None:
    """Write a point of a support among all strategies."""
    for j in range(target.shape[0]):
        for k in range(target.shape[1]):
            target[j, k] = 0.0
        for k in range(shape.table[SIZES, j]):
            target[j, order[j, k]] = source[j, k]


@njit(cache=True, error_model="numpy", _nrt=False)
def search(
    payoffs: Array, m: Array, supports: Array, budget: int, most_roots: int, work: Work
) -> tuple[int, int, int, int]:
    """Equilibria of every support profile that is not ruled out; bits of ``supports`` are members.

    Returns the number of profiles that were searched, fewer than all when there are roots enough or
    the space for them is full; of roots; of open nodes; and of nodes visited.
    """
    shape, order, marks, near = work.shape, work.order, work.marks, work.near
    done = found = doubtful = visited = 0
    while done < supports.shape[0] and found < most_roots:
        if max(found + AT_ONCE, doubtful + OPEN_AT_ONCE) > marks.shape[1]:
            break
        which = done
        done += 1
        lay_out(m, supports[which], shape)
        ordered(m, supports[which], order)
        start = work.tables[DEEPEST, : shape.table[OFFSETS, -1]]
        restrict(payoffs, shape, order, start)
        if dominated(start, shape):
            continue
        count, undecided, nodes = search_support(
            work.tables,
            work.vertices,
            work.tables[DEEPEST + 1],
            work.vertices[DEEPEST],
            start,
            shape,
            work.room,
            budget,
            min(AT_ONCE, most_roots - found),
            near[0],
            near[1],
            near[2],
            work.state,
            near[3, :OPEN_AT_ONCE],
        )
        visited += nodes
        for r in range(count):
            marks[0, found], marks[1, found] = which, work.state[r]
            put_back(near[1, r], shape, order, work.ends[0, found])
            put_back(near[2, r], shape, order, work.ends[1, found])
            found += 1
        for r in range(undecided):
            marks[2, doubtful] = which
            put_back(near[3, r], shape, order, work.ends[2, doubtful])
            doubtful += 1
    return done, found, doubtful, visited


@njit(cache=True, error_model="numpy", _nrt=False)
def prove_point(payoffs: Array, m: Array, support: Array, point: Array, work: Work) -> int:
    """Whether there is an equilibrium with this support very near a point; writes its middle."""
    shape, order, near = work.shape, work.order, work.near
    lay_out(m, support, shape)
    ordered(m, support, order)
    root = work.tables[DEEPEST, : shape.table[OFFSETS, -1]]
    restrict(payoffs, shape, order, root)
    for j in range(len(m)):
        for k in range(shape.table[SIZES, j]):
            near[0, 0, j, k] = point[j, order[j, k]]
    verdict: int = certify(
        root,
        shape,
        work.room,
        work.tables[DEEPEST + 1],
        work.vertices[DEEPEST],
        near[0],
        np.int64(0),
        near[1],
        near[2],
    )
    for j in range(len(m)):
        for k in range(shape.table[SIZES, j]):
            near[0, 0, j, k] = 0.5 * (near[1, 0, j, k] + near[2, 0, j, k])
    put_back(near[0, 0], shape, order, point)
    return verdict
