"""Exact coordinates of an isolated equilibrium: rational, or in a number field of low degree.

The root is computed to many digits, its coordinates are recognized by continued fractions and by
lattice reduction, and the guess is proved by putting it into the equations, exactly. A guess in the
ball where the root is known to be alone can only be that root. Lenstra, Lenstra, Lovász (1982).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import from_ball, from_flint, to_flint
from kibitz.algebra.integer_relation import integer_relation
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Weights

MOST_DEGREE = 6
"""Beyond this the polynomials say less than the digits."""
BITS = 2400


@dataclass(frozen=True)
class AlgebraicPoint:
    """Weights as polynomials in one real algebraic number; constants when they are rational."""

    system: IndifferenceSystem
    modulus: Any
    """Its irreducible polynomial, an ``fmpq_poly``; of degree 1 in the rational case."""
    weights: Weights
    """Over the supports, ``fmpq_poly`` each."""
    root: Point

    @property
    def degree(self) -> int:
        return int(self.modulus.degree())

    def number(self, value: Any) -> Point:
        """A polynomial in the root as a number of its own."""
        reduced = value % self.modulus
        if reduced.degree() < 1:
            return from_flint(reduced[0])
        return self._of_minimal_polynomial(reduced)

    def _of_minimal_polynomial(self, value: Any) -> Point:
        from flint import fmpq_mat, fmpq_poly

        size = self.degree
        rows = []
        power = fmpq_poly([1])
        for _ in range(size):
            column = power * value % self.modulus
            rows.append([column[k] for k in range(size)])
            power = power * fmpq_poly([0, 1])
        characteristic = Polynomial.from_flint(fmpq_mat(rows).charpoly())
        factor = characteristic.factors()[0][0]
        roots = real_roots(factor)
        if len(roots) == 1:
            return roots[0]
        return min(roots, key=lambda r: abs(float(r) - self.value(value)))

    def value(self, polynomial: Any) -> float:
        """The approximate value of a polynomial in the root."""
        return float(self.ball(polynomial).mid())

    def ball(self, polynomial: Any) -> Any:
        """A ball around the value of a polynomial in the root."""
        from flint import arb, ctx

        with ctx.workprec(512):
            low, high = _ends(self.root)
            at = arb(to_flint(low)).union(arb(to_flint(high)))
            total = arb(0)
            for k in range(polynomial.degree(), -1, -1):
                total = total * at + polynomial[k]
            return total

    def sign(self, polynomial: Any) -> int:
        """The exact sign of a polynomial in the root."""
        reduced = polynomial % self.modulus
        if reduced == 0:
            return 0
        ball = self.ball(reduced)
        if ball.contains(0):
            raise ArithmeticError("a number is too close to zero to determine its sign")
        return 1 if ball > 0 else -1


def recognize(system: IndifferenceSystem, start: list[float]) -> AlgebraicPoint | None:
    """The exact root of a system near a point, if its degree is low."""
    if not system.unknowns:
        return _rational_point(system, [])
    rough = system.newton(start, 256)
    if rough is None:
        return None
    point = _rational(system, rough)
    if point is not None:
        return point
    balls = system.newton(start, BITS)
    return None if balls is None else _in_field(system, balls)


def _rational(system: IndifferenceSystem, balls: list[Any]) -> AlgebraicPoint | None:
    guess = [_simple(ball) for ball in balls]
    if any(g is None for g in guess):
        return None
    return _rational_point(system, [g for g in guess if g is not None])


def _rational_point(system: IndifferenceSystem, unknowns: list[Fraction]) -> AlgebraicPoint | None:
    weights = system.weights(unknowns, Fraction(1))
    return None if any(system.residual(weights)) else rational_weights(system, weights)


def rational_weights(system: IndifferenceSystem, weights: Weights) -> AlgebraicPoint:
    """Rational weights over the supports as a point; nothing is checked."""
    from flint import fmpq_poly

    constants = tuple(tuple(fmpq_poly([to_flint(w)]) for w in part) for part in weights)
    return AlgebraicPoint(system, fmpq_poly([0, 1]), constants, Fraction(0))


def _simple(ball: Any) -> Fraction | None:
    """The rational of far smaller height than the ball's precision, if there is one."""
    middle, radius = from_ball(ball), from_ball(ball.rad())
    guess = middle.limit_denominator(2**100)
    return guess if abs(guess - middle) <= radius and guess.denominator < 2**90 else None


def _in_field(system: IndifferenceSystem, balls: list[Any]) -> AlgebraicPoint | None:
    """Take the first irrational coordinate as generator, write the others in its powers."""
    from flint import ctx, fmpq_poly

    with ctx.workprec(BITS + 64):
        generator = next((b for b in balls if _simple(b) is None), balls[0])
        for degree in range(2, MOST_DEGREE + 1):
            relation = integer_relation([generator**k for k in range(degree + 1)], BITS)
            if relation is None:
                continue
            factor = Polynomial.of(relation)
            if len(factor.factors()) != 1 or factor.degree != degree:
                continue
            powers = [generator**k for k in range(degree)]
            unknowns = []
            for ball in balls:
                line = integer_relation([*powers, ball], BITS)
                if line is None or line[-1] == 0:
                    break
                unknowns.append(fmpq_poly([to_flint(Fraction(-c, line[-1])) for c in line[:-1]]))
            if len(unknowns) < len(balls):
                continue
            modulus = factor.primitive().flint()
            weights = system.weights(unknowns, fmpq_poly([1]))
            if any(r % modulus != 0 for r in system.residual(weights)):
                continue
            root = _root_in(factor, generator)
            return None if root is None else AlgebraicPoint(system, modulus, weights, root)
    return None


def _root_in(factor: Polynomial, ball: Any) -> Point | None:
    for root in real_roots(factor):
        if isinstance(root, RealRoot):
            close = root.refine(Fraction(1, 2**600))
            if ball.overlaps(_ball(close)):
                return close
    return None


def _ball(root: RealRoot) -> Any:
    from flint import arb

    return arb(to_flint(root.low)).union(arb(to_flint(root.high)))


def _ends(point: Point) -> tuple[Fraction, Fraction]:
    return (point.low, point.high) if isinstance(point, RealRoot) else (point, point)
