"""Equal goods and three or more firms with costs per unit: the price ends at a cost."""

from __future__ import annotations

from fractions import Fraction

from kibitz.algebra.expressions.piecewise import ring
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.number_field import NumberField
from kibitz.continuous.conditions import players
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.markets.bertrand import Bertrand, bertrand
from kibitz.continuous.markets.price_rules import LonePrice, NoSales, PriceRule, SharedPrice
from kibitz.continuous.solution import ContinuousEquilibrium, Continuum, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.method import method

METHOD = "undercutting: a price above the second-lowest cost never lasts"


def _at_war(game: Bertrand) -> str | None:
    return "it needs equal goods" if game.differentiated else players(3)(game)


@method(
    Bertrand,
    "price-war",
    finds="all pure equilibria",
    cost="O(n log n) for n firms",
    reference="Bertrand 1883",
    applies=_at_war,
)
def price_war(game: Bertrand) -> EquilibriumSet:
    """All equilibria of firms with costs per unit: one of them, and the rule for all the others.

    Parameters
    ----------
    game : Bertrand
        The game.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Notes
    -----
    Cost: O(n log n) for n firms.

    References
    ----------
    Bertrand 1883.

    Examples
    --------
    >>> from kibitz.continuous.markets.bertrand import bertrand
    >>> print(bertrand("10-p", [2, 2, 3]).solve())
    1 pure equilibrium and infinitely many others
      p1 = 2, p2 = 2, p3 = 3; quantities (4, 4, 0), profits (0, 0, 0)
      all in which Firm 1 and Firm 2 charge 2, Firm 3 more
    found by undercutting: a price above the second-lowest cost never lasts
    """
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
                "the firm with the lowest cost has no best response: it wants to price just "
                "below the next",
            )
        rule, method = LonePrice(alone, costs.index(least)), "the price of a monopoly"
        profile = tuple(alone if c == least else c if c > alone else alone + 1 for c in costs)
    return EquilibriumSet(
        game, (ContinuousEquilibrium(game, profile),), (Continuum(game, rule),), method
    )


def _sells(game: Bertrand, price: Fraction) -> bool:
    """Does anyone buy at a price?"""
    over = NumberField(Fraction(0))
    bought = Payoff.of(game.demand, ring(["p"])).at(over, {"p": over.number(price)})
    return over.sign(bought) > 0


def _monopoly_price(game: Bertrand, least: Fraction, second: Fraction) -> Fraction | None:
    """What the firm with the least cost charges alone, if no rival could undercut that."""
    pair = bertrand(game.demand, [least, second])
    reply = pair.best_response(0, p2=second + 1)
    best = reply.strategies
    if len(best) == 1 and isinstance(best[0], Fraction) and best[0] <= second:
        return best[0]
    return None


def _per_unit(cost: Expression) -> Fraction | None:
    found = Payoff.of(cost, ring(["q"])).pieces
    if len(found) != 1 or found[0].top.total_degree() > 1 or not found[0].bottom.is_constant():
        return None
    slope = found[0].top.derivative("q")
    c = slope.leading_coefficient() if slope else None
    return Fraction(0) if c is None else Fraction(int(c.p), int(c.q))
