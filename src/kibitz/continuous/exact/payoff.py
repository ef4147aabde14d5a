"""A payoff made of rational pieces, and what it looks like to one player when all others stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi, RationalPiece, pieces
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.number_field import Element, FieldPolynomial, NumberField
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Payoff:
    """The pieces of a payoff, and the polynomials at whose zeros they meet."""

    pieces: tuple[RationalPiece, ...]
    switches: tuple[Multi, ...]
    wanted: tuple[tuple[tuple[int, frozenset[int]], ...], ...]
    """For each piece: which switches must have which signs."""

    @staticmethod
    def of(expression: Expression, context: Any) -> Payoff:
        """Cut an expression into pieces."""
        found = pieces(expression, context)
        names: dict[str, int] = {}
        switches: list[Multi] = []
        for piece in found:
            for name, (polynomial, _) in piece.signs.items():
                if name not in names:
                    names[name] = len(switches)
                    switches.append(polynomial)
        wanted = tuple(
            tuple((names[name], signs) for name, (_, signs) in piece.signs.items())
            for piece in found
        )
        return Payoff(found, tuple(switches), wanted)

    def choose(self, signs: Sequence[int]) -> int:
        """The number of the piece that holds where the switches have these signs."""
        for k, wanted in enumerate(self.wanted):
            if all(signs[at] in allowed for at, allowed in wanted):
                return k
        raise AssertionError("no piece holds for these signs")

    def at(self, field: NumberField, point: dict[str, Element]) -> Element:
        """The payoff at a point of the field, exactly."""
        signs = [field.sign(value_at(field, g, point)) for g in self.switches]
        piece = self.pieces[self.choose(signs)]
        bottom = value_at(field, piece.bottom, point)
        if not bottom:
            where = ", ".join(f"{n} = {field.about(x):g}" for n, x in point.items())
            raise GameError(f"a payoff divides by zero at {where}; define it there by cases")
        return field.times(value_at(field, piece.top, point), field.inverse(bottom))


def value_at(field: NumberField, polynomial: Multi, point: dict[str, Element]) -> Element:
    """A polynomial of several variables at a point of the field."""
    first = polynomial.context().names()[0]
    return field.value_at(field.specialize(polynomial, first, point), point[first])


@dataclass(frozen=True)
class Slice:
    """A payoff as a function of one player's own strategy, with all others fixed."""

    payoff: Payoff
    field: NumberField
    switches: tuple[FieldPolynomial, ...]
    tops: tuple[FieldPolynomial, ...]
    bottoms: tuple[FieldPolynomial, ...]
    low: Fraction | None
    high: Fraction | None

    @staticmethod
    def of(
        payoff: Payoff,
        own: str,
        interval: tuple[Fraction | None, Fraction | None],
        field: NumberField,
        others: dict[str, Element],
    ) -> Slice:
        def cut(p: Multi) -> FieldPolynomial:
            return field.specialize(p, own, others)

        return Slice(
            payoff,
            field,
            tuple(map(cut, payoff.switches)),
            tuple(cut(p.top) for p in payoff.pieces),
            tuple(cut(p.bottom) for p in payoff.pieces),
            *interval,
        )
