"""Quantities beyond which no firm would go, so that a search has an end.

Two proofs are tried, for larger and larger limits B. Beyond B the price may never pay the cost:
it stays at or below the marginal cost, and the revenue at B does not cover the cost of B. Or
revenue falls from B on, whatever the others make: there B times -P'/P is at least 1, and costs
do not fall.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from kibitz.algebra.expressions.assume import conditions, where_positive
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import enclose, low_end
from kibitz.algebra.expressions.half_line import range_beyond
from kibitz.algebra.expressions.sympy_bridge import load_sympy
from kibitz.algebra.expressions.tree import Expression

SMALLEST, LARGEST = -12, 60
"""The limits tried are powers of 2 between these."""


@lru_cache(maxsize=256)
def quantity_limit(demand: Expression, cost: Expression) -> Fraction | None:
    """A quantity that a firm never wants to exceed, or None when no proof was found.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> float(quantity_limit(read_expression("10*exp(-Q)"), read_expression("q")))
    1.25
    >>> quantity_limit(read_expression("10/(1+sqrt(Q))"), read_expression("0*q")) is None
    True
    """
    paid = where_positive(cost, "q")
    marginal, hazard = differentiate(paid, "q"), _hazard(demand)

    def enough(limit: float) -> bool:
        return never_pays(demand, cost, limit) or (
            hazard is not None
            and range_beyond(marginal, limit)[0] >= 0
            and limit * range_beyond(hazard, limit)[0] >= 1
        )

    found = next((2.0**k for k in range(SMALLEST, LARGEST) if enough(2.0**k)), None)
    if found is None:
        return None
    low, high = found / 2, found
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return Fraction(high) * Fraction(5, 4)


def never_pays(demand: Expression, cost: Expression, limit: float) -> bool:
    """Does a firm that makes more than this earn less than by making nothing, surely?"""
    paid = where_positive(cost, "q")
    price = range_beyond(demand, limit)[1]
    least = range_beyond(differentiate(paid, "q"), limit)[0]
    if price == 0 and least >= 0:
        return True
    from flint import arb

    spent = enclose(paid, {"q": arb(limit)}) - enclose(paid, {"q": arb(0)})
    return price <= least and math.isfinite(price) and bool(limit * price < low_end(spent))


@lru_cache(maxsize=256)
def choke(demand: Expression) -> Fraction | None:
    """The total from which on the price is zero, a hair above it; None when there is none.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> round(float(choke(read_expression("max(0, 10-sqrt(Q))"))), 6)
    100.0
    """

    def worthless(total: float) -> bool:
        return range_beyond(demand, total) == (0.0, 0.0)

    high = next((2.0**k for k in range(SMALLEST, LARGEST) if worthless(2.0**k)), None)
    if high is None:
        return None
    low = 0.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (low, middle) if worthless(middle) else (middle, high)
    return Fraction(high)


def costs_nothing(cost: Expression) -> bool:
    """Does a unit more cost nothing, wherever one is?"""
    return range_beyond(differentiate(where_positive(cost, "q"), "q"), 0.0) == (0.0, 0.0)


def _hazard(demand: Expression) -> Expression | None:
    """-P'/P as short as sympy can make it; None when it cannot be written."""
    from kibitz.algebra.expressions.read import read_expression
    from kibitz.algebra.expressions.sympy_bridge import spell, sympy_of
    from kibitz.core.errors import GameError

    if conditions(demand) or demand.symbols != {"Q"}:
        return None
    try:
        sympy = load_sympy()
        price = sympy_of(demand)
        quantity = next(iter(price.free_symbols))
        return read_expression(spell(sympy.simplify(-sympy.diff(price, quantity) / price)))
    except (GameError, StopIteration):
        return None
