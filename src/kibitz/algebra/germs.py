"""Signs of polynomials in λ and z beside a point: λ vanishes first, then the distance in z.

A polynomial is looked at where z is just below or just above some number and λ > 0 is smaller
still; its sign there is that of the first coefficient of λ that is not the zero polynomial in z.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from kibitz.algebra.algebraic import sign_at
from kibitz.algebra.flint_numbers import from_flint
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point


@cache
def ring() -> tuple[Any, Any, Any]:
    """The ring of polynomials in λ and z, and its two generators."""
    from flint import Ordering, fmpq_mpoly_ctx

    context = fmpq_mpoly_ctx.get(("l", "z"), Ordering.lex)
    small, z = context.gens()
    return context, small, z


def difference(constant: Any, slope: Any) -> Any:
    """The polynomial c(λ) - z d(λ) from two polynomials of FLINT in λ."""
    context, _, _ = ring()
    terms = {(k, 0): c for k, c in enumerate(constant.coeffs()) if c != 0}
    terms |= {(k, 1): -c for k, c in enumerate(slope.coeffs()) if c != 0}
    return context.from_dict(terms)


def lowest(polynomial: Any) -> Polynomial:
    """The coefficient of the lowest power of λ that occurs, as a polynomial in z."""
    terms = polynomial.to_dict()
    if not terms:
        return Polynomial(())
    power = min(a for a, _ in terms)
    found: dict[int, Fraction] = {b: from_flint(c) for (a, b), c in terms.items() if a == power}
    return Polynomial.of([found.get(b, Fraction(0)) for b in range(max(found) + 1)])


def sign_beside(polynomial: Any, point: Point, below: bool) -> int:
    """The sign just below or above a number in z, for all λ > 0 that are small enough.

    >>> _, small, z = ring()
    >>> sign_beside(z * z - 2 * z + 1 - small, Fraction(1), below=True)
    1
    >>> sign_beside(small * z, Fraction(0), below=True)
    -1
    """
    leading = lowest(polynomial)
    flip = 1
    while leading:
        sign = sign_at(leading, point)
        if sign:
            return sign * flip
        leading = leading.derivative()
        flip = -flip if below else flip
    return 0


def determinant(matrix: Sequence[Sequence[Any]]) -> Any:
    """The determinant of polynomials, by Bareiss's elimination without fractions. Cubic."""
    context, _, _ = ring()
    rows = [list(row) for row in matrix]
    size, sign = len(rows), 1
    last = context.constant(1)
    for k in range(size - 1):
        at = next((r for r in range(k, size) if rows[r][k] != 0), None)
        if at is None:
            return context.constant(0)
        if at != k:
            rows[k], rows[at], sign = rows[at], rows[k], -sign
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) / last
        last = rows[k][k]
    return sign * rows[-1][-1]
