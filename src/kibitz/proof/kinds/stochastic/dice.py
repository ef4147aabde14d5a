"""Claims about throws of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST = 100_000
"""Throws that are listed."""


@checks("dice")
def dice(game: Any, claim: Claim, proof: Proof) -> None:
    """The probability of a throw is a multinomial coefficient over all outcomes."""
    count, sides = claim.count("dice"), claim.count("sides")
    several = bool(count and sides and count + sides <= 1000)
    if not several or comb(count + sides - 1, count) > MOST:
        raise GameError(
            f"dice: {count_of(count, 'die')} with {count_of(sides, 'side')} have no throws or too "
            "many"
        )
    proof.states(
        f"the throws of {count_of(count, 'die')} with {count_of(sides, 'side')}", "counting"
    )
    right: dict[str, Fraction] = {}
    totals: dict[str, Fraction] = {}
    for throw in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(map(factorial, Counter(throw).values()))
        chance = Fraction(ways, sides**count)
        right["-".join(map(str, throw))] = chance
        spots = str(sum(throw))
        totals[spots] = totals.get(spots, Fraction(0)) + chance
    proof.says(claim, totals=totals, throws=right, outcomes=sides**count, distinct_rolls=len(right))
    proof.says(claim, doubles=sides, nondoubles=len(right) - sides, sum=1)
    proof.that("they are listed", "totals" in claim or "throws" in claim)
