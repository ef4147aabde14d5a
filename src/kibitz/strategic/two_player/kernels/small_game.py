"""All equilibria of a small bimatrix game without ties, in one compiled call.

The steps are those of vertex enumeration. What is in doubt in floats, and what does not fit into
integers of one word, is left to the general way: then there are no bases in the answer, or no
weights of one equilibrium.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.two_player.kernels.refutation import refute
from kibitz.strategic.two_player.kernels.vertex_walk import (
    CERTIFIED,
    FALSE,
    Array,
    certify,
    has,
    padded,
    rehash,
    start,
    walk,
)

SPREAD = 1 << 40
"""Payoffs farther apart are left to integers of any length."""
LARGEST = float(1 << 52)
"""Numerators and determinants up to this are whole numbers in floats."""


@njit(cache=True)
def _positive(payoffs: Array) -> Array:
    """The payoffs as small positive integers with the same best responses; empty if they are large.

    They are moved so that the least is an eighth of the spread, and divided by what they share.
    """
    m, n = payoffs.shape
    low = high = payoffs[0, 0]
    for i in range(m):
        for j in range(n):
            low, high = min(low, payoffs[i, j]), max(high, payoffs[i, j])
    if high - low > SPREAD:
        return np.empty((0, 0), np.int64)
    shared = 0
    for i in range(m):
        for j in range(n):
            shared = math.gcd(shared, payoffs[i, j] - low)
    shared = max(1, shared)
    shift = max(1, (high - low) // (8 * shared))
    moved = np.empty((m, n), np.int64)
    for i in range(m):
        for j in range(n):
            moved[i, j] = (payoffs[i, j] - low) // shared + shift
    return moved


@njit(cache=True)
def _has_twins(matrix: Array) -> bool:
    """Whether two columns are equal."""
    d, c = matrix.shape
    for j in range(c):
        for k in range(j):
            i = 0
            while i < d and matrix[i, j] == matrix[i, k]:
                i += 1
            if i == d:
                return True
    return False


@njit(cache=True)
def _vertices(matrix: Array, own: Array, other: Array, words: Array, room: int) -> Array:
    """The bases of a polytope without ties, one word each; none if one of them is in doubt."""
    body, left, top = _origin(matrix, own, other)
    size = 2
    while size < 2 * room:
        size *= 2
    table = np.full(size, -1, np.int64)
    keys, stack = np.zeros(room, np.int64), np.zeros(room, np.int64)
    bases, status = np.zeros((room, 1), np.uint64), np.zeros(room, np.int8)
    for label in own:
        bases[0, 0] |= np.uint64(1) << np.uint64(label)
        keys[0] ^= words[label]
    rehash(table, keys, 1)
    count, height = walk(
        matrix, own, other, body, left, top, words, table, keys, bases, status, stack, 1, 1, room
    )
    if height > 0:
        return bases[:0]
    for k in range(count):
        if status[k] != CERTIFIED:
            return bases[:0]
    return bases[:count].copy()


@njit(cache=True)
def _origin(matrix: Array, own: Array, other: Array) -> tuple[Array, Array, Array]:
    """The dictionary of the origin with its labels."""
    d, c = matrix.shape
    body = np.zeros((c, padded(d + 1)))
    left, top = np.empty(c, np.int64), np.empty(d, np.int64)
    start(body, matrix, own, other, left, top)
    return body, left, top


@njit(cache=True, error_model="numpy")
def _numerators(
    matrix: Array, own: Array, other: Array, basis: Array, weights: Array, room: Array
) -> bool:
    """The weights at a vertex, in proportion; false if floats do not give the whole numbers.

    Elimination in floats gives the determinant and Cramer's numerators, which are then rounded:
    that they solve the equations is checked in integers, so nothing depends on the rounding.
    """
    d, c = matrix.shape
    k = 0
    for i in range(d):
        weights[i] = 0
        k += not has(basis, own[i])
    t = 0
    for j in range(c):
        if has(basis, other[j]):
            if t == k:
                return False
            s = 0
            for i in range(d):
                if not has(basis, own[i]):
                    room[t, s] = matrix[i, j]
                    s += 1
            room[t, k] = 1.0
            t += 1
    if t != k or k == 0:
        return False
    determinant = 1.0
    for s in range(k):
        p = s
        for a in range(s + 1, k):
            p = a if abs(room[a, s]) > abs(room[p, s]) else p
        for b in range(k + 1):
            room[s, b], room[p, b] = room[p, b], room[s, b]
        determinant *= room[s, s]
        for a in range(k):
            if a != s:
                f = room[a, s] / room[s, s]
                for b in range(s + 1, k + 1):
                    room[a, b] -= f * room[s, b]
    determinant = np.rint(abs(determinant))
    if not 0.0 < determinant < LARGEST:
        return False
    s = 0
    for i in range(d):
        if not has(basis, own[i]):
            x = np.rint(room[s, k] / room[s, s] * determinant)
            if not 0.0 <= x < LARGEST:
                return False
            weights[i] = int(x)
            s += 1
    whole = int(determinant)
    for j in range(c):
        if has(basis, other[j]):
            total, size = 0, 0.0
            for i in range(d):
                total += weights[i] * matrix[i, j]
                size += float(weights[i]) * matrix[i, j]
            if total != whole or size > 2.0 * LARGEST:
                return False
    return True


@njit(cache=True)
def _paired(
    mine: Array, theirs: Array, own: Array, other: Array, words: Array, room: int
) -> tuple[Array, Array, Array]:
    """The bases of the first polytope, which of them have a partner, and the weights of each pair.

    No bases if something is in doubt.
    """
    d, c = mine.shape
    none, nothing = np.zeros((0, 1), np.uint64), np.zeros((0, d + c), np.int64)
    nowhere = np.zeros(0, np.int64)
    bases = _vertices(mine / mine.max(), own, other, words, room)
    if not len(bases):
        return none, nowhere, nothing
    missing = bases ^ ((np.uint64(1) << np.uint64(d + c)) - np.uint64(1))
    scaled = theirs / theirs.max()
    status = np.zeros(len(bases), np.int8)
    refute(scaled, other, own, d + c, missing, status)
    left = np.empty(len(bases), np.int64)
    count = 0
    for k in range(1, len(bases)):  # the first is the origin
        if status[k] != FALSE:
            left[count] = k
            count += 1
    asked = missing[left[:count]]
    body, rows, top = _origin(scaled, other, own)
    certify(scaled, other, own, body, rows, top, d + c, asked, status)
    weights = np.empty((count, d + c), np.int64)
    space = np.empty((min(d, c), min(d, c) + 1))
    for k in range(count):
        if status[k] != CERTIFIED:
            return none, nowhere, nothing
        if not (
            _numerators(mine, own, other, bases[left[k]], weights[k, :d], space)
            and _numerators(theirs, other, own, asked[k], weights[k, d:], space)
        ):
            weights[k] = 0
    return bases, left[:count], weights


@njit(cache=True)
def small_equilibria(
    first: Array, second: Array, words: Array, room: int
) -> tuple[Array, Array, Array, Array, Array]:
    """Both polytopes, the bases of the smaller one, which have a partner, and weights of the pairs.

    The polytope of the rows comes first, and so do the weights in the one of fewer dimensions; they
    are zeros where they do not fit.
    """
    m, n = first.shape
    mine, theirs = _positive(second), _positive(np.ascontiguousarray(first.T))
    rows, columns = np.arange(m), np.arange(m, m + n)
    none, nothing = np.zeros((0, 1), np.uint64), np.zeros((0, m + n), np.int64)
    if not mine.size or not theirs.size or _has_twins(mine) or _has_twins(theirs):
        return mine, theirs, none, np.zeros(0, np.int64), nothing
    if m <= n:
        bases, places, weights = _paired(mine, theirs, rows, columns, words, room)
    else:
        bases, places, weights = _paired(theirs, mine, columns, rows, words, room)
    return mine, theirs, bases, places, weights
