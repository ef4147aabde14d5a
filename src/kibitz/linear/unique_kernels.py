"""Compiled loops for small matrix games with a single optimum, which they round correctly.

Where each player has one optimal strategy, every method finds the same one, so that it does not
matter which is used. It is single when the last tableau of the simplex method has no zero in its
borders: every basic weight and every other slack is positive. Borders that are nearly zero, and
tableaux whose entries are so large that rounding may hide a zero, are left to exact arithmetic; so
are payoffs in whose last digits the answer lies, since a person reads these as decimals.

Residuals are summed in twice the precision of floats (Ogita, Rump and Oishi, "Accurate sum and dot
product", 2005). So one step of iterative refinement is enough to give each number to its last bit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kibitz.core.compiling.borrowed import line
from kibitz.core.compiling.compiled import njit
from kibitz.linear.game_kernels import (
    OPTIMAL,
    START,
    Tableau,
    borrowed,
    exponent_of,
    last_tableau,
    read_off,
)
from kibitz.linear.game_simplex import MIXED_SIZES

Array = np.ndarray[Any, np.dtype[Any]]

CLEAR = 1e-9  # a smaller weight, slack or value, in units of the spread, may be zero
STEEP = 1e6  # a column whose squares add up to more may hide one
FAR = 100.0  # payoffs farther from zero, in units of half the spread, have lost too many digits
SPLITTER = 134217729.0  # 2**27 + 1, which splits a float into halves (Dekker 1971)


@njit(cache=True, nogil=True)
def unique_optimum(matrix: Array, answer: Array, work: Array) -> float:
    """The answer of the tableau, as ``game_tableau`` packs it; NaN unless it is surely unique."""
    matrix = borrowed(matrix)
    tableau, half_spread, i, j, pivots, status, bits = last_tableau(matrix, work)
    if status != OPTIMAL or not abs(matrix[i, j]) <= FAR * half_spread:
        return np.nan
    if not is_even(matrix) or not _is_clear(tableau):
        return np.nan
    corner = matrix[i, j]
    value = read_off(matrix, half_spread, corner, tableau, pivots, status, bits, answer)
    if math.isnan(value):
        return np.nan
    scaled = _round(matrix, math.ldexp(1.0, -exponent_of(half_spread)), tableau, answer)
    return float(answer[0]) if scaled == 0.0 or abs(scaled) > CLEAR else np.nan


@njit(cache=True)
def is_even(array: Any) -> bool:
    """Whether no payoff but zero is so small that floats may lose it beside the largest."""
    small, large = np.inf, 0.0
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            x = abs(array[i, j])
            large = max(large, x)
            small = min(small, x if x > 0.0 else np.inf)
    return large <= MIXED_SIZES * small


@njit(cache=True)
def _is_clear(tableau: Tableau) -> bool:
    """Whether nothing in the borders may be zero."""
    _, right, _, cost, norm, left, top, _, _ = tableau
    least, steepest = right[0], 0.0
    for i in range(left.size):
        least = min(least, right[i])
    for j in range(top.size):
        least, steepest = min(least, cost[j]), max(steepest, norm[j])
    return least > CLEAR and steepest < STEEP


@njit(cache=True)
def _less_product(high: float, low: float, a: float, b: float) -> tuple[float, float]:
    """A sum in two parts, less a product, without rounding errors in the high part."""
    product = a * b
    c = SPLITTER * a
    a_high = c - (c - a)
    a_low = a - a_high
    c = SPLITTER * b
    b_high = c - (c - b)
    b_low = b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    total = high - product
    part = total - high
    return total, low + ((high - (total - part)) - (product + part)) - error


@njit(cache=True)
def _round(matrix: Array, scale: float, tableau: Tableau, answer: Array) -> float:
    """Correct the strategies and the value by their residuals; the value, scaled."""
    body, _, _, _, _, left, top, column_error, row_error = tableau
    m, n = matrix.shape
    p, q = line(answer, START, m), line(answer, START + m, n)
    value = answer[0] * scale
    missing_p = missing_q = 1.0
    low_p = low_q = 0.0
    for i in range(m):
        missing_p, low_p = _less_product(missing_p, low_p, 1.0, p[i])
    for j in range(n):
        missing_q, low_q = _less_product(missing_q, low_q, 1.0, q[j])
    missing_p, missing_q = missing_p + low_p, missing_q + low_q
    change = value * missing_q
    for s in range(n):
        row_error[s] = 0.0
        i = top[s]
        if i < m:
            high, low = value, 0.0
            for j in range(n):
                if q[j] != 0.0:
                    high, low = _less_product(high, low, matrix[i, j] * scale, q[j])
            row_error[s] = high + low
            change -= p[i] * row_error[s]
    for r in range(m):
        column_error[r] = 0.0
        j = left[r] - m
        if j >= 0:
            high, low = value, 0.0
            for i in range(m):
                if p[i] != 0.0:
                    high, low = _less_product(high, low, matrix[i, j] * scale, p[i])
            column_error[r] = high + low
    for r in range(m):
        if left[r] >= m:
            correction = q[left[r] - m] * missing_q
            for s in range(n):
                correction += body[r, s] * row_error[s]
            q[left[r] - m] += correction
    for s in range(n):
        if top[s] < m:
            correction = p[top[s]] * missing_p
            for r in range(m):
                correction += body[r, s] * column_error[r]
            p[top[s]] += correction
    value += change
    answer[0] = value / scale
    return float(value)
