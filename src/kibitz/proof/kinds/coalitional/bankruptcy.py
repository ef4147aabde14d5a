"""Awards of an estate by the classical rules, each by the equation that defines it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from kibitz.algebra.rational_function import RationalFunction
from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact
from kibitz.proof.kernel.arithmetic import near, summed
from kibitz.proof.kernel.coalitions import Point, Worths, payoffs, shapley, spelled

MOST_ARRIVING = 16
"""Claimants up to which random arrival is compared with the Shapley value."""
MOST_GROUPED = 10
"""Claimants up to which awards by random arrival are compared at the claims of every group."""
ALSO_CALLED = {"nucleolus": "talmud", "shapley": "random-arrival", "tau": "adjusted-proportional"}
"""Rules that are solutions of the game."""
Right = Callable[[Fraction, Point, Point], Point]


def equal_awards(estate: Fraction, claims: Point, x: Point) -> Point:
    """Everyone gets the same, but no more than the claim."""
    level = max(x)
    return [min(c, level) for c in claims]


def equal_losses(estate: Fraction, claims: Point, x: Point) -> Point:
    """Everyone loses the same, but no more than the claim."""
    loss = max(c - v for c, v in zip(claims, x, strict=True))
    return [max(c - loss, Fraction(0)) for c in claims]


def _proportional(estate: Fraction, claims: Point, x: Point) -> Point:
    total = sum(claims)
    return [estate * c / total if total else Fraction(0) for c in claims]


def _by_halves(low: Right, high: Right) -> Right:
    """One rule for half the claims, and for what exceeds them another one for the other half."""

    def right(estate: Fraction, claims: Point, x: Point) -> Point:
        half = [c / 2 for c in claims]
        if estate <= sum(half):
            return low(estate, half, x)
        rest = [v - h for v, h in zip(x, half, strict=True)]
        above = high(estate - sum(half), half, rest)
        return [h + v for h, v in zip(half, above, strict=True)]

    return right


def _egalitarian(estate: Fraction, claims: Point, x: Point) -> Point:
    """Equal within halves; beyond these as equal as half and whole claims allow."""
    half = [c / 2 for c in claims]
    if estate <= sum(half):
        return equal_awards(estate, half, x)
    return _raised(estate, list(zip(half, claims, strict=True)))


def _raised(estate: Fraction, bounds: list[tuple[Fraction, Fraction]]) -> Point:
    """The one division in which all are at one height, as far as their bounds allow."""

    def at(height: Fraction) -> Point:
        return [max(low, min(high, height)) for low, high in bounds]

    corners = sorted({v for pair in bounds for v in pair})
    for a, b in itertools.pairwise(corners):
        low, high = sum(at(a)), sum(at(b))
        if low <= estate <= high and high > low:
            return at(a + (estate - low) * (b - a) / (high - low))
    return at(corners[-1])


def _slices(estate: Fraction, claims: Point, x: Point) -> Point:
    """Every slice is shared by those whose claims reach it; beyond a level claims are apart."""
    level = estate if estate <= max(claims) else _level(estate, claims)
    apart = estate > max(claims)
    found = [max(c - level, Fraction(0)) if apart else Fraction(0) for c in claims]
    cuts = sorted({Fraction(0), level, *(min(c, level) for c in claims)})
    for low, high in itertools.pairwise(cuts):
        reach = [i for i, c in enumerate(claims) if c >= high]
        for i in reach:
            found[i] += (high - low) / len(reach)
    return found


def _level(estate: Fraction, claims: Point) -> Fraction:
    """The level that with what claims exceed it by makes up the estate."""
    corners = sorted({Fraction(0), *claims})
    for low, high in itertools.pairwise(corners):
        above = [c for c in claims if c > low]
        # Between corners level + sum(c - level) is linear in the level.
        if len(above) != 1:
            level = (sum(above) - estate) / (len(above) - 1)
            if low <= level <= high:
                return level
    return corners[-1]


def _adjusted(estate: Fraction, claims: Point, x: Point) -> Point:
    """What no one else claims, and the rest in proportion to what is still claimed."""
    rights, left, still = _rights(estate, claims)
    return [m + v for m, v in zip(rights, _proportional(left, still, x), strict=True)]


def _rights(estate: Any, claims: Point) -> tuple[list[Any], Any, list[Any]]:
    """What no one else claims, what that leaves, and what is still claimed of it."""
    total = sum(claims)
    rights = [max(estate - (total - c), Fraction(0)) for c in claims]
    left = estate
    for m in rights:
        left = left - m
    return rights, left, [min(c - m, left) for c, m in zip(claims, rights, strict=True)]


RULES: dict[str, Right] = {
    "proportional": _proportional,
    "equal-awards": equal_awards,
    "equal-losses": equal_losses,
    "talmud": _by_halves(equal_awards, equal_losses),
    "adjusted-proportional": _adjusted,
    "minimal-overlap": _slices,
    "ibn-ezra": _slices,
    "piniles": _by_halves(equal_awards, equal_awards),
    "constrained-egalitarian": _egalitarian,
    "reverse-talmud": _by_halves(equal_losses, equal_awards),
}
"""What the awards must be, given that they hand out the estate."""


def _award(problem: Bankruptcy, rule: str, claim: Claim, key: str, proof: Proof) -> None:
    given = payoffs(problem, claim, key)
    x = [Fraction(v) for v in given]
    estate, claims = Fraction(problem.estate), [Fraction(c) for c in problem.claims]
    proof.within([Fraction(0), *problem.claims], [*given, problem.estate])
    close = proof.tolerance * problem.n
    proof.that(f"{rule}: the awards add up to the estate", abs(sum(x) - estate) <= close)
    if rule == "random-arrival":
        if problem.n > MOST_ARRIVING:
            proof.leaves("random arrival")
            return
        right = shapley(Worths(problem))
    elif rule in RULES:
        if rule == "ibn-ezra" and estate > max(claims):
            raise GameError("the rule of Ibn Ezra is for estates up to the largest claim")
        right = RULES[rule](estate, claims, x)
    else:
        raise GameError(f"unknown rule {rule!r}{did_you_mean(rule, RULES)}")
    proof.that(f"{rule}: each player gets what the rule says", near(x, right, 2 * close))


@checks("bankruptcy-award", of=Bankruptcy)
def award(problem: Bankruptcy, claim: Claim, proof: Proof) -> None:
    """The awards by one rule."""
    rule = claim.text("rule")
    given = payoffs(problem, claim)
    proof.states(f"{spelled(given)} by the rule {rule}", "its definition")
    _award(problem, rule, claim, "payoffs", proof)


@checks("bankruptcy-division", of=Bankruptcy)
def division(problem: Bankruptcy, claim: Claim, proof: Proof) -> None:
    """The awards by every rule."""
    proof.states("these are the awards", "the definition of each rule")
    awards = claim.part("awards")
    for rule in awards.data:
        _award(problem, rule, awards, rule, proof)
    proof.within([Fraction(0), *problem.claims], [problem.estate])
    proof.says(claim, estate=Fraction(problem.estate), claims=[Fraction(c) for c in problem.claims])
    proof.says(claim, "also_called", ALSO_CALLED)
    if "worths" in claim:
        worths, masks = Worths(problem), range(1, problem.grand + 1)
        proof.says(claim, "worths", {problem.spell(m): worths[m] for m in masks})


@checks("estate-schedule", of=Bankruptcy)
def estate_schedule(problem: Bankruptcy, claim: Claim, proof: Proof) -> None:
    """The definition of each rule, evaluated on each piece for all its estates at once."""
    proof.states("the awards of each rule for every estate", "its definition on whole intervals")
    proof.says(claim, letter="E", players=problem.players, exact=True)
    rules, claims = claim.part("rules"), [exact(c) for c in problem.claims]
    proof.equal("claims", claim.raw("claims"), claims)
    proof.that("a rule is listed", bool(rules.data))
    for rule in rules.data:
        if rule == "random-arrival" and problem.n > MOST_GROUPED:
            raise GameError(f"{rules.path(rule)}: there can be at most {MOST_GROUPED} claimants")
        if rule not in {*RULES, "random-arrival"}:
            raise GameError(f"{rules.path(rule)}: unknown rule{did_you_mean(rule, RULES)}")
        pieces = [_piece(problem, part, rule) for part in rules.parts(rule)]
        most = max(claims) if rule == "ibn-ezra" else summed(claims)
        follow = [Fraction(0), *(high for _, high, _ in pieces)]
        meet = follow[:-1] == [low for low, _, _ in pieces] and follow[-1] == most
        grow = all(low < high or not most for low, high, _ in pieces)
        tiled = bool(pieces) and meet and grow
        proof.that(f"{rule}: the pieces follow one another from end to end", tiled)
        right = BY_PIECES.get(rule) or partial(_by_definition, RULES[rule])
        same = tiled and all(right(problem, claims, piece) for piece in pieces)
        proof.that(f"{rule}: the awards on each piece", same)


Piece = tuple[Fraction, Fraction, list[RationalFunction]]


def _piece(problem: Bankruptcy, part: Claim, rule: str) -> Piece:
    awards = part.part("awards")
    read = [
        RationalFunction.read(awards.text(name), "E", awards.path(name)) for name in problem.players
    ]
    most = (2, 1) if rule == "adjusted-proportional" else (1, 0)
    if any(f.numerator.degree > most[0] or f.denominator.degree > most[1] for f in read):
        raise GameError(f"{awards.path('')}: awards must be linear in E, or quadratic over linear")
    return exact(part.raw("low"), "low"), exact(part.raw("high"), "high"), read


def _arrivals(problem: Bankruptcy, claims: Point, piece: Piece) -> bool:
    """Worths max(0, E - claims of the others) bend where E is a sum of claims, and only there."""
    low, high, lines = piece
    sums = {Fraction(0)}
    for c in claims:
        sums |= {x + c for x in sums}
    for estate in {low, high, *(x for x in sums if low < x < high)}:
        here = Bankruptcy(problem.players, "", estate=estate, claims=tuple(claims))
        if [line(estate) for line in lines] != shapley(Worths(here)):
            return False
    return True


def _adjusted_piece(problem: Bankruptcy, claims: Point, piece: Piece) -> bool:
    """Where rights and claims are linear, awards times all claims are cubic: 4 estates decide."""
    low, high, awards = piece
    if any(not f.denominator(low) * f.denominator(high) > 0 for f in awards):
        return False
    left = [(low, high)]
    while left:
        low, high = left.pop()
        try:
            _rights(Line(low, high), claims)
        except Crossing as crossing:
            cut = low + crossing.part * (high - low)
            left += [(low, cut), (cut, high)]
            continue
        for estate in [low + (high - low) * Fraction(k, 3) for k in range(4)]:
            rights, rest, still = _rights(estate, claims)
            claimed = sum(still) or Fraction(1)  # where nothing is claimed, nothing is left
            for award, m, v in zip(awards, rights, still, strict=True):
                whole = award.denominator(estate) * (m * claimed + rest * v)
                if award.numerator(estate) * claimed != whole:
                    return False
    return True


BY_PIECES = {"random-arrival": _arrivals, "adjusted-proportional": _adjusted_piece}
"""Rules whose awards on a piece are not compared as linear functions."""


def _by_definition(rule: Any, problem: Bankruptcy, claims: Point, piece: Piece) -> bool:
    """Whether a rule gives these awards on a whole piece, cut where its comparisons change."""
    low, high, lines = piece
    left = [(low, high), (low, low), (high, high)]
    while left:
        low, high = left.pop()
        estate, x = Line(low, high), [Line(line(low), line(high)) for line in lines]
        try:
            right = [_line(v) for v in rule(estate, claims, x)]
        except Crossing as crossing:
            cut = low + crossing.part * (high - low)
            left += [(low, cut), (cut, high), (cut, cut)]
            continue
        if sum(x, Line(Fraction(0), Fraction(0))) != estate or x != right:
            return False
    return True


class Crossing(Exception):
    """Two linear functions change places inside an interval, at this part of it."""

    def __init__(self, part: Fraction) -> None:
        self.part = part


@dataclass(frozen=True)
class Line:
    """A linear function by its values at both ends of an interval, compared all over its inside."""

    low: Fraction
    high: Fraction

    def __add__(self, other: Any) -> Line:
        return Line(self.low + _line(other).low, self.high + _line(other).high)

    def __mul__(self, times: Fraction | int) -> Line:
        return Line(self.low * times, self.high * times)

    def __truediv__(self, by: Fraction | int) -> Line:
        return Line(self.low / by, self.high / by)

    def __sub__(self, other: Any) -> Line:
        return self + _line(other) * -1

    def __rsub__(self, other: Any) -> Line:
        return _line(other) - self

    def sign(self, other: Any) -> Fraction:
        """A number with the sign of the difference to another function, inside the interval."""
        gap = self - _line(other)
        if gap.low * gap.high < 0:
            raise Crossing(gap.low / (gap.low - gap.high))
        return gap.low + gap.high

    def __lt__(self, other: Any) -> bool:
        return self.sign(other) < 0

    def __le__(self, other: Any) -> bool:
        return self.sign(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self.sign(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self.sign(other) >= 0

    __radd__ = __add__


def _line(x: Any) -> Line:
    return x if isinstance(x, Line) else Line(x, x)
