"""The line cut into points and open intervals on which given polynomials keep their signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise

from kibitz.algebra.number_field import FieldPolynomial, NumberField
from kibitz.algebra.real_root import Point, rational_between


@dataclass(frozen=True)
class LineCell:
    """A point, or an open interval with a rational sample inside; signs in the given order.

    For a point ``start`` and ``end`` are the same; None is infinity.
    """

    start: Point | None
    end: Point | None
    sample: Point
    signs: tuple[int, ...]

    @property
    def is_point(self) -> bool:
        return self.start is not None and self.start == self.end


def line_cells(
    field: NumberField,
    polynomials: Sequence[FieldPolynomial],
    low: Fraction | None,
    high: Fraction | None,
) -> list[LineCell]:
    """All cells of [low, high], from left to right; exact.

    A polynomial without square factors vanishes at a point just when its signs on both sides
    differ, so only signs at rationals are ever taken.

    >>> field = NumberField(Fraction(0))
    >>> p = [field.number(Fraction(c)) for c in (-2, 0, 1)]
    >>> [(str(c.sample), c.signs) for c in line_cells(field, [p], Fraction(0), None)]
    [('0', (-1,)), ('1', (-1,)), ('1.414214 (root of t^2 - 2)', (0,)), ('2', (1,))]
    """
    bare = [field.squarefree(p) for p in polynomials]
    roots = _sorted(
        {
            root
            for p in bare
            for root in field.possible_roots(p)
            if (low is None or root > low) and (high is None or root < high)
        }
    )
    marks: list[Point | None] = [low, *roots, high]
    if low is not None and low == high:
        return [_at_rational(field, polynomials, low)]
    opens: list[tuple[LineCell, list[int]]] = []
    for start, end in pairwise(marks):
        sample = rational_between(start, end)
        signs = [field.sign(field.value(p, sample)) for p in polynomials]
        bares = [
            s if p is q else field.sign(field.value(q, sample))
            for s, p, q in zip(signs, polynomials, bare, strict=True)
        ]
        if opens and opens[-1][1] == bares:
            start = opens.pop()[0].start  # the mark was a conjugate of a root only
        opens.append((LineCell(start, end, sample, tuple(signs)), bares))
    cells = [] if low is None else [_at_rational(field, polynomials, low)]
    for k, (cell, bares) in enumerate(opens):
        cells.append(cell)
        if k + 1 < len(opens):
            crossed = [
                0 if before != later else s
                for before, later, s in zip(bares, opens[k + 1][1], cell.signs, strict=True)
            ]
            assert cell.end is not None
            cells.append(LineCell(cell.end, cell.end, cell.end, tuple(crossed)))
    if high is not None:
        cells.append(_at_rational(field, polynomials, high))
    return cells


def _at_rational(
    field: NumberField, polynomials: Sequence[FieldPolynomial], x: Fraction
) -> LineCell:
    signs = tuple(field.sign(field.value(p, x)) for p in polynomials)
    return LineCell(x, x, x, signs)


def _sorted(points: set[Point]) -> list[Point]:
    def compare(a: Point, b: Point) -> int:
        return 0 if a == b else (-1 if a < b else 1)

    return sorted(points, key=cmp_to_key(compare))
