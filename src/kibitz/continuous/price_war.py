"""Equal goods and three or more firms with costs per unit: the price ends at a cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.continuous.piecewise import ring
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.continuous.bertrand import Bertrand
    from kibitz.continuous.expression import Expression
    from kibitz.continuous.solution import EquilibriumSet
    from kibitz.continuous.symbolic import SymbolicEquilibria


def price_war(game: Bertrand) -> EquilibriumSet:
    """The equilibrium at which everybody charges the common cost per unit.

    >>> from kibitz.continuous.bertrand import bertrand
    >>> print(bertrand("10-p", 2, firms=3).solve().remark)
    every profile in which two firms charge 2 and nobody less is an equilibrium, too
    """
    from kibitz.continuous.solution import Equilibrium, EquilibriumSet

    costs = [_per_unit(c) for c in game.costs]
    if any(c is None for c in costs):
        raise GameError("three and more firms with equal goods need a cost per unit, such as 2q")
    ordered = sorted(c for c in costs if c is not None)
    method = "undercutting: a price above the second least cost is never kept"
    alone = _monopoly_price(game, ordered[0], ordered[1]) if ordered[0] < ordered[1] else None
    if alone is not None:
        first = costs.index(ordered[0])
        prices = [c if c > alone else alone + 1 for c in costs if c is not None]
        prices[first] = alone
        remark = (
            f"every profile in which the others charge more than {alone} is an equilibrium, too"
        )
        found = (Equilibrium(game, tuple(prices)),)
        return EquilibriumSet(game, found, (), "the price of a firm alone", False, remark)
    if ordered[0] < ordered[1]:
        return EquilibriumSet(
            game, (), (), method, True,
            "the firm with the least cost has no best response: it wants to be just below the next",
        )  # fmt: skip
    price = ordered[0]
    profile = tuple(max(price, c) for c in costs if c is not None)
    dearer = ", nobody with a higher cost as little" if ordered[-1] > price else ""
    remark = (
        f"every profile in which two firms charge {price}{dearer} and nobody less is an "
        "equilibrium, too"
    )
    return EquilibriumSet(game, (Equilibrium(game, profile),), (), method, False, remark)


def _monopoly_price(game: Bertrand, least: Fraction, second: Fraction) -> Fraction | None:
    """What the firm with the least cost charges alone, if no rival could undercut that."""
    from kibitz.continuous.bertrand import bertrand

    pair = bertrand(game.demand, [least, second])
    reply = pair.best_response(1, p2=second + 1)
    if reply.value == 0:
        return least
    best = reply.strategies
    if len(best) == 1 and isinstance(best[0], Fraction) and best[0] <= second:
        return best[0]
    return None


def price_war_in_letters(game: Bertrand) -> SymbolicEquilibria:
    """The same with parameters, for firms with one cost per unit.

    >>> from kibitz.continuous.bertrand import bertrand
    >>> print(bertrand("a-p", "c").solve())
    p1 = c, p2 = c
      quantities (a - c)/2, (a - c)/2
      profits 0, 0
      when a > c
    found by undercutting: a price above the second least cost is never kept
    """

    from kibitz.continuous.symbolic import SymbolicEquilibria, closed_form
    from kibitz.continuous.sympy_bridge import reduced

    parameters = game.parameters
    units = [_unit_in_letters(c, parameters) for c in game.costs]
    if any(u is None or reduced(u - units[0]) != 0 for u in units):
        raise GameError(
            "a price war in letters needs the same cost per unit for all firms; give numbers"
        )
    solution = dict.fromkeys(game.variables, units[0])
    case = closed_form(game, solution)
    if case is None:
        raise GameError("no closed form was found; give the parameters numbers")
    method = "undercutting: a price above the second least cost is never kept"
    return SymbolicEquilibria(game, (case,), method)


def _unit_in_letters(cost: Expression, parameters: Sequence[str]) -> Any:
    """The cost per unit as a formula, when the cost is linear in q and nothing else."""
    from kibitz.continuous.piecewise import pieces
    from kibitz.continuous.sympy_bridge import to_sympy

    found = pieces(cost, ring(["q", *parameters]))
    slope = found[0].derivative("q")
    if len(found) != 1 or int(slope.degrees()[0]) > 0:
        return None
    return to_sympy(slope, ()) / to_sympy(found[0].bottom, ()) ** 2


def _per_unit(cost: Expression) -> Fraction | None:
    from kibitz.continuous.payoff import Payoff

    found = Payoff.of(cost, ring(["q"])).pieces
    if len(found) != 1 or found[0].top.total_degree() > 1 or not found[0].bottom.is_constant():
        return None
    slope = found[0].top.derivative("q")
    c = slope.leading_coefficient() if slope else None
    return Fraction(0) if c is None else Fraction(int(c.p), int(c.q))
