"""Claims about given payoffs: excesses, who blocks them, domination, kernel, stable sets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import LAST, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact, show_all
from kibitz.core.spelling import these
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalition,
    efficient,
    entry,
    is_convex,
    payoffs,
    point,
    points,
    rational,
    spelled,
    sum_over,
    weights,
)
from kibitz.proof.kernel.corners import corners, unit_rows

MOST_CASES = 200_000
"""Cases that are gone through before a claim is left unproved."""
Segment = tuple[Fraction, Fraction] | None


def _rounding(x: Sequence[Fraction], proof: Proof) -> Fraction:
    """What the sums of payoffs far beyond all worths may be off by, where there are floats."""
    lost = LAST * summed(map(abs, x)) if proof.tolerance else Fraction(0)
    proof.far = proof.far or lost > proof.tolerance
    return lost


@checks("excesses", of=CoalitionalGame)
def excesses(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """v(S) - x(S) for every coalition. O(2^n)."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    right, close = worths.excesses(x), game.n * proof.tolerance + _rounding(x, proof)
    proof.states(f"the excesses at {spelled(payoffs(game, claim))}", "addition")
    claimed, inner = weights(game, claim, "excesses"), range(1, game.grand)
    proof.that("every smaller coalition is listed", sorted(claimed) == list(inner))
    far = [m for m, e in claimed.items() if abs(Fraction(e) - entry(right, m)) > close]
    told = f"not for {game.spell(far[0])}" if far else ""
    proof.that("every excess is v(S) - x(S)", not far, told)
    ordered = sorted((entry(right, m) for m in inner), reverse=True)
    proof.equal("sorted", claim.numbers("sorted", len(inner)), ordered, close)


@checks("core-membership", of=CoalitionalGame)
def core_membership(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The coalitions with a positive excess are those named. O(2^n)."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    close = 4 * game.n * proof.tolerance
    inside, handed = claim.flag("in_core"), claim.flag("efficient")
    state = "in the core" if inside else "not in the core"
    proof.states(f"{spelled(payoffs(game, claim))} is {state}", "a check of every coalition")
    told = "" if handed else "it is not"
    proof.that("whether v(N) is handed out", handed == worths.hands_out(x, close), told)
    right, named = worths.excesses(x), []
    for part in claim.parts("blocking"):
        mask = coalition(game, part.raw("coalition"), part.path("coalition"))
        named.append(mask)
        excess, offer = entry(right, mask), part.part("counter_offer")
        proof.equal(part.path("excess"), part.raw("excess"), excess, close + _rounding(x, proof))
        paid = {i: offer.exact(game.players[i]) for i in members(mask)}
        good = excess > 0 and all(v > x[i] for i, v in paid.items())
        good = good and abs(summed(paid.values()) - worths[mask]) <= close
        proof.that(f"{game.spell(mask)} can pay what is better for its members", good)
    must = [m for m in range(1, game.grand + 1) if entry(right, m) > close]
    good = len(set(named)) == len(named) and set(must) <= set(named)
    proof.that("the coalitions with a positive excess are those named", good)
    what = "it is in the core if and only if no coalition blocks"
    proof.that(what, inside == (handed and not named))


@checks("domination", of=CoalitionalGame)
def domination(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The coalition gains and can see to it, or no coalition does. O(2^n)."""
    worths = Worths(game)
    y, x = point(worths, claim, proof, "better"), point(worths, claim, proof, "worse")
    through, holds = claim.raw("through"), claim.flag("dominates")
    words = "dominates" if holds else "does not dominate"
    proof.states(f"{spelled(y)} {words} {spelled(x)}", "the definition")
    proof.that("a coalition is named if and only if one blocks", holds == (through is not None))
    if through is None:
        proof.that("no coalition can enforce a gain", dominating(worths, y, x) is None)
        return
    mask, close = coalition(game, through, "through"), proof.tolerance * game.n
    proof.that("the coalition is not empty", mask > 0)
    proof.that("every member gets more", all(y[i] > x[i] + close for i in members(mask)))
    proof.that("it can earn that", sum_over(y, mask) <= worths[mask] + close)
    proof.equal("through", through, list(game.members(mask)))


def dominating(worths: Worths, y: Sequence[Fraction], x: Sequence[Fraction]) -> int | None:
    """A coalition through which y dominates x."""
    gaining = sum(1 << i for i in range(worths.n) if y[i] > x[i])
    able = worths.excesses(list(y)).array >= 0
    found = np.flatnonzero(able & ((np.arange(len(able)) & ~gaining) == 0))
    return int(found[1]) if len(found) > 1 else None


@checks("kernel-point", "prekernel-point", of=CoalitionalGame)
def kernel_point(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Surpluses balance; in the kernel players who get no more than alone may be outweighed."""
    name = str(claim.data["kind"]).removesuffix("-point")
    worths = Worths(game)
    x, given = point(worths, claim, proof), payoffs(game, claim)
    proof.states(f"{spelled(given)} is in the {name}", "a comparison of the surpluses of all pairs")
    efficient(worths, x, proof)
    what = "no player has a greater surplus over another than the other way round"
    if name == "kernel":
        rational(worths, x, proof)
        what = "no player outweighs another who gets more than alone"
    proof.that(what, _balances(worths, name, [x], 4 * game.n * proof.tolerance))


@checks("kernel-membership", of=CoalitionalGame)
def kernel_membership(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The surpluses of all pairs are right, and so are the pairs in which one outweighs the other.

    O(n^2 2^n).
    """
    worths = Worths(game)
    x, inside = point(worths, claim, proof), claim.flag("in_kernel")
    state = "in" if inside else "not in"
    theorem = "a comparison of the surpluses of all pairs"
    proof.states(f"{spelled(payoffs(game, claim))} is {state} the kernel", theorem)
    close, right, n = game.n * proof.tolerance, surpluses(worths, x), game.n
    rows = claim.items("surpluses", n)
    given = [Claim({"row": row}).items("row", n) for row in rows]
    empty = all(given[i][i] is None for i in range(n))
    off = [pair for pair, s in right.items() if abs(exact(given[pair[0]][pair[1]]) - s) > close]
    proof.that("every surplus is the greatest excess without the other", empty and not off)
    pairs = [(p.text("by"), p.text("player")) for p in claim.parts("outweighed")]
    names = game.players
    heavy = [
        (names[i], names[j])
        for (i, j), s in right.items()
        if x[j] > worths[1 << j] + 4 * close and s > right[j, i] + 4 * close
    ]
    proof.that("these are all pairs in which one player outweighs the other", pairs == heavy)
    is_one = worths.is_imputation(x, close)
    proof.equal("imputation", claim.flag("imputation"), is_one)
    proof.equal("in_kernel", inside, is_one and not heavy)


def surpluses(worths: Worths, x: Sequence[Fraction]) -> dict[tuple[int, int], Fraction]:
    """The greatest excess of a coalition with one player and without the other."""
    found, masks = worths.excesses(list(x)), np.arange(1 << worths.n)
    return {
        (i, j): Fraction(
            int(found.array[(masks >> i & 1 == 1) & (masks >> j & 1 == 0)].max()), found.denominator
        )
        for i, j in permutations(range(worths.n), 2)
    }


@checks("kernel", "prekernel", of=CoalitionalGame)
def kernel_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """On each piece the same coalitions reach the surpluses, which balance at its vertices."""
    name, given = str(claim.data.get("kind", "kernel")), claim.items("pieces")
    worths = Worths(game)
    proof.states(f"{these(len(given), 'piece')} in the {name}", "linearity of the surpluses")
    twice = any(piece in given[:k] for k, piece in enumerate(given))
    proof.that("there are pieces, and none is listed twice", bool(given) and not twice)
    proof.within(worths.ends, [0.0] if not game.exact else [])
    parts = Claim({str(k): piece for k, piece in enumerate(given)}, "pieces")
    for key in parts.data:
        piece = [[exact(v) for v in x] for x in points(game, parts, key)]
        if not piece or len({tuple(x) for x in piece}) < len(piece):
            raise GameError(f"{parts.path(key)}: its vertices must differ, and there must be some")
        good = _balances(worths, name, piece, 4 * game.n * proof.tolerance)
        told = " ".join(show_all(x) for x in piece[:3])
        proof.that("the surpluses balance on a piece, by the same coalitions", good, told)
    proof.leaves(f"that there are no other points in the {name}")


def _balances(worths: Worths, name: str, piece: list[Point], close: Fraction) -> bool:
    """Whether v(N) is handed out at all vertices, and the surpluses of all pairs balance."""
    inside = worths.is_imputation if name == "kernel" else worths.hands_out
    if not all(inside(x, close) for x in piece):
        return False
    low, tables = worths.alone(), [surpluses(worths, x) for x in piece]
    idle = [name == "kernel" and all(x[i] <= a + close for x in piece) for i, a in enumerate(low)]
    for i, j in permutations(range(worths.n), 2):
        under = all(s[i, j] <= s[j, i] + close for s in tables)
        over = all(s[i, j] >= s[j, i] - close for s in tables)
        even = (under or (idle[j] and over)) and (over or (idle[i] and under))
        if not even or not _one_reaches(worths, piece, [s[i, j] for s in tables], i, j, close):
            return False
    return True


def _one_reaches(
    worths: Worths, piece: list[Point], most: list[Fraction], i: int, j: int, close: Fraction
) -> bool:
    """Whether one coalition has the greatest excess, with i and without j, at all vertices."""
    every = [worths.excesses(x) for x in piece]
    return any(
        all(entry(e, m) >= s - close for e, s in zip(every, most, strict=True))
        for m in range(1, worths.grand)
        if m >> i & 1 and not m >> j & 1
    )


@checks("bargaining-set-membership", of=CoalitionalGame)
def bargaining_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """An objection without counter-objection; that none stands follows in the core and kernel."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    inside, close = claim.flag("in_bargaining_set"), game.n * proof.tolerance
    state = "in" if inside else "not in"
    proof.states(f"{spelled(payoffs(game, claim))} is {state} the bargaining set", "the definition")
    is_one = worths.is_imputation(x, close)
    proof.equal("imputation", claim.flag("imputation"), is_one)
    objection = None if claim.raw("objection") is None else claim.part("objection")
    right = is_one and objection is None
    proof.that("it is inside if and only if every objection is countered", inside == right)
    if objection is not None:
        proof.theorem = "an objection without counter-objection"
        _objection(worths, x, objection, proof)
    elif is_one:
        s, pairs = surpluses(worths, x), combinations(range(game.n), 2)
        even = all(abs(s[i, j] - s[j, i]) <= 4 * close for i, j in pairs)
        if even or worths.largest_excess(x) <= close:
            proof.theorem = "the core and the prekernel, which are in the bargaining set"
        else:
            proof.leaves("that no objection stands")


def _objection(worths: Worths, x: Point, objection: Claim, proof: Proof) -> None:
    game, offer = worths.game, objection.part("payoffs")
    mask = coalition(game, objection.raw("coalition"), "objection.coalition")
    i, j = (game.position(objection.text(key)) for key in ("by", "against"))
    paid = {k: offer.exact(game.players[k]) for k in members(mask)}
    sides = bool(mask >> i & 1) and not mask >> j & 1
    proof.that("the objector is in the coalition, the other player is not", sides)
    close = proof.tolerance * worths.n
    able = abs(summed(paid.values()) - worths[mask]) <= close
    proof.that("the coalition can pay what it offers", able)
    proof.that("it pays every member more", all(v > x[k] for k, v in paid.items()))
    wanted, masks = [paid.get(k, x[k]) for k in range(worths.n)], np.arange(1 << worths.n)
    found = worths.excesses(wanted)
    able_to = found.array >= -close * found.denominator
    counter = np.flatnonzero(able_to & (masks >> j & 1 == 1) & (masks >> i & 1 == 0))
    told = game.spell(int(counter[0])) + " can counter" if len(counter) else ""
    proof.that("the other player has no counter-objection", not len(counter), told)


@checks("stability", of=CoalitionalGame)
def stability(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """No member dominates another, and every other imputation is dominated by one."""
    worths = Worths(game.rational())
    given = [tuple(exact(v) for v in x) for x in points(game, claim, "candidates")]
    stable = claim.flag("stable")
    state = "stable" if stable else "not stable"
    proof.states(f"the {len(given)} imputations are {state}", "the definition")
    if not all(map(worths.is_imputation, given)) or len(set(given)) < len(given):
        raise GameError("candidates: they must be different imputations")
    clash, missed = claim.raw("clash"), claim.raw("missed")
    proof.equal("internally_stable", claim.flag("internally_stable"), clash is None)
    proof.equal("externally_stable", claim.flag("externally_stable"), missed is None)
    proof.equal("stable", stable, clash is None and missed is None)
    if clash is None:
        free = all(dominating(worths, y, x) is None for y, x in product(given, repeat=2))
        proof.that("no member dominates another", free)
    else:
        both = [tuple(exact(v) for v in x) for x in points(game, claim, "clash")]
        known = len(both) == 2 and all(x in given for x in both)
        proof.that("one member dominates another", known and dominating(worths, *both) is not None)
    if missed is not None:
        z = tuple(exact(v) for v in payoffs(game, claim, "missed"))
        free = all(dominating(worths, y, z) is None for y in given)
        outside = z not in given and worths.is_imputation(z)
        proof.that("an imputation outside is not dominated", outside and free)
        return
    left = _undominated(worths, given)
    if left is None:
        proof.leaves("that every imputation outside is dominated")
    else:
        proof.that("every imputation outside is dominated", not left)


def _undominated(worths: Worths, given: list[tuple[Fraction, ...]]) -> bool | None:
    """Whether an imputation outside is dominated by no member; None when there are too many cases.

    One is not dominated by y through S just when some player of S gets no less than at y. So the
    undominated ones are a union of sets {x >= b}: a simplex, a point, or empty.
    """
    ways = [
        [(i, y[i]) for i in members(mask)]
        for y in given
        for mask in range(1, worths.grand + 1)
        if sum_over(y, mask) <= worths[mask]
    ]
    seen, waiting = set(), [(tuple(worths.alone()), 0)]
    while waiting:
        bound, k = waiting.pop()
        if sum(bound) > worths.total or (bound, k) in seen:
            continue
        seen.add((bound, k))
        if len(seen) > MOST_CASES:
            return None
        if k == len(ways):
            if sum(bound) < worths.total or bound not in given:
                return True
            continue
        for i, least in ways[k]:
            waiting.append(((*bound[:i], max(bound[i], least), *bound[i + 1 :]), k + 1))
    return False


@checks("core-stability", of=CoalitionalGame)
def core_stability(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Cores of convex games are stable (Shapley); of three players all cases are gone through."""
    worths = Worths(game.rational())
    stable, missed = claim.flag("stable"), claim.raw("missed")
    state = "stable" if stable else "not stable"
    proof.states(f"the core is {state}", "an imputation that it does not dominate")
    proof.that("an imputation is given if and only if it is not stable", stable == (missed is None))
    if missed is None and is_convex(worths):
        proof.theorem, reason = "the theorem of Shapley on convex games", "the game is convex"
        proof.that("the game is convex", True)
    elif game.n != 3:
        raise GameError("cores of games that are not convex are looked into for three players")
    elif missed is None:
        proof.theorem = "a case analysis for three players"
        reason = "every imputation outside is dominated by a point of it"
        proof.that("every imputation outside is dominated", _all_beaten(worths))
    else:
        x = [exact(v) for v in payoffs(game, claim, "missed")]
        reason = f"it does not dominate {show_all(x)}"
        outside = worths.is_imputation(x) and worths.largest_excess(x) > 0
        proof.that("it is an imputation outside the core", outside, show_all(x))
        free = not any(_beats(worths, _core_segment(worths, k), x, k) for k in range(3))
        proof.that("no coalition can dominate it from the core", free)
    proof.equal("reason", claim.text("reason"), reason)


def _core_segment(worths: Worths, k: int) -> Segment:
    """What the first of the two others gets at points of the core where these two get v(ij)."""
    i, j = (p for p in range(3) if p != k)
    pair = worths[worths.grand ^ 1 << k]
    left = worths.total - pair
    low = max(worths[1 << i], worths[1 << i | 1 << k] - left)
    high = pair - max(worths[1 << j], worths[1 << j | 1 << k] - left)
    return (low, high) if low <= high and left >= worths[1 << k] else None


def _beats(worths: Worths, way: Segment, x: Sequence[Fraction], k: int) -> bool:
    i, j = (p for p in range(3) if p != k)
    most = worths[worths.grand ^ 1 << k] - x[j]
    return way is not None and x[i] < most and x[i] < way[1] and way[0] < most


def _all_beaten(worths: Worths) -> bool:
    """Whether every polygon of imputations that escape all three pairs lies in the core."""
    one = unit_rows(3)
    escapes = []
    for k in range(3):
        i, j = (p for p in range(3) if p != k)
        pair, way = worths[worths.grand ^ 1 << k], _core_segment(worths, k)
        ends = [([0, 0, 0], Fraction(0))] if way is None else [(one[i], way[1])]
        ends += [] if way is None else [(one[j], pair - way[0])]
        escapes.append([([1 - x for x in one[k]], pair), *ends])
    low = list(zip(one, worths.alone(), strict=True))
    for choice in product(*escapes):
        lines = [*low, *choice]
        tops, bottom = common_denominator([*(least for _, least in lines), worths.total])
        found = corners([[1, 1, 1]], tops[-1:], [row for row, _ in lines], tops[:-1])
        if any(worths.largest_excess([v / bottom for v in x]) > 0 for x in found):
            return False
    return True
