"""Pure equilibria of games with three players and more: first-order conditions and corners.

Everyone's strategy solves one of finitely many equations: an end of the interval, a place where
pieces meet, or a zero of the derivative of a piece. Each choice of one equation for every player is
a polynomial system; a Gröbner basis in general position writes its solutions as polynomials in one
algebraic number, and each solution is tested for deviations, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.expressions.sympy_bridge import load_sympy
from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.plane_cells import irreducible
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, real_roots
from kibitz.continuous.conditions import players
from kibitz.continuous.exact.plane_equilibria import is_equilibrium
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.solution import ContinuousEquilibrium, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.progress import work

MOST_SYSTEMS = 3000


class _Infinite(Exception):
    """A system has infinitely many complex solutions."""


@method(
    ContinuousGame,
    "first-order-conditions",
    finds="all isolated pure equilibria",
    cost="one Gröbner basis for each choice of pieces and ends, exponential in the number of "
    "players",
    applies=players(3),
    aliases=("first-order",),
)
def first_order_systems(game: ContinuousGame) -> EquilibriumSet:
    """All isolated equilibria; ``complete`` is False when some system is infinite.

    Parameters
    ----------
    game : ContinuousGame
        The game.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Notes
    -----
    Cost: one Gröbner basis per choice of pieces and ends, exponential in the number of players.

    Examples
    --------
    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x(y+z-x)", "y(1-y+x/4)", "z(1-z)"], (0, 2), ["x", "y", "z"])
    >>> [str(v) for v in game.solve().strategies]
    ['8/15', '17/30', '1/2']
    """
    menus = [_equations(game, i) for i in range(len(game.players))]
    count = 1
    for menu in menus:
        count *= len(menu)
    if count > MOST_SYSTEMS:
        raise GameError(
            f"{count} systems of first-order conditions, more than {MOST_SYSTEMS}; write payoffs "
            "with fewer cases, or as a function of the sum of strategies (cournot, advertising)"
        )
    found: dict[tuple[Point, ...], None] = {}
    infinite = False
    with work("first-order conditions", count) as task:
        for system in product(*menus):
            task.advance()
            try:
                for over, profile in _solutions(game, system):
                    if _inside(game, over, profile) and is_equilibrium(game, over, profile):
                        found[tuple(over.point(x) for x in profile)] = None
            except _Infinite:
                infinite = True
            if task.stopped:
                infinite = True
                break
    remark = (
        "some candidates form infinite families, which were not searched: there may be more"
        if infinite
        else ""
    )
    if not found and not remark:
        remark = "no corner and no zero of the derivatives is a best response for every player"
    equilibria = tuple(ContinuousEquilibrium(game, p) for p in found)
    return EquilibriumSet(
        game, equilibria, (), "systems of first-order conditions", not infinite, remark
    )


def _equations(game: ContinuousGame, i: int) -> list[Multi]:
    """The irreducible equations one of which a player's best response satisfies."""
    assert game.cut_payoffs is not None
    payoff, name = game.cut_payoffs[i], game.variables[i]
    found = [p.derivative(name) for p in payoff.pieces] + list(payoff.switches)
    context = payoff.pieces[0].top.context()
    gen = context.gen(i)
    found += [gen * e.denominator - e.numerator for e in game.intervals[i] if e is not None]
    return [f for f in irreducible(found) if int(f.degrees()[i]) > 0]


def _solutions(
    game: ContinuousGame, system: Sequence[Multi]
) -> Iterator[tuple[NumberField, list[Element]]]:
    sympy = load_sympy()

    letters = [sympy.Symbol(v) for v in game.variables]
    t = sympy.Symbol("general_position")
    equations = [_sympy(f, letters) for f in system]
    for turn in range(1, 6):
        mix = sum((turn**k + k) * x for k, x in enumerate(letters))
        basis = sympy.groebner([*equations, t - mix], *letters, t, order="lex", domain="QQ")
        if basis.exprs == [1]:
            return
        if not basis.is_zero_dimensional:
            raise _Infinite
        shape = _shape(basis.polys, letters, t)
        if shape is not None:
            yield from _roots(*shape)
            return
    raise _Infinite


def _sympy(f: Multi, letters: Sequence[Any]) -> Any:
    sympy = load_sympy()

    total = sympy.Integer(0)
    for exponents, c in f.to_dict().items():
        term = sympy.Rational(int(c.p), int(c.q))
        for x, e in zip(letters, exponents, strict=True):
            term *= x ** int(e)
        total += term
    return total


def _shape(
    polys: Sequence[Any], letters: Sequence[Any], t: Any
) -> tuple[Polynomial, list[Polynomial]] | None:
    """The basis as m(t) = 0 and x = g(t) for every variable, or None when it has other forms."""
    minimal: Polynomial | None = None
    formulas: dict[Any, Polynomial] = {}
    for poly in polys:
        expr = poly.as_expr()
        free = expr.free_symbols - {t}
        if not free:
            minimal = _univariate(expr, t)
        elif len(free) == 1:
            x = free.pop()
            if poly.degree(x) == 1 and expr.coeff(x, 1).is_Number:
                lead = expr.coeff(x, 1)
                formulas[x] = _univariate(-(expr - lead * x).expand() / lead, t)
    if minimal is None or set(formulas) != set(letters):
        return None
    return minimal, [formulas[x] for x in letters]


def _univariate(expr: Any, t: Any) -> Polynomial:
    sympy = load_sympy()

    poly = sympy.Poly(expr, t, domain="QQ")
    return Polynomial.of([Fraction(int(c.p), int(c.q)) for c in reversed(poly.all_coeffs())])


def _roots(
    minimal: Polynomial, formulas: Sequence[Polynomial]
) -> Iterator[tuple[NumberField, list[Element]]]:
    for theta in real_roots(minimal):
        over = NumberField(theta)
        yield (
            over,
            [
                over.value_at([over.number(c) for c in f.coefficients], over.theta_element)
                for f in formulas
            ],
        )


def _inside(game: ContinuousGame, over: NumberField, profile: Sequence[Element]) -> bool:
    for x, (low, high) in zip(profile, game.intervals, strict=True):
        if low is not None and over.sign(x - over.number(low)) < 0:
            return False
        if high is not None and over.sign(x - over.number(high)) > 0:
            return False
    return True
