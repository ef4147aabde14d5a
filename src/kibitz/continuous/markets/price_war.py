"""Equal goods and three or more firms with costs per unit: the price ends at a cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.algebra.expressions.piecewise import ring
from kibitz.continuous.markets.price_rules import LonePrice, NoSales, PriceRule, SharedPrice
from kibitz.core.errors import GameError

METHOD = "undercutting: a price above the second least cost is never kept"

if TYPE_CHECKING:
    from kibitz.algebra.expressions.tree import Expression
    from kibitz.continuous.markets.bertrand import Bertrand
    from kibitz.continuous.solution import EquilibriumSet
    from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria


def price_war(game: Bertrand) -> EquilibriumSet:
    """All equilibria of firms with costs per unit: one of them, and the rule for all the others.

    >>> from kibitz.continuous.markets.bertrand import bertrand
    >>> print(bertrand("10-p", [2, 2, 3]).solve())
    1 pure equilibrium and infinitely many others
      p1 = 2, p2 = 2, p3 = 3; quantities (4, 4, 0), profits (0, 0, 0)
      all in which Firm 1 and Firm 2 charge 2, Firm 3 more
    found by undercutting: a price above the second least cost is never kept
    """
    from kibitz.continuous.solution import Continuum, Equilibrium, EquilibriumSet

    costs = [c for c in map(_per_unit, game.costs) if c is not None]
    if len(costs) < len(game.players):
        raise GameError("three and more firms with equal goods need a cost per unit, such as 2q")
    least, second, *_ = sorted(costs)
    rule: PriceRule
    if not _sells(game, least):
        rule, profile, method = NoSales(least), tuple(costs), "no price above cost finds a buyer"
    elif least == second:
        able = tuple(k for k, c in enumerate(costs) if c == least)
        rule = SharedPrice(least, able, tuple(k for k in range(len(costs)) if k not in able))
        profile, method = tuple(costs), METHOD
    else:
        alone = _monopoly_price(game, least, second)
        if alone is None:
            return EquilibriumSet(
                game,
                (),
                (),
                METHOD,
                True,
                "the firm with the least cost has no best response: it wants to be just below the "
                "next",
            )
        rule, method = LonePrice(alone, costs.index(least)), "the price of a firm alone"
        profile = tuple(alone if c == least else c if c > alone else alone + 1 for c in costs)
    return EquilibriumSet(game, (Equilibrium(game, profile),), (Continuum(game, rule),), method)


def _sells(game: Bertrand, price: Fraction) -> bool:
    """Does anybody buy at a price?"""
    from kibitz.algebra.number_field import NumberField
    from kibitz.continuous.exact.payoff import Payoff

    over = NumberField(Fraction(0))
    bought = Payoff.of(game.demand, ring(["p"])).at(over, {"p": over.number(price)})
    return over.sign(bought) > 0


def _monopoly_price(game: Bertrand, least: Fraction, second: Fraction) -> Fraction | None:
    """What the firm with the least cost charges alone, if no rival could undercut that."""
    from kibitz.continuous.markets.bertrand import bertrand

    pair = bertrand(game.demand, [least, second])
    reply = pair.best_response(1, p2=second + 1)
    best = reply.strategies
    if len(best) == 1 and isinstance(best[0], Fraction) and best[0] <= second:
        return best[0]
    return None


def price_war_in_letters(game: Bertrand) -> SymbolicEquilibria:
    """The same with parameters, for firms with one cost per unit.

    >>> from kibitz.continuous.markets.bertrand import bertrand
    >>> print(bertrand("a-p", "c").solve())
    p1 = c, p2 = c
      quantities (a - c)/2, (a - c)/2
      profits 0, 0
      when a > c
    found by undercutting: a price above the second least cost is never kept
    """

    from kibitz.algebra.expressions.sympy_bridge import reduced
    from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria, closed_form

    parameters = game.parameters
    units = [_unit_in_letters(c, parameters) for c in game.costs]
    if any(u is None or reduced(u - units[0]) != 0 for u in units):
        raise GameError(
            "a price war in letters needs the same cost per unit for all firms: with unequal ones "
            "the cheapest has no best response, unless its price alone is below all other costs; "
            "give numbers"
        )
    solution = dict.fromkeys(game.variables, units[0])
    case = closed_form(game, solution)
    if case is None:
        raise GameError("no closed form was found; give the parameters numbers")
    remark = ""
    if len(game.players) > 2:
        price = case.strategies[0]
        remark = f"so are all profiles in which at least two firms charge {price} and nobody less"
    return SymbolicEquilibria(game, (case,), METHOD, remark)


def _unit_in_letters(cost: Expression, parameters: Sequence[str]) -> Any:
    """The cost per unit as a formula, when the cost is linear in q and nothing else."""
    from kibitz.algebra.expressions.piecewise import pieces
    from kibitz.algebra.expressions.sympy_bridge import to_sympy

    found = pieces(cost, ring(["q", *parameters]))
    slope = found[0].derivative("q")
    if len(found) != 1 or int(slope.degrees()[0]) > 0:
        return None
    return to_sympy(slope, ()) / to_sympy(found[0].bottom, ()) ** 2


def _per_unit(cost: Expression) -> Fraction | None:
    from kibitz.continuous.exact.payoff import Payoff

    found = Payoff.of(cost, ring(["q"])).pieces
    if len(found) != 1 or found[0].top.total_degree() > 1 or not found[0].bottom.is_constant():
        return None
    slope = found[0].top.derivative("q")
    c = slope.leading_coefficient() if slope else None
    return Fraction(0) if c is None else Fraction(int(c.p), int(c.q))
