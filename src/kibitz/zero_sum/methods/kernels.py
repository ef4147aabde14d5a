"""Compiled loops over payoff matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import machine_code as machine_code
from kibitz.core.compiling.compiled import njit
from kibitz.core.compiling.tiered import tiered as tiered
from kibitz.linear.game_kernels import SIZE, borrowed, game_tableau
from kibitz.linear.unique_kernels import is_even

# Sums may be taken in any order, and so in vectors.
ANY_ORDER = {"contract", "reassoc", "nsz"}
SADDLE, SUMS, DIAGONAL, TRIANGULAR, SKEW, UNEVEN = 1, 2, 4, 8, 16, 32


@njit(cache=True)
def are_below(array: Any, largest: float) -> bool:
    """Whether all entries are numbers, less than ``largest`` in absolute value."""
    count = 0
    for x in array.flat:
        count += abs(x) < largest
    return bool(count == array.size)


@njit(cache=True)
def structure(array: Any) -> int:
    """Which structures a matrix may have, as flags.

    A flag that is not set rules the structure out; one that is set is worth a closer look. One
    pass over the entries, and beyond that no more than it takes to find a counterexample.
    """
    flags = SADDLE if _has_saddle(array) else 0
    if _same_sums(array):
        flags |= SUMS
    if array.shape[0] == array.shape[1]:
        above, below = _zeros_below(array), _zeros_below(array.T)
        if above and below:
            flags |= DIAGONAL
        if above or below:
            flags |= TRIANGULAR
        if _is_skew(array):
            flags |= SKEW
    return flags


@njit(cache=True, nogil=True)
def solved_unless_structured(array: Any, answer: Any, work: Any) -> float:
    """What ``game_tableau`` does; NaN and the flags alone if the matrix may have a structure.

    Payoffs of very different sizes count as a structure. The kernel then has size zero.
    """
    array = borrowed(array)
    flags = structure(array)
    if not is_even(array):
        flags |= UNEVEN
    if flags:
        answer[0], answer[SIZE] = flags, 0.0
        return np.nan
    return float(game_tableau(array, answer, work))


@njit(cache=True)
def _has_saddle(array: Any) -> bool:
    """Whether some row never falls below the least of the columns' greatest entries."""
    m, n = array.shape
    highest = array[0].copy()
    for i in range(1, m):
        row = array[i]
        for j in range(n):
            highest[j] = max(highest[j], row[j])
    upper = highest.min()
    for i in range(m):
        j = 0
        while j < n and array[i, j] >= upper:
            j += 1
        if j == n:
            return True
    return False


@njit(cache=True)
def _same_sums(array: Any) -> bool:
    first = array[0].sum()
    for i in range(1, array.shape[0]):
        if not abs(array[i].sum() - first) <= 1e-9 * (1.0 + abs(first)):
            return False
    return True


@njit(cache=True)
def _zeros_below(array: Any) -> bool:
    """Whether a square matrix has nothing but zeros below its diagonal, and none on it."""
    for i in range(array.shape[0]):
        if array[i, i] == 0:
            return False
        for j in range(i):
            if array[i, j] != 0:
                return False
    return True


@njit(cache=True)
def _is_skew(array: Any) -> bool:
    for i in range(array.shape[0]):
        for j in range(i + 1):
            if array[i, j] != -array[j, i]:
                return False
    return True


@njit(cache=True)
def bordered(array: Any, rows: Any, columns: Any, shift: int) -> Any:
    """[[A_IJ - shift, -1], [1', 0]] in floats."""
    k = rows.size
    result = np.empty((k + 1, k + 1))
    for s in range(k):
        for t in range(k):
            result[s, t] = array[rows[s], columns[t]] - shift
        result[s, k] = -1.0
        result[k, s] = 1.0
    result[k, k] = 0.0
    return result


@njit(cache=True, fastmath=ANY_ORDER)
def undecided(array: Any, rows: Any, columns: Any, p: Any, q: Any, value: float) -> Any:
    """Which columns and rows outside the kernel floats cannot show to be no better than the value.

    Weights, payoffs and value are each off by half a unit in the last place. So the sum of k
    products is off by less than k + 4 units of the sum of the absolute values, whatever its order;
    and by next to nothing more where they are too small to have all their digits.
    """
    m, n = array.shape
    k = rows.size
    unit = 2.0**-52 * (k + 8)
    totals, sizes = np.zeros(n), np.zeros(n)
    for s in range(k):
        row, f = array[rows[s]], p[s]
        for j in range(n):
            x = f * row[j]
            totals[j] += x
            sizes[j] += abs(x)
    open_columns = np.empty(n, np.bool_)
    for j in range(n):
        open_columns[j] = not totals[j] - value > unit * (sizes[j] + abs(value)) + 1e-300
    open_rows = np.empty(m, np.bool_)
    for i in range(m):
        total = size = 0.0
        for t in range(k):
            x = array[i, columns[t]] * q[t]
            total += x
            size += abs(x)
        open_rows[i] = not value - total > unit * (size + abs(value)) + 1e-300
    for s in range(k):
        open_rows[rows[s]] = False
        open_columns[columns[s]] = False
    return open_columns, open_rows
