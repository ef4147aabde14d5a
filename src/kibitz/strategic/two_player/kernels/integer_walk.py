"""Compiled loops in integers: bases with ties, settled in words of 64 bits.

The dictionaries are those of :mod:`kibitz.strategic.two_player.kernels.vertex_walk`, with
integers over one denominator.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit
from kibitz.strategic.two_player.kernels.vertex_walk import (
    EXACT,
    FALSE,
    TOO_LARGE,
    Array,
    has,
    push,
    start,
)

LARGE = 2.0**61  # integers beyond are left to arithmetic of any length
HALF = 0xFFFFFFFF  # the lower half of a word


@njit(cache=True)
def _high(a: int, b: int) -> int:
    """The upper 64 bits of the product of two integers of 64 bits."""
    low = np.uint64(a & HALF) * np.uint64(b & HALF)
    middle = (a >> 32) * (b & HALF) + np.int64(low >> np.uint64(32))
    cross = (a & HALF) * (b >> 32) + (middle & HALF)
    return int((a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32))


@njit(cache=True)
def product_order(a: int, b: int, c: int, d: int) -> int:
    """The sign of a b - c d, for integers of 64 bits."""
    upper, lower = _high(a, b), _high(c, d)
    if upper != lower:
        return 1 if upper > lower else -1
    first, second = np.uint64(a * b), np.uint64(c * d)
    if first == second:
        return 0
    return 1 if first > second else -1


@njit(cache=True)
def _inverse(odd: int) -> int:
    """The inverse of an odd integer modulo 2**64, by Newton's method."""
    inverse = odd
    for _ in range(5):
        inverse *= 2 - odd * inverse
    return inverse


@njit(cache=True)
def exact_quotient(a: int, p: int, f: int, b: int, twos: int, inverse: int) -> int:
    """(a p - f b) / (2**twos q), where this is an integer, modulo 2**64; q is given by its inverse.

    Of the dividend, which has 128 bits, those are taken that stand above the powers of two.
    """
    first, second = np.uint64(a * p), np.uint64(f * b)
    low = first - second
    if twos == 0:
        return int(np.int64(low) * inverse)
    high = np.uint64(_high(a, p) - _high(f, b) - (1 if first < second else 0))
    kept = (low >> np.uint64(twos)) | (high << np.uint64(64 - twos))
    return int(np.int64(kept) * inverse)


@njit(cache=True)
def _pivot_integers(
    body: Array, left: Array, top: Array, r: int, q: int, denominator: int
) -> tuple[int, bool]:
    """Exchange a row and a column of integers over one denominator; false beyond 62 bits.

    Quotients are computed modulo 2**64 and compared with floats, which tell when that was too few.
    """
    height, width = body.shape
    p = body[r, q]
    row = body[r]
    sign = 1 if p > 0 else -1
    twos, odd = 0, denominator
    while odd & 1 == 0:
        twos, odd = twos + 1, odd >> 1
    inverse = _inverse(odd)
    scale = 1.0 / float(denominator)
    fits = True
    for i in range(height):
        if i != r:
            line = body[i]
            f = line[q]
            for j in range(width):
                if j != q:
                    x = exact_quotient(line[j], p, f, row[j], twos, inverse)
                    up, down = float(line[j]) * float(p), float(f) * float(row[j])
                    near = (up - down) * scale
                    doubt = (abs(up) + abs(down)) * scale * 2.0**-49
                    fits &= abs(near) < LARGE and doubt < LARGE
                    fits &= abs(float(x) - near) < 2.0 * doubt + 2.0**-40 * LARGE
                    line[j] = sign * x
            line[q] = -sign * f
    row[q] = denominator
    if sign < 0:
        for j in range(width):
            row[j] = -row[j]
    left[r], top[q - 1] = top[q - 1], left[r]
    return abs(p), fits


@njit(cache=True)
def _go_in_integers(
    body: Array, left: Array, top: Array, basis: Array, denominator: int
) -> tuple[int, bool]:
    """Pivot to a basis by the least pivots; false when numbers grow too large."""
    for q in range(1, body.shape[1]):
        if has(basis, top[q - 1]):
            continue
        least, row = np.int64(0), -1
        for r in range(body.shape[0]):
            size = abs(body[r, q])
            if size > 0 and (row < 0 or size < least) and has(basis, left[r]):
                least, row = size, r
        if row < 0:
            return denominator, False
        denominator, good = _pivot_integers(body, left, top, row, q, denominator)
        if not good:
            return denominator, False
    return denominator, True


@njit(cache=True)
def _share(body: Array, left: Array, place: Array, r: int, label: int, denominator: int) -> int:
    """The coefficient in a row of the infinitesimal that belongs to an inequality."""
    if place[label] > 0:
        return int(body[r, place[label]])
    return denominator if left[r] == label else 0


@njit(cache=True)
def _precedes(
    body: Array, left: Array, place: Array, other: Array, r: int, s: int, q: int, denominator: int
) -> bool:
    """Whether row r reaches zero before row s, ties broken by the infinitesimals."""
    order = product_order(body[r, 0], body[s, q], body[s, 0], body[r, q])
    if order != 0:
        return order < 0
    for label in other:
        mine = _share(body, left, place, r, label, denominator)
        theirs = _share(body, left, place, s, label, denominator)
        order = product_order(mine, body[s, q], theirs, body[r, q])
        if order != 0:
            return order < 0
    return False


@njit(cache=True)
def _feasible(body: Array, left: Array, place: Array, other: Array, denominator: int) -> bool:
    """Whether all basic variables are positive once ties are broken."""
    for r in range(body.shape[0]):
        if body[r, 0] < 0:
            return False
        if body[r, 0] == 0:
            for label in other:
                share = _share(body, left, place, r, label, denominator)
                if share != 0:
                    if share < 0:
                        return False
                    break
    return True


@njit(cache=True)
def walk_exactly(
    matrix: Array,
    own: Array,
    other: Array,
    words: Array,
    table: Array,
    keys: Array,
    bases: Array,
    status: Array,
    tight: Array,
    stack: Array,
    count: int,
    height: int,
    doubts: Array,
) -> tuple[int, int, int]:
    """Certify doubtful vertices in integers of 64 bits, and stack their new neighbors.

    Returns also how many of them were treated before the room was used up.
    """
    d, c = matrix.shape
    body = np.empty((c, d + 1), np.int64)
    left, top = np.empty(c, np.int64), np.empty(d, np.int64)
    place = np.zeros(words.size, np.int64)
    buffer = np.empty(bases.shape[1], np.uint64)
    one = np.uint64(1)
    room = keys.size - d
    start(body, matrix, own, other, left, top)
    denominator = 1
    for done in range(doubts.size):
        if count >= room:
            return count, height, done
        current = doubts[done]
        basis = bases[current]
        denominator, good = _go_in_integers(body, left, top, basis, denominator)
        if not good:
            start(body, matrix, own, other, left, top)
            denominator, good = _go_in_integers(body, left, top, basis, 1)
            if not good:
                start(body, matrix, own, other, left, top)
                denominator = 1
                status[current] = TOO_LARGE
                continue
        place[:] = 0
        for q in range(d):
            place[top[q]] = q + 1
        if not _feasible(body, left, place, other, denominator):
            status[current] = FALSE
            continue
        status[current] = EXACT
        for w in range(basis.size):
            tight[current, w] = basis[w]
        for r in range(c):
            if body[r, 0] == 0:
                tight[current, left[r] >> 6] |= one << np.uint64(left[r] & 63)
        for q in range(1, d + 1):
            row = -1
            for r in range(c):
                if body[r, q] > 0 and (
                    row < 0 or _precedes(body, left, place, other, r, row, q, denominator)
                ):
                    row = r
            count, height = push(
                table,
                keys,
                bases,
                status,
                stack,
                words,
                count,
                height,
                current,
                buffer,
                top[q - 1],
                left[row],
            )
    return count, height, doubts.size
