"""Claims about utilities: whether two order all lotteries alike, and sums of countable ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.utility.lottery import lottery


@checks("affine-equivalence")
def affine_equivalence(game: Any, claim: Claim, proof: Proof) -> None:
    """A positive affine map from one to the other, or two lotteries that they order otherwise."""
    u, w = _utility(claim, "first"), _utility(claim, "second")
    if set(u) != set(w):
        raise GameError("first, second: they must be of the same outcomes")
    alike = claim.flag("same_preferences")
    scale, shift, witness = (claim.raw(key) for key in ("scale", "shift", "witness"))
    if not alike:
        proof.states("the utilities order lotteries differently", "two lotteries")
        left, right = (lottery(str(x), "witness") for x in claim.items("witness", 2))
        signs = [_sign(_worth(one, left) - _worth(one, right)) for one in (u, w)]
        proof.that("two lotteries are ordered differently", signs[0] != signs[1])
        proof.equal("scale and shift", [scale, shift], [None, None])
        return
    proof.states("the utilities order all lotteries alike", "von Neumann and Morgenstern's theorem")
    proof.equal("witness", witness, None)
    if scale is None and shift is None:
        flat = len(set(u.values())) == 1 == len(set(w.values()))
        proof.that("both are indifferent among all lotteries", flat)
        return
    a, b = exact(scale, "scale"), exact(shift, "shift")
    proof.that(f"second = {show(b)} + {show(a)} first", all(w[x] == b + a * u[x] for x in u))
    proof.that("the scale is positive", a > 0)


@checks("countable-lottery")
def countable_lottery(game: Any, claim: Claim, proof: Proof) -> None:
    """A geometric series: it has a sum just if its terms shrink."""
    keys = ("ratio", "growth", "scale", "shift")
    ratio, growth, scale, shift = (exact(claim.raw(key), key) for key in keys)
    if not 0 < ratio < 1 or growth <= 0:
        raise GameError("ratio, growth: the ratio lies between 0 and 1, and growth is positive")
    proof.states("the expected utility of a countable lottery", "the sum of a geometric series")
    right: Any = shift
    if scale and ratio * growth >= 1:
        right = "infinite"
    elif scale:
        right += scale * (1 - ratio) * growth / (1 - ratio * growth)
    proof.that("the expected utility", same(claim.raw("expected_utility"), right), str(right))
    unbounded = "utility must be bounded if countable lotteries are allowed"
    told = unbounded if right == "infinite" else "this lottery has a utility"
    proof.says(claim, conclusion=told)


def _utility(claim: Claim, key: str) -> dict[str, Fraction]:
    part = claim.part(key)
    if not part.data:
        raise GameError(f"{key}: expected a utility for each outcome")
    return {name: exact(part.raw(name), part.path(name)) for name in part.data}


def _worth(utility: dict[str, Fraction], one: Any) -> Fraction:
    unknown = [x for x in one.outcomes if x not in utility]
    if unknown:
        raise GameError(f"witness: {unknown[0]!r:.40} is not an outcome")
    return summed(one[x] * utility[x] for x in one.outcomes)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)
