"""Expressions as pieces: rational functions, each where certain polynomials have certain signs.

The polynomials are FLINT's, with rational coefficients, in a ring whose generators are the
variables. An expression with k independent case distinctions has at most 2^k pieces; pieces
with contradictory signs are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from kibitz.algebra.expressions.cases import (
    Both,
    Comparison,
    Condition,
    Conditional,
    Either,
    signs_of,
)
from kibitz.algebra.expressions.tree import (
    ZERO,
    Call,
    Constant,
    Expression,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)
from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_TERMS, MOST_DEGREE = 20_000, 10_000
MOST_PIECES = 400
ANY = frozenset((-1, 0, 1))

Multi = Any
"""A polynomial in several variables, FLINT's ``fmpq_mpoly``."""
Signs = dict[str, tuple[Multi, frozenset[int]]]
"""Polynomials, by their spelling, each with the signs that it may have."""


class NotRational(Exception):
    """The expression holds exp, log or sqrt of variables."""


@dataclass(frozen=True)
class RationalPiece:
    """``top / bottom`` wherever each polynomial of ``signs`` has one of its signs."""

    signs: Signs
    top: Multi
    bottom: Multi

    def derivative(self, name: str) -> Multi:
        """The numerator of the derivative; the denominator is a square."""
        return self.top.derivative(name) * self.bottom - self.top * self.bottom.derivative(name)


def ring(names: Sequence[str]) -> Any:
    """The ring of polynomials in these variables, as FLINT's context."""
    from flint import fmpq_mpoly_ctx

    return fmpq_mpoly_ctx.get(tuple(names), "lex")


def vanishing(point: Point, gen: Multi) -> Multi:
    """A polynomial in one generator that is zero at the point."""

    if not isinstance(point, RealRoot):
        return gen - to_flint(point)
    total = gen * 0
    for c in reversed(point.polynomial.coefficients):
        total = total * gen + to_flint(c)
    return total


def pieces(x: Expression, context: Any) -> tuple[RationalPiece, ...]:
    """The pieces of an expression.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> for p in pieces(read_expression("max(0, 3-x-y)"), ring(["x", "y"])):
    ...     print(p.top, {name: sorted(s) for name, (_, s) in p.signs.items()})
    0 {'x + y - 3': [0, 1]}
    -x - y + 3 {'x + y - 3': [-1]}
    """
    return tuple(_Splitter(context).split(x))


class _Splitter:
    def __init__(self, context: Any) -> None:
        self.context = context
        self.one, self.zero = context.constant(1), context.constant(0)

    def split(self, x: Expression) -> list[RationalPiece]:
        found = self._split(x)
        if len(found) > MOST_PIECES:
            raise GameError(f"a payoff has more than {MOST_PIECES} pieces; write fewer cases")
        return found

    def _split(self, x: Expression) -> list[RationalPiece]:
        if isinstance(x, Constant):
            value = to_flint(x.value)
            return [RationalPiece({}, self.context.constant(value), self.one)]
        if isinstance(x, Symbol):
            return [
                RationalPiece(
                    {}, self.context.gen(self.context.variable_to_index(x.name)), self.one
                )
            ]
        if isinstance(x, Sum):
            return self._pairs(
                x,
                lambda a, b: (
                    product(a.top, b.bottom) + product(b.top, a.bottom),
                    product(a.bottom, b.bottom),
                ),
            )
        if isinstance(x, Product):
            return self._pairs(x, lambda a, b: (product(a.top, b.top), product(a.bottom, b.bottom)))
        if isinstance(x, Quotient):
            return self._pairs(x, self._quotient)
        if isinstance(x, Power):
            return [
                RationalPiece(p.signs, power(p.top, x.exponent), power(p.bottom, x.exponent))
                for p in self.split(x.base)
            ]
        if isinstance(x, Conditional):
            return self._choice(x)
        assert isinstance(x, Call)
        return self._call(x)

    def _quotient(self, a: RationalPiece, b: RationalPiece) -> tuple[Multi, Multi]:
        if b.top.is_zero():
            raise GameError("a payoff divides by zero in one of its cases")
        return product(a.top, b.bottom), product(a.bottom, b.top)

    def _pairs(self, x: Expression, combine: Any) -> list[RationalPiece]:
        left, right = (self.split(child) for child in x.children)
        found = []
        for a in left:
            for b in right:
                signs = meet(a.signs, b.signs)
                if signs is not None:
                    found.append(_reduced(signs, *combine(a, b)))
        return found

    def _call(self, x: Call) -> list[RationalPiece]:
        if x.function == "abs":
            inside = x.arguments[0]
            return self._choice(Conditional(Comparison(inside, ">=", ZERO), inside, -inside))
        if x.function not in ("max", "min"):
            raise NotRational(x.function)
        relation = ">=" if x.function == "max" else "<="
        best, *rest = x.arguments
        found = self.split(best)
        for other in rest:
            found = self._better(found, self.split(other), relation)
        return found

    def _better(
        self, left: list[RationalPiece], right: list[RationalPiece], relation: str
    ) -> list[RationalPiece]:
        found = []
        for a in left:
            for b in right:
                joint = meet(a.signs, b.signs)
                if joint is None:
                    continue
                gap = (a.top * b.bottom - b.top * a.bottom) * a.bottom * b.bottom
                for chosen, signs in ((a, signs_of(relation)), (b, ANY - signs_of(relation))):
                    both = meet(joint, sign_condition(gap, signs))
                    if both is not None:
                        found.append(RationalPiece(both, chosen.top, chosen.bottom))
        return found

    def _choice(self, x: Conditional) -> list[RationalPiece]:
        found = []
        for wanted, value in ((True, x.then), (False, x.otherwise)):
            inside = self.split(value)
            for signs in self._where(x.condition, wanted):
                for p in inside:
                    both = meet(signs, p.signs)
                    if both is not None:
                        found.append(RationalPiece(both, p.top, p.bottom))
        return found

    def _where(self, condition: Condition, wanted: bool) -> list[Signs]:
        """Disjoint sign conditions that together say the condition holds, or fails."""
        if isinstance(condition, Comparison):
            return self._compared(condition, wanted)
        first, second = condition.first, condition.second
        if isinstance(condition, Both) == wanted:
            return self._all(self._where(first, wanted), self._where(second, wanted))
        assert isinstance(condition, (Both, Either))
        others = self._all(self._where(first, not wanted), self._where(second, wanted))
        return self._where(first, wanted) + others

    def _all(self, left: list[Signs], right: list[Signs]) -> list[Signs]:
        met = [meet(a, b) for a in left for b in right]
        return [signs for signs in met if signs is not None]

    def _compared(self, condition: Comparison, wanted: bool) -> list[Signs]:
        signs = signs_of(condition.relation)
        signs = signs if wanted else ANY - signs
        found = []
        for p in self.split(condition.left - condition.right):
            here = sign_condition(p.top * p.bottom, signs)
            both = None if here is None else meet(p.signs, here)
            if both is not None:
                found.append(both)
        return found


def product(a: Multi, b: Multi) -> Multi:
    """The product of two polynomials, refused by its size before it is expanded."""
    _refuse_many(min(len(a) * len(b), _monomials(_degree(a) + _degree(b), a, b)))
    return a * b


def power(base: Multi, exponent: int) -> Multi:
    """A power of a polynomial, refused by its size before it is expanded."""
    if len(base) > 1:
        _refuse_many(_monomials(_degree(base) * exponent, base))
    elif _degree(base) * exponent > MOST_DEGREE:
        raise GameError(f"a power has a degree above {MOST_DEGREE}")
    return base**exponent


def _degree(a: Multi) -> int:
    return max(0, int(a.total_degree()))


def _monomials(degree: int, *others: Multi) -> int:
    """How many terms a polynomial of this degree may have, in the variables of these."""
    each = zip(*(p.degrees() for p in others), strict=True)
    used = sum(1 for degrees in each if any(d > 0 for d in degrees))
    return comb(degree + used, used)


def _refuse_many(terms: int) -> None:
    if terms > MOST_TERMS:
        raise GameError(
            f"a formula has up to {count_of(terms, 'term')} when expanded, more than "
            f"{MOST_TERMS:,}; "
            "write smaller powers"
        )


def sign_condition(polynomial: Multi, signs: frozenset[int]) -> Signs | None:
    """The condition that a polynomial has one of these signs; None when it cannot.

    The polynomial is made primitive with a positive leading coefficient, so that the same curve is
    always the same key.
    """
    if polynomial.is_constant():
        return {} if _sign(polynomial.leading_coefficient() if polynomial else 0) in signs else None
    leading = polynomial.leading_coefficient()
    normal = polynomial / leading
    return {str(normal): (normal, signs if leading > 0 else frozenset(-s for s in signs))}


def meet(a: Signs, b: Signs | None) -> Signs | None:
    """Both conditions together; None when they contradict each other."""
    if b is None:
        return None
    both = dict(a)
    for name, (polynomial, signs) in b.items():
        left = (both[name][1] if name in both else ANY) & signs
        if not left:
            return None
        both[name] = polynomial, left
    return both


def _reduced(signs: Signs, top: Multi, bottom: Multi) -> RationalPiece:
    if bottom.is_constant():
        return RationalPiece(signs, top / bottom.leading_coefficient(), bottom / bottom)
    return RationalPiece(signs, top, bottom)


def _sign(x: Any) -> int:
    return int(x > 0) - int(x < 0)
