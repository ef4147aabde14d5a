"""What exercises ask of a market besides its quantities: the price and the profits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.problem import Part


def unit_costs(costs: Sequence[int]) -> str:
    """What a unit costs each firm, in words.

    >>> unit_costs([4, 4]), unit_costs([1, 2, 3])
    ('each at a cost of 4 a unit', 'at costs of 1, 2 and 3 a unit')
    """
    if len(set(costs)) == 1:
        return f"each at a cost of {costs[0]} a unit"
    return f"at costs of {', '.join(map(str, costs[:-1]))} and {costs[-1]} a unit"


def price_and_profits(found: Mapping[str, Any], names: Sequence[str]) -> tuple[Part, Part]:
    """The questions for the price and for what each firm earns."""
    price = NumberJudge(exact(found["price"]), "the price")
    profits = VectorJudge(tuple(names), tuple(exact(x) for x in found["profits"]))
    return (
        Part("What is the price then?", price, "Put the quantities into the demand."),
        Part("What does each firm earn?", profits, "Profit is price minus cost, times quantity."),
    )
