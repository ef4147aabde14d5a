"""Values that are a quotient of two polynomials in n, recognized and then proved for all n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.stochastic.families.family import GameFamily
from kibitz.stochastic.methods.pivot import pivot

KNOWN = 14
"""Members whose values are looked at."""
MOST_DEGREE = 3
ZERO, ONE = RationalFunction.constant(Fraction(0)), RationalFunction.constant(Fraction(1))


@dataclass(frozen=True)
class ClosedForm:
    """A value and both strategies as functions of n, from some n on."""

    value: RationalFunction
    row: tuple[RationalFunction, ...]
    column: tuple[RationalFunction, ...]
    first: int

    def holds(self, family: GameFamily) -> bool:
        """Whether in every member from ``first`` on both strategies guarantee the value.

        An induction: the members before are the functions' values by assumption.
        """
        (stage,) = family.rules.values()
        matrix = [
            [
                _sum(
                    [
                        RationalFunction.of(cell.pay),
                        *(_times(w, _moved(self.value, k)) for _, k, w in cell.go),
                    ]
                )
                for cell in row
            ]
            for row in stage
        ]
        rows = [_dot(self.row, line) for line in zip(*matrix, strict=True)]
        columns = [_dot(line, self.column) for line in matrix]
        checks = [
            *self.row,
            *self.column,
            *(x - self.value for x in rows),
            *(self.value - x for x in columns),
        ]
        whole = all(_sum(list(side)) == ONE for side in (self.row, self.column))
        start = Fraction(self.first)
        return whole and all(
            f.defined_on(start, None) and f.nonnegative_on(start, None) for f in checks
        )


def closed_form(family: GameFamily, values: Mapping[int, Fraction]) -> ClosedForm | None:
    """A formula for the values of a family of one rule that leads to smaller n only, proved."""
    ns = sorted(values)
    deepest = max((-k for k in family.steps), default=0)
    if len(family.rules) > 1 or len(ns) < 8 + deepest:
        return None
    (name,) = family.rules
    for skipped in range(3):
        some = ns[skipped:]
        value = interpolate(some, [values[n] for n in some])
        if value is None:
            continue
        first = some[0] + deepest
        known = {(name, n): x for n, x in values.items()}
        kernel = pivot(family.cells(name, ns[-1], known)).kernel
        sides = []
        for by_rows in (True, False):
            side = []
            size = len(family.rules[name]) if by_rows else len(family.rules[name][0])
            for i in range(size):
                if i not in kernel[0 if by_rows else 1]:
                    side.append(ZERO)
                    continue
                weights = [_weight(family, name, n, known, by_rows, i) for n in ns if n >= first]
                function = interpolate([n for n in ns if n >= first], weights)
                if function is None:
                    break
                side.append(function)
            sides.append(tuple(side))
        if len(sides[0]) == len(family.rules[name]) and len(sides[1]) == len(family.rules[name][0]):
            made = ClosedForm(value, sides[0], sides[1], first)
            if made.holds(family):
                return made
    return None


def _weight(family: GameFamily, name: str, n: int, known: Any, by_rows: bool, i: int) -> Fraction:
    solved = pivot(family.cells(name, n, known))
    return Fraction((solved.row if by_rows else solved.column)[i])


def interpolate(points: Sequence[int], values: Sequence[Fraction]) -> RationalFunction | None:
    """The quotient of least degrees through all points, if it has far fewer unknowns than these.

    >>> print(interpolate(range(1, 9), [Fraction(2, n + 1) for n in range(1, 9)]).write("n"))
    2/(n+1)
    """
    for total in range(2 * MOST_DEGREE + 1):
        for bottom in range(min(total, MOST_DEGREE) + 1):
            top = total - bottom
            if top <= MOST_DEGREE and top + bottom + 3 <= len(points):
                function = _through(points, values, top, bottom)
                if function is not None:
                    return function
    return None


def _through(
    points: Sequence[int], values: Sequence[Fraction], top: int, bottom: int
) -> RationalFunction | None:
    """P/Q with these degrees: P(n) - y Q(n) = 0 at all points, Q monic."""
    from flint import fmpq_mat

    unknown = top + 1 + bottom
    rows, right = [], []
    for n, y in zip(points[:unknown], values, strict=False):
        line = [Fraction(n) ** k for k in range(top + 1)]
        line += [-y * Fraction(n) ** k for k in range(bottom)]
        rows.append([to_flint(x) for x in line])
        goal = y * Fraction(n) ** bottom
        right.append([to_flint(goal)])
    try:
        solved = fmpq_mat(rows).solve(fmpq_mat(right)).tolist()
    except ZeroDivisionError:
        return None
    numbers = [Fraction(int(x[0].p), int(x[0].q)) for x in solved]
    p = Polynomial.of(numbers[: top + 1])
    q = Polynomial.of([*numbers[top + 1 :], Fraction(1)])
    good = all(
        q(Fraction(n)) and p(Fraction(n)) == y * q(Fraction(n))
        for n, y in zip(points, values, strict=True)
    )
    return RationalFunction.of(p, q) if good else None


def _moved(f: RationalFunction, by: int) -> RationalFunction:
    """f(n + by)."""
    shift = Polynomial.of([by, 1])

    def compose(p: Polynomial) -> Polynomial:
        total = Polynomial(())
        for c in reversed(p.coefficients):
            total = total * shift + Polynomial.of([c])
        return total

    return RationalFunction.of(compose(f.numerator), compose(f.denominator))


def _times(weight: Fraction, f: RationalFunction) -> RationalFunction:
    return RationalFunction.constant(weight) * f


def _sum(parts: Sequence[RationalFunction]) -> RationalFunction:
    total = ZERO
    for part in parts:
        total = total + part
    return total


def _dot(left: Sequence[RationalFunction], right: Sequence[RationalFunction]) -> RationalFunction:
    return _sum([a * b for a, b in zip(left, right, strict=True)])
