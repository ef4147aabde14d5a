"""Closed forms in the number of firms, proved for a few numbers of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from kibitz.algebra.trials import trials
from kibitz.continuous.markets.any_number import CournotFamily
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import plain
from kibitz.proof.kinds.continuous.closed_form import THEOREM, conditions_at, value

FIRMS = (1, 2, 3, 4)
"""Numbers of firms for which it is proved, where these meet the conditions."""
LEAST = 3
NAMES = ("quantity", "total", "price", "profit")


@checks("any-number-of-firms", of=CournotFamily)
def any_number_of_firms(market: CournotFamily, claim: Claim, proof: Proof) -> None:
    """The formulas are an equilibrium of 1, 2, 3 and 4 firms, at values that are tried."""
    proof.states(f"what each of {market.letter} firms makes and earns", THEOREM)
    proof.says(claim, model=market.model, letter=market.letter, exact=True)
    proof.says(claim, parameters=market.parameters)
    proved = 0
    for firms in FIRMS:
        for values in _values(market, claim, firms):
            right = _in_numbers(claim, firms, values)
            if right is not None:
                told = ", ".join(f"{k} = {v}" for k, v in values.items())
                proof.includes(f"at {told}", check(market.at(**values), right))
                proved += 1
                break
    proof.that("the conditions can be met by several numbers of firms", proved >= LEAST)
    proof.found(claim, "limits", words="the limits as the number of firms grows")
    proof.leaves("the formulas at other values, and that there is no other equilibrium")


def _values(market: CournotFamily, claim: Claim, firms: int) -> Iterator[dict[str, Fraction]]:
    """Values of all letters that meet the conditions, for a number of firms."""
    names = (*market.parameters, market.letter)
    held = conditions_at(claim, names)
    for tried in trials(market.parameters):
        values = {**tried, market.letter: Fraction(firms)}
        if held(values):
            yield values


def _in_numbers(claim: Claim, firms: int, values: dict[str, Fraction]) -> dict[str, Any] | None:
    """The claim about one market in numbers; None where a formula is not rational there."""
    found = [value(claim.text(name), values) for name in NAMES]
    numbers = [plain(x) for x in found if x is not None]
    if len(numbers) < len(found):
        return None
    made, total, price, profit = numbers
    variables = ["q"] if firms == 1 else [f"q{k}" for k in range(1, firms + 1)]
    facts = {"price": price} if firms == 1 else {"total": total, "price": price}
    return {
        "kind": "continuous-equilibrium",
        "strategies": dict.fromkeys(variables, made),
        "profits": [profit] * firms,
        **facts,
    }
