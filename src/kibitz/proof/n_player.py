"""Claims about equilibria of any number of players: algebraic weights, continua, logit branches."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log, prod
from typing import Any

import numpy as np

from kibitz.algebra.algebraic import evaluate_at, sign_at
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.algebra.surd import write_point
from kibitz.core.certificate import check
from kibitz.core.claim import CLOSE, Claim, Proof, checks, in_form, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.core.tensor import Array
from kibitz.proof.bimatrix import flat_dimension
from kibitz.proof.cells import (
    Exact,
    Outcome,
    distributions,
    extremes,
    numbers_of,
    places,
    profile_at,
    values,
    whole,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.symmetric_two_action import SymmetricTwoAction

MOST_DEGREE = 12
MOST_TUPLES = 5_000
BITS = 256
NEAR = Fraction(1, 10**6)
"""How far a float may be from the algebraic number that it stands for."""


def is_irrational(claim: Claim) -> bool:
    """Whether some weight is given as the root of a polynomial, or between two numbers."""
    sides = claim.data.get("strategies")
    lists = [s for s in sides if isinstance(s, list)] if isinstance(sides, list) else []
    return any(isinstance(w, dict) for side in lists for w in side)


def one(game: StrategicGame, claim: Claim, proof: Proof) -> Exact | None:
    """One equilibrium with rational, algebraic or enclosed weights; the rational ones."""
    if not is_irrational(claim):
        return _rational(game, claim, proof)
    if "field" in claim:
        _algebraic(game, claim, proof)
    else:
        _enclosed(game, claim, proof)
    return None


def _rational(game: StrategicGame, claim: Claim, proof: Proof) -> Exact:
    read, profile = profile_at(claim, "strategies", game)
    proof.within(extremes(game), [w for side in read for w in side])
    distributions(proof, game, read)
    found = Outcome(game, profile)
    for name, regret in zip(game.players, found.regrets, strict=True):
        proof.that(f"{name} has no better strategy", regret <= proof.tolerance)
    proof.says(claim, f"{game.word}s", found.payoffs)
    exact = all(isinstance(w, Fraction) for side in read for w in side)
    proof.says(claim, "exact", exact and game.exact)
    floats = bool(proof.tolerance)
    played = [[i for i, w in enumerate(s) if w > (CLOSE if floats else 0)] for s in profile]
    _said(game, claim, proof, played, profile)
    gaps = [[max(v) - x for x in v] for v in found.values]
    tied = any(
        g <= proof.tolerance and i not in s
        for v, s in zip(gaps, played, strict=True)
        for i, g in enumerate(v)
    )
    _regular(game, claim, proof, played, profile, tied)
    return profile


def _said(
    game: StrategicGame, claim: Claim, proof: Proof, played: list[list[int]], about: Any
) -> None:
    named = [[own[i] for i in side] for own, side in zip(game.strategies, played, strict=True)]
    proof.says(claim, "supports", named)
    proof.says(claim, "pure", all(len(side) == 1 for side in played))
    if "about" in claim:
        near = [[Fraction(w) for w in side] for side in about]
        proof.also("about", same(claim.raw("about"), near, NEAR))


def _regular(
    game: StrategicGame,
    claim: Claim,
    proof: Proof,
    played: list[list[int]],
    weights: Any,
    tied: bool,
) -> None:
    """Regular: no ties outside the supports, and a determinant that is not 0, whose sign counts."""
    if "regular" not in claim and "index" not in claim:
        return
    sign = 0 if tied else _sign(game, played, weights)
    if sign is None:
        for key in ("regular", "index"):
            if key in claim:
                claim.raw(key)
        proof.leaves("whether it is regular, and its index")
        return
    proof.says(claim, "regular", sign != 0)
    if "index" in claim:
        proof.equal("index", claim.raw("index"), sign or None)


def _sign(game: StrategicGame, played: list[list[int]], weights: Any) -> int | None:
    """The sign of the determinant of minus the Jacobian of the indifference equations."""
    from flint import arb, arb_mat, ctx, fmpq

    def ball(w: Any) -> Any:
        return arb(fmpq(w.numerator, w.denominator)) if isinstance(w, Fraction) else w

    size = sum(len(s) - 1 for s in played)
    if not size:
        return 1
    with ctx.workprec(BITS):
        sides = [np.array([ball(w) for w in side], object) for side in weights]
        rows = []
        for i, mine in enumerate(played):
            array = whole(game, i)[0]
            for s in mine[1:]:
                gap = np.take(array, s, axis=i) - np.take(array, mine[0], axis=i)
                rows.append(_slopes(gap, i, played, sides))
        determinant = arb_mat([[-arb(x) for x in row] for row in rows]).det()
        if determinant.contains(0):
            return 0 if all(isinstance(w, Fraction) for s in weights for w in s) else None
        return 1 if determinant > 0 else -1


def _slopes(gap: Array, player: int, played: list[list[int]], sides: list[Array]) -> list[Any]:
    """How the advantage of one strategy changes with each weight that is free."""
    others = [j for j in range(len(played)) if j != player]
    row: list[Any] = []
    for j, own in enumerate(played):
        for t in own[1:]:
            if j == player:
                row.append(0)
                continue
            box = np.take(gap, t, axis=others.index(j)) - np.take(gap, own[0], axis=others.index(j))
            for k in reversed([o for o in others if o != j]):
                place = [o for o in others if o != j].index(k)
                box = np.tensordot(np.asarray(box, object), sides[k], ([place], [0]))
            row.append(box.item() if isinstance(box, np.ndarray) else box)
    return row


def _algebraic(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Weights as polynomials in one root: put into the payoffs, exactly."""
    if not game.exact:
        raise GameError("field: payoffs are floats, so weights are not algebraic numbers")
    field = claim.part("field")
    modulus = Polynomial.of(_coefficients(field.raw("modulus")))
    low, high = (Fraction(x) for x in field.numbers("between", 2))
    roots = [r for r in real_roots(modulus) if low <= r <= high]
    if len(roots) != 1:
        raise GameError(
            f"field: the modulus has {len(roots)} roots between {show(low)} and {show(high)}"
        )
    root = roots[0]
    parts = field.items("weights", len(game.players))
    proof.states(
        "this profile is an equilibrium",
        f"exact payoffs of all pure strategies, in a number field of degree {modulus.degree}",
    )
    polynomials = [
        [_coefficients(w) for w in _listed(side, n)]
        for side, n in zip(parts, game.shape, strict=True)
    ]
    sides = [[Polynomial.of(w) for w in side] for side in polynomials]
    lines = [_lines(game, k, sides) for k in range(len(game.players))]
    given = claim.items("strategies", len(game.players))
    played, exactly, tied = [], True, False
    for name, own, line, side in zip(game.players, sides, lines, given, strict=True):
        total = sum(own[1:], own[0]) - Polynomial.of([1])
        signs = [sign_at(w, root) for w in own]
        proof.that(f"{name} plays a distribution", sign_at(total, root) == 0 and min(signs) >= 0)
        support = [i for i, s in enumerate(signs) if s]
        played.append(support)
        gaps = [sign_at(v - line[support[0]], root) for v in line]
        proof.that(
            f"{name}: all strategies in the support pay the same", not any(gaps[i] for i in support)
        )
        proof.that(f"{name}: no other strategy pays more", max(gaps) <= 0)
        tied = tied or any(g == 0 and i not in support for i, g in enumerate(gaps))
        if not isinstance(side, list) or len(side) != len(own):
            raise GameError("strategies: expected a weight for each strategy")
        exactly = exactly and all(
            _is(w, evaluate_at(p, root)) for w, p in zip(side, own, strict=True)
        )
    proof.that("the weights are those of the field", exactly)
    if f"{game.word}s" in claim:
        paid = [
            _scaled(evaluate_at(line[s[0]], root), game.reported(Fraction(1, whole(game, k)[1])))
            for k, (line, s) in enumerate(zip(lines, played, strict=True))
        ]
        told = claim.items(f"{game.word}s", len(game.players))
        proof.that(f"{game.word}s are right", all(map(_is, told, paid)))
    proof.says(claim, "exact", True)
    about = [[Fraction(float(evaluate_at(w, root))) for w in side] for side in sides]
    _said(game, claim, proof, played, about)
    _regular(game, claim, proof, played, [[_ball(w, root) for w in side] for side in sides], tied)


def _listed(given: Any, length: int) -> list[Any]:
    if not isinstance(given, list) or len(given) != length:
        raise GameError(f"field.weights: expected {length} polynomials")
    return given


def _coefficients(given: Any) -> list[Fraction]:
    if not isinstance(given, list) or len(given) > MOST_DEGREE + 1 or not given:
        raise GameError(f"field: expected a list of at most {MOST_DEGREE + 1} coefficients")
    return [Fraction(number(c, "field")) for c in given]


def _lines(game: StrategicGame, player: int, sides: list[list[Polynomial]]) -> list[Polynomial]:
    """What each strategy pays, in whole units, as polynomials in the root."""
    array = whole(game, player)[0]
    found = []
    for s in range(game.shape[player]):
        total = Polynomial.of([0])
        own = np.take(array, s, axis=player)
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


def _is(given: Any, right: Point) -> bool:
    """Whether JSON stands for an algebraic number: a rational, or a polynomial and a root."""
    if not isinstance(given, dict):
        return isinstance(right, Fraction) and same(given, right)
    if not set(given) <= {"root_of", "about", "between", "text"} or "root_of" not in given:
        return False
    try:
        polynomial = Polynomial.of(_coefficients(given["root_of"]))
    except GameError:
        return False
    minimal = isinstance(right, RealRoot) and polynomial.primitive() == right.polynomial.primitive()
    if "between" in given:
        ends = [Fraction(number(x, "between")) for x in given["between"]]
        minimal = minimal and len(ends) == 2 and ends[0] <= right <= ends[1]
        minimal = minimal and sum(ends[0] <= r <= ends[1] for r in real_roots(polynomial)) == 1
    if "text" in given:
        minimal = minimal and given["text"] == write_point(right)
    about = Fraction(float(right))
    close = same(given.get("about"), about, CLOSE * max(Fraction(1), abs(about)))
    return bool(minimal) and ("about" not in given or close)


def _scaled(x: Point, factor: Any) -> Point:
    return evaluate_at(Polynomial.of([0, Fraction(factor)]), x)


def _ball(w: Polynomial, root: Point) -> Any:
    from flint import arb, ctx, fmpq

    value = evaluate_at(w, root)
    if isinstance(value, Fraction):
        return value
    close = value.refine(Fraction(1, 2**BITS))
    with ctx.workprec(2 * BITS):
        ends = [arb(fmpq(x.numerator, x.denominator)) for x in (close.low, close.high)]
        return ends[0].union(ends[1])


def _enclosed(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Weights between bounds: what lies in the middle is an equilibrium up to the bounds."""
    profile: Exact = []
    for side, size in zip(claim.items("strategies", len(game.players)), game.shape, strict=True):
        if not isinstance(side, list) or len(side) != size:
            raise GameError("strategies: expected a weight for each strategy")
        profile.append([_middle(w) for w in side])
    proof.within([float(x) for x in extremes(game)])
    totals = all(abs(sum(side, Fraction(0)) - 1) <= CLOSE and min(side) >= 0 for side in profile)
    if not proof.that("everybody plays a distribution, to a billionth", totals):
        return
    found = Outcome(game, [[w / sum(side) for w in side] for side in profile])
    for name, regret in zip(game.players, found.regrets, strict=True):
        proof.that(f"{name} gains nothing by deviating, up to rounding", regret <= proof.tolerance)
    if f"{game.word}s" in claim:
        told = [_middle(x) for x in claim.items(f"{game.word}s", len(game.players))]
        proof.equal(f"{game.word}s", told, found.payoffs)
    proof.says(claim, "exact", False)
    played = [[i for i, w in enumerate(s) if w > 0] for s in profile]
    _said(game, claim, proof, played, profile)
    gaps = [[max(v) - x for x in v] for v in found.values]
    tied = any(
        g <= proof.tolerance and i not in s
        for v, s in zip(gaps, played, strict=True)
        for i, g in enumerate(v)
    )
    _regular(game, claim, proof, played, profile, tied)
    proof.leaves("that an exact equilibrium lies between the bounds")


def _middle(given: Any) -> Fraction:
    if not isinstance(given, dict):
        return Fraction(number(given, "strategies"))
    if not set(given) <= {"about", "between"} or "about" not in given:
        raise GameError("strategies: a weight is a number, or an object with about and between")
    about = Fraction(number(given["about"], "strategies"))
    if "between" in given:
        low, high = (Fraction(x) for x in numbers_of(given["between"], 2, "between"))
        if not low - CLOSE <= about <= high + CLOSE or high - low > CLOSE:
            raise GameError(
                "strategies: about must lie between the bounds, and these close together"
            )
    return about


def several(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each is an equilibrium, and so is each tuple of corners of a continuum."""
    parts = claim.parts("equilibria")
    count = len(parts)
    proof.states(
        "this is an equilibrium" if count == 1 else f"these are {count} equilibria",
        "the definition, since it is enough to try pure deviations",
    )
    seen: list[Any] = []
    profiles: list[Exact | None] = []
    for k, part in enumerate(parts, 1):
        inner = Proof()
        profiles.append(one(game, part, inner))
        proof.tolerance = max(proof.tolerance, inner.tolerance)
        proof.includes(f"equilibrium {k}", inner.certificate())
        seen.append(part.raw("about") if "about" in part else part.raw("strategies"))
    proof.that("no two are the same", all(p not in seen[:k] for k, p in enumerate(seen)))
    complete = claim.flag("complete") if "complete" in claim else False
    undecided = claim.items("undecided") if "undecided" in claim else []
    wide = (
        _components(game, claim, proof, parts, profiles, complete)
        if "components" in claim
        else False
    )
    for item in undecided:
        if not isinstance(item, dict) or set(item) != {"supports", "sample"}:
            raise GameError("undecided: expected objects with supports and a sample")
    if complete:
        proof.that("nothing is undecided", not undecided)
        indices = [i for part in parts if type(i := part.data.get("index")) is int]
        if not wide and len(indices) == count:
            proof.that("their indices add up to 1", sum(indices) == 1)
        proof.leaves("that there are no others")
    elif undecided:
        proof.leaves("which supports are undecided")
    number_of: Any = "unknown"
    if complete:
        number_of = "infinite" if wide else count
    proof.says(claim, "number", number_of)
    proof.says(claim, "unique", complete and not wide and count == 1)
    regular = all(part.data.get("regular", True) is True for part in parts)
    proof.says(claim, "degenerate", bool(undecided) or wide or not regular)


def _components(
    game: StrategicGame,
    claim: Claim,
    proof: Proof,
    parts: list[Claim],
    profiles: list[Exact | None],
    complete: bool,
) -> bool:
    """Every equilibrium is in one of them; regions consist of equilibria. Whether some are wide."""
    given = claim.parts("components")
    places_of: list[int] = []
    indices: list[int | None] = []
    wide = False
    for k, part in enumerate(given):
        members = part.items("equilibria")
        if not all(type(i) is int and 0 <= i < len(parts) for i in members):
            raise GameError(f"{part.path('equilibria')}: expected positions in the list")
        regions = part.parts("nash_subsets")
        isolated = not regions
        wide = wide or not isolated
        proof.says(part, "isolated", isolated)
        sizes = [_region(game, region, proof) for region in regions]
        proof.says(part, "dimension", max((size for size, _ in sizes), default=0))
        if isolated:
            proof.that("an isolated component is one point", len(members) == 1)
        for i in members if not isolated else []:
            known = any(
                box is None
                or (
                    profiles[i] is not None
                    and all(
                        tuple(w) in side for w, side in zip(profiles[i] or [], box, strict=True)
                    )
                )
                for _, box in sizes
            )
            proof.also("its members are corners of its regions", known)
        proof.also("members are in order", members == sorted(set(members)))
        boxes = [str(region.data.get("strategies")) for region in regions]
        proof.also("no region is listed twice", len(set(boxes)) == len(boxes))
        own = parts[members[0]].data.get("index") if isolated and len(members) == 1 else None
        indices.append(own if isinstance(own, int) else None)
        places_of += members
        if len(regions) > 1:
            proof.leaves(f"how the regions of component {k + 1} hang together")
    proof.that(
        "every equilibrium is in one component", sorted(places_of) == list(range(len(parts)))
    )
    firsts = [part.data["equilibria"][:1] for part in given]
    proof.that("components are in order", firsts == sorted(firsts))
    unknown = [k for k, i in enumerate(indices) if i is None]
    if complete and len(unknown) == 1:
        indices[unknown[0]] = 1 - sum(i for i in indices if i is not None)
    for part, index in zip(given, indices, strict=True):
        if "index" in part:
            proof.equal(part.path("index"), part.raw("index"), index)
    return wide


def _region(game: StrategicGame, region: Claim, proof: Proof) -> tuple[int, list[list[Any]] | None]:
    """Payoffs are multilinear, so a product of polytopes is as good as its corners."""
    proof.says(region, "kind", "nash-region")
    sides = region.items("strategies", len(game.players))
    boxes = []
    for side, size in zip(sides, game.shape, strict=True):
        if not isinstance(side, list) or not side:
            raise GameError(f"{region.path('strategies')}: each player needs corners")
        corners = [tuple(Fraction(w) for w in numbers_of(x, size, region.where)) for x in side]
        if any(min(x) < 0 or sum(x) != 1 for x in corners) or len(set(corners)) < len(corners):
            raise GameError(
                f"{region.path('strategies')}: a corner is not a distribution, or twice"
            )
        boxes.append(corners)
    if prod(map(len, boxes)) > MOST_TUPLES:
        raise GameError(f"{prod(map(len, boxes)):,} tuples of corners are too many to test")
    size = sum(flat_dimension(box) for box in boxes)
    exact = game.in_numbers(True)
    if "conditions" not in region:
        good = all(Outcome(exact, [list(x) for x in p]).regret == 0 for p in product(*boxes))
        proof.that(f"{region.where}: every tuple of corners is an equilibrium", good)
        proof.says(region, "dimension", size)
        used = [
            [n for i, n in enumerate(own) if any(x[i] for x in box)]
            for own, box in zip(game.strategies, boxes, strict=True)
        ]
        proof.says(region, "supports", used)
        return size, boxes
    for sample in region.items("samples"):
        _, profile = profile_at(Claim({"p": sample}), "p", game)
        fair = all(min(w) >= 0 and sum(w) == 1 for w in profile)
        proof.that("a sample is an equilibrium", fair and Outcome(exact, profile).regret == 0)
    given = region.count("dimension")
    proof.that("it is no larger than its box", given <= size)
    for own, side in zip(game.strategies, region.items("supports", len(boxes)), strict=True):
        places(own, side, "supports")
    region.items("conditions")
    proof.leaves(f"{region.where}: the conditions of a curved piece, and its dimension")
    return given, None


@checks("nash-region", of=StrategicGame)
def nash_region(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Payoffs are multilinear, so a product of polytopes is as good as its corners."""
    proof.states("these are equilibria", "multilinear payoffs")
    _region(game, claim, proof)


@checks("approximate-equilibrium", of=StrategicGame)
def approximate_equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The regret of the profile, exactly."""
    key = "strategies" if "strategies" in claim else "profile"
    read, profile = profile_at(claim, key, game)
    proof.within(extremes(game), [0.0])
    if not distributions(proof, game, read):
        proof.leaves("the rest")
        return
    found = Outcome(game, [[w / sum(side) for w in side] for side in profile])
    proof.states(
        f"nobody gains more than {float(found.regret):.2g} by deviating",
        "exact payoffs of all pure deviations",
    )
    proof.says(claim, "players", game.players)
    proof.equal("regret", claim.raw("regret"), found.regret)
    proof.says(claim, f"{game.word}s", found.payoffs)


@checks("logit-equilibrium", of=StrategicGame)
def logit_equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Logarithms of weights differ as payoffs do, times lambda."""
    rate = float(claim.number("lambda"))
    proof.states(
        f"this is a logit equilibrium of precision {rate:g}", "the logit equations, up to rounding"
    )
    proof.says(claim, "players", game.players)
    read, _ = profile_at(claim, "strategies", game)
    distributions(proof, game, read)
    far = _distance(game, rate, [[float(w) for w in side] for side in read])
    proof.that("everybody gives the logit response", far <= 1e-6, f"within {far:.1g}")


def _distance(game: StrategicGame, rate: float, profile: list[list[float]]) -> float:
    """How far weights are from those of the logit response, or payoffs from what they tell."""
    worst = 0.0
    exact = [[Fraction(w) for w in side] for side in profile]
    ends = [float(x) for x in extremes(game)]
    spread = max(ends) - min(ends) or 1.0
    for k, side in enumerate(profile):
        line = [float(x) for x in values(game, k, exact)]
        top = max(line)
        odds = [exp(max(rate * (x - top), -700.0)) for x in line]
        reply = max(abs(w - o / sum(odds)) for w, o in zip(side, odds, strict=True))
        if reply > 1e-9 and rate > 0 and min(side) > 0:
            told = [log(w) / rate - x for w, x in zip(side, line, strict=True)]
            reply = min(reply, (max(told) - min(told)) / spread)
        worst = max(worst, reply)
    return worst


@checks("quantal-response", of=StrategicGame)
def quantal_response(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Points of the branch solve the logit equations, and its end is an equilibrium."""
    proof.states(
        "these are logit equilibria, and the branch ends in an equilibrium",
        "the logit equations, and the proof of the limit",
    )
    proof.says(claim, "players", game.players)
    proof.says(claim, "strategies", game.strategies)
    worst = 0.0
    points = claim.parts("branch")
    if not points:
        raise GameError("branch: it is empty")
    for k, part in enumerate(points):
        rate = float(part.number("lambda"))
        read, _ = profile_at(part, "profile", game)
        sums = all(abs(sum(map(float, side)) - 1) <= 1e-9 and min(side) >= 0 for side in read)
        worst = max(
            worst, _distance(game, rate, [[float(w) for w in s] for s in read]) if sums else 1
        )
        if k == 0:
            even = all(abs(float(w) * len(side) - 1) < 1e-9 for side in read for w in side)
            proof.that("the branch starts at the uniform profile", rate == 0 and even)
    proof.that("profiles are logit responses to themselves", worst <= 1e-6, f"{worst:.1g}")
    limit = claim.raw("limit")
    proof.includes("the limit", check(game, limit))
    last, _ = profile_at(points[-1], "profile", game)
    end = limit.get("about", limit.get("strategies")) if isinstance(limit, dict) else None
    near = same(end, [[Fraction(w) for w in side] for side in last], Fraction(1, 10))
    proof.that("the branch leads there", near)
    claim.flag("complete")
    proof.leaves("that the points lie on one branch, and that it was followed to its end")


def _two_actions(game: Any) -> SymmetricTwoAction:
    if isinstance(game, SymmetricTwoAction):
        return game
    small: SymmetricTwoAction = in_form(game, StrategicGame).symmetric_two_action()
    return small


@checks("symmetric-equilibrium")
def symmetric_equilibrium(game: Any, claim: Claim, proof: Proof) -> None:
    """Indifference inside, no wish to leave at the ends; exactly."""
    small = _two_actions(game)
    proof.states("this is a symmetric equilibrium", "indifference")
    _symmetric(small, claim, proof)


def _symmetric(game: SymmetricTwoAction, claim: Claim, proof: Proof) -> Point:
    proof.says(claim, "kind", "symmetric-equilibrium")
    x = _point(claim.raw("x"), claim.path("x"))
    sign = sign_at(game.difference, x)
    stable = (x == 0 and sign <= 0) or (x == 1 and sign >= 0) or (bool(0 < x < 1) and sign == 0)
    proof.that(f"{claim.path('x')}: nobody gains by another action", stable)
    proof.also("x is written right", _is(claim.raw("x"), x))
    proof.says(claim, "players", game.players)
    if game.word in claim:
        right = _is(claim.raw(game.word), evaluate_at(game.payoff_polynomial, x))
        proof.also(claim.path(game.word), right)
    return x


def _point(given: Any, where: str) -> Point:
    if not isinstance(given, dict):
        return Fraction(number(given, where))
    if "root_of" not in given or "about" not in given:
        raise GameError(f"{where}: an algebraic number needs root_of and about")
    roots = real_roots(Polynomial.of(_long(given["root_of"], where)))
    near = Fraction(number(given["about"], where))
    if not roots:
        raise GameError(f"{where}: this polynomial has no real root")
    return min(roots, key=lambda r: abs(Fraction(float(r)) - near))


def _long(given: Any, where: str) -> list[Fraction]:
    if not isinstance(given, list) or not 1 < len(given) <= 200:
        raise GameError(f"{where}: expected 2 to 200 coefficients")
    return [Fraction(number(c, where)) for c in given]


def symmetric_mixtures(game: Any, claim: Claim, proof: Proof) -> None:
    """Each of them, and that the roots of one polynomial and the ends leave no other."""
    small = _two_actions(game)
    proof.states(
        "these are the symmetric equilibria", "indifference, and all roots of one polynomial"
    )
    proof.says(claim, "players", small.players)
    proof.says(claim, "action", small.actions[0])
    proof.says(claim, "every", not small.difference)
    listed = [_symmetric(small, part, proof) for part in claim.parts("equilibria")]
    right: list[Point] = []
    if sign_at(small.difference, Fraction(0)) <= 0:
        right.append(Fraction(0))
    if small.difference:
        right += [r for r in real_roots(small.difference) if 0 < r < 1]
    if sign_at(small.difference, Fraction(1)) >= 0:
        right.append(Fraction(1))
    proof.that("there is no other root, and no other end", listed == right)


@checks("joint-maximum")
def joint_maximum(game: Any, claim: Claim, proof: Proof) -> None:
    """No end and no stationary point of what all get is better."""
    small = _two_actions(game)
    x = _point(claim.raw("x"), "x")
    proof.states(f"{float(x):.6g} is best for all together", "calculus")
    payoff = small.payoff_polynomial
    slope = Polynomial.of([k * c for k, c in enumerate(payoff.coefficients)][1:] or [0])
    rivals: list[Point] = [Fraction(0), Fraction(1)]
    rivals += [r for r in real_roots(slope) if 0 < r < 1] if slope else []
    mine, others = evaluate_at(payoff, x), [evaluate_at(payoff, r) for r in rivals]
    best = all(mine <= o if small.costs else mine >= o for o in others)
    proof.that("no end and no stationary point is better", bool(0 <= x <= 1) and best)
    proof.also("x is written right", _is(claim.raw("x"), x))
    sign = sign_at(small.difference, x)
    stable = sign == 0 or (x == 0 and sign < 0) or (x == 1 and sign > 0)
    proof.says(claim, "is_equilibrium", stable)
    action = 1 if sign < 0 else 0
    proof.says(claim, "deviation", small.actions[action])
    alone = (small.first_polynomial, small.second_polynomial)[action]
    for key, value in ((small.word, mine), (f"deviation_{small.word}", evaluate_at(alone, x))):
        if key in claim and not _is(claim.raw(key), value):
            proof.that(key, False)
