"""A leader's best move as an algebraic number, once it is known to lie in a small interval.

Along the reply curve F(y, x) = 0 the leader's slope vanishes where G = u_x F_y - u_y F_x does; the
resultant of F and G has the move among its roots, and only one of them lies in the interval. Where
the reply bends or jumps, the move is the algebraic number where that happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.algebra.expressions.piecewise import Multi, RationalPiece, ring
from kibitz.algebra.expressions.tree import Symbol
from kibitz.algebra.number_field import univariate
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.exact.reaction import Branch, Reaction, reaction
from kibitz.continuous.markets.stackelberg import Stackelberg, stage_problem
from kibitz.continuous.sequential.reply import select

MOST_DEGREE = 16
"""Numbers of a higher degree say no more than a decimal."""


def last_reaction(game: Stackelberg) -> Reaction | None:
    """The exact reaction curve of the last of two movers; None when there is none."""
    if len(game.order) != 2 or not game.base.algebraic:
        return None
    return reaction(stage_problem(game, 1, []), 0)


def exact_moves(game: Stackelberg, low: Fraction, high: Fraction) -> tuple[Point, ...] | None:
    """Both moves exactly, the leader's being between two numbers; None when they stay unknown."""
    curve = last_reaction(game)
    if curve is None:
        return None
    chosen = select(curve, game.prefer_low)
    turns = [x for x in curve.breakpoints if low <= x <= high]
    inner = (low + high) / 2
    branch = next(b for piece, b in chosen.pieces if piece.holds(turns[0] if turns else inner))
    candidates = turns or [x for x in _stationary(game, branch, inner) if low <= x <= high]
    if len(candidates) != 1:
        return None
    first = candidates[0]
    second = branch.at(first)
    if second is None or any(_degree(x) > MOST_DEGREE for x in (first, second)):
        return None
    return first, second


def _degree(x: Point) -> int:
    return x.polynomial.degree if isinstance(x, RealRoot) else 1


def _stationary(game: Stackelberg, branch: Branch, near: Fraction) -> Sequence[Point]:
    """Where the leader's slope along a branch of the reply vanishes."""
    own, other = branch.other, branch.own
    payoff = Payoff.of(
        game.base.aggregate(game.order[0], Symbol(own), Symbol(other)), ring([other, own])
    )
    reply = branch.at_float(float(near))
    piece = _piece_near(payoff, {own: near, other: Fraction(reply)})
    curve = branch.curve
    slope = piece.derivative(own) * curve.derivative(other)
    slope = slope - piece.derivative(other) * curve.derivative(own)
    found = univariate(_eliminated(curve, slope, other), own)
    return real_roots(found) if found else []


def _eliminated(curve: Multi, slope: Multi, name: str) -> Multi:
    return curve.resultant(slope, name)


def _piece_near(payoff: Payoff, at: dict[str, Fraction]) -> RationalPiece:
    """The piece of a payoff around a point that no piece ends at."""
    from kibitz.algebra.number_field import NumberField
    from kibitz.continuous.exact.payoff import value_at

    over = NumberField(Fraction(0))
    point = {name: over.number(x) for name, x in at.items()}
    signs = [over.sign(value_at(over, g, point)) for g in payoff.switches]
    return payoff.pieces[payoff.choose(signs)]
