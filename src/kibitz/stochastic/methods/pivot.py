"""Small matrix games by pivoting with Bland's rule, in rationals of any kind or in floats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

Kernel = tuple[tuple[int, ...], tuple[int, ...]]
CLOSE = 1e-13


@dataclass(frozen=True)
class Pivoted:
    """Value, a strategy each, and the square kernel that they come from."""

    value: Any
    row: tuple[Any, ...]
    column: tuple[Any, ...]
    kernel: Kernel


def pivot(game: list[list[Any]]) -> Pivoted:
    """Solve a matrix game. Ferguson II.4.5; O(mn) operations for each pivot.

    >>> from fractions import Fraction
    >>> solved = pivot([[Fraction(2), Fraction(-1)], [Fraction(0), Fraction(1)]])
    >>> print(solved.value, *solved.row, solved.kernel)
    1/2 1/4 3/4 ((0, 1), (0, 1))
    """
    m, n = len(game), len(game[0])
    exact = not isinstance(game[0][0], float)
    if not exact and _is_mixed(game):
        return _rounded(pivot([[Fraction(float(x)) for x in row] for row in game]))
    one = 0 * game[0][0] + 1
    low, high = min(map(min, game)), max(map(max, game))
    scale = one if exact or high == low else high - low
    close = 0 if exact else CLOSE
    tableau = [[(x - low) / scale + one for x in row] + [one] for row in game]
    tableau.append([-one] * n + [0 * one])
    left, top = list(range(m)), list(range(m, m + n))
    while True:
        entering = [(top[j], j) for j in range(n) if tableau[m][j] < -close]
        if not entering:
            break
        enters = min(entering)[1]
        ratios = [
            (tableau[i][n] / tableau[i][enters], left[i], i)
            for i in range(m)
            if tableau[i][enters] > close
        ]
        leaves = min(ratios)[2]
        _pivot(tableau, leaves, enters)
        left[leaves], top[enters] = top[enters], left[leaves]
    corner = tableau[m][n]
    row, column = [0 * one] * m, [0 * one] * n
    for j, label in enumerate(top):
        if label < m:
            row[label] = max(tableau[m][j], 0 * one) / corner
    for i, label in enumerate(left):
        if label >= m:
            column[label - m] = max(tableau[i][n], 0 * one) / corner
    kernel = (
        tuple(sorted(label for label in top if label < m)),
        tuple(sorted(label - m for label in left if label >= m)),
    )
    return Pivoted((1 / corner - 1) * scale + low, tuple(row), tuple(column), kernel)


def _is_mixed(game: list[list[Any]]) -> bool:
    """Whether entries differ by so little, next to the largest, that floats would lose it."""
    values = sorted({x for row in game for x in row})
    apart = CLOSE * 1e3 * (values[-1] - values[0])
    return any(high - low < apart for low, high in pairwise(values))


def _rounded(pivoted: Pivoted) -> Pivoted:
    sides = (tuple(map(float, pivoted.row)), tuple(map(float, pivoted.column)))
    return Pivoted(float(pivoted.value), *sides, pivoted.kernel)


def _pivot(tableau: list[list[Any]], r: int, c: int) -> None:
    pivot = tableau[r][c]
    for i, row in enumerate(tableau):
        if i != r and row[c]:
            factor = row[c] / pivot
            for j in range(len(row)):
                if j != c:
                    row[j] -= factor * tableau[r][j]
            row[c] = -factor
    tableau[r] = [x / pivot for x in tableau[r]]
    tableau[r][c] = 1 / pivot
