"""Price wars in closed form: firms with equal goods and one cost per unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.algebra.expressions.piecewise import pieces, ring
from kibitz.algebra.expressions.sympy_bridge import reduced, to_sympy
from kibitz.algebra.expressions.tree import Expression
from kibitz.continuous.markets.bertrand import Bertrand
from kibitz.continuous.markets.price_war import METHOD
from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria, closed_form
from kibitz.core.errors import GameError
from kibitz.core.extension import extends


@extends(Bertrand)
def price_war_in_letters(game: Bertrand) -> SymbolicEquilibria:
    """The same with parameters, for firms with one cost per unit.

    >>> from kibitz.continuous.markets.bertrand import bertrand
    >>> print(bertrand("a-p", "c").solve())
    p1 = c, p2 = c
      quantities (a - c)/2, (a - c)/2
      profits 0, 0
      when a > c
    found by undercutting: a price above the second-lowest cost never lasts
    """
    parameters = game.parameters
    units = [_unit_in_letters(c, parameters) for c in game.costs]
    if any(u is None or reduced(u - units[0]) != 0 for u in units):
        raise GameError(
            "a symbolic price war needs the same cost per unit for all firms: with unequal costs "
            "the cheapest firm has no best response, unless its monopoly price is below all other "
            "costs; give numbers"
        )
    solution = dict.fromkeys(game.variables, units[0])
    case = closed_form(game, solution)
    if case is None:
        raise GameError("no closed form was found; give the parameters numbers")
    remark = ""
    if len(game.players) > 2:
        price = case.strategies[0]
        remark = f"so are all profiles in which at least two firms charge {price} and none less"
    return SymbolicEquilibria(game, (case,), METHOD, remark)


def _unit_in_letters(cost: Expression, parameters: Sequence[str]) -> Any:
    """The cost per unit as a formula, when the cost is linear in q and nothing else."""
    found = pieces(cost, ring(["q", *parameters]))
    slope = found[0].derivative("q")
    if len(found) != 1 or int(slope.degrees()[0]) > 0:
        return None
    return to_sympy(slope, ()) / to_sympy(found[0].bottom, ()) ** 2
