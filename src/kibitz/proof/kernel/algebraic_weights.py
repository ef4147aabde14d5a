"""Equilibria whose weights are algebraic: polynomials in one root, put into the payoffs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.algebraic import evaluate_at, sign_at
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.algebra.surd import write_point
from kibitz.core.claim import CLOSE, Claim, Proof, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.proof.kernel.profiles import Exact, numbers_of, whole
from kibitz.strategic.game import StrategicGame

MOST_DEGREE = 12


def is_irrational(claim: Claim) -> bool:
    """Whether some weight is given in a field, or only between two numbers."""
    sides = claim.data.get("strategies")
    lists = [s for s in sides if isinstance(s, list)] if isinstance(sides, list) else []
    given = [w for side in lists for w in side if isinstance(w, dict)]
    return any("field" in claim or not w.keys() & {"root_of", "exact"} for w in given)


def coefficients(given: Any, where: str = "field", most: int = MOST_DEGREE + 1) -> list[Fraction]:
    """The coefficients of a polynomial, the constant first."""
    if not isinstance(given, list) or not 0 < len(given) <= most:
        raise GameError(f"{where}: expected a list of at most {most} coefficients")
    return [Fraction(number(c, where)) for c in given]


def algebraic(
    game: StrategicGame, claim: Claim, proof: Proof
) -> tuple[list[list[int]], list[list[Point]], bool]:
    """Record that it is an equilibrium; supports, weights, and ties outside the supports."""
    if not game.exact:
        raise GameError("field: payoffs are floats, so weights are not algebraic numbers")
    field, count = claim.part("field"), len(game.players)
    modulus = Polynomial.of(coefficients(field.raw("modulus")))
    low, high = (Fraction(x) for x in field.numbers("between", 2))
    roots = [r for r in real_roots(modulus) if low <= r <= high]
    if len(roots) != 1:
        ends = f"{show(low)} and {show(high)}"
        raise GameError(f"field: the modulus has {len(roots)} roots between {ends}")
    root = roots[0]
    theorem = f"exact payoffs of all pure strategies, in a number field of degree {modulus.degree}"
    proof.states("this profile is an equilibrium", theorem)
    sides = []
    for side, size in zip(field.items("weights", count), game.shape, strict=True):
        if not isinstance(side, list) or len(side) != size:
            raise GameError(f"field.weights: expected {size} polynomials")
        sides.append([Polynomial.of(coefficients(w)) for w in side])
    given = claim.items("strategies", count)
    played, weights, paid, exactly, tied = [], [], [], True, False
    for k, (name, own, said) in enumerate(zip(game.players, sides, given, strict=True)):
        line = _lines(game, k, sides)
        total = sum(own[1:], own[0]) - Polynomial.of([1])
        signs = [sign_at(w, root) for w in own]
        proof.that(f"{name} plays a distribution", sign_at(total, root) == 0 and min(signs) >= 0)
        support = [i for i, s in enumerate(signs) if s]
        gaps = [sign_at(v - line[support[0]], root) for v in line]
        level = not any(gaps[i] for i in support)
        proof.that(f"{name}: all strategies in the support pay the same", level)
        proof.that(f"{name}: no other strategy pays more", max(gaps) <= 0)
        tied = tied or any(g == 0 and i not in support for i, g in enumerate(gaps))
        numbers = [evaluate_at(w, root) for w in own]
        listed = said if isinstance(said, list) and len(said) == len(own) else [None] * len(own)
        exactly = exactly and all(map(is_point, listed, numbers))
        unit = Fraction(game.reported(Fraction(1, whole(game, k)[1])))
        paid.append(evaluate_at(Polynomial.of([0, unit]), evaluate_at(line[support[0]], root)))
        played.append(support)
        weights.append(numbers)
    proof.that("the weights are those of the field", exactly)
    if f"{game.word}s" in claim:
        told = claim.items(f"{game.word}s", count)
        proof.that(f"{game.word}s are right", all(map(is_point, told, paid)))
    return played, weights, tied


def _lines(game: StrategicGame, player: int, sides: list[list[Polynomial]]) -> list[Polynomial]:
    """What each strategy pays, in whole units, as polynomials in the root."""
    array = whole(game, player)[0]
    found = []
    for s in range(game.shape[player]):
        total, own = Polynomial.of([0]), np.take(array, s, axis=player)
        others = [side for k, side in enumerate(sides) if k != player]
        for cell in np.ndindex(own.shape):
            weights = [side[i] for side, i in zip(others, cell, strict=True)]
            if own[cell] and all(w.degree >= 0 for w in weights):
                term = Polynomial.of([int(own[cell])])
                for w in weights:
                    term = term * w
                total = total + term
        found.append(total)
    return found


def is_point(given: Any, right: Point) -> bool:
    """Whether JSON stands for an algebraic number: a rational, or a polynomial and a root."""
    if not isinstance(given, dict):
        return isinstance(right, Fraction) and same(given, right)
    if not set(given) <= {"root_of", "about", "between", "text"} or "root_of" not in given:
        return False
    try:
        polynomial = Polynomial.of(coefficients(given["root_of"]))
    except GameError:
        return False
    minimal = isinstance(right, RealRoot) and polynomial.primitive() == right.polynomial.primitive()
    if "between" in given:
        ends = Claim(given).exacts("between", 2)
        minimal = minimal and ends[0] <= right <= ends[1]
        minimal = minimal and sum(ends[0] <= r <= ends[1] for r in real_roots(polynomial)) == 1
    if "text" in given:
        minimal = minimal and given["text"] == write_point(right)
    about = Fraction(float(right))
    close = same(given.get("about"), about, CLOSE * max(Fraction(1), abs(about)))
    return bool(minimal) and ("about" not in given or close)


def weights_between(game: StrategicGame, claim: Claim) -> Exact:
    """Weights that are numbers, or floats between close bounds."""
    profile: Exact = []
    for side, size in zip(claim.items("strategies", len(game.players)), game.shape, strict=True):
        if not isinstance(side, list) or len(side) != size:
            raise GameError("strategies: expected a weight for each strategy")
        profile.append([middle(w) for w in side])
    return profile


def middle(given: Any) -> Fraction:
    """A number, or what stands for one between close bounds."""
    if not isinstance(given, dict):
        return Fraction(number(given, "strategies"))
    if not set(given) <= {"about", "between"} or "about" not in given:
        raise GameError("strategies: a weight is a number, or an object with about and between")
    about = Fraction(number(given["about"], "strategies"))
    if "between" in given:
        low, high = (Fraction(x) for x in numbers_of(given["between"], 2, "between"))
        if not low - CLOSE <= about <= high + CLOSE or high - low > CLOSE:
            raise GameError("strategies: about must lie between close bounds")
    return about
