"""Compiled pivoting through a triangulated product of simplices."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.n_player.kernels.deviations import ARRIVED, TIRED, deviations

Array = np.ndarray[Any, np.dtype[Any]]


@njit(cache=True)
def label(
    payoffs: Array,
    m: Array,
    starts: Array,
    grid: Array,
    mesh: int,
    x: Array,
    values: Array,
    slopes: Array,
) -> int:
    """The strategy in play that falls furthest short of its player's best one."""
    for s in range(len(grid)):
        x[s] = grid[s] / mesh
    deviations(payoffs, m, starts, x, values, slopes)
    worst, at = -1.0, -1
    for i in range(len(m)):
        best = values[starts[i]]
        for s in range(starts[i], starts[i + 1]):
            best = max(best, values[s])
        for s in range(starts[i], starts[i + 1]):
            if grid[s] > 0 and best - values[s] > worst:
                worst, at = best - values[s], s
    return at


@njit(cache=True)
def step_along(grid: Array, direction: int, owner: Array, starts: Array, sign: int) -> None:
    """Move weight from a strategy to the next one of its player, or back."""
    i = owner[direction]
    following = direction + 1 if direction + 1 < starts[i + 1] else starts[i]
    grid[direction] -= sign
    grid[following] += sign


@njit(cache=True)
def complete_simplex(
    payoffs: Array, m: Array, starts: Array, start: Array, mesh: int, most: int
) -> tuple[Array, int, int]:
    """From a grid point to a simplex that has all strategies of some player as labels.

    The dimension of the simplices varies: a new label adds a direction, away from the strategy
    that fell short. Returns the middle of the last simplex as weights, the number of pivots, and
    how it ended.
    """
    size = starts[len(m)]
    owner = np.zeros(size, np.int64)
    for i in range(len(m)):
        owner[starts[i] : starts[i + 1]] = i
    x, values, slopes = np.zeros(size), np.zeros(size), np.zeros((size, size))
    first = start.copy()
    order = np.zeros(size, np.int64)  # the directions, in the order of the vertices
    labels = np.zeros(size + 1, np.int64)
    moved = np.zeros(size, np.int64)  # how far the first vertex is along each direction
    inside = np.zeros(size, np.bool_)  # the directions in use
    vertex = np.zeros(size, np.int64)
    count = 0
    labels[0] = label(payoffs, m, starts, first, mesh, x, values, slopes)
    fresh = 0
    for pivots in range(most):
        new = labels[fresh]
        drop = -1
        if inside[new]:
            for k in range(count + 1):
                if k != fresh and labels[k] == new:
                    drop = k
        else:
            whole = True
            for s in range(starts[owner[new]], starts[owner[new] + 1]):
                whole = whole and (inside[s] or s == new)
            if whole:
                return middle(first, order, count, owner, starts, mesh), pivots, ARRIVED
            inside[new] = True
            order[count] = new
            count += 1
            fresh = count
            at_vertex(first, order, fresh, owner, starts, vertex)
            labels[fresh] = label(payoffs, m, starts, vertex, mesh, x, values, slopes)
            continue
        while drop == count and moved[order[count - 1]] == 0:
            # The facet lies on the boundary of the region: one direction fewer.
            gone = order[count - 1]
            inside[gone] = False
            count -= 1
            for k in range(count + 1):
                if labels[k] == gone:
                    drop = k
        if drop == 0:
            moving = order[0]
            step_along(first, moving, owner, starts, 1)
            moved[moving] += 1
            for k in range(count - 1):
                order[k] = order[k + 1]
                labels[k] = labels[k + 1]
            order[count - 1] = moving
            labels[count - 1] = labels[count]
            fresh = count
        elif drop == count:
            moving = order[count - 1]
            step_along(first, moving, owner, starts, -1)
            moved[moving] -= 1
            for k in range(count - 1, 0, -1):
                order[k] = order[k - 1]
            order[0] = moving
            for k in range(count, 0, -1):
                labels[k] = labels[k - 1]
            fresh = 0
        else:
            order[drop - 1], order[drop] = order[drop], order[drop - 1]
            fresh = drop
        at_vertex(first, order, fresh, owner, starts, vertex)
        labels[fresh] = label(payoffs, m, starts, vertex, mesh, x, values, slopes)
    return middle(first, order, count, owner, starts, mesh), most, TIRED


@njit(cache=True)
def at_vertex(
    first: Array, order: Array, k: int, owner: Array, starts: Array, vertex: Array
) -> None:
    """Vertex number ``k`` of a simplex."""
    vertex[:] = first
    for d in range(k):
        step_along(vertex, order[d], owner, starts, 1)


@njit(cache=True)
def middle(first: Array, order: Array, count: int, owner: Array, starts: Array, mesh: int) -> Array:
    """The mean of the vertices, as weights."""
    vertex = first.copy()
    total = first.astype(np.float64)
    for d in range(count):
        step_along(vertex, order[d], owner, starts, 1)
        total += vertex
    return total / ((count + 1) * mesh)
