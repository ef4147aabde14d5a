"""The product of gains along the frontier: the function, its derivative, and where that is zero."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import Constant, Symbol
from kibitz.algebra.plane_polynomial import PlanePolynomial, X, Y
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.surd import write_point
from kibitz.bargaining.sets.feasible import ChainSet, Pair
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import BargainingSolution
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show


def product_words(solution: BargainingSolution) -> str:
    """How the greatest product of gains is found by differentiation; nothing at a corner.

    >>> from kibitz.bargaining.game import bargaining
    >>> print(product_words(bargaining("x >= 0; 0 <= y <= 4 - x^2").nash()))
    On y = 4 - x^2 the product is P(x) = x(4 - x^2) = -x^3 + 4x. Its derivative is ...
    """
    feasible = solution.problem.feasible
    if isinstance(feasible, ChainSet):
        return _on_side(solution, feasible)
    if isinstance(feasible, Frontier):
        return _on_formula(solution, feasible)
    if not isinstance(feasible, Region) or solution.place is None:
        return ""
    active = feasible.active(solution.place)
    if len(active) != 1:
        return ""
    for own in (0, 1):
        curve = _solved_for(active[0], 1 - own)
        if curve is not None:
            return _along(solution, curve, own, feasible.names)
    return _implicit(solution, active[0], feasible.names)


def _on_side(solution: BargainingSolution, feasible: ChainSet) -> str:
    x = solution.point[0]
    for (x0, y0), (x1, y1) in pairwise(feasible.gains(solution.problem.point)):
        if isinstance(x, Fraction) and x0 < x < x1:
            slope = (y1 - y0) / (x1 - x0)
            return _along(solution, Polynomial.of([y0 - slope * x0, slope]), 0, ("u", "v"))
    return ""


def _solved_for(g: PlanePolynomial, variable: int) -> Polynomial | None:
    """The graph g = 0 as one variable in terms of the other, if g is linear in it."""
    linear = g.degree_in(variable) == 1 and g.partial(variable).degree == 0
    if not linear:
        return None
    steep = g.partial(variable).coefficient(0, 0)
    places = [(k, 0) if variable else (0, k) for k in range(g.degree + 1)]
    return Polynomial.of([-g.coefficient(*place) / steep for place in places])


def _along(
    solution: BargainingSolution, curve: Polynomial, own: int, names: tuple[str, str]
) -> str:
    """The other's utility is a polynomial in one's own."""
    x, y = names[own], names[1 - own]
    d, at = solution.problem.point, write_point(solution.point[own])
    a, b = solution.weights[own], solution.weights[1 - own]
    gain, other = Polynomial.of([-d[own], 1]), curve - Polynomial.of([d[1 - own]])
    written, rest = gain.write(x), other.write(x)
    start = f"On {y} = {curve.write(x)} the product is"
    if a == b:
        product = gain * other
        return (
            f"{start} P({x}) = {_factor(written)}{_factor(rest, True)} = {product.write(x)}. Its "
            f"derivative is P'({x}) = {product.derivative().write(x)}, which is zero at "
            f"{x} = {at}."
        )
    slope = other.scale(a) + (gain * curve.derivative()).scale(b)
    return (
        f"{start} P({x}) = {power(written, a)} {power(rest, b)}. Its logarithm has the "
        f"derivative {show(a)}/{_factor(written)} + {show(b)}({curve.derivative().write(x)})/"
        f"({rest}), which is zero where {slope.write(x)} = 0, at {x} = {at}."
    )


def _implicit(solution: BargainingSolution, g: PlanePolynomial, names: tuple[str, str]) -> str:
    """Lagrange's condition on a curve that is not a graph."""
    d, (a, b) = solution.problem.point, solution.weights
    gains = (X - PlanePolynomial.constant(d[0]), Y - PlanePolynomial.constant(d[1]))
    first = PlanePolynomial.constant(a) * gains[1] * g.partial(1)
    second = PlanePolynomial.constant(b) * gains[0] * g.partial(0)
    x, y = map(write_point, solution.point)
    curve = g - PlanePolynomial.constant(g.coefficient(0, 0))
    level = show(-g.coefficient(0, 0))
    return (
        f"On the curve {curve.write(names)} = {level} the gradient of the product must be a "
        f"multiple of that of the curve (Lagrange): {first.write(names)} = {second.write(names)}. "
        f"With the equation of the curve this gives {names[0]} = {x}, {names[1]} = {y}."
    )


def _on_formula(solution: BargainingSolution, feasible: Frontier) -> str:
    """The frontier is the graph of a formula, and the derivative that of the formula."""
    try:
        height = read_formula(feasible.formula, ("x", "u"))
    except GameError:
        return ""
    name = "u" if "u" in height.symbols else "x"
    d: Pair = solution.problem.point
    a, b = solution.weights
    own = Symbol(name) - Constant(d[0]) if d[0] else Symbol(name)
    other = height - Constant(d[1]) if d[1] else height
    slope = differentiate(height, name)
    at = show(solution.point[0]) if isinstance(solution.point[0], float) else ""
    if a == b:
        return (
            f"On the frontier the product is P({name}) = {_factor(str(own))}({other}). Its "
            f"derivative is P'({name}) = {other} + {_factor(str(own))}({slope}), which is zero at "
            f"{name} = {at}."
        )
    return (
        f"On the frontier the product is P({name}) = {power(str(own), a)} {power(str(other), b)}. "
        f"Let f'({name}) = {slope} be the slope of the frontier. The logarithm of P has the "
        f"derivative {show(a)}/{_factor(str(own))} + {show(b)} f'({name})/({other}), which is zero "
        f"at {name} = {at}."
    )


def power(base: str, exponent: Number) -> str:
    """A power, without the exponent where it is 1.

    >>> power("x - 1", Fraction(1, 2)), power("x", Fraction(1))
    ('(x - 1)^(1/2)', 'x')
    """
    if exponent == 1:
        return _factor(base)
    shown = show(exponent)
    return f"{_factor(base)}^({shown})" if "/" in shown else f"{_factor(base)}^{shown}"


def _factor(written: str, bracketed: bool = False) -> str:
    """A factor of a product, in brackets where it has several terms."""
    return f"({written})" if bracketed or " " in written or written.startswith("-") else written
