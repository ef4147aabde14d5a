"""Claims about iterates of a contraction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.core.claim import CLOSE, LAST, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show, show_all
from kibitz.proof.kernel.arithmetic import summed

NAMES = ("x", "y", "z", "u", "v", "w")
METRICS = ("sup", "l1", "euclid")
Vector = Sequence[Number]


@checks("contraction")
def contraction(game: Any, claim: Claim, proof: Proof) -> None:
    """Every point is the image of the one before, steps shrink, and Banach's bounds follow."""
    points, factor = claim.table("points"), claim.number("factor")
    metric = claim.text("metric")
    if metric not in METRICS or not points or not 0 <= factor < 1:
        raise GameError("contraction: it needs points, a factor below 1 and a known metric")
    if not points[0] or any(len(p) != len(points[0]) for p in points):
        raise GameError("points: all must have as many coordinates")
    bound = claim.number("bound")
    told = f"the fixed point is within {show(bound)} of {show_all(points[-1])}"
    proof.states(told, "Banach's theorem")
    exact = not any(isinstance(x, float) for p in points for x in p)
    sure = exact and metric != "euclid"
    near = [Fraction(0) if sure else _rounding(a, b) for a, b in pairwise([*points, points[-1]])]
    proof.tolerance = near[-1]
    steps = [_distance(a, b, metric) for a, b in pairwise(points)]
    image = _map(claim, len(points[0]))
    if image is None:
        proof.leaves("that each point is the image of the one before: the map is not given")
    else:
        pairs = pairwise(points)
        good = all(
            _distance(image(a), b, metric) <= s for (a, b), s in zip(pairs, near, strict=False)
        )
        proof.that("every point is the image of the one before", good)
    shrink = all(b <= factor * a + s for (a, b), s in zip(pairwise(steps), near, strict=False))
    proof.that(f"every step is at most {show(factor)} times as long as the one before", shrink)
    proof.leaves("that the map is a contraction by this factor everywhere")
    _bounds(claim, steps, Fraction(factor), proof)
    proof.says(claim, steps=len(steps), exact=sure, point=points[-1])
    if "fixed_point" in claim:
        fixed = claim.numbers("fixed_point", len(points[-1]))
        if image is not None:
            stays = _distance(image(fixed), fixed, metric) <= proof.tolerance
            proof.that("the fixed point is fixed", stays, show_all(fixed))
        error = _distance(points[-1], fixed, metric)
        proof.says(claim, "error", error)
        proof.that("the bound holds", error <= Fraction(bound) + proof.tolerance)


def _bounds(claim: Claim, steps: list[Fraction], factor: Fraction, proof: Proof) -> None:
    """What the first and the last step say about the distance that is left."""
    if not steps:
        raise GameError("points: expected two of them or more, for a bound")
    first = factor ** len(steps) / (1 - factor) * steps[0]
    last = factor / (1 - factor) * steps[-1]
    proof.says(claim, a_priori=first, a_posteriori=last)
    proof.equal("bound", claim.raw("bound"), min(first, last))


def _map(claim: Claim, size: int) -> Any:
    """The map by its formulas, or None where none are given."""
    if "map" not in claim:
        return None
    names = NAMES[:size] if size <= len(NAMES) else tuple(f"x{k}" for k in range(1, size + 1))
    formulas = claim.items("map", size)
    read = [read_formula(str(f), names, "map") for f in formulas]

    def image(point: Vector) -> list[Any]:
        values = dict(zip(names, point, strict=True))
        if all(f.is_rational() for f in read) and not any(isinstance(x, float) for x in point):
            return [f.at(values) for f in read]
        return [f.float_at({name: float(x) for name, x in values.items()}) for f in read]

    return image


def _rounding(a: Vector, b: Vector) -> Fraction:
    """By how much one step may be off: a billionth of where it leads from or to."""
    return CLOSE * max(abs(Fraction(x)) for x in (*a, *b)) + LAST


def _distance(x: Vector, y: Vector, metric: str) -> Fraction:
    gaps = [abs(Fraction(a) - Fraction(b)) for a, b in zip(x, y, strict=True)]
    if metric == "euclid":
        return Fraction(sqrt(sum(float(g) ** 2 for g in gaps)))
    return summed(gaps) if metric == "l1" else max(gaps)
