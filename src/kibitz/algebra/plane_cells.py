"""The plane cut into cells on which given polynomials keep their signs.

Cylindrical algebraic decomposition in two dimensions: resultants, discriminants and leading
coefficients mark the points of the second axis over which roots meet, appear or vanish; between
and at these marks the roots in the first variable are isolated exactly. Cost: O(m^2) resultants
for m irreducible factors. McCallum, An improved projection operation, 1988.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.line_cells import LineCell, line_cells
from kibitz.algebra.number_field import Element, NumberField, adjoin, embed, univariate
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.core.errors import GameError

MOST_FACTORS = 300
MOST_DEGREE = 60
Range = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class PlaneCell:
    """A cell: its place on the second axis (``base``), its place over it (``fibre``), signs."""

    column: int
    row: int
    base: LineCell
    fibre: LineCell
    polynomials: tuple[Multi, ...]

    @property
    def dimension(self) -> int:
        return (not self.base.is_point) + (not self.fibre.is_point)

    def sample(self) -> tuple[NumberField, Element, Element]:
        """A point of the cell: a field and its two coordinates in it, first variable first."""
        x, y = self.fibre.sample, self.base.sample
        if not isinstance(y, RealRoot):
            field = NumberField(x)
            return field, field.theta_element, field.number(y)
        field = NumberField(y)
        if not isinstance(x, RealRoot):
            return field, field.number(x), field.theta_element
        first, second = self.polynomials[0].context().names()[:2]
        zero = min(
            (p for p, s in zip(self.polynomials, self.fibre.signs, strict=True) if s == 0),
            key=lambda p: p.degrees()[0],
        )
        over = field.specialize(zero, first, {second: field.theta_element})
        bigger, old, root = adjoin(field, over, x)
        return bigger, root, embed(bigger, old, field.theta_element)


def irreducible(polynomials: Iterable[Multi]) -> list[Multi]:
    """The distinct irreducible factors that are not constant, monic."""
    found: dict[str, Multi] = {}
    for polynomial in polynomials:
        if polynomial.is_zero() or polynomial.is_constant():
            continue
        if polynomial.total_degree() > MOST_DEGREE:
            raise GameError(
                f"the algebra reaches degree {int(polynomial.total_degree())}, above "
                f"{MOST_DEGREE}; use payoffs of lower degree"
            )
        for factor, _ in polynomial.factor()[1]:
            monic = factor / factor.leading_coefficient()
            found[str(monic)] = monic
    if len(found) > MOST_FACTORS:
        raise GameError(f"the payoffs give more than {MOST_FACTORS} curves; write fewer cases")
    return list(found.values())


def marks(factors: Sequence[Multi], first: str, second: str) -> list[Polynomial]:
    """Polynomials in the second variable at whose roots the picture over it may change."""
    found: list[Multi] = []
    rising = []
    for f in factors:
        if _degree(f, first) == 0:
            found.append(f)
        else:
            rising.append(f)
            found.append(_leading(f, first))
            if _degree(f, first) > 1:
                found.append(f.discriminant(first))
    for k, f in enumerate(rising):
        found += [f.resultant(g, first) for g in rising[:k]]
    return [univariate(f, second) for f in irreducible(found)]


def plane_cells(
    polynomials: Iterable[Multi],
    first: str,
    second: str,
    width: Range,
    height: Range,
    *,
    over: Callable[[Point], bool] = lambda point: True,
) -> Iterator[PlaneCell]:
    """All cells of a rectangle; ``width`` is the range of the first variable.

    Of those of the second variable, only the cells whose samples ``over`` takes are gone through.

    >>> from kibitz.algebra.expressions.piecewise import ring
    >>> x, y = ring(["x", "y"]).gens()
    >>> unit = Fraction(0), Fraction(1)
    >>> cells = list(plane_cells([x * x + y * y - 1], "x", "y", unit, unit))
    >>> [len([c for c in cells if c.dimension == d]) for d in (0, 1, 2)]
    [4, 5, 2]
    """
    factors = irreducible(polynomials)
    base = NumberField(Fraction(0))
    lines = [
        [base.number(c) for c in p.coefficients]
        for p in marks(_bounded(factors, first, width), first, second)
    ]
    for column, under in enumerate(line_cells(base, lines, *height)):
        if not over(under.sample):
            continue
        field = NumberField(under.sample)
        here = {second: field.theta_element}
        curves = [field.specialize(f, first, here) for f in factors]
        for row, fibre in enumerate(line_cells(field, curves, *width)):
            yield PlaneCell(column, row, under, fibre, tuple(factors))


def _bounded(factors: list[Multi], first: str, width: Range) -> list[Multi]:
    """The curves together with the edges of the rectangle."""
    if not factors:
        return []
    context = factors[0].context()
    gen = context.gen(context.variable_to_index(first))
    edges = [gen - to_flint(end) for end in width if end is not None]
    return irreducible([*factors, *edges])


def _degree(f: Multi, name: str) -> int:
    return int(f.degrees()[f.context().names().index(name)])


def _leading(f: Multi, name: str) -> Multi:
    position, degree = f.context().names().index(name), _degree(f, name)
    terms = {
        tuple(0 if k == position else e for k, e in enumerate(exponents)): c
        for exponents, c in f.to_dict().items()
        if exponents[position] == degree
    }
    return f.context().from_dict(terms)


def point_of(p: Point | None) -> float:
    """A number in floating point; None as plus infinity."""
    return float("inf") if p is None else float(p)
