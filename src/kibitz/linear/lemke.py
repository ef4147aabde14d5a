"""Lemke's method for linear complementarity problems, exactly.

Find z >= 0 with w = M z + q >= 0 and z . w = 0. The method adds a multiple of a covering vector
d > 0 to make q feasible, and drives it out again by complementary pivots; ties are broken
lexicographically, so that it does not cycle. C. Lemke (1965); Cottle, Pang and Stone, *The Linear
Complementarity Problem*, 4.4. It ends at a solution or at a ray; for copositive problems that are
feasible in the right sense, always at a solution. Each pivot costs n² operations on integers; all
entries stay integers over one determinant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact
from kibitz.core.spelling import count_of


@dataclass(frozen=True, slots=True)
class Complementary:
    """A solution of a linear complementarity problem, or a ray along which the method ended."""

    z: tuple[Fraction, ...]
    w: tuple[Fraction, ...]
    pivots: int
    is_solution: bool


def lemke(M: Any, q: Any, d: Any = None, most: int = 100_000) -> Complementary:
    """Solve an LCP; ``d`` is the covering vector, all ones unless it is given.

    >>> found = lemke([[2, 1], [1, 2]], [-5, -6])
    >>> [str(x) for x in found.z], found.is_solution
    (['4/3', '7/3'], True)
    """
    n = len(q)
    rows = [[exact(x) for x in row] for row in M]
    right = [exact(x) for x in q]
    cover = [Fraction(1)] * n if d is None else [exact(x) for x in d]
    if len(rows) != n or any(len(row) != n for row in rows) or len(cover) != n:
        raise GameError(
            f"an LCP of size {n} needs an {n} x {n} matrix and a covering vector of length {n}"
        )
    if all(x >= 0 for x in right):
        return Complementary((Fraction(0),) * n, tuple(right), 0, True)
    tableau = _Tableau(rows, right, cover)
    return tableau.run(most)


class _Tableau:
    """Rows ``w - M z - d z0 = q`` in integers over ``self.scale``, the last pivot.

    Columns: w (n), z (n), z0, q. The columns of w hold the inverse of the basis, by which ties are
    broken.
    """

    def __init__(
        self, rows: list[list[Fraction]], right: Sequence[Fraction], cover: Sequence[Fraction]
    ) -> None:
        self.n = n = len(rows)
        table = np.zeros((n, 2 * n + 2), object)
        for i, row in enumerate(rows):
            numerators, bottom = common_denominator([*row, right[i], cover[i]])
            table[i, i] = bottom
            table[i, n : 2 * n] = [-x for x in numerators[:n]]
            table[i, 2 * n] = -numerators[n + 1]
            table[i, 2 * n + 1] = numerators[n]
        self.bottoms = [int(table[i, i]) for i in range(n)]
        for i in range(n):
            table[i, i] = 1
        self.table = table
        self.basis = list(range(n))
        self.scale = 1

    def run(self, most: int) -> Complementary:
        n = self.n
        entering = 2 * n
        leaving = self._first_row()
        for pivot in range(1, most + 1):
            left = self.basis[leaving]
            self._pivot(leaving, entering)
            if left == 2 * n:
                return self._finish(pivot, True)
            entering = left + n if left < n else left - n
            found = self._ratio(entering)
            if found is None:
                return self._finish(pivot, False)
            leaving = found
        raise GameError(f"Lemke's method did not terminate within {count_of(most, 'pivot')}")

    def _first_row(self) -> int:
        """The row that z0 must cover most, the least of equals in lexicographic order."""
        n = self.n
        rows = [i for i in range(n) if self.table[i, -1] < 0]
        best = rows[0]
        for i in rows[1:]:
            a = self.table[i, -1] * -self.table[best, 2 * n]
            b = self.table[best, -1] * -self.table[i, 2 * n]
            if a < b or (a == b and self._smaller(i, best, 2 * n)):
                best = i
        return best

    def _ratio(self, column: int) -> int | None:
        """The row that blocks first; ties by the rows of the inverse basis."""
        sign = 1 if self.scale > 0 else -1
        rows = [i for i in range(self.n) if sign * self.table[i, column] > 0]
        if not rows:
            return None
        best = rows[0]
        for i in rows[1:]:
            a = self.table[i, -1] * self.table[best, column]
            b = self.table[best, -1] * self.table[i, column]
            if a < b or (a == b and self._tie(i, best, column)):
                best = i
        return best

    def _tie(self, i: int, best: int, column: int) -> bool:
        """Whether row i blocks before row ``best`` once the right side is perturbed.

        Where z0 itself could leave it does, which ends the method.
        """
        if self.basis[i] == 2 * self.n or self.basis[best] == 2 * self.n:
            return self.basis[i] == 2 * self.n
        return self._smaller(i, best, column)

    def _smaller(self, i: int, best: int, column: int) -> bool:
        """Whether row i comes first among the rows divided by their entries in a column."""
        a, b = abs(self.table[i, column]), abs(self.table[best, column])
        for k in range(self.n):
            left, right = self.table[i, k] * b, self.table[best, k] * a
            if left != right:
                return bool(left < right) if self.scale > 0 else bool(left > right)
        return False

    def _pivot(self, row: int, column: int) -> None:
        """Fraction-free: all entries are minors of the first tableau."""
        pivot = self.table[row, column]
        line = self.table[row].copy()
        others = [i for i in range(self.n) if i != row]
        factors = self.table[others, column][:, None]
        self.table[others] = (self.table[others] * pivot - factors * line) // self.scale
        self.basis[row] = column
        self.scale = pivot

    def _finish(self, pivots: int, solved: bool) -> Complementary:
        n = self.n
        values = [Fraction(0)] * (2 * n + 1)
        for i, variable in enumerate(self.basis):
            values[variable] = Fraction(int(self.table[i, -1]), int(self.scale))
        w = [values[i] / self.bottoms[i] for i in range(n)]
        return Complementary(tuple(values[n : 2 * n]), tuple(w), pivots, solved)
