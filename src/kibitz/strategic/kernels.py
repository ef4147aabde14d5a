"""Compiled loops over payoff matrices."""

from __future__ import annotations

from typing import Any

from numba import njit

SADDLE, SUMS, DIAGONAL, TRIANGULAR, SKEW = 1, 2, 4, 8, 16


@njit(cache=True)
def structure(array: Any) -> int:
    """Which structures a matrix may have, as flags, in one pass over its entries.

    A flag that is not set rules the structure out; one that is set is worth a closer look.
    """
    m, n = array.shape
    lower = upper = array[0, 0]
    square = m == n
    above = below = skew = square
    first_sum = 0.0
    same = True
    for i in range(m):
        least = array[i, 0]
        total = 0.0
        for j in range(n):
            x = array[i, j]
            if x < least:
                least = x
            total += x
            if square and x != 0:
                if j > i:
                    below = False
                elif j < i:
                    above = False
        if i == 0:
            lower, first_sum = least, total
        else:
            lower = max(lower, least)
            same = same and abs(total - first_sum) <= 1e-9 * (1.0 + abs(first_sum))
        if square and array[i, i] == 0:
            above = below = False
    for j in range(n):
        most = array[0, j]
        for i in range(1, m):
            if array[i, j] > most:
                most = array[i, j]
        upper = most if j == 0 else min(upper, most)
    if skew:
        for i in range(m):
            for j in range(i + 1):
                if array[i, j] != -array[j, i]:
                    skew = False
                    break
            if not skew:
                break
    flags = 0
    if lower == upper:
        flags |= SADDLE
    if same:
        flags |= SUMS
    if above and below:
        flags |= DIAGONAL
    if above or below:
        flags |= TRIANGULAR
    if skew:
        flags |= SKEW
    return flags
