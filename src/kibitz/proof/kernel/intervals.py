"""Exact points in claims: rationals, real roots, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.show_exact import brief, read_point, surd
from kibitz.continuous.enclosures.boxes import Boxes
from kibitz.continuous.exact.deviation import BetterStrategy, profitable_deviation
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.solution import ContinuousEquilibrium, EnclosedEquilibrium
from kibitz.core.claim import PROVENANCE, Claim, Proof
from kibitz.core.errors import GameError
from kibitz.core.numbers import number

CLOSE = Fraction(1, 10**9)
"""How far a float may be off, relative to what is right."""
FAINT = Fraction(1, 10**15)
"""How far it may be off besides, where what is right is nearly 0."""


def agrees(proof: Proof, claim: Claim, right: Mapping[str, Any]) -> None:
    """Require of every field that follows from what was proved that it says what is right."""
    for key in claim.data:
        if key not in right or (key in PROVENANCE and not (claim.where and key == "kind")):
            continue
        claimed = claim.raw(key)
        if matches(claimed, right[key]):
            proof.agreed = True
        else:
            told = f"{str(claimed)[:60]} is claimed, {str(right[key])[:60]} is right"
            proof.that(claim.path(key), False, told)


def matches(claimed: Any, right: Any) -> bool:
    """Whether some JSON says the same: points exactly, floats to a billionth.

    >>> matches({"root_of": [-4, 0, 1], "between": [0, 3]}, "2"), matches(["1/2"], [0.5])
    (True, True)
    """
    if isinstance(right, dict) and "root_of" not in right:
        keys = isinstance(claimed, dict) and set(claimed) - {"kind"} == set(right) - {"kind"}
        return keys and all(matches(claimed[k], x) for k, x in right.items() if k != "kind")
    if isinstance(right, list):
        length = isinstance(claimed, list) and len(claimed) == len(right)
        return length and all(map(matches, claimed, right))
    if right is None or isinstance(right, bool) or isinstance(claimed, bool):
        return claimed is right
    try:
        if isinstance(right, (float, int)):
            return _near(claimed, right)
        if isinstance(right, dict) or _is_number(right):
            return _same_point(claimed, right)
    except GameError:
        return False
    return bool(claimed == right)


def _near(claimed: Any, right: float) -> bool:
    given, exactly = Fraction(number(claimed)), Fraction(right)
    return abs(given - exactly) <= CLOSE * abs(exactly) + FAINT


def _is_number(text: Any) -> bool:
    try:
        number(text)
    except GameError:
        return False
    return True


def _same_point(claimed: Any, right: Any) -> bool:
    x = read_point(claimed)
    if x != read_point(right):
        return False
    if not isinstance(claimed, dict):
        return True
    root = surd(x) if isinstance(x, RealRoot) else None
    known = set(claimed) <= {"root_of", "between", "about", "closed_form"}
    about = "about" not in claimed or _near(claimed["about"], float(x))
    return known and about and claimed.get("closed_form", root) == root


def nobody_gains(equilibrium: ContinuousEquilibrium, proof: Proof) -> bool:
    """Record for every player whether a deviation pays, exactly; whether none does."""
    game = equilibrium.game
    inside = [
        (low is None or x >= low) and (high is None or x <= high)
        for x, (low, high) in zip(equilibrium.strategies, game.intervals, strict=True)
    ]
    if not all(inside):
        k = inside.index(False)
        shown = brief(equilibrium.strategies[k])
        return proof.that(f"{game.variables[k]} is in its interval", False, shown)
    every = True
    for i, player in enumerate(game.players):
        better = deviation(game, i, equilibrium.strategies)
        paid = brief(equilibrium.payoffs[i])
        more = better and f"{game.variables[i]} = {brief(better.strategy)} earns more than {paid}"
        every &= proof.that(f"{player} cannot gain", better is None, more or f"best is {paid}")
    return every


def deviation(game: ContinuousGame, i: int, strategies: tuple[Any, ...]) -> BetterStrategy | None:
    """A strategy with which a player gains; None if there is none on the whole interval."""
    assert game.cut_payoffs is not None
    over, profile = joint_field(strategies)
    value = game.cut_payoffs[i].at(over, dict(zip(game.variables, profile, strict=True)))
    return profitable_deviation(game.slice(i, over, profile), value)


def stands(equilibrium: ContinuousEquilibrium, proof: Proof) -> None:
    """Record that no one gains: exactly, or where the profile is enclosed in the box around it."""
    if isinstance(equilibrium, EnclosedEquilibrium):
        enclosed(equilibrium, proof)
    else:
        nobody_gains(equilibrium, proof)


def enclosed(equilibrium: EnclosedEquilibrium, proof: Proof) -> None:
    """One zero of the first-order conditions lies close, and no one gains there."""
    boxes = Boxes(equilibrium.game)
    near = boxes.newton(boxes.around(equilibrium.strategies, equilibrium.radius))
    proof.that("the first-order conditions have one zero there", near is not None)
    if near is not None:
        for i, player in enumerate(equilibrium.game.players):
            proof.that(f"{player} cannot gain", boxes.no_gain(i, near))
