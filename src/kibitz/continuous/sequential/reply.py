"""Replies as expressions: a reaction curve put back into a payoff, for those who move earlier."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.algebra.expressions.cases import Both, Comparison, Condition, Either, choice
from kibitz.algebra.expressions.tree import Constant, Expression, expression
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.continuous.exact.reaction import Branch, Reaction, ReactionPiece
from kibitz.core.errors import GameError


class NoFormula(GameError):
    """A reply is not a rational function of the moves before."""


@dataclass(frozen=True)
class Reply:
    """One selected best response for everything that was done before."""

    pieces: tuple[tuple[ReactionPiece, Branch], ...]

    def expression(self, given: Expression) -> Expression:
        """The reply as a function of what was done before."""
        *rest, (_, last) = self.pieces
        found = branch_expression(last, given)
        for piece, branch in reversed(rest):
            if piece.is_point and piece.start is not None:
                value = branch.at(piece.start)
                if not isinstance(value, Fraction):
                    raise NoFormula("a reply at a jump is irrational")
                found = choice(_equals(given, piece.start), value, found)
            else:
                assert piece.end is not None
                found = choice(
                    _below(given, piece.end, piece.end_included),
                    branch_expression(branch, given),
                    found,
                )
        return found


def select(reaction: Reaction, prefer_low: bool) -> Reply:
    """At ties the reply that the others like: the lowest quantity, or the highest price."""
    chosen = []
    for piece in reaction.pieces:
        if piece.missing:
            name = reaction.game.players[reaction.player]
            raise GameError(
                f"{name} has no best reply to some moves before it, so there is no solution"
            )
        options = list(piece.branches) or [band.inner for band in piece.bands]
        pick = min if prefer_low else max
        best = pick(options, key=lambda b: _float(b.at(piece.sample)))
        chosen.append((piece, best))
    return Reply(tuple(chosen))


def _float(x: Point | None) -> float:
    return float("inf") if x is None else float(x)


def branch_expression(branch: Branch, given: Expression) -> Expression:
    """A branch that is a rational function, as an expression."""
    if branch.formula is None:
        raise NoFormula(f"the reply {branch} is not a rational function")
    top = _horner(branch.formula.numerator, given)
    return top / _horner(branch.formula.denominator, given)


def _horner(polynomial: Polynomial, x: Expression) -> Expression:
    total: Expression = expression(0)
    for c in reversed(polynomial.coefficients):
        total = total * x + c
    return total


def _equals(x: Expression, point: Point) -> Condition:
    if not isinstance(point, RealRoot):
        return Comparison(x, "==", Constant(point))
    inside = Both(Comparison(x, ">", Constant(point.low)), Comparison(x, "<", Constant(point.high)))
    return Both(inside, Comparison(_horner(point.polynomial, x), "==", Constant(Fraction(0))))


def _below(x: Expression, point: Point, included: bool) -> Condition:
    """x < point or x <= point, an algebraic point by the sign of its polynomial around it."""
    if not isinstance(point, RealRoot):
        return Comparison(x, "<=" if included else "<", Constant(point))
    positive_below = point.polynomial(point.low) > 0
    relation = (">" if positive_below else "<") + ("=" if included else "")
    near = Both(
        Comparison(x, "<", Constant(point.high)),
        Comparison(_horner(point.polynomial, x), relation, Constant(Fraction(0))),
    )
    return Either(Comparison(x, "<=", Constant(point.low)), near)
