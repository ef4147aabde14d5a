"""Compiled loops of bimatrix games: walks over the vertices of best-response polytopes.

A dictionary holds the basic variables as functions of the nonbasic ones: column 0 has the right
sides, ``left`` the labels of the rows, ``top`` those of the other columns. A basis is the set of
its nonbasic labels, in bits. Vertices are kept in a hash table whose keys are sums of random words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = np.ndarray[Any, np.dtype[Any]]

ROUNDOFF = 2.3e-16  # twice the unit of float64
TIE = 1e-7  # ratios closer than this are left to exact arithmetic
SINGULAR = 1e-12  # a smaller pivot counts as none
SMALL_STEP = 1e-11  # a smaller step is rounding noise, as is a smaller difference of ratios
GOOD, FAIR = 1e-13, 1e-9  # regrets at the end of a path that are accepted at once, and at last
REFRESH = 2000  # pivots between two computations of a dictionary from the payoffs
LARGE = 2.0**61  # integers beyond are left to arithmetic of any length
LANES = 16
HALF = 0xFFFFFFFF  # the lower half of a word

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
def _push(
    table: Array, keys: Array, bases: Array, status: Array, stack: Array, words: Array,
    count: int, height: int, current: int, buffer: Array, out: int, into: int,
) -> tuple[int, int]:  # fmt: skip
    """Note the neighbour that exchanges two labels, and stack it when it is new."""
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
def _has(basis: Array, label: int) -> bool:
    return bool((basis[label >> 6] >> np.uint64(label & 63)) & np.uint64(1) == 1)


@njit(cache=True)
def padded(width: int) -> int:
    """A width filled up with columns of zeros, so that rows are whole vectors of the machine."""
    return (width + LANES - 1) // LANES * LANES


@njit(cache=True)
def _start(body: Array, matrix: Array, own: Array, other: Array, left: Array, top: Array) -> None:
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
def _pivot(body: Array, left: Array, top: Array, r: int, q: int, row: Array) -> None:
    """Exchange a row and a column of a dictionary of floats; ``row`` is room for one row."""
    height, width = body.shape
    inverse = 1.0 / body[r, q]
    for j in range(width):
        row[j] = body[r, j] * inverse
    row[q] = inverse
    for i in range(height):
        line = body[i]
        f = line[q]
        line[q] = 0.0
        for j in range(width):
            line[j] -= f * row[j]
    for j in range(width):
        body[r, j] = row[j]
    left[r], top[q - 1] = top[q - 1], left[r]


@njit(cache=True)
def _go(body: Array, left: Array, top: Array, basis: Array, pivot_row: Array) -> bool:
    """Pivot to a basis; false where a pivot is too small."""
    for q in range(1, top.size + 1):
        if _has(basis, top[q - 1]):
            continue
        best, row = SINGULAR, -1
        for r in range(body.shape[0]):
            if abs(body[r, q]) > best and _has(basis, left[r]):
                best, row = abs(body[r, q]), r
        if row < 0:
            return False
        _pivot(body, left, top, row, q, pivot_row)
    return True


@njit(cache=True, fastmath=SUMS, error_model="numpy")
def _verdict(
    body: Array, left: Array, top: Array, matrix: Array, column_of: Array, row_of: Array,
    played: Array, tight: Array, rows: Array, places: Array,
) -> int:  # fmt: skip
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
    matrix: Array, own: Array, other: Array, body: Array, left: Array, top: Array, basis: Array,
    column_of: Array, row_of: Array, played: Array, tight: Array, rows: Array, places: Array,
    pivot_row: Array,
) -> bool:  # fmt: skip
    """Pivot to a basis and prove it, if need be afresh from the origin."""
    for _ in range(2):
        verdict = INACCURATE
        if _go(body, left, top, basis, pivot_row):
            verdict = _verdict(
                body, left, top, matrix, column_of, row_of, played, tight, rows, places
            )
        if verdict != INACCURATE:
            return verdict == CERTIFIED
        _start(body, matrix, own, other, left, top)
    return False


@njit(cache=True)
def certify(
    matrix: Array, own: Array, other: Array, body: Array, left: Array, top: Array, labels: int,
    bases: Array, status: Array,
) -> None:  # fmt: skip
    """Mark the bases that floats prove to be feasible."""
    d, c = matrix.shape
    column_of, row_of = _places(own, other, labels)
    most = max(d, c) + 1
    played, tight = np.empty(most, np.int64), np.empty(most, np.int64)
    rows, places = np.empty(most, np.int64), np.empty(most, np.int64)
    pivot_row = np.empty(body.shape[1])
    for k in range(bases.shape[0]):
        good = _arrive(
            matrix, own, other, body, left, top, bases[k],
            column_of, row_of, played, tight, rows, places, pivot_row,
        )  # fmt: skip
        status[k] = CERTIFIED if good else DOUBTFUL


@njit(cache=True)
def walk(
    matrix: Array, own: Array, other: Array, body: Array, left: Array, top: Array, words: Array,
    table: Array, keys: Array, bases: Array, status: Array, stack: Array,
    count: int, height: int, budget: int,
) -> tuple[int, int]:  # fmt: skip
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
            matrix, own, other, body, left, top, bases[current],
            column_of, row_of, played, tight, rows, places, pivot_row,
        )  # fmt: skip
        if not good or not _ratios(body, best, second, chosen):
            status[current] = DOUBTFUL
            continue
        status[current] = CERTIFIED
        for q in range(1, d + 1):
            count, height = _push(
                table, keys, bases, status, stack, words, count, height, current, buffer,
                top[q - 1], left[chosen[q]],
            )  # fmt: skip
    return count, height


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
        if _has(basis, top[q - 1]):
            continue
        least, row = np.int64(0), -1
        for r in range(body.shape[0]):
            size = abs(body[r, q])
            if size > 0 and (row < 0 or size < least) and _has(basis, left[r]):
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
    matrix: Array, own: Array, other: Array, words: Array,
    table: Array, keys: Array, bases: Array, status: Array, tight: Array, stack: Array,
    count: int, height: int, doubts: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """Certify doubtful vertices in integers of 64 bits, and stack their new neighbours.

    Returns also how many of them were treated before the room was used up.
    """
    d, c = matrix.shape
    body = np.empty((c, d + 1), np.int64)
    left, top = np.empty(c, np.int64), np.empty(d, np.int64)
    place = np.zeros(words.size, np.int64)
    buffer = np.empty(bases.shape[1], np.uint64)
    one = np.uint64(1)
    room = keys.size - d
    _start(body, matrix, own, other, left, top)
    denominator = 1
    for done in range(doubts.size):
        if count >= room:
            return count, height, done
        current = doubts[done]
        basis = bases[current]
        denominator, good = _go_in_integers(body, left, top, basis, denominator)
        if not good:
            _start(body, matrix, own, other, left, top)
            denominator, good = _go_in_integers(body, left, top, basis, 1)
            if not good:
                _start(body, matrix, own, other, left, top)
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
            count, height = _push(
                table, keys, bases, status, stack, words, count, height, current, buffer,
                top[q - 1], left[row],
            )  # fmt: skip
    return count, height, doubts.size


@njit(cache=True)
def meeting_pairs(first: Array, second: Array, every: Array, pairs: Array) -> int:
    """The pairs of label sets that cover all labels; counts them, and lists those that fit."""
    found = 0
    for a in range(first.shape[0]):
        for b in range(second.shape[0]):
            whole = True
            for w in range(every.size):
                if (first[a, w] | second[b, w]) != every[w]:
                    whole = False
                    break
            if whole:
                if found < pairs.shape[0]:
                    pairs[found, 0], pairs[found, 1] = a, b
                found += 1
    return found


@njit(cache=True)
def _float_share(body: Array, left: Array, place: Array, r: int, label: int) -> float:
    """The coefficient in a row of the infinitesimal that belongs to an inequality."""
    if place[label] > 0:
        return float(body[r, place[label]])
    return 1.0 if left[r] == label else 0.0


@njit(cache=True, error_model="numpy")
def _leaving(body: Array, left: Array, place: Array, other: Array, q: int) -> int:
    """The row that first reaches zero, ties broken by the infinitesimals; -1 if there is none."""
    least, row = np.inf, -1
    for r in range(body.shape[0]):
        step = body[r, q]
        ratio = body[r, 0] / step if step > SMALL_STEP else np.inf
        if ratio < least:
            least, row = ratio, r
    limit = least + SMALL_STEP
    for r in range(body.shape[0]):
        step = body[r, q]
        if ((step > SMALL_STEP) & (body[r, 0] <= limit * step)) and r != row:
            for label in other:
                mine = _float_share(body, left, place, r, label) / step
                theirs = _float_share(body, left, place, row, label) / body[row, q]
                if abs(mine - theirs) > SMALL_STEP * (1.0 + abs(theirs)):
                    if mine < theirs:
                        row = r
                    break
    return row


@njit(cache=True)
def _refresh(
    body: Array, matrix: Array, own: Array, other: Array, left: Array, top: Array, place: Array,
    basis: Array, pivot_row: Array,
) -> bool:  # fmt: skip
    """Compute the dictionary of the current basis anew from the payoffs."""
    basis[:] = 0
    for q in range(top.size):
        basis[top[q] >> 6] |= np.uint64(1) << np.uint64(top[q] & 63)
    _start(body, matrix, own, other, left, top)
    good = _go(body, left, top, basis, pivot_row)
    place[:] = 0
    for q in range(top.size):
        place[top[q]] = q + 1
    return good


@njit(cache=True)
def _between(payoffs: Array, turned: bool) -> Array:
    """Payoffs moved and scaled to lie between 1/9 and 1, which changes no best response."""
    low, high = payoffs.min(), payoffs.max()
    scale = 8.0 / (9.0 * (high - low)) if high > low else 1.0
    m, n = payoffs.shape
    made = np.empty((n, m) if turned else (m, n))
    for i in range(m):
        for j in range(n):
            x = (payoffs[i, j] - low) * scale + 1.0 / 9.0
            if turned:
                made[j, i] = x
            else:
                made[i, j] = x
    return made


@njit(cache=True)
def _read_off(body: Array, left: Array, first: int, point: Array) -> None:
    """The strategy at a vertex; the label of its first coordinate is given."""
    point[:] = 0.0
    for r in range(left.size):
        k = left[r] - first
        if 0 <= k < point.size:
            point[k] = max(body[r, 0], 0.0)
    point /= point.sum()


@njit(cache=True)
def regret(matrix: Array, mine: Array, theirs: Array) -> float:
    """How much the player whose strategies are the columns could gain, for payoffs up to 1."""
    best, mean = 0.0, 0.0
    for j in range(matrix.shape[1]):
        total = 0.0
        for i in range(matrix.shape[0]):
            total += matrix[i, j] * mine[i]
        best = max(best, total)
        mean += total * theirs[j]
    return best - mean


@njit(cache=True)
def lemke_howson(
    first: Array, second: Array, label: int, most: int, trace: Array
) -> tuple[int, Array, Array, Array, Array]:
    """Follow the path of a label; the number of pivots, the bases at its end, and the point.

    The number is -1 when the path does not end within ``most`` pivots, or floats give out.
    """
    m, n = first.shape
    rows, columns = _between(second, False), _between(first, True)
    own1, own2 = np.arange(m), np.arange(m, m + n)
    body1, body2 = np.zeros((n, padded(m + 1))), np.zeros((m, padded(n + 1)))
    left1, left2 = own2.copy(), own1.copy()
    top1, top2 = own1.copy(), own2.copy()
    place1, place2 = np.zeros(m + n, np.int64), np.zeros(m + n, np.int64)
    basis = np.zeros((m + n + 63) // 64, np.uint64)
    x, y = np.zeros(m), np.zeros(n)
    row1, row2 = np.empty(body1.shape[1]), np.empty(body2.shape[1])
    _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
    _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
    mine = place1[label] > 0
    dropped, length, ended = label, 0, False
    while length < most and not ended:
        if mine:
            q = place1[dropped]
            r = _leaving(body1, left1, place1, own2, q)
        else:
            q = place2[dropped]
            r = _leaving(body2, left2, place2, own1, q)
        if r < 0:
            return -1, top1, top2, x, y
        if mine:
            picked = left1[r]
            _pivot(body1, left1, top1, r, q, row1)
            place1[dropped], place1[picked] = 0, q
        else:
            picked = left2[r]
            _pivot(body2, left2, top2, r, q, row2)
            place2[dropped], place2[picked] = 0, q
        if length < trace.shape[0]:
            trace[length, 0], trace[length, 1] = dropped, picked
        length += 1
        ended = picked == label
        good = True
        if length % REFRESH < 2 and mine:
            good = _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
        elif length % REFRESH < 2:
            good = _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
        if not good:
            return -1, top1, top2, x, y
        mine, dropped = not mine, picked
    if not ended:
        return -1, top1, top2, x, y
    for attempt in range(2):
        _read_off(body1, left1, 0, x)
        _read_off(body2, left2, m, y)
        worst = max(regret(rows, x, y), regret(columns, y, x))
        if worst <= (GOOD if attempt == 0 else FAIR):
            return length, top1, top2, x, y
        _refresh(body1, rows, own1, own2, left1, top1, place1, basis, row1)
        _refresh(body2, columns, own2, own1, left2, top2, place2, basis, row2)
    return -1, top1, top2, x, y


@njit(cache=True, error_model="numpy")
def _factor(system: Array, order: Array, k: int) -> bool:
    """Gaussian elimination in place with row exchanges; false where a pivot is too small."""
    for a in range(k):
        order[a] = a
    for s in range(k):
        p = s
        for a in range(s + 1, k):
            if abs(system[a, s]) > abs(system[p, s]):
                p = a
        if not abs(system[p, s]) > SINGULAR:
            return False
        if p != s:
            order[s], order[p] = order[p], order[s]
            for b in range(k):
                system[s, b], system[p, b] = system[p, b], system[s, b]
        for a in range(s + 1, k):
            f = system[a, s] / system[s, s]
            system[a, s] = f
            for b in range(s + 1, k):
                system[a, b] -= f * system[s, b]
    return True


@njit(cache=True, error_model="numpy")
def _solve_ones(system: Array, solution: Array, k: int) -> None:
    """The solution of M y = 1 from the factors of M."""
    for a in range(k):
        total = 1.0
        for b in range(a):
            total -= system[a, b] * solution[b]
        solution[a] = total
    for a in range(k - 1, -1, -1):
        total = solution[a]
        for b in range(a + 1, k):
            total -= system[a, b] * solution[b]
        solution[a] = total / system[a, a]


@njit(cache=True, error_model="numpy")
def _solve_left(
    system: Array, order: Array, target: Array, work: Array, solution: Array, k: int
) -> None:
    """The solution of z M = target from the factors of M."""
    for b in range(k):
        total = target[b]
        for a in range(b):
            total -= system[a, b] * work[a]
        work[b] = total / system[b, b]
    for a in range(k - 1, -1, -1):
        for b in range(a):
            work[b] -= system[a, b] * work[a]
    for a in range(k):
        solution[order[a]] = work[a]


@njit(cache=True, fastmath=SUMS, error_model="numpy")
def _refuted(
    matrix: Array, kept: Array, played: Array, reach: Array, weights: Array, target: Array,
    negative: bool, k: int,
) -> bool:  # fmt: skip
    """Whether multipliers of the equations prove that they have no solution in the polytope.

    Let z M = t + e for the wanted t and a small e. Every y in the polytope with M y = 1 has
    t y = z 1 - e y, and its coordinates are at most ``reach``. With t a unit vector this must not
    be negative; with t the coefficients of an inequality it must not be greater than one.
    """
    total, size, error = 0.0, 0.0, 0.0
    for a in range(k):
        total += weights[a]
        size += abs(weights[a])
    for b in range(k):
        line = matrix[played[b]]
        defect, bulk = -target[b], abs(target[b])
        for a in range(k):
            term = weights[a] * line[kept[a]]
            defect += term
            bulk += abs(term)
        error += reach[played[b]] * (abs(defect) + ROUNDOFF * (k + 4) * bulk)
    error = 1.01 * error + ROUNDOFF * (k + 4) * (size + 1.0)
    return total < -error if negative else total > 1.0 + error


@njit(cache=True)
def refute(
    matrix: Array, own: Array, other: Array, labels: int, bases: Array, status: Array
) -> None:
    """Mark the bases of a polytope that are proved to be infeasible as false."""
    d, c = matrix.shape
    most = min(d, c) + 1
    system = np.empty((most, most))
    order = np.empty(most, np.int64)
    played, kept = np.empty(most, np.int64), np.empty(most, np.int64)
    solution, target = np.empty(most), np.empty(most)
    work, weights = np.empty(most), np.empty(most)
    reach = np.empty(d)
    for i in range(d):
        reach[i] = 1.01 / matrix[i].max()
    loose = np.empty(c, np.int64)
    for at in range(bases.shape[0]):
        basis = bases[at]
        k, t, rest = 0, 0, 0
        for i in range(d):
            if not _has(basis, own[i]):
                if k < most - 1:
                    played[k] = i
                k += 1
        for j in range(c):
            if _has(basis, other[j]):
                if t < most - 1:
                    kept[t] = j
                t += 1
            else:
                loose[rest] = j
                rest += 1
        status[at] = DOUBTFUL
        if k != t or k >= most:
            continue
        for a in range(k):
            for b in range(k):
                system[a, b] = matrix[played[b], kept[a]]
        if not _factor(system, order, k):
            continue
        _solve_ones(system, solution, k)
        worst, least = -1, 0.0
        for b in range(k):
            if solution[b] < least:
                worst, least = b, solution[b]
        if worst >= 0:
            target[:k] = 0.0
            target[worst] = 1.0
            _solve_left(system, order, target, work, weights, k)
            if _refuted(matrix, kept, played, reach, weights, target, True, k):
                status[at] = FALSE
            continue
        worst, least = -1, 1.0
        for r in range(rest):
            total = 0.0
            for b in range(k):
                total += matrix[played[b], loose[r]] * solution[b]
            if total > least:
                worst, least = loose[r], total
        if worst >= 0:
            for b in range(k):
                target[b] = matrix[played[b], worst]
            _solve_left(system, order, target, work, weights, k)
            if _refuted(matrix, kept, played, reach, weights, target, False, k):
                status[at] = FALSE
