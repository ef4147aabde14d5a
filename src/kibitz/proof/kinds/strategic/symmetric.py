"""Claims about symmetric, equalizing and logit equilibria."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import exp, log
from typing import Any

import numpy as np
from flint import fmpz_mat

from kibitz.algebra.algebraic import evaluate_at, sign_at
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, real_roots
from kibitz.core.claim import Claim, Proof, checks, in_form, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.proof.kernel.algebraic_weights import coefficients, is_point
from kibitz.proof.kernel.corners import Point as Corner
from kibitz.proof.kernel.corners import Replies, corners, undominated, unit_rows
from kibitz.proof.kernel.profiles import (
    Outcome,
    distributions,
    exact_lines,
    extremes,
    lines,
    numbers_of,
    profile_at,
    two_players,
    values,
    whole,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.symmetric_two_action import SymmetricTwoAction

NEAR, ROUNDING = 1e-6, 1e-13
"""How far a float may be from a logit response, and its payoffs from what they are."""
MOST_OTHERS = 12
"""Best responses that a strategy does not use, up to which its stability is decided."""


@checks("equalizing-equilibria", of=StrategicGame)
def equalizing(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each strategy leaves the other player indifferent; all corners of two polytopes are tried."""
    two_players(game, "equalizing strategies are for")
    proof.states("these strategies equalize", "the definition, and all corners of two polytopes")
    proof.within(extremes(game))
    found = []
    for k, key in enumerate(("rows", "columns")):
        table = whole(game, 1)[0] if k == 0 else whole(game, 0)[0].T
        own = _listed(claim, key, game.shape[k])
        level = all(len(set((np.array(p, object) @ table).tolist())) == 1 for p in own)
        level = level and all(min(p) >= 0 and sum(p) == 1 for p in own)
        proof.that(f"{key} leave the other player indifferent", level)
        size = len(table)
        equal = [[1] * size, *(table[:, 1:] - table[:, :1]).T.tolist()]
        try:
            right = corners(equal, [1, *[0] * (len(equal) - 1)], unit_rows(size), [0] * size)
            proof.that(f"no extreme one of the {key} is missing", own == right)
        except OverflowError:
            proof.leaves(f"that the {key} are all the extreme ones")
        found.append(own)
    exists = bool(found[0] and found[1])
    proof.says(claim, "exists", exists)
    paid = Outcome(game, [list(own[0]) for own in found]).payoffs if exists else None
    proof.says(claim, f"{game.word}s", paid)


@checks("symmetric-equilibria")
def symmetric_equilibria(game: Any, claim: Claim, proof: Proof) -> None:
    """Strategies that are best against themselves, among all corners of one polytope."""
    if "strategies" not in claim:
        _two_actions_all(game, claim, proof)
        return
    game = in_form(game, StrategicGame)
    own, listed = _symmetric_payoffs(game), _listed(claim, "strategies", game.shape[0])
    proof.within(extremes(game))
    told = f"these are the {len(listed)} extreme symmetric equilibria"
    proof.states(told, "zero regrets, and all corners of the best-response polytope")
    paid = [Outcome(game, [list(x), list(x)]) for x in listed]
    good = all(min(x) >= 0 and sum(x) == 1 for x in listed) and all(o.regret == 0 for o in paid)
    proof.that("each is a best response to itself", good and bool(listed))
    _all_of(listed, own, lambda x: True, "no other corner is", proof)
    proof.says(claim, "unique", len(listed) == 1)
    proof.says(claim, f"{game.word}s", [o.payoffs[0] for o in paid])
    if "evolutionarily_stable" in claim:
        proof.says(claim, "evolutionarily_stable", [x for x in listed if _is_stable(own, x)])
    if "subsets" in claim:
        _cliques(game, claim, proof, listed)


@checks("evolutionarily-stable", of=StrategicGame)
def evolutionarily_stable(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Of all corners of one polytope that are best against themselves, these resist mutants."""
    own, listed = _symmetric_payoffs(game), _listed(claim, "strategies", game.shape[0])
    theorem = "strict copositivity (Haigh, Hadeler), and all corners of the best-response polytope"
    proof.states(f"these are the evolutionarily stable strategies, {len(listed)} of them", theorem)
    good = all(min(x) >= 0 and sum(x) == 1 and _is_stable(own, x) for x in listed)
    proof.that("no mutant can invade", good)
    _all_of(listed, own, lambda x: _is_stable(own, x), "no other strategy resists", proof)


def _listed(claim: Claim, key: str, size: int) -> list[Corner]:
    return [tuple(Fraction(x) for x in numbers_of(p, size, key)) for p in claim.items(key)]


def _all_of(
    listed: list[Corner], own: Any, wanted: Callable[[Corner], bool], what: str, proof: Proof
) -> None:
    """Record that these are all wanted corners that are best against themselves, in order."""
    try:
        proof.that(what, listed == [x for x in _best_against_themselves(own) if wanted(x)])
    except OverflowError:
        proof.that("in order", listed == sorted(set(listed), reverse=True))
        proof.leaves("that there are no others")


def _symmetric_payoffs(game: StrategicGame) -> Any:
    """What the first player gets, in integers: times a denominator, which changes no comparison."""
    two_players(game, "strategies are listed for")
    own, other = exact_lines(game, 0), exact_lines(game, 1)
    if own.shape != other.shape or not (own == other).all():
        raise GameError("the game is not symmetric")
    return lines(game, 0)[0]


def _best_against_themselves(own: Any) -> list[Corner]:
    """The corners of the best-response polytope that are symmetric equilibria, greatest first."""
    kept = undominated(own, own.T)
    replies, every = Replies(own.T, *kept), (1 << len(kept[0])) - 1
    held = [(lies | lies >> len(kept[0])) & every == every for _, lies in replies.rays]
    return sorted((replies.point(k) for k in np.flatnonzero(held).tolist()), reverse=True)


def _is_stable(own: Any, p: Corner) -> bool:
    """Whether -y A y > 0 for all changes y of p that lead to best responses.

    With a strategy that p uses left out, y is any vector that is not negative where p is 0. A free
    place is eliminated; what is left must be strictly copositive.
    """
    paid = [sum(Fraction(a) * x for a, x in zip(row, p, strict=True)) for row in own.tolist()]
    used = [i for i, x in enumerate(p) if x]
    if any(paid[i] != max(paid) for i in used):
        return False
    free, rest = used[1:], [i for i, x in enumerate(p) if not x and paid[i] == max(paid)]
    if len(rest) > MOST_OTHERS:
        raise GameError(f"{len(rest)} best responses besides those used are too many to check")
    change = [[int(i == j) - int(i == used[0]) for i in range(len(p))] for j in [*free, *rest]]
    moved = np.array(change, object)
    form: Any = -(moved @ (own + own.T) @ moved.T) if len(moved) else np.zeros((0, 0), object)
    for _ in free:
        if form[0, 0] <= 0:
            return False
        form = form[0, 0] * form[1:, 1:] - np.outer(form[1:, 0], form[0, 1:])
    return all(
        _determinant(form[np.ix_(face, face)]) > 0 or not _has_positive_cofactors(form, face)
        for size in range(1, len(rest) + 1)
        for face in combinations(range(len(rest)), size)
    )


def _has_positive_cofactors(form: Any, face: tuple[int, ...]) -> bool:
    """Of the last row of a principal submatrix."""
    last = len(face) - 1
    rows = list(face[:-1])
    return all(
        (-1) ** (last + k) * _determinant(form[np.ix_(rows, [*face[:k], *face[k + 1 :]])]) > 0
        for k in range(len(face))
    )


def _determinant(matrix: Any) -> int:
    return int(fmpz_mat([[int(x) for x in row] for row in matrix.tolist()]).det())


def _cliques(game: StrategicGame, claim: Claim, proof: Proof, listed: list[Corner]) -> None:
    """The largest sets of strategies that are best against each other."""
    near = [
        {b for b, y in enumerate(listed) if Outcome(game, [list(x), list(y)]).regret == 0}
        for x in listed
    ]
    sets: set[frozenset[int]] = {frozenset()}
    for a in range(len(listed)):
        sets |= {s | {a} for s in sets if all(a in near[b] and b in near[a] for b in s)}
        if len(sets) > 20_000:
            raise GameError("there are too many subsets to look at")
    largest = sorted(sorted(s) for s in sets if not any(s < t for t in sets))
    proof.says(claim, "subsets", [[listed[k] for k in s] for s in largest])


def _two_actions(game: Any) -> SymmetricTwoAction:
    if isinstance(game, SymmetricTwoAction):
        return game
    small: SymmetricTwoAction = in_form(game, StrategicGame).symmetric_two_action()
    return small


def _two_actions_all(game: Any, claim: Claim, proof: Proof) -> None:
    """Each of them, and that the roots of one polynomial and the ends leave no other."""
    small = _two_actions(game)
    told = "these are the symmetric equilibria"
    proof.states(told, "indifference, and all roots of one polynomial")
    proof.says(claim, players=small.players, action=small.actions[0], every=not small.difference)
    listed = [_symmetric(small, part, proof) for part in claim.parts("equilibria")]
    low, high = (sign_at(small.difference, Fraction(x)) for x in (0, 1))
    roots = real_roots(small.difference) if small.difference else []
    right: list[Point] = [*[Fraction(0)] * (low <= 0), *(r for r in roots if 0 < r < 1)]
    right += [Fraction(1)] * (high >= 0)
    proof.that("there is no other root, and no other end", listed == right)


@checks("symmetric-equilibrium")
def symmetric_equilibrium(game: Any, claim: Claim, proof: Proof) -> None:
    """Indifference inside, no wish to leave at the ends; exactly."""
    proof.states("this is a symmetric equilibrium", "indifference")
    _symmetric(_two_actions(game), claim, proof)


def _symmetric(game: SymmetricTwoAction, claim: Claim, proof: Proof) -> Point:
    proof.says(claim, "kind", "symmetric-equilibrium")
    x = _point(claim, proof)
    proof.that(f"{claim.path('x')}: no player gains by another action", _stays(game, x))
    proof.says(claim, "players", game.players)
    if game.word in claim:
        right = is_point(claim.raw(game.word), evaluate_at(game.payoff_polynomial, x))
        proof.also(claim.path(game.word), right)
    return x


def _stays(game: SymmetricTwoAction, x: Point) -> bool:
    sign = sign_at(game.difference, x)
    return (x == 0 and sign <= 0) or (x == 1 and sign >= 0) or (bool(0 < x < 1) and sign == 0)


def _point(claim: Claim, proof: Proof) -> Point:
    """The probability x of the first action: a rational, or a root that is written as such."""
    given, where = claim.raw("x"), claim.path("x")
    if not isinstance(given, dict):
        return Fraction(number(given, where))
    if "root_of" not in given or "about" not in given:
        raise GameError(f"{where}: an algebraic number needs root_of and about")
    roots = real_roots(Polynomial.of(coefficients(given["root_of"], where, 200)))
    about = Fraction(number(given["about"], where))
    if not roots:
        raise GameError(f"{where}: this polynomial has no real root")
    x = min(roots, key=lambda r: abs(Fraction(float(r)) - about))
    proof.also("x is written correctly", is_point(given, x))
    return x


@checks("joint-maximum")
def joint_maximum(game: Any, claim: Claim, proof: Proof) -> None:
    """No end and no stationary point of what all get is better."""
    small = _two_actions(game)
    x = _point(claim, proof)
    proof.states(f"{float(x):.6g} is best for all together", "calculus")
    payoff = small.payoff_polynomial
    slope = Polynomial.of([k * c for k, c in enumerate(payoff.coefficients)][1:] or [0])
    rivals: list[Point] = [Fraction(0), Fraction(1)]
    rivals += [r for r in real_roots(slope) if 0 < r < 1] if slope else []
    mine, others = evaluate_at(payoff, x), [evaluate_at(payoff, r) for r in rivals]
    best = all(mine <= o if small.costs else mine >= o for o in others)
    proof.that("no end and no stationary point is better", bool(0 <= x <= 1) and best)
    sign = sign_at(small.difference, x)
    proof.says(claim, "is_equilibrium", sign == 0 or _stays(small, x))
    action = 1 if sign < 0 else 0
    proof.says(claim, "deviation", small.actions[action])
    alone = (small.first_polynomial, small.second_polynomial)[action]
    for key, value in ((small.word, mine), (f"deviation_{small.word}", evaluate_at(alone, x))):
        proof.also(key, key not in claim or is_point(claim.raw(key), value))


@checks("logit-equilibrium", of=StrategicGame)
def logit_equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Logarithms of weights differ as payoffs do, times lambda."""
    rate = float(claim.number("lambda"))
    told = f"this is a logit equilibrium of precision {rate:g}"
    proof.states(told, "the logit equations, up to rounding")
    read, _ = profile_at(claim, "strategies", game)
    distributions(proof, game, read)
    far = _distance(game, rate, [[float(w) for w in side] for side in read])
    proof.that("every player gives the logit response", far <= NEAR, f"within {far:.1g}")


def _distance(game: StrategicGame, rate: float, profile: list[list[float]]) -> float:
    """How far weights, or their logarithms, are from the logit response.

    The last digits of the weights count ``rate`` times in their logarithms, and are allowed for.
    """
    worst = 0.0
    exact = [[Fraction(w) for w in side] for side in profile]
    ends = [float(x) for x in extremes(game)]
    for k, side in enumerate(profile):
        ulps = ROUNDING * abs(rate) * (ends[2 * k + 1] - ends[2 * k])
        if not ulps < 1:
            raise GameError(f"lambda: {rate:g} is too large to check in floats")
        paid = values(game, k, exact)
        line = [rate * float(x - max(paid)) for x in paid]
        odds = [exp(max(x, -700.0)) for x in line]
        reply = max(abs(w - o / sum(odds)) for w, o in zip(side, odds, strict=True))
        if reply > NEAR:
            told = [log(w) - x for w, x in zip(side, line, strict=True) if w > 0]
            gone = max((o for w, o in zip(side, odds, strict=True) if not w > 0), default=0.0)
            reply = min(reply, max(max(told) - min(told) - ulps, gone)) if told else reply
        worst = max(worst, reply)
    return worst


@checks("quantal-response", of=StrategicGame)
def quantal_response(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Points of the branch solve the logit equations, and its end is an equilibrium."""
    limit = claim.raw("limit")
    proof.proves("the limit", game, limit, "equilibrium", "approximate-equilibrium")
    regret, ends = Claim(limit, "limit").exact("regret", Fraction(0)), extremes(game)
    end = f"comes to a regret of {float(regret):.2g}" if regret else "ends in an equilibrium"
    told = f"these are logit equilibria, and the branch {end}"
    proof.states(told, "the logit equations, and the proof of the limit")
    spread = max(Fraction(b) - Fraction(a) for a, b in zip(ends[::2], ends[1::2], strict=True))
    proof.also("complete", not claim.flag("complete") or regret <= NEAR * spread)
    proof.says(claim, strategies=game.strategies)
    points = claim.parts("branch")
    if not points:
        raise GameError("branch: it is empty")
    branch = []
    for part in points:
        read, _ = profile_at(part, "profile", game)
        distributions(proof, game, read)
        branch.append((float(part.number("lambda")), [list(map(float, side)) for side in read]))
    rate, start = branch[0]
    even = all(abs(w * len(side) - 1) < 1e-9 for side in start for w in side)
    proof.that("the branch starts at the uniform profile", rate == 0 and even)
    worst = max(_distance(game, rate, sides) for rate, sides in branch)
    proof.that("profiles are logit responses to themselves", worst <= NEAR, f"{worst:.1g}")
    last = limit.get("about", limit.get("strategies"))
    proof.that("the branch leads there", same(last, branch[-1][1], Fraction(1, 10)))
    proof.leaves("that the points lie on one branch, and that it was followed to its end")
