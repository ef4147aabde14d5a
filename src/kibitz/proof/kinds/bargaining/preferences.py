"""Claims about preferences: utilities that explain them, or that none does."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import summed
from kibitz.utility.lottery import Lottery, lottery

BETTER, GOOD, SAME = "≻", "≽", "~"
_SIGN = re.compile(f"({BETTER}|{GOOD}|{SAME})")
Statement = tuple[Lottery, str, Lottery]


@checks("consistency")
def consistency(game: Any, claim: Claim, proof: Proof) -> None:
    """Utilities satisfy every statement, or weights add the statements up to a sure loss."""
    stated = [_statement(text, f"statements[{k}]") for k, text in enumerate(_texts(claim))]
    consistent = claim.flag("consistent")
    if consistent:
        proof.states("a utility explains the preferences", "inspection")
        worth = _utilities(claim)
        for text, (first, sign, second) in zip(_texts(claim), stated, strict=True):
            gap = _expected(worth, first) - _expected(worth, second)
            good = gap > 0 if sign == BETTER else gap >= 0 if sign == GOOD else gap == 0
            proof.that(text, good)
        proof.says(claim, "contradiction", None)
        return
    told = "no utility explains the preferences"
    proof.states(told, "a combination of the statements that contradicts itself")
    proof.says(claim, "utilities", None)
    left: dict[str, Fraction] = {}
    strict, signs = False, True
    for part in claim.parts("contradiction"):
        text, weight = part.text("statement"), part.exact("weight")
        if text not in _texts(claim):
            raise GameError(f"{part.where}: {text!r:.60} was not stated")
        first, sign, second = _statement(text, part.where)
        signs &= weight >= 0 or sign == SAME
        strict |= weight > 0 and sign == BETTER
        for side, turned in ((first, 1), (second, -1)):
            for outcome in side.outcomes:
                left[outcome] = left.get(outcome, Fraction(0)) + turned * weight * side[outcome]
    proof.that("only indifferences are turned around", signs)
    proof.that("a strict preference takes part", strict)
    proof.that("both sides come to the same lottery", not any(left.values()))


@checks("expected-utility")
def expected_utility(game: Any, claim: Claim, proof: Proof) -> None:
    """Each expected utility is the sum of probabilities times utilities, the best first."""
    proof.states("lotteries in the order of their expected utility", "the definition")
    worth, last, parts = _utilities(claim), None, claim.parts("lotteries")
    told = [part.text("lottery") for part in parts]
    proof.that("lotteries are listed, each of them once", 0 < len(told) == len(set(told)))
    for part in parts:
        right = _expected(worth, lottery(part.text("lottery"), part.where))
        proof.equal(part.path("expected_utility"), part.raw("expected_utility"), right)
        proof.also(f"{part.where} stands in order", last is None or right <= last)
        last = right


@checks("utility")
def utility(game: Any, claim: Claim, proof: Proof) -> None:
    """The utilities make both sides of every answer worth the same."""
    worth = _utilities(claim)
    proof.states(f"utilities of {count_of(len(worth), 'outcome')}", "the answers they come from")
    if "statements" not in claim:
        proof.theorem = "no theorem: they are given"
        proof.leaves("utilities")
        return
    for text in _texts(claim):
        first, sign, second = _statement(text, "statements")
        same = _expected(worth, first) == _expected(worth, second)
        proof.that(text, sign == SAME and same)
    for key, right in (("zero", 0), ("one", 1)):
        proof.that(f"{key} is the utility of an anchor", worth.get(claim.text(key)) == right)
    proof.leaves("that the utilities are unique")


def _texts(claim: Claim) -> list[str]:
    found = claim.items("statements")
    if not found or not all(isinstance(text, str) for text in found):
        raise GameError("statements: expected a list of statements such as 'A ≻ B'")
    return found


def _statement(text: str, where: str) -> Statement:
    parts = _SIGN.split(text)
    if len(parts) != 3:
        raise GameError(f"{where}: {text!r:.60} is not a statement such as 'A ≻ B'")
    return lottery(parts[0].strip(), where), parts[1], lottery(parts[2].strip(), where)


def _utilities(claim: Claim) -> dict[str, Fraction]:
    part = claim.part("utilities")
    return {name: Fraction(part.number(name)) for name in part.data}


def _expected(worth: dict[str, Fraction], one: Lottery) -> Fraction:
    unknown = [x for x in one.outcomes if x not in worth]
    if unknown:
        raise GameError(f"utilities: the list leaves out {unknown[0]!r}")
    return summed(one[x] * worth[x] for x in one.outcomes)
