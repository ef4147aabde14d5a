"""Equal goods and three or more firms with costs per unit: the price ends at a cost."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.continuous.piecewise import ring
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.continuous.bertrand import Bertrand
    from kibitz.continuous.expression import Expression
    from kibitz.continuous.solution import EquilibriumSet


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
    if ordered[0] < ordered[1]:
        return EquilibriumSet(
            game, (), (), method, True,
            "the firm with the least cost has no best response: it wants to be just below the next",
        )  # fmt: skip
    price = ordered[0]
    profile = tuple(max(price, c) for c in costs if c is not None)
    remark = (
        f"every profile in which two firms charge {price} and nobody less is an equilibrium, too"
    )
    return EquilibriumSet(game, (Equilibrium(game, profile),), (), method, False, remark)


def _per_unit(cost: Expression) -> Fraction | None:
    from kibitz.continuous.payoff import Payoff

    found = Payoff.of(cost, ring(["q"])).pieces
    if len(found) != 1 or found[0].top.total_degree() > 1 or not found[0].bottom.is_constant():
        return None
    slope = found[0].top.derivative("q")
    c = slope.leading_coefficient() if slope else None
    return Fraction(0) if c is None else Fraction(int(c.p), int(c.q))
