"""The corners of the awards of each rule, between which one formula in the estate holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

Claims = Sequence[Fraction]

MOST_ARRIVING = 10
"""Claimants up to which the sums of all groups of claims are listed."""


def corners_of(rule: str, claims: Claims) -> tuple[Fraction, ...] | None:
    """Estates between neighbors of which one formula holds for the awards, from least to most.

    None where the corners are too many.

    Parameters
    ----------
    rule : str
        The name of a rule.
    claims : sequence of Fraction
        The claims.

    Returns
    -------
    tuple of Fraction, or None
        The corners, 0 and the largest estate of the rule included.

    Examples
    --------
    >>> [str(x) for x in corners_of("talmud", [Fraction(100), Fraction(200), Fraction(300)])]
    ['0', '150', '250', '300', '350', '450', '600']
    """
    if rule not in _CORNERS or (rule == "random-arrival" and len(claims) > MOST_ARRIVING):
        return None
    total = sum(claims, Fraction(0))
    most = max(claims) if rule == "ibn-ezra" else total
    corners = {Fraction(0), most, *_CORNERS[rule](claims)}
    return tuple(sorted(x for x in corners if 0 <= x <= most))


def between(corners: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """The intervals between neighboring corners."""
    return list(pairwise(corners))


def _filled(claims: Claims) -> set[Fraction]:
    """Estates at which equal awards reach another claim."""
    return {sum((min(c, level) for c in claims), Fraction(0)) for level in claims}


def _emptied(claims: Claims) -> set[Fraction]:
    """Estates at which equal losses reach another claim."""
    return {sum(claims, Fraction(0)) - x for x in _filled(claims)}


def _by_halves(
    low: Callable[[Claims], set[Fraction]], high: Callable[[Claims], set[Fraction]]
) -> Callable[[Claims], set[Fraction]]:
    def corners(claims: Claims) -> set[Fraction]:
        half = [c / 2 for c in claims]
        middle = sum(half, Fraction(0))
        return {middle, *low(half), *(middle + x for x in high(half))}

    return corners


def _egalitarian(claims: Claims) -> set[Fraction]:
    half = [c / 2 for c in claims]
    heights = {*half, *claims}
    raised = {sum((max(c / 2, min(c, height)) for c in claims), Fraction(0)) for height in heights}
    return {sum(half, Fraction(0)), *_filled(half), *raised}


def _groups(claims: Claims) -> set[Fraction]:
    """What any group of claimants wants together."""
    sums = {Fraction(0)}
    for claim in claims:
        sums |= {x + claim for x in sums}
    return sums


def _overlap(claims: Claims) -> set[Fraction]:
    """Claims, and estates at which claims above a level are apart, the level being a claim."""
    apart = {c + sum((max(d - c, Fraction(0)) for d in claims), Fraction(0)) for c in claims}
    return {*claims, *apart}


def _adjusted(claims: Claims) -> set[Fraction]:
    """Where someone begins to have a right, and where claims beyond rights reach what is left."""
    total = sum(claims, Fraction(0))
    bends = sorted({Fraction(0), total, *(total - c for c in claims)})
    corners = set(bends)
    for low, high in pairwise(bends):
        for i in range(len(claims)):
            first, last = (_beyond(estate, claims, i) for estate in (low, high))
            if first * last < 0:
                corners.add(low + (high - low) * first / (first - last))
    return corners


def _beyond(estate: Fraction, claims: Claims, i: int) -> Fraction:
    """How much more than what is left is claimed beyond the minimal right."""
    total = sum(claims, Fraction(0))
    rights = [max(estate - (total - c), Fraction(0)) for c in claims]
    return claims[i] - rights[i] - (estate - sum(rights))


_CORNERS: dict[str, Callable[[Claims], set[Fraction]]] = {
    "proportional": lambda _: set(),
    "equal-awards": _filled,
    "equal-losses": _emptied,
    "talmud": _by_halves(_filled, _emptied),
    "random-arrival": _groups,
    "adjusted-proportional": _adjusted,
    "minimal-overlap": _overlap,
    "ibn-ezra": set,
    "piniles": _by_halves(_filled, _filled),
    "constrained-egalitarian": _egalitarian,
    "reverse-talmud": _by_halves(_emptied, _filled),
}
