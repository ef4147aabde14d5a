"""Compiled loops of bimatrix games: walks over the vertices of best-response polytopes.

A dictionary holds the basic variables as functions of the nonbasic ones: column 0 has the right
sides, ``left`` the labels of the rows, ``top`` those of the other columns. A basis is the set of
its nonbasic labels, in bits. Vertices are kept in a hash table whose keys are sums of random words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]

ROUNDOFF = 2.3e-16  # twice the unit of float64
TIE = 1e-7  # ratios closer than this are left to exact arithmetic
SINGULAR = 1e-12  # a smaller pivot counts as none
LANES = 16
LINE = 8  # floats in a line of the cache

WAITING, CERTIFIED, DOUBTFUL, EXACT, TOO_LARGE, FALSE, INACCURATE = 0, 1, 2, 3, 4, 5, 6

SUMS = {"contract", "reassoc", "nsz"}


@njit(cache=True)
def find(table: Array, keys: Array, bases: Array, key: int, basis: Array) -> int:
    """The slot of a basis in the hash table, or the empty slot where it belongs."""
    slot = key & (table.size - 1)
    while table[slot] >= 0:
        k = table[slot]
        if keys[k] == key:
            same = True
            for w in range(basis.size):
                if bases[k, w] != basis[w]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & (table.size - 1)
    return slot


@njit(cache=True)
def rehash(table: Array, keys: Array, count: int) -> None:
    """Put all bases into an empty table."""
    for k in range(count):
        slot = keys[k] & (table.size - 1)
        while table[slot] >= 0:
            slot = (slot + 1) & (table.size - 1)
        table[slot] = k


@njit(cache=True)
def push(
    table: Array,
    keys: Array,
    bases: Array,
    status: Array,
    stack: Array,
    words: Array,
    count: int,
    height: int,
    current: int,
    buffer: Array,
    out: int,
    into: int,
) -> tuple[int, int]:
    """Note the neighbor that exchanges two labels, and stack it when it is new."""
    for w in range(buffer.size):
        buffer[w] = bases[current, w]
    one = np.uint64(1)
    buffer[out >> 6] ^= one << np.uint64(out & 63)
    buffer[into >> 6] ^= one << np.uint64(into & 63)
    key = keys[current] ^ words[out] ^ words[into]
    slot = find(table, keys, bases, key, buffer)
    if table[slot] < 0:
        table[slot] = count
        keys[count] = key
        for w in range(buffer.size):
            bases[count, w] = buffer[w]
        status[count] = WAITING
        stack[height] = count
        return count + 1, height + 1
    return count, height


@njit(cache=True)
def has(basis: Array, label: int) -> bool:
    return bool((basis[label >> 6] >> np.uint64(label & 63)) & np.uint64(1) == 1)


@njit(cache=True)
def padded(width: int) -> int:
    """A width filled up with columns of zeros, so that rows are whole vectors of the machine."""
    return (width + LANES - 1) // LANES * LANES


@njit(cache=True)
def aligned(height: int, width: int) -> Array:
    """An array of zeros whose rows are whole vectors of the machine and lines of its cache."""
    width = padded(width)
    flat = np.zeros(height * width + LINE)
    begin = -(flat.ctypes.data // flat.itemsize) % LINE
    return flat[begin : begin + height * width].reshape((height, width))


@njit(cache=True)
def start(body: Array, matrix: Array, own: Array, other: Array, left: Array, top: Array) -> None:
    """The dictionary of the origin."""
    d, c = matrix.shape
    for j in range(c):
        left[j] = other[j]
        body[j, 0] = 1
        for i in range(d):
            body[j, i + 1] = matrix[i, j]
    for i in range(d):
        top[i] = own[i]


@njit(cache=True, fastmath={"contract"}, error_model="numpy")
def pivot(body: Array, left: Array, top: Array, r: int, q: int, row: Array) -> None:
    """Exchange a row and a column of a dictionary of floats; ``row`` is room for one row.

    Two lines at a time share what is read of the row.
    """
    height, width = body.shape
    inverse = 1.0 / body[r, q]
    for j in range(width):
        row[j] = body[r, j] * inverse
    row[q] = inverse
    for i in range(0, height - 1, 2):
        line, next_line = body[i], body[i + 1]
        f, g = line[q], next_line[q]
        line[q] = next_line[q] = 0.0
        for j in range(width):
            x = row[j]
            line[j] -= f * x
            next_line[j] -= g * x
    if height % 2:
        line = body[height - 1]
        f = line[q]
        line[q] = 0.0
        for j in range(width):
            line[j] -= f * row[j]
    for j in range(width):
        body[r, j] = row[j]
    left[r], top[q - 1] = top[q - 1], left[r]


@njit(cache=True)
def go(body: Array, left: Array, top: Array, basis: Array, pivot_row: Array) -> bool:
    """Pivot to a basis; false where a pivot is too small."""
    for q in range(1, top.size + 1):
        if has(basis, top[q - 1]):
            continue
        best, row = SINGULAR, -1
        for r in range(body.shape[0]):
            if abs(body[r, q]) > best and has(basis, left[r]):
                best, row = abs(body[r, q]), r
        if row < 0:
            return False
        pivot(body, left, top, row, q, pivot_row)
    return True


@njit(cache=True, fastmath=SUMS, error_model="numpy")
def _verdict(
    body: Array,
    left: Array,
    top: Array,
    matrix: Array,
    column_of: Array,
    row_of: Array,
    played: Array,
    tight: Array,
    rows: Array,
    places: Array,
) -> int:
    """Certified when every basic variable is proved to be positive, whatever was rounded.

    With C the computed inverse of the binding system M and D = C M - I, the solution is within
    |C| |1 - M x| / (1 - |D|) of the computed x, in the norms of largest row sums.
    """
    d, c = matrix.shape
    k, t = 0, 0
    for r in range(c):
        i = column_of[left[r]]
        if i >= 0:
            played[k], rows[k] = i, r
            k += 1
    for q in range(d):
        j = row_of[top[q]]
        if j >= 0:
            tight[t], places[t] = j, q + 1
            t += 1
    unit = ROUNDOFF * (k + 4)
    norm, defect, residual = 0.0, 0.0, 0.0
    for a in range(k):
        line = body[rows[a]]
        size, off = 0.0, 0.0
        for b in range(k):
            size += abs(line[places[b]])
        for e in range(k):
            weights = matrix[played[e]]
            total = -1.0 if e == a else 0.0
            for b in range(k):
                total += line[places[b]] * weights[tight[b]]
            off += abs(total)
        norm = max(norm, size)
        defect = max(defect, off)
    defect += unit * k * norm
    if not defect < 1e-6:
        return INACCURATE
    for b in range(k):
        total, size = 1.0, 1.0
        for a in range(k):
            term = matrix[played[a], tight[b]] * body[rows[a], 0]
            total -= term
            size += abs(term)
        residual = max(residual, abs(total) + unit * size)
    error = 1.01 * norm * residual / (1.0 - defect)
    for a in range(k):
        if not body[rows[a], 0] > error:
            return DOUBTFUL
    for r in range(c):
        j = row_of[left[r]]
        if j >= 0:
            total, size, weight = 1.0, 1.0, 0.0
            for a in range(k):
                g = matrix[played[a], j]
                term = g * body[rows[a], 0]
                total -= term
                size += abs(term)
                weight += g
            if not total > 1.01 * weight * error + unit * size:
                return DOUBTFUL
    return CERTIFIED


@njit(cache=True, error_model="numpy")
def _ratios(body: Array, best: Array, second: Array, chosen: Array) -> bool:
    """The leaving row of every column; false if some two are nearly tied."""
    height, width = body.shape[0], best.size
    for q in range(1, width):
        best[q], second[q], chosen[q] = 0.0, 0.0, 0
    for r in range(height):
        f = 1.0 / body[r, 0]
        line = body[r]
        for q in range(1, width):
            ratio = line[q] * f
            old = best[q]
            second[q] = max(second[q], min(old, ratio))
            chosen[q] = r if ratio > old else chosen[q]
            best[q] = max(old, ratio)
    clear = True
    for q in range(1, width):
        clear &= second[q] < best[q] * (1.0 - TIE)
    return clear


@njit(cache=True)
def _places(own: Array, other: Array, labels: int) -> tuple[Array, Array]:
    """The coordinate and the inequality of each label, -1 where it has none."""
    column_of = np.full(labels, -1, np.int64)
    row_of = np.full(labels, -1, np.int64)
    for i in range(own.size):
        column_of[own[i]] = i
    for j in range(other.size):
        row_of[other[j]] = j
    return column_of, row_of


@njit(cache=True)
def _arrive(
    matrix: Array,
    own: Array,
    other: Array,
    body: Array,
    left: Array,
    top: Array,
    basis: Array,
    column_of: Array,
    row_of: Array,
    played: Array,
    tight: Array,
    rows: Array,
    places: Array,
    pivot_row: Array,
) -> bool:
    """Pivot to a basis and prove it, if need be afresh from the origin."""
    for _ in range(2):
        verdict = INACCURATE
        if go(body, left, top, basis, pivot_row):
            verdict = _verdict(
                body, left, top, matrix, column_of, row_of, played, tight, rows, places
            )
        if verdict != INACCURATE:
            return verdict == CERTIFIED
        start(body, matrix, own, other, left, top)
    return False


@njit(cache=True)
def certify(
    matrix: Array,
    own: Array,
    other: Array,
    body: Array,
    left: Array,
    top: Array,
    labels: int,
    bases: Array,
    status: Array,
) -> None:
    """Mark the bases that floats prove to be feasible."""
    d, c = matrix.shape
    column_of, row_of = _places(own, other, labels)
    most = max(d, c) + 1
    played, tight = np.empty(most, np.int64), np.empty(most, np.int64)
    rows, places = np.empty(most, np.int64), np.empty(most, np.int64)
    pivot_row = np.empty(body.shape[1])
    for k in range(bases.shape[0]):
        good = _arrive(
            matrix,
            own,
            other,
            body,
            left,
            top,
            bases[k],
            column_of,
            row_of,
            played,
            tight,
            rows,
            places,
            pivot_row,
        )
        status[k] = CERTIFIED if good else DOUBTFUL


@njit(cache=True)
def walk(
    matrix: Array,
    own: Array,
    other: Array,
    body: Array,
    left: Array,
    top: Array,
    words: Array,
    table: Array,
    keys: Array,
    bases: Array,
    status: Array,
    stack: Array,
    count: int,
    height: int,
    budget: int,
) -> tuple[int, int]:
    """Walk in floats until the stack, the room or the budget is used up.

    Vertices whose floats prove nothing, or whose ratios nearly tie, are marked as doubtful.
    """
    d, c = matrix.shape
    column_of, row_of = _places(own, other, words.size)
    most = max(d, c) + 1
    played, tight = np.empty(most, np.int64), np.empty(most, np.int64)
    rows, places = np.empty(most, np.int64), np.empty(most, np.int64)
    pivot_row = np.empty(body.shape[1])
    best, second = np.zeros(d + 1), np.zeros(d + 1)
    chosen = np.zeros(d + 1, np.int64)
    buffer = np.empty(bases.shape[1], np.uint64)
    room = keys.size - d
    while height > 0 and count < room and budget > 0:
        budget -= 1
        height -= 1
        current = stack[height]
        good = _arrive(
            matrix,
            own,
            other,
            body,
            left,
            top,
            bases[current],
            column_of,
            row_of,
            played,
            tight,
            rows,
            places,
            pivot_row,
        )
        if not good or not _ratios(body, best, second, chosen):
            status[current] = DOUBTFUL
            continue
        status[current] = CERTIFIED
        for q in range(1, d + 1):
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
                left[chosen[q]],
            )
    return count, height


@njit(cache=True)
def meeting_pairs(first: Array, second: Array, every: Array, pairs: Array) -> int:
    """The pairs of label sets that cover all labels; counts them, and lists those that fit."""
    count = 0
    for a in range(first.shape[0]):
        for b in range(second.shape[0]):
            whole = True
            for w in range(every.size):
                if (first[a, w] | second[b, w]) != every[w]:
                    whole = False
                    break
            if whole:
                if count < pairs.shape[0]:
                    pairs[count, 0], pairs[count, 1] = a, b
                count += 1
    return count
