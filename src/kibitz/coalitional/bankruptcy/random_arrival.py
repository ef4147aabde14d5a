"""Random arrival: claimants come in a random order, and each takes what is left of the claim.

It is the Shapley value of the bankruptcy game. O'Neill, "A problem of rights arbitration from the
Talmud", 1982.
"""

from __future__ import annotations

import math
from fractions import Fraction

from kibitz.coalitional.bankruptcy.game import bankruptcy
from kibitz.coalitional.counting import Counts, check_work
from kibitz.coalitional.values.shapley import shapley
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator

Awards = tuple[Number, ...]
TABLED = 16
"""Claimants up to which all coalitions are tabled, whatever the claims are."""
MOST_FLOATS = 25


def random_arrival(estate: Number, claims: Awards) -> Awards:
    """The average of what each claimant gets, over all orders of arrival.

    Up to 16 claimants by a table of coalitions; beyond that those who came before are counted by
    number and sum of claims.

    >>> claims = tuple(map(Fraction, (10, 20, 30)))
    >>> [str(x) for x in random_arrival(Fraction(36), claims)]
    ['6', '11', '19']
    """
    whole = [x for x in (*claims, estate) if isinstance(x, Fraction)]
    if len(claims) <= TABLED or (len(whole) <= len(claims) and len(claims) <= MOST_FLOATS):
        return arrival_by_table(estate, claims)
    if len(whole) <= len(claims):
        raise GameError(
            f"random arrival of {len(claims)} claimants needs exact numbers; write the estate and "
            "the claims as fractions, or choose another rule"
        )
    return arrival_by_sums(whole[-1], tuple(whole[:-1]))


def arrival_by_table(estate: Number, claims: Awards) -> Awards:
    """The Shapley value of the table of what coalitions are left with. Cost n 2^n."""
    return shapley(bankruptcy(estate, claims)).payoffs


def arrival_by_sums(estate: Fraction, claims: tuple[Fraction, ...]) -> Awards:
    """The same by generating functions. Cost n^2 additions of integers of n E digits.

    >>> claims = tuple(map(Fraction, (10, 20, 30)))
    >>> [str(x) for x in arrival_by_sums(Fraction(36), claims)]
    ['6', '11', '19']
    """
    n = len(claims)
    (*amounts, whole), bottom = common_denominator([*claims, estate])
    common = math.gcd(*amounts, whole) or 1
    amounts, whole = [a // common for a in amounts], whole // common
    instead = "use another rule, or claims in larger units"
    check_work(n, whole, len(set(amounts)), "claimants", instead)
    ways = [math.factorial(s) * math.factorial(n - 1 - s) for s in range(n)]
    counts = Counts.of(amounts, whole)
    totals: dict[int, int] = {}
    for claim in set(amounts):
        rest = counts.without(claim)
        taken = [min(claim, whole - before) for before in range(whole)]
        totals[claim] = sum(
            ways[s] * sum(c * t for c, t in zip(rest.coefficients(s), taken, strict=True))
            for s in range(n)
        )
    scale = math.factorial(n) * bottom
    return tuple(Fraction(totals[a] * common, scale) for a in amounts)
