"""The textbook pivot method for matrix games, tableau by tableau, in exact arithmetic.

Ferguson, *Game Theory*, II.4.5, with Bland's rule against cycling. Inside, the
matrix is scaled to integers and stays in integers over one denominator, the last pivot (Edmonds),
so that nothing is ever rounded and no fraction is ever reduced. A pivot costs O(mn).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.numbers import Number, exact, show
from kibitz.core.tensor import Tensor

Label = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Tableau:
    """A matrix with a right and a bottom border, and who stands at its left and top edge.

    ``numerators`` over ``denominator`` is the tableau of ``unit`` times the bordered matrix.
    """

    numerators: tuple[tuple[int, ...], ...]
    denominator: int
    unit: int
    left: tuple[Label, ...]
    top: tuple[Label, ...]

    @staticmethod
    def start(matrix: Tensor, shift: Fraction) -> Tableau:
        """The matrix plus ``shift``, bordered by ones at the right and minus ones below."""
        moved = matrix.rational().affine(Fraction(1), shift)
        bottom = moved.denominator
        rows = [(*row, bottom) for row in moved.array.tolist()]
        m, n = moved.shape
        rows.append((-bottom,) * n + (0,))
        left = tuple(("x", i) for i in range(m))
        top = tuple(("y", j) for j in range(n))
        return Tableau(tuple(tuple(r) for r in rows), 1, bottom, left, top)

    @property
    def corner(self) -> Fraction:
        return Fraction(self.numerators[-1][-1], self.denominator * self.unit)

    def entries(self) -> list[list[Fraction]]:
        """The tableau as it would be written on the board.

        An entry is to be divided by the unit while neither of its labels has been exchanged, and
        to be multiplied by it when both have been.
        """
        scales = (
            Fraction(1, self.denominator * self.unit),
            Fraction(1, self.denominator),
            Fraction(self.unit, self.denominator),
        )
        down = [*(letter == "y" for letter, _ in self.left), False]
        across = [*(letter == "x" for letter, _ in self.top), False]
        return [
            [x * scales[a + b] for x, b in zip(row, across, strict=True)]
            for row, a in zip(self.numerators, down, strict=True)
        ]

    def pivot(self, row: int, column: int) -> Tableau:
        """Exchange the labels of a row and a column."""
        pivot_row = self.numerators[row]
        p, d = pivot_row[column], self.denominator
        if p == 0:
            raise GameError(f"cannot pivot on row {row + 1}, column {column + 1}: the entry is 0")
        sign = 1 if p > 0 else -1
        fresh = []
        for i, line in enumerate(self.numerators):
            if i == row:
                new = [sign * e for e in line]
                new[column] = sign * d
            else:
                c = line[column]
                new = [sign * (e * p - c * r) // d for e, r in zip(line, pivot_row, strict=True)]
                new[column] = -sign * c
            fresh.append(tuple(new))
        left, top = list(self.left), list(self.top)
        left[row], top[column] = top[column], left[row]
        return Tableau(tuple(fresh), abs(p), self.unit, tuple(left), tuple(top))

    def bland(self) -> tuple[int, int] | None:
        """The next pivot by Bland's rule, or None when the bottom border has no negative entry."""
        bottom = self.numerators[-1]
        negative = [j for j in range(len(self.top)) if bottom[j] < 0]
        if not negative:
            return None
        column = min(negative, key=lambda j: self.top[j])
        row, right, below = -1, 0, 0
        for i, label in enumerate(self.left):
            line = self.numerators[i]
            entry = line[column]
            if entry > 0:
                ahead = line[-1] * below - right * entry  # the sign of the ratios' difference
                if row < 0 or ahead < 0 or (ahead == 0 and label < self.left[row]):
                    row, right, below = i, line[-1], entry
        if row < 0:
            raise GameError(
                f"column {column + 1} has no positive entry, so the shifted value is not positive; "
                "add a larger constant"
            )
        return row, column

    def table(self, marked: tuple[int, int] | None = None) -> Table:
        """For showing: labels at the edges, the next pivot marked."""
        top = [f"{letter}{k + 1}" for letter, k in self.top]
        left = [f"{letter}{k + 1}" for letter, k in self.left]
        rows = [
            (name, *(show(x) for x in row))
            for name, row in zip([*left, ""], self.entries(), strict=True)
        ]
        spot = ((marked[0], marked[1] + 1),) if marked is not None else ()
        return Table(("", *top, ""), tuple(rows), marked=spot)


@dataclass(frozen=True, slots=True)
class PivotTrace:
    """Every tableau from the first to the last, and the answer read off the last one."""

    shift: Fraction
    tableaux: tuple[Tableau, ...]
    pivots: tuple[tuple[int, int], ...]

    @property
    def value(self) -> Fraction:
        return 1 / self.tableaux[-1].corner - self.shift

    @property
    def row(self) -> tuple[Fraction, ...]:
        """Bottom entries under the x labels, over the corner."""
        last = self.tableaux[-1]
        return self._read("x", len(last.left), last.top, last.numerators[-1])

    @property
    def column(self) -> tuple[Fraction, ...]:
        """Right entries beside the y labels, over the corner."""
        last = self.tableaux[-1]
        return self._read("y", len(last.top), last.left, [line[-1] for line in last.numerators])

    def _read(
        self, letter: str, size: int, labels: Sequence[Label], border: Sequence[int]
    ) -> tuple[Fraction, ...]:
        last = self.tableaux[-1]
        weights = [Fraction(0)] * size
        for k, (which, index) in enumerate(labels):
            if which == letter:
                weights[index] = Fraction(border[k] * last.unit, last.numerators[-1][-1])
        return tuple(weights)


def safe_shift(matrix: Tensor) -> Fraction:
    """Zero when some row is positive, otherwise the constant that makes every entry at least 1."""
    whole = matrix.rational()
    rows = whole.array.tolist()
    lowest = [min(row) for row in rows]
    return Fraction(0 if max(lowest) > 0 else 1 - min(lowest) // whole.denominator)


def pivot_method(
    matrix: Tensor,
    shift: Number | str | None = None,
    pivots: Sequence[tuple[int, int]] | None = None,
) -> PivotTrace:
    """Solve a matrix game by pivoting; ``pivots`` replays given ones (positions from 0) first.

    >>> trace = pivot_method(Tensor.read([[2, -1, 6], [0, 1, -1], [-2, 2, 1]]), shift=Fraction(2))
    >>> trace.value, trace.pivots
    (Fraction(1, 2), ((0, 0), (1, 1)))
    >>> print(trace.tableaux[-1].table().text())
           x1      x2      y3
    ───────────────────────────────
    y1   3/10   -1/10   23/10   1/5
    y2   -1/5     2/5    -6/5   1/5
    x3    4/5    -8/5    39/5   1/5
         1/10    3/10    1/10   2/5
    """
    matrix = matrix.rational()
    constant = safe_shift(matrix) if shift is None else exact(shift, "shift")
    tableaux = [Tableau.start(matrix, constant)]
    used: list[tuple[int, int]] = []
    for row, column in pivots or ():
        if not (0 <= row < matrix.shape[0] and 0 <= column < matrix.shape[1]):
            raise GameError(f"pivot ({row + 1}, {column + 1}) lies outside the matrix")
        used.append((row, column))
        tableaux.append(tableaux[-1].pivot(row, column))
    while (spot := tableaux[-1].bland()) is not None:
        used.append(spot)
        tableaux.append(tableaux[-1].pivot(*spot))
    last = tableaux[-1]
    if last.corner <= 0 or min(line[-1] for line in last.numerators) < 0:
        raise GameError(
            "the pivots given leave the feasible region: the right border turns negative"
        )
    return PivotTrace(constant, tuple(tableaux), tuple(used))
