"""Machine code for the nimbers of heaps.

``g[n]`` is the nimber of a heap of n; ``empties``, ``singles`` and ``pairs`` are the numbers that
may be taken when nothing, one heap or two heaps are left. Every kernel works out ``g[start:stop]``
and returns where it stopped: before ``stop`` when a nimber does not fit below ``room``.
"""
# mypy: disallow-untyped-decorators=False

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = Any
BLOCK = 32
"""Heaps worked on together; what is read for one lies beside what is read for the next."""


@njit(cache=True)
def _see_takes(seen: Array, g: Array, n: int, empties: Array, singles: Array) -> None:
    """Mark the nimbers that a heap of n reaches by takes alone. Amounts are sorted."""
    for i in empties:
        if i == n:
            seen[0] = n
    for i in singles:
        if i >= n:
            break
        seen[g[n - i]] = n


@njit(cache=True)
def _settle(seen: Array, g: Array, n: int, room: int) -> bool:
    """Give a heap of n the least nimber not marked; False when that does not fit."""
    value = 0
    while seen[value] == n:
        value += 1
    if value < room:
        g[n] = value
    return value < room


@njit(cache=True)
def take_only(g: Array, start: int, stop: int, empties: Array, singles: Array, room: int) -> int:
    """Games without splitting: O(number of amounts) for every heap. Amounts are sorted."""
    seen = np.full(room + 1, -1, np.int64)
    for n in range(start, stop):
        _see_takes(seen, g, n, empties, singles)
        if not _settle(seen, g, n, room):
            return n
    return stop


@njit(cache=True)
def quadratic(
    g: Array,
    start: int,
    stop: int,
    empties: Array,
    singles: Array,
    pairs: Array,
    unequal: bool,
    room: int,
) -> int:
    """Every option of every heap: O(n) for a heap of n and each of the pairs."""
    seen = np.full(room + 1, -1, np.int64)
    for n in range(start, stop):
        _see_takes(seen, g, n, empties, singles)
        for i in pairs:
            r = n - i
            half = (r - 1) // 2 if unequal else r // 2
            for a in range(1, half + 1):
                seen[g[a] ^ g[r - a]] = n
        if not _settle(seen, g, n, room):
            return n
    return stop


@njit(cache=True)
def sparse(
    g: Array,
    start: int,
    stop: int,
    empties: Array,
    singles: Array,
    pairs: Array,
    unequal: bool,
    room: int,
    odd: Array,
    alternating: int,
    rare: Array,
    rare_g: Array,
    count: int,
    probes: Array,
    probes_g: Array,
    blind: int,
) -> tuple[int, int]:
    """Few heaps are rare and only they are met with all the others.

    A heap is common when ``odd[g[n]]``, xor the parity of n when ``alternating``, is 1. Two common
    heaps never make the nimber of a common one, so the least nimber that is not reached through a
    rare heap is an upper bound, and below it only nimbers of the other kind are to be found: first
    with ``probes``, heaps of all common nimbers in turn, then among all pairs.
    """
    marks = np.zeros((BLOCK, 2 * room), np.uint8)
    shift = pairs[0]
    first = start
    while first < stop:
        size = min(BLOCK, stop - first)
        marks[:, :] = 0
        for i in pairs:
            _mark_block(marks, g, first - i, rare, rare_g, count, unequal)
            _mark_block(marks, g, first - i, probes, probes_g, blind, unequal)
        for k in range(size):
            n = first + k
            mark = marks[k]
            for i in empties:
                if i == n:
                    mark[0] = 1
            for i in singles:
                if i < n:
                    mark[g[n - i]] = 1
            for i in pairs:
                _mark_small(mark, g, n - i, unequal)
            kind = 1 ^ (alternating & (n - shift))
            value = 0
            missing = 0
            while True:
                if not mark[value]:
                    if odd[value] == kind:
                        break
                    missing += 1
                value += 1
            if value >= room:
                return n, count
            for i in pairs:
                if missing:
                    missing = _probe(
                        mark, g, n - i, probes, probes_g, blind, unequal, value, missing
                    )
            for i in pairs:
                if missing:
                    missing = _scan(mark, g, n - i, unequal, value, missing)
            if missing:
                value = 0
                while mark[value]:
                    value += 1
            g[n] = value
            if odd[value] != kind:
                rare[count] = n
                rare_g[count] = value
                count += 1
        first += size
    return stop, count


@njit(cache=True)
def _mark_block(
    marks: Array, g: Array, r: int, heaps: Array, heaps_g: Array, count: int, unequal: bool
) -> None:
    """Mark what these heaps make with the rest of r, r + 1, ..., one line of marks for each."""
    for j in range(count):
        a = heaps[j]
        if a >= r:
            break
        if a < BLOCK:
            continue
        x = heaps_g[j]
        base = np.uint64(r - a)
        if unequal and r <= 2 * a < r + BLOCK:
            for k in range(BLOCK):
                if 2 * a != r + k:
                    marks[k, x ^ g[base + np.uint64(k)]] = 1
        else:
            for k in range(BLOCK):
                marks[k, x ^ g[base + np.uint64(k)]] = 1


@njit(cache=True)
def _mark_small(mark: Array, g: Array, r: int, unequal: bool) -> None:
    """Mark what heaps smaller than a block make with the rest of r."""
    half = (r - 1) // 2 if unequal else r // 2
    for a in range(1, min(BLOCK - 1, half) + 1):
        mark[g[a] ^ g[r - a]] = 1


@njit(cache=True)
def _probe(
    mark: Array,
    g: Array,
    r: int,
    probes: Array,
    probes_g: Array,
    begin: int,
    unequal: bool,
    bound: int,
    missing: int,
) -> int:
    """Mark what probes make with the rest of r until nothing below the bound is missing."""
    for j in range(begin, probes.size):
        a = probes[j]
        value = probes_g[j] ^ g[np.uint64(r - a)]
        if not mark[value] and value < bound and not (unequal and 2 * a == r):
            mark[value] = 1
            missing -= 1
            if missing == 0:
                break
    return missing


@njit(cache=True)
def _scan(mark: Array, g: Array, r: int, unequal: bool, bound: int, missing: int) -> int:
    """Mark what all pairs of heaps make until nothing below the bound is missing."""
    half = (r - 1) // 2 if unequal else r // 2
    for a in range(1, half + 1):
        value = g[np.uint64(a)] ^ g[np.uint64(r - a)]
        if value < bound and not mark[value]:
            mark[value] = 1
            missing -= 1
            if missing == 0:
                break
    return missing


@njit(cache=True)
def z_function(word: Array) -> Array:
    """For every p, how long ``word[p:]`` agrees with ``word``. O(length)."""
    n = word.size
    z = np.zeros(n, np.int64)
    left = right = 0
    for p in range(1, n):
        length = min(right - p, z[p - left]) if p < right else 0
        while p + length < n and word[length] == word[p + length]:
            length += 1
        z[p] = length
        if p + length > right:
            left, right = p, p + length
    return z


@njit(cache=True)
def repetitions(values: Array, least: int) -> Array:
    """Each p for which the last ``least`` values or more repeat, with how many do. O(length).

    The same as :func:`z_function` of the values from the last to the first, where only long
    agreements count, which begin early.
    """
    n = values.size
    word = np.empty(n, values.dtype)
    for k in range(n):
        word[k] = values[n - 1 - k]
    z = np.zeros(max(1, n - least + 1), np.int64)
    agreed = np.zeros((8, 2), np.int64)
    left = right = count = 0
    for p in range(1, n - least + 1):
        length = min(right - p, z[p - left]) if p < right else 0
        while p + length < n and word[length] == word[p + length]:
            length += 1
        z[p] = length
        if p + length > right:
            left, right = p, p + length
        if length >= least:
            if count == len(agreed):
                more = np.zeros((2 * count, 2), np.int64)
                for k in range(count):
                    more[k, 0], more[k, 1] = agreed[k, 0], agreed[k, 1]
                agreed = more
            agreed[count, 0], agreed[count, 1] = p, length
            count += 1
    return agreed[:count]


@njit(cache=True)
def general(
    g: Array,
    start: int,
    stop: int,
    head: Array,
    tail: Array,
    folded: Array,
    low: Array,
    pair_sets: Array,
    room: int,
) -> int:
    """Any code: digits up to 15 (three heaps), the tail repeated forever.

    ``folded[c, v]`` says whether a heap that is c modulo the length of the tail can become v by
    taking an amount of the tail; it grows as n does, and ``low[c]`` is the least v that is not yet
    there. ``pair_sets[r]`` holds the bits v that two heaps of total r make; it has no rows when no
    digit leaves three heaps.
    """
    seen = np.full(room + 1, -1, np.int64)
    for n in range(start, stop):
        if pair_sets.shape[0] and n > 1:
            _fill_pairs(pair_sets[n - 1], g, n - 1)
        if tail.size and n >= head.size:
            _fold(folded, g, n - head.size, head.size, tail, pair_sets)
        triples = False
        for i in range(min(head.size, n + 1)):
            digit, r = head[i], n - i
            if digit & 1 and r == 0:
                seen[0] = n
            if digit & 2 and r > 0:
                seen[g[r]] = n
            if digit & 4:
                for a in range(1, r // 2 + 1):
                    seen[g[a] ^ g[r - a]] = n
            triples = triples or digit & 8 != 0
        kind = n % max(1, tail.size)
        while low[kind] < room and folded[kind, low[kind]]:
            low[kind] += 1
        value = low[kind]
        while value < room:
            if seen[value] != n and not folded[kind, value]:
                if not triples or not _three_make(g, n, head, pair_sets, value):
                    break
                seen[value] = n
            value += 1
        if value >= room:
            return n
        g[n] = value
    return stop


@njit(cache=True)
def _fill_pairs(bits: Array, g: Array, r: int) -> None:
    for a in range(1, r // 2 + 1):
        value = g[a] ^ g[r - a]
        bits[value >> 3] |= np.uint8(1 << (value & 7))


@njit(cache=True)
def _three_make(g: Array, n: int, head: Array, pair_sets: Array, value: int) -> bool:
    """Whether taking an amount of the head can leave three heaps that make this value."""
    for i in range(min(head.size, n + 1)):
        if head[i] & 8:
            r = n - i
            for a in range(1, r // 3 + 1):
                other = value ^ g[a]
                if pair_sets[r - a, other >> 3] >> (other & 7) & 1:
                    return True
    return False


@njit(cache=True)
def _fold(folded: Array, g: Array, r: int, first: int, tail: Array, pair_sets: Array) -> None:
    """Note what a total of r counters makes, for all heaps that reach it by the tail."""
    length = tail.size
    for j in range(length):
        digit, kind = tail[j], (r + first + j) % length
        if digit & 1 and r == 0:
            folded[kind, 0] = 1
        if digit & 2 and r > 0:
            folded[kind, g[r]] = 1
        if digit & 4:
            for a in range(1, r // 2 + 1):
                folded[kind, g[a] ^ g[r - a]] = 1
        if digit & 8:
            for a in range(1, r // 3 + 1):
                bits = pair_sets[r - a]
                for k in range(bits.size):
                    if bits[k]:
                        for b in range(8):
                            if bits[k] >> b & 1:
                                folded[kind, g[a] ^ (8 * k + b)] = 1


@njit(cache=True)
def least_winning_takes(limits: Array, misere: bool) -> Array:
    """The least take that wins from 0, 1, ... counters when ``limits[t]`` bounds what follows t.

    O(n) for n counters at most; the number of counters plus one stands for "no take wins".
    """
    n = limits.size - 1
    least = np.empty(n + 1, np.int64)
    least[0] = 0 if misere else n + 1
    for m in range(1, n + 1):
        least[m] = n + 1
        for t in range(1, m + 1):
            if least[m - t] > limits[t] and not (misere and limits[t] == 0):
                least[m] = t
                break
    return least


@njit(cache=True)
def dynamic_nimbers(limits: Array) -> Array:
    """The nimber of m counters when up to k may be taken, for all m and k. O(1) for each."""
    n = limits.size - 1
    nimbers = np.zeros((n + 1, n + 1), np.uint16)
    seen = np.full(n + 2, -1, np.int64)
    for m in range(1, n + 1):
        value = 0
        for k in range(1, m + 1):
            seen[nimbers[m - k, min(m - k, limits[k])]] = m
            while seen[value] == m:
                value += 1
            nimbers[m, k] = value
    return nimbers
