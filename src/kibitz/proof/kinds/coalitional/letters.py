"""Coalitional games with a letter: what holds at both ends of an interval holds between them.

Worths, payoffs and levels are linear in the letter a, v(S) = c(S) + a s(S). An inequality between
two of them holds on an interval when it holds at both ends; where there is no end, when it holds
somewhere and again with s in place of v, the slopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.core.claim import Claim, Proof, check_as, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.coalitions import Worths, balanced, payoffs, shapley, weights

Line = tuple[Fraction, Fraction]
"""A constant, and what the letter multiplies."""
End = Fraction | None
"""An end of an interval; None where it has none."""


def _line(family: CoalitionalFamily, given: Any, where: str) -> Line:
    if not isinstance(given, str) or len(given) > 10_000:
        raise GameError(f"{where}: expected a formula in {family.letter}")
    found = Polynomial.read(given, family.letter, where)
    if found.degree > 1:
        raise GameError(f"{where}: it must be linear in {family.letter}")
    constant, slope, *_ = *found.coefficients, Fraction(0), Fraction(0)
    return constant, slope


def _lines(family: CoalitionalFamily, claim: Claim, key: str) -> list[Line]:
    part = claim.part(key)
    return [_line(family, part.raw(name), part.path(name)) for name in family.players]


def _end(claim: Claim, key: str) -> End:
    return None if claim.raw(key) is None else exact(claim.raw(key), claim.path(key))


def _towards(family: CoalitionalFamily, side: int) -> CoalitionalGame:
    """What the worths gain when the letter moves by 1 to this side."""
    slope = family.slope
    return slope if side > 0 else CoalitionalGame(-slope.worths, family.players)


@checks("coalitional-family-solution", of=CoalitionalFamily)
def family_solution(family: CoalitionalFamily, claim: Claim, proof: Proof) -> None:
    """The Shapley value by its definition; core and nucleolus by their own checks."""
    proof.states(f"core, Shapley value and nucleolus for every {family.letter}", "their parts")
    proof.says(claim, letter=family.letter)
    shares = _lines(family, claim, "shapley")
    parts = [shapley(Worths(game)) for game in (family.constant, family.slope)]
    right = list(zip(*parts, strict=True))
    proof.that("the Shapley value is linear in the worths, hence in the letter", shares == right)
    for key, kind in (("core", "core-range"), ("nucleolus", "letter-nucleolus")):
        if claim.raw(key) is not None or key == "core":
            inner = claim.part(key)
            proof.equal(f"{key}.kind", inner.raw("kind"), kind)
            certified = Proof()
            check_as(kind, family, inner, certified)
            proof.includes(key, certified.certificate())


@checks("core-range", of=CoalitionalFamily)
def core_range(family: CoalitionalFamily, claim: Claim, proof: Proof) -> None:
    """Points of cores inside, which form a convex set, and balanced weights outside."""
    low, high, empty = _end(claim, "low"), _end(claim, "high"), claim.flag("empty")
    name = family.letter
    proof.says(claim, letter=name)
    told = "empty for every" if empty else "nonempty from {} to {} and for no other"
    ends = ["-∞" if low is None else show(low), "∞" if high is None else show(high)]
    proof.states(f"the core is {told.format(*ends)} {name}", "balanced weights, and convexity")
    inside = [_point(family, pair, proof) for pair in claim.items("points")]
    rays = {side: claim.raw(key) for side, key in ((-1, "low_ray"), (1, "high_ray"))}
    for side, end, key in ((-1, low, "low"), (1, high, "high")):
        found = weights(family.constant, claim, f"{key}_weights")
        if empty or end is not None:
            proof.also(f"{key}_ray", rays[side] is None, "there is an end")
        else:
            ray = [exact(x) for x in payoffs(family.constant, claim, f"{key}_ray")]
            what = f"cores stay nonempty without bound, {'down' if side < 0 else 'up'}wards"
            proof.that(what, _in_core(_towards(family, side), ray))
        if end is not None:
            proof.that(f"{name} = {show(end)} has a point", not empty and end in inside)
            _beyond(family, found, end, side, proof)
        elif empty and side > 0:
            _beyond(family, found, None, side, proof)
        else:
            proof.also(f"{key}_weights", not found, "there is nothing to prove")
    said = "some core is not empty" if not empty else "no point is named"
    proof.that(said, empty != bool(inside))
    outside = [a for a in inside if not _within(a, low, high)]
    proof.also("points", not outside, "one lies outside of the interval")


def _within(a: Fraction, low: End, high: End) -> bool:
    return (low is None or low <= a) and (high is None or a <= high)


def _point(family: CoalitionalFamily, pair: Any, proof: Proof) -> Fraction:
    """A value of the letter with a point of its core."""
    if not isinstance(pair, list) or len(pair) != 2:
        raise GameError("points: expected pairs of a number and payoffs")
    a = exact(pair[0], "points")
    x = [exact(v) for v in payoffs(family.constant, Claim({"points": pair[1]}), "points")]
    what = f"the core for {family.letter} = {show(a)} has a point"
    proof.that(what, _in_core(family.at(a), x))
    return a


def _in_core(game: CoalitionalGame, x: list[Fraction]) -> bool:
    worths = Worths(game)
    return worths.hands_out(x) and worths.largest_excess(x) <= 0


def _beyond(
    family: CoalitionalFamily, found: Mapping[int, Any], end: End, side: int, proof: Proof
) -> None:
    """Balanced weights earn more than v(N) beyond an end; for all values where there is none."""
    rational = {mask: exact(w) for mask, w in found.items()}
    balanced(proof, family.constant.n, rational)
    surplus = [
        summed(w * worths[mask] for mask, w in rational.items()) - worths.total
        for worths in (Worths(family.constant), Worths(family.slope))
    ]
    constant, slope = surplus
    if end is None:
        good, where = constant > 0 and slope == 0, "always"
    else:
        good = side * slope > 0 and constant + slope * end == 0
        where = f"{'below' if side < 0 else 'above'} {show(end)}"
    what = f"balanced weights earn more than v(N) {where}"
    proof.that(what, good, family.spelled(tuple(rational.items())))


@checks("letter-nucleolus", of=CoalitionalFamily)
def letter_nucleolus(family: CoalitionalFamily, claim: Claim, proof: Proof) -> None:
    """Rounds that settle the payoffs at both ends of an interval do so between them.

    The weights of a round do not depend on the letter, and all else is linear in it.
    """
    name = family.letter
    proof.says(claim, letter=name)
    proof.states(f"the nucleolus for every {name}", "Kohlberg's criterion, at the ends of pieces")
    reached: list[tuple[End, End]] = []
    for part in claim.parts("pieces"):
        lines = _lines(family, part, "payoffs")
        ends = [_piece(family, proved, lines, proof) for proved in part.parts("proofs")]
        reached += ends
        whole = (_end(part, "low"), _end(part, "high"))
        said = bool(ends) and whole == (ends[0][0], ends[-1][1])
        proof.also(part.path("proofs"), said, "they must cover the piece")
    low, high = _with_imputations(family)
    good = bool(reached) and reached[0][0] == low and reached[-1][1] == high
    proof.that("the pieces reach as far as there are imputations", good)
    meet = all(one[1] is not None and one[1] == other[0] for one, other in pairwise(reached))
    proof.that("each piece begins where the one before ends", meet)


def _with_imputations(family: CoalitionalFamily) -> tuple[End, End]:
    """The values of the letter for which the players together earn no less than alone."""
    constant, slope = (
        worths.total - sum(worths.alone(), Fraction(0))
        for worths in (Worths(family.constant), Worths(family.slope))
    )
    if slope == 0:
        if constant < 0:
            raise GameError("there are no imputations for any value of the letter")
        return None, None
    return (-constant / slope, None) if slope > 0 else (None, -constant / slope)


def _piece(
    family: CoalitionalFamily, part: Claim, lines: list[Line], proof: Proof
) -> tuple[End, End]:
    """Check the rounds of a piece at its ends, or at a point and by the slopes; give the ends."""
    low, high = _end(part, "low"), _end(part, "high")
    proof.also(part.path("low"), low is None or high is None or low <= high, "it ends too early")
    rounds = part.parts("rounds")
    levels = [_line(family, r.raw("level"), r.path("level")) for r in rounds]
    for where, game, at in _tried(family, low, high):
        told = {
            "kind": "nucleolus",
            "payoffs": [at(line) for line in lines],
            "rounds": [
                {**r.data, "level": at(level)} for r, level in zip(rounds, levels, strict=True)
            ],
        }
        proof.proves(where, game, told, "nucleolus")
    for r in rounds:
        for key in r.data:
            r.raw(key)  # the check above knows them all
    return low, high


def _tried(
    family: CoalitionalFamily, low: End, high: End
) -> Iterator[tuple[str, CoalitionalGame, Any]]:
    """The games that stand for an interval, each with what a line is there."""
    finite = list(dict.fromkeys(x for x in (low, high) if x is not None)) or [Fraction(0)]
    for a in finite:
        yield (
            f"{family.letter} = {show(a)}",
            family.at(a),
            lambda line, a=a: line[0] + line[1] * a,
        )
    for end, side in ((low, -1), (high, 1)):
        if end is None:
            words = f"{family.letter} {'falls' if side < 0 else 'rises'}"
            yield words, _towards(family, side), lambda line, side=side: side * line[1]
