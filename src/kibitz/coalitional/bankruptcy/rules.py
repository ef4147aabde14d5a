"""The classical rules for sharing an estate among claims that are too large together.

Each takes the estate and the claims and returns the awards; none gives anyone less than nothing or
more than the claim. Thomson, "Axiomatic and game-theoretic analysis of bankruptcy and taxation
problems", 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.coalitional.bankruptcy.random_arrival import random_arrival
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import canonical_name

Awards = tuple[Number, ...]
Rule = Callable[[Number, Awards], Awards]


def proportional(estate: Number, claims: Awards) -> Awards:
    """Everyone gets the same part of the claim: pro rata.

    >>> [str(x) for x in proportional(Fraction(200), (Fraction(100), Fraction(300)))]
    ['50', '150']
    """
    total = sum(claims)
    return tuple(estate * c / total if total else c for c in claims)


def constrained_equal_awards(estate: Number, claims: Awards) -> Awards:
    """Everyone gets the same, but no one more than the claim. Maimonides.

    >>> [str(x) for x in constrained_equal_awards(Fraction(200), (Fraction(50), Fraction(300)))]
    ['50', '150']
    """
    left, awards = estate, dict[int, Number]()
    order = sorted(range(len(claims)), key=lambda i: claims[i])
    for place, i in enumerate(order):
        awards[i] = min(claims[i], left / (len(claims) - place))
        left = left - awards[i]
    return tuple(awards[i] for i in range(len(claims)))


def constrained_equal_losses(estate: Number, claims: Awards) -> Awards:
    """Everyone loses the same, but no one more than the claim. Maimonides.

    >>> [str(x) for x in constrained_equal_losses(Fraction(200), (Fraction(100), Fraction(300)))]
    ['0', '200']
    """
    losses = constrained_equal_awards(sum(claims) - estate, claims)
    return _less(claims, losses)


def talmud(estate: Number, claims: Awards) -> Awards:
    """Equal awards up to half the claims, equal losses from there: the nucleolus of the game.

    Aumann and Maschler, "Game theoretic analysis of a bankruptcy problem from the Talmud", 1985.

    >>> [str(x) for x in talmud(Fraction(200), (Fraction(100), Fraction(200), Fraction(300)))]
    ['50', '75', '75']
    """
    half = _halves(claims)
    if estate <= sum(half):
        return constrained_equal_awards(estate, half)
    return _less(claims, constrained_equal_awards(sum(claims) - estate, half))


def reverse_talmud(estate: Number, claims: Awards) -> Awards:
    """Equal losses up to half the claims, equal awards from there. Chun, Schummer, Thomson, 2001.

    >>> claims = Fraction(100), Fraction(200), Fraction(300)
    >>> [str(x) for x in reverse_talmud(Fraction(200), claims)]
    ['50/3', '200/3', '350/3']
    """
    half = _halves(claims)
    if estate <= sum(half):
        return constrained_equal_losses(estate, half)
    return _more(half, constrained_equal_awards(estate - sum(half), half))


def piniles(estate: Number, claims: Awards) -> Awards:
    """Equal awards up to half the claims, and once more for the other half. Piniles, 1861.

    >>> [str(x) for x in piniles(Fraction(400), (Fraction(100), Fraction(200), Fraction(300)))]
    ['250/3', '400/3', '550/3']
    """
    half = _halves(claims)
    if estate <= sum(half):
        return constrained_equal_awards(estate, half)
    return _more(half, constrained_equal_awards(estate - sum(half), half))


def constrained_egalitarian(estate: Number, claims: Awards) -> Awards:
    """As equal as can be when half the claims come first. Chun, Schummer and Thomson, 2001.

    Up to half the claims awards are equal within these halves; then no one gets less than half or
    more than the whole claim, and awards are equal within these bounds.

    >>> claims = Fraction(100), Fraction(200), Fraction(300)
    >>> [str(x) for x in constrained_egalitarian(Fraction(400), claims)]
    ['100', '150', '150']
    """
    half = _halves(claims)
    if estate <= sum(half):
        return constrained_equal_awards(estate, half)

    def at(height: Number) -> Awards:
        return tuple(max(h, min(c, height)) for h, c in zip(half, claims, strict=True))

    return at(place_of(estate, lambda height: sum(at(height)), (*half, *claims)))


def ibn_ezra(estate: Number, claims: Awards) -> Awards:
    """Every slice of the estate is shared by those whose claims reach it. Ibn Ezra, 12th century.

    For estates up to the largest claim.

    >>> claims = Fraction(30), Fraction(40), Fraction(60), Fraction(120)
    >>> [str(x) for x in ibn_ezra(Fraction(120), claims)]
    ['15/2', '65/6', '125/6', '485/6']
    """
    if estate > max(claims):
        raise GameError(
            f"Ibn Ezra's rule applies to estates up to the largest claim, {show(max(claims))}; "
            "beyond it use minimal overlap, which extends it"
        )
    order = sorted(range(len(claims)), key=lambda i: claims[i])
    awards, below, award = dict[int, Number](), Fraction(0) * estate, Fraction(0) * estate
    for place, i in enumerate(order):
        reach = min(claims[i], estate)
        award = award + (reach - below) / (len(claims) - place)
        awards[i], below = award, reach
    return tuple(awards[i] for i in range(len(claims)))


def minimal_overlap(estate: Number, claims: Awards) -> Awards:
    """Claims are laid on parts of the estate so that they overlap least. O'Neill, 1982.

    A claim beyond some level t has a part of its own; below it all lie over each other, and every
    slice is shared by those whose claims reach it.

    >>> claims = Fraction(100), Fraction(200), Fraction(300)
    >>> [str(x) for x in minimal_overlap(Fraction(300), claims)]
    ['100/3', '250/3', '550/3']
    """
    if estate <= max(claims):
        return ibn_ezra(estate, claims)
    level = overlap_level(estate, claims)
    alone = tuple(max(c - level, 0 * c) for c in claims)
    return _more(alone, ibn_ezra(level, tuple(min(c, level) for c in claims)))


def overlap_level(estate: Number, claims: Awards) -> Number:
    """The level below which claims overlap: what they exceed it by, and it, make up the estate."""

    def short(level: Number) -> Number:
        return -level - sum(max(c - level, 0 * c) for c in claims)

    return place_of(-estate, short, (0 * estate, *claims))


def adjusted_proportional(estate: Number, claims: Awards) -> Awards:
    """Everyone gets what no one else claims, and the rest is shared pro rata.

    Claims count only up to what is left: the tau-value of the game. Curiel, Maschler, Tijs, 1987.

    >>> [str(x) for x in adjusted_proportional(Fraction(200), (Fraction(100), Fraction(300)))]
    ['50', '150']
    """
    rights, still = still_claimed(estate, claims)
    return _more(rights, proportional(estate - sum(rights), still))


def still_claimed(estate: Number, claims: Awards) -> tuple[Awards, Awards]:
    """The minimal rights, and what is claimed beyond them, up to what they leave."""
    rights = minimal_rights(estate, claims)
    left = estate - sum(rights)
    return rights, tuple(min(c - m, left) for c, m in zip(claims, rights, strict=True))


def minimal_rights(estate: Number, claims: Awards) -> Awards:
    """What is left for each claimant when all others are paid in full."""
    total = sum(claims)
    return tuple(max(estate - (total - c), 0 * c) for c in claims)


def _halves(claims: Awards) -> Awards:
    return tuple(c / 2 for c in claims)


def _more(first: Awards, second: Awards) -> Awards:
    return tuple(x + y for x, y in zip(first, second, strict=True))


def _less(first: Awards, second: Awards) -> Awards:
    return tuple(x - y for x, y in zip(first, second, strict=True))


def place_of(
    wanted: Number, function: Callable[[Number], Number], corners: Iterable[Number]
) -> Number:
    """Where a nondecreasing function, linear between its corners, first reaches a number.

    >>> place_of(Fraction(3), lambda t: min(t, Fraction(2)) + min(t, Fraction(5)), [0, 2, 5])
    Fraction(3, 2)
    """
    points = sorted(set(corners))
    below = points[0]
    for above in points[1:]:
        low, high = function(below), function(above)
        if low >= wanted:
            return below
        if high >= wanted:
            return below + (wanted - low) * (above - below) / (high - low)
        below = above
    return below


RULES: dict[str, tuple[str, Rule]] = {
    "proportional": ("proportional", proportional),
    "equal-awards": ("constrained equal awards", constrained_equal_awards),
    "equal-losses": ("constrained equal losses", constrained_equal_losses),
    "talmud": ("Talmud, the nucleolus", talmud),
    "random-arrival": ("random arrival, the Shapley value", random_arrival),
    "adjusted-proportional": ("adjusted proportional, the tau-value", adjusted_proportional),
    "minimal-overlap": ("minimal overlap", minimal_overlap),
    "ibn-ezra": ("Ibn Ezra", ibn_ezra),
    "piniles": ("Piniles", piniles),
    "constrained-egalitarian": ("constrained egalitarian", constrained_egalitarian),
    "reverse-talmud": ("reverse Talmud", reverse_talmud),
}
"""The rules by name, with what they are called."""
ALIASES = {
    "pro-rata": "proportional",
    "cea": "equal-awards",
    "constrained-equal-awards": "equal-awards",
    "cel": "equal-losses",
    "constrained-equal-losses": "equal-losses",
    "nucleolus": "talmud",
    "contested-garment": "talmud",
    "shapley": "random-arrival",
    "run-to-the-bank": "random-arrival",
    "tau": "adjusted-proportional",
    "o-neill": "minimal-overlap",
}
CONSISTENT = (
    "proportional",
    "equal-awards",
    "equal-losses",
    "talmud",
    "piniles",
    "constrained-egalitarian",
    "reverse-talmud",
)
"""Rules by which any two claimants share what both get as if they were alone with it."""


def rule_called(name: str) -> str:
    """The name of a rule as it stands in the list, from any of its names.

    >>> rule_called("CEA"), rule_called("random arrival")
    ('equal-awards', 'random-arrival')
    """
    key = canonical_name(str(name))
    key = ALIASES.get(key, key)
    if key not in RULES:
        near = did_you_mean(key, [*RULES, *ALIASES]) or f"; known: {', '.join(RULES)}"
        raise GameError(f"unknown rule {name!r}{near}")
    return key


def applicable(estate: Number, claims: Sequence[Number]) -> tuple[str, ...]:
    """The rules that say something about this problem."""
    small = estate <= max(claims)
    return tuple(name for name in RULES if small or name != "ibn-ezra")


@extends(Bankruptcy)
def awards(problem: Bankruptcy, rule: str) -> Awards:
    """What each player gets by the rule of this name."""
    return RULES[rule_called(rule)][1](problem.estate, problem.claims)
