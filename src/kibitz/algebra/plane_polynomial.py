"""Polynomials in two variables with rational coefficients: the curves that bound smooth sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.flint_numbers import from_flint
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.core.errors import GameError

MOST_DEGREE = 24


@dataclass(frozen=True, slots=True)
class PlanePolynomial:
    """A sum of ``c * x^i * y^j``, as sorted pairs ``((i, j), c)`` without zeros.

    >>> g = PlanePolynomial.read("(x-2)^2 + 4(y-1)^2 - 8")
    >>> print(g)
    4y^2 - 8y + x^2 - 4x
    >>> print(g(Fraction(4), Fraction(2)), g.partial(1))
    0 8y - 8
    """

    terms: tuple[tuple[tuple[int, int], Fraction], ...]

    @staticmethod
    def of(terms: Mapping[tuple[int, int], Fraction]) -> PlanePolynomial:
        return PlanePolynomial(tuple(sorted((k, c) for k, c in terms.items() if c)))

    @staticmethod
    def constant(c: Fraction) -> PlanePolynomial:
        return PlanePolynomial.of({(0, 0): Fraction(c)})

    @staticmethod
    def read(given: str | Expression, names: tuple[str, str] = ("x", "y")) -> PlanePolynomial:
        """From a formula in two variables."""
        formula = read_formula(given, names) if isinstance(given, str) else given
        if not formula.is_polynomial():
            raise GameError(f"{given!r} is not a polynomial in {names[0]} and {names[1]}")
        values = {names[0]: X, names[1]: Y}
        found: PlanePolynomial = formula.at(values, PlanePolynomial.constant)
        return found

    @property
    def degree(self) -> int:
        return max((i + j for (i, j), _ in self.terms), default=-1)

    def degree_in(self, variable: int) -> int:
        return max((k[variable] for k, _ in self.terms), default=-1)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __call__(self, x: Any, y: Any) -> Any:
        """The value at numbers of any kind."""
        total: Any = x * 0
        for (i, j), c in self.terms:
            total = total + x**i * y**j * c
        return total

    def float_at(self, x: float, y: float) -> float:
        return float(sum(float(c) * x**i * y**j for (i, j), c in self.terms))

    def coefficient(self, i: int, j: int) -> Fraction:
        return dict(self.terms).get((i, j), Fraction(0))

    def __add__(self, other: PlanePolynomial) -> PlanePolynomial:
        total = dict(self.terms)
        for k, c in other.terms:
            total[k] = total.get(k, Fraction(0)) + c
        return PlanePolynomial.of(total)

    def __neg__(self) -> PlanePolynomial:
        return PlanePolynomial(tuple((k, -c) for k, c in self.terms))

    def __sub__(self, other: PlanePolynomial) -> PlanePolynomial:
        return self + -other

    def __mul__(self, other: PlanePolynomial) -> PlanePolynomial:
        if self.degree + other.degree > MOST_DEGREE:
            raise GameError(f"the degree is above {MOST_DEGREE}, the largest supported")
        total: dict[tuple[int, int], Fraction] = {}
        for (i, j), c in self.terms:
            for (k, m), d in other.terms:
                total[i + k, j + m] = total.get((i + k, j + m), Fraction(0)) + c * d
        return PlanePolynomial.of(total)

    def __truediv__(self, other: PlanePolynomial) -> PlanePolynomial:
        factor = 1 / other.coefficient(0, 0)
        return PlanePolynomial(tuple((k, c * factor) for k, c in self.terms))

    def partial(self, variable: int) -> PlanePolynomial:
        """The derivative with respect to x (0) or y (1)."""
        found = {}
        for (i, j), c in self.terms:
            if (i, j)[variable]:
                found[(i - 1, j) if variable == 0 else (i, j - 1)] = c * (i, j)[variable]
        return PlanePolynomial.of(found)

    def shear(self, k: int) -> PlanePolynomial:
        """The polynomial with x - k y in the place of x."""
        if k == 0:
            return self
        moved = X - Y * PlanePolynomial.constant(Fraction(k))
        return _sum(
            _monomial(moved, i) * _monomial(Y, j) * PlanePolynomial.constant(c)
            for (i, j), c in self.terms
        )

    def in_y(self) -> list[Polynomial]:
        """Coefficients of 1, y, y^2, ... as polynomials in x."""
        rows: list[list[Fraction]] = [[] for _ in range(self.degree_in(1) + 1)]
        for (i, j), c in self.terms:
            rows[j] += [Fraction(0)] * (i + 1 - len(rows[j]))
            rows[j][i] = c
        return [Polynomial.of(row) for row in rows]

    def along(self, x: RationalFunction, y: RationalFunction) -> RationalFunction:
        """The values along a curve with rational coordinates."""
        total = RationalFunction(Polynomial(()))
        for (i, j), c in self.terms:
            term = RationalFunction.constant(c)
            for factor, times in ((x, i), (y, j)):
                for _ in range(times):
                    term = term * factor
            total = total + term
        return total

    def flint(self) -> Any:
        """As an ``fmpq_mpoly`` in x and y."""
        from flint import fmpq, fmpq_mpoly_ctx

        context = fmpq_mpoly_ctx.get(["x", "y"])
        return context.from_dict({k: fmpq(c.numerator, c.denominator) for k, c in self.terms})

    @staticmethod
    def from_flint(flint: Any) -> PlanePolynomial:
        return PlanePolynomial.of(
            {(int(i), int(j)): from_flint(c) for (i, j), c in flint.to_dict().items()}
        )

    def write(self, names: tuple[str, str] = ("x", "y")) -> str:
        out = ""
        for (i, j), c in sorted(self.terms, key=lambda term: (term[0][1], term[0][0]))[::-1]:
            sign = "-" if c < 0 else "+" if out else ""
            out += f" {sign} " if out else sign
            out += _term(abs(c), i, j, names)
        return out or "0"

    def __str__(self) -> str:
        return self.write()


X = PlanePolynomial((((1, 0), Fraction(1)),))
Y = PlanePolynomial((((0, 1), Fraction(1)),))


def _monomial(base: PlanePolynomial, power: int) -> PlanePolynomial:
    total = PlanePolynomial.constant(Fraction(1))
    for _ in range(power):
        total = total * base
    return total


def _sum(parts: Iterable[PlanePolynomial]) -> PlanePolynomial:
    total = PlanePolynomial(())
    for part in parts:
        total = total + part
    return total


def _term(c: Fraction, i: int, j: int, names: tuple[str, str]) -> str:
    letters = "".join(
        name if power == 1 else f"{name}^{power}"
        for name, power in zip(names, (i, j), strict=True)
        if power
    )
    if not letters:
        return str(c)
    top = "" if c.numerator == 1 else str(c.numerator)
    return f"{top}{letters}" + (f"/{c.denominator}" if c.denominator > 1 else "")
