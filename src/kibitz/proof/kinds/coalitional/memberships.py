"""Claims about given payoffs: excesses, who blocks them, domination, kernel, stable sets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact, show_all
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    coalition,
    efficient,
    header,
    is_convex,
    payoffs,
    point,
    points,
    rational,
    spelled,
    sum_over,
    weights,
)
from kibitz.proof.kernel.corners import corners

MOST_CASES = 200_000
"""Cases that are gone through before a claim is left unproved."""


@checks("excesses", of=CoalitionalGame)
def excesses(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """v(S) - x(S) for every coalition. O(2^n)."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    proof.states(f"the excesses at {spelled(payoffs(game, claim))}", "addition")
    header(game, claim, proof, [])
    right = worths.excesses(x)
    claimed = weights(game, claim, "excesses")
    close = proof.tolerance * game.n
    inner = list(range(1, game.grand))
    proof.that("every smaller coalition is listed", sorted(claimed) == inner)
    far = [m for m, e in claimed.items() if abs(Fraction(e) - _entry(right, m)) > close]
    told = f"not for {game.spell(far[0])}" if far else ""
    proof.that("every excess is v(S) - x(S)", not far, told)
    ordered = sorted((_entry(right, m) for m in inner), reverse=True)
    given = claim.numbers("sorted", len(inner))
    proof.equal("sorted", given, ordered)


def _entry(tensor: Tensor, mask: int) -> Fraction:
    return Fraction(int(tensor.array[mask]), tensor.denominator)


@checks("core-membership", of=CoalitionalGame)
def core_membership(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The coalitions with a positive excess are those named. O(2^n)."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    close = 4 * game.n * proof.tolerance
    inside, handed = claim.flag("in_core"), claim.flag("efficient")
    state = "in the core" if inside else "not in the core"
    proof.states(f"{spelled(payoffs(game, claim))} is {state}", "looking at every coalition")
    header(game, claim, proof, [])
    gap = abs(sum(x, Fraction(0)) - worths.total)
    proof.that(
        "whether v(N) is handed out", handed == (gap <= close), "" if handed else "it is not"
    )
    right = worths.excesses(x)
    named = []
    for part in claim.parts("blocking"):
        mask = coalition(game, part.raw("coalition"), part.path("coalition"))
        named.append(mask)
        excess = _entry(right, mask)
        proof.equal(part.path("excess"), part.raw("excess"), excess)
        offer = part.part("counter_offer")
        paid = [(i, Fraction(offer.number(game.players[i]))) for i in members(mask)]
        gains = all(v > x[i] for i, v in paid)
        total = sum((v for _, v in paid), Fraction(0))
        good = gains and excess > 0 and abs(total - worths[mask]) <= close
        proof.that(f"{game.spell(mask)} can pay what is better for its members", good)
    must = [m for m in range(1, game.grand + 1) if _entry(right, m) > close]
    good = len(set(named)) == len(named) and set(must) <= set(named)
    proof.that("the coalitions with a positive excess are those named", good)
    proof.that(
        "it is in the core if and only if no coalition blocks", inside == (handed and not named)
    )


@checks("domination", of=CoalitionalGame)
def domination(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """The coalition gains and can see to it, or no coalition does. O(2^n)."""
    worths = Worths(game)
    y, x = point(worths, claim, proof, "better"), point(worths, claim, proof, "worse")
    through, holds = claim.raw("through"), claim.flag("dominates")
    header(game, claim, proof, [])
    words = "dominates" if holds else "does not dominate"
    proof.states(f"{spelled(y)} {words} {spelled(x)}", "the definition")
    proof.that("a coalition is named if and only if one blocks", holds == (through is not None))
    if through is not None:
        mask = coalition(game, through, "through")
        proof.that("the coalition is not empty", mask > 0)
        proof.that("every member gets more", all(y[i] > x[i] for i in members(mask)))
        able = sum_over(y, mask) <= worths[mask] + proof.tolerance * game.n
        proof.that("it can earn that", able)
        proof.equal("through", through, list(game.members(mask)))
        return
    proof.that("no coalition can enforce a gain", dominating(worths, y, x) is None)


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
    proof.states(f"{spelled(given)} is in the {name}", "comparing the surpluses of all pairs")
    header(game, claim, proof, given)
    efficient(worths, x, proof)
    close, low, s = 4 * game.n * proof.tolerance, worths.alone(), surpluses(worths, x)
    what = "no player has a greater surplus over another than the other way round"
    if name == "kernel":
        rational(worths, x, proof)
        what = "no one outweighs a player who gets more than alone"
    bad = [
        (i, j)
        for i, j in permutations(range(game.n), 2)
        if s[i][j] > s[j][i] + close and (name == "prekernel" or x[j] > low[j] + close)
    ]
    told = f"{game.players[bad[0][0]]} outweighs {game.players[bad[0][1]]}" if bad else ""
    proof.that(what, not bad, told)


def surpluses(worths: Worths, x: Sequence[Fraction]) -> list[list[Fraction]]:
    """The greatest excess of a coalition with one player and without the other."""
    found = worths.excesses(list(x))
    masks = np.arange(1 << worths.n)
    zero = Fraction(0)
    table = [[zero] * worths.n for _ in range(worths.n)]
    for i in range(worths.n):
        for j in range(worths.n):
            if i != j:
                chosen = (masks >> i & 1 == 1) & (masks >> j & 1 == 0)
                table[i][j] = Fraction(int(found.array[chosen].max()), found.denominator)
    return table


@checks("kernel", "prekernel", of=CoalitionalGame)
def kernel_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """On each piece the same coalitions reach the surpluses, which balance at its vertices."""
    name = str(claim.data.get("kind", "kernel"))
    worths = Worths(game)
    given = claim.items("pieces")
    proof.states(f"these {len(given)} pieces are in the {name}", "linearity of the surpluses")
    header(game, claim, proof, [])
    twice = any(piece in given[:k] for k, piece in enumerate(given))
    proof.that("there are pieces, and none is listed twice", bool(given) and not twice)
    parts = Claim({str(k): piece for k, piece in enumerate(given)}, "pieces")
    proof.within(worths.ends, [0.0] if not game.exact else [])
    low, close = worths.alone(), 4 * game.n * proof.tolerance
    for key in parts.data:
        piece = [[exact(v) for v in x] for x in points(game, parts, key)]
        if not piece or len({tuple(x) for x in piece}) < len(piece):
            raise GameError(f"{parts.path(key)}: its vertices must differ, and there must be some")
        tables = [surpluses(worths, x) for x in piece]
        good = all(abs(sum(x) - worths.total) <= close for x in piece)
        for i, j in product(range(game.n), repeat=2):
            if i == j:
                continue
            even = all(abs(s[i][j] - s[j][i]) <= close for s in tables)
            idle = all(x[j] <= low[j] + close for x in piece)
            over = all(s[i][j] >= s[j][i] - close for s in tables)
            under = all(s[i][j] <= s[j][i] + close for s in tables)
            held = all(x[i] <= low[i] + close for x in piece)
            fits = even or (name == "kernel" and ((idle and over) or (held and under)))
            good = good and fits and _one_reaches(worths, piece, tables, i, j, close)
        if name == "kernel":
            good = good and all(v >= a - close for x in piece for v, a in zip(x, low, strict=True))
        told = " ".join(show_all(x) for x in piece[:3])
        proof.that("the surpluses balance on a piece, by the same coalitions", good, told)
    proof.leaves(f"that there are no other points in the {name}")


def _one_reaches(
    worths: Worths,
    piece: list[Point],
    tables: list[list[list[Fraction]]],
    i: int,
    j: int,
    close: Fraction,
) -> bool:
    """Whether one coalition has the greatest excess, with i and without j, at all vertices."""
    every = [worths.excesses(x) for x in piece]
    return any(
        all(_entry(e, m) >= s[i][j] - close for e, s in zip(every, tables, strict=True))
        for m in range(1, worths.grand)
        if m >> i & 1 and not m >> j & 1
    )


@checks("bargaining-set-membership", of=CoalitionalGame)
def bargaining_set(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """An objection without counter-objection; that none stands follows in the core and kernel."""
    worths = Worths(game)
    x = point(worths, claim, proof)
    inside, allowed = claim.flag("in_bargaining_set"), claim.flag("imputation")
    state = "in" if inside else "not in"
    proof.states(f"{spelled(payoffs(game, claim))} is {state} the bargaining set", "the definition")
    header(game, claim, proof, [])
    close, low = game.n * proof.tolerance, worths.alone()
    is_one = abs(sum(x, Fraction(0)) - worths.total) <= close
    is_one = is_one and all(a >= b - close for a, b in zip(x, low, strict=True))
    proof.equal("imputation", allowed, is_one)
    objection = None if claim.raw("objection") is None else claim.part("objection")
    right = is_one and objection is None
    proof.that("it is inside if and only if every objection is countered", inside == right)
    if objection is not None:
        proof.theorem = "an objection without counter-objection"
        _objection(worths, x, objection, proof)
    elif is_one:
        s = surpluses(worths, x)
        in_core = worths.largest_excess(x)[0] <= close
        pairs = combinations(range(game.n), 2)
        if in_core or all(abs(s[i][j] - s[j][i]) <= 4 * close for i, j in pairs):
            proof.theorem = "the core and the prekernel, which are in the bargaining set"
        else:
            proof.leaves("that no objection stands")


def _objection(worths: Worths, x: Point, objection: Claim, proof: Proof) -> None:
    game = worths.game
    mask = coalition(game, objection.raw("coalition"), "objection.coalition")
    i, j = (game.position(objection.text(key)) for key in ("by", "against"))
    offer = objection.part("payoffs")
    paid = {k: Fraction(offer.number(game.players[k])) for k in members(mask)}
    sides = bool(mask >> i & 1) and not mask >> j & 1
    proof.that("the objector is in the coalition, the other player is not", sides)
    total = sum(paid.values(), Fraction(0))
    able = abs(total - worths[mask]) <= proof.tolerance * worths.n
    proof.that("the coalition can pay what it offers", able)
    proof.that("it pays every member more", all(v > x[k] for k, v in paid.items()))
    wanted = [paid.get(k, x[k]) for k in range(worths.n)]
    masks = np.arange(1 << worths.n)
    able_to = worths.excesses(wanted).array >= 0
    counter = np.flatnonzero(able_to & (masks >> j & 1 == 1) & (masks >> i & 1 == 0))
    told = game.spell(int(counter[0])) + " can counter" if len(counter) else ""
    proof.that("the other player has no counter-objection", not len(counter), told)


@checks("stability", of=CoalitionalGame)
def stability(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """No member dominates another, and every other imputation is dominated by one."""
    worths = Worths(game.rational())
    given = [tuple(exact(v) for v in x) for x in points(game, claim, "candidates")]
    stable = claim.flag("stable")
    internal, external = claim.flag("internally_stable"), claim.flag("externally_stable")
    state = "stable" if stable else "not stable"
    proof.states(f"the {len(given)} imputations are {state}", "the definition")
    header(game, claim, proof, [])
    if not all(_imputation(worths, x) for x in given) or len(set(given)) < len(given):
        raise GameError("candidates: they must be different imputations")
    clash, missed = claim.raw("clash"), claim.raw("missed")
    proof.equal("internally_stable", internal, clash is None)
    proof.equal("externally_stable", external, missed is None)
    proof.equal("stable", stable, internal and external)
    if clash is None:
        pairs = ((y, x) for y in given for x in given)
        free = all(dominating(worths, y, x) is None for y, x in pairs)
        proof.that("no member dominates another", free)
    else:
        both = [tuple(exact(v) for v in x) for x in points(game, claim, "clash")]
        known = len(both) == 2 and all(x in given for x in both)
        proof.that("one member dominates another", known and dominating(worths, *both) is not None)
    if missed is not None:
        z = tuple(exact(v) for v in payoffs(game, claim, "missed"))
        outside = z not in given and _imputation(worths, z)
        free = all(dominating(worths, y, z) is None for y in given)
        proof.that("an imputation outside is not dominated", outside and free)
    else:
        left = _undominated(worths, given)
        if left is None:
            proof.leaves("that every imputation outside is dominated")
        else:
            proof.that("every imputation outside is dominated", not left)


def _imputation(worths: Worths, x: Sequence[Fraction]) -> bool:
    return sum(x) == worths.total and all(a >= b for a, b in zip(x, worths.alone(), strict=True))


def _undominated(worths: Worths, given: list[tuple[Fraction, ...]]) -> bool | None:
    """Whether an imputation outside is dominated by no member; None when there are too many cases.

    One is not dominated by y through S just when some player of S gets no less than at y. So the
    undominated ones are a union of sets {x >= b}: a simplex, a point, or empty.
    """
    ways = [
        [(i, y[i]) for i in members(mask)]
        for y in given
        for mask in range(1, worths.grand + 1)
        if sum_over(list(y), mask) <= worths[mask]
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
    reason = claim.text("reason")
    header(game, claim, proof, [])
    state = "stable" if stable else "not stable"
    proof.states(f"the core is {state}", "an imputation that it does not dominate")
    proof.that("an imputation is given if and only if it is not stable", stable == (missed is None))
    if missed is not None:
        x = [exact(v) for v in payoffs(game, claim, "missed")]
        proof.equal("reason", reason, f"it does not dominate {show_all(x)}")
        outside = _imputation(worths, x) and worths.largest_excess(x)[0] > 0
        proof.that("it is an imputation outside the core", outside, show_all(x))
        if game.n != 3:
            raise GameError("missed: only cores of three players are looked into")
        ways = [_core_segment(worths, k) for k in range(3)]
        free = not any(_beats(worths, way, x, k) for k, way in enumerate(ways))
        proof.that("no coalition can dominate it from the core", free)
    elif is_convex(worths):
        proof.theorem = "the theorem of Shapley on convex games"
        proof.that("the game is convex", True)
        proof.equal("reason", reason, "the game is convex")
    elif game.n != 3:
        raise GameError("stable: the game is not convex, and does not have three players")
    else:
        proof.theorem = "going through all cases of three players"
        proof.equal("reason", reason, "every imputation outside is dominated by a point of it")
        proof.that("every imputation outside is dominated", _all_beaten(worths))


def _core_segment(worths: Worths, k: int) -> tuple[Fraction, Fraction] | None:
    """What the first of the two others gets at points of the core where these two get v(ij)."""
    i, j = (p for p in range(3) if p != k)
    pair = worths[worths.grand ^ 1 << k]
    left = worths.total - pair
    low = max(worths[1 << i], worths[1 << i | 1 << k] - left)
    high = pair - max(worths[1 << j], worths[1 << j | 1 << k] - left)
    return (low, high) if low <= high and left >= worths[1 << k] else None


def _beats(
    worths: Worths, way: tuple[Fraction, Fraction] | None, x: Sequence[Fraction], k: int
) -> bool:
    if way is None:
        return False
    i, j = (p for p in range(3) if p != k)
    most = worths[worths.grand ^ 1 << k] - x[j]
    return x[i] < most and x[i] < way[1] and way[0] < most


def _all_beaten(worths: Worths) -> bool:
    """Whether every polygon of imputations that escape all three pairs lies in the core."""
    escapes = []
    for k in range(3):
        i, j = (p for p in range(3) if p != k)
        pair, way = worths[worths.grand ^ 1 << k], _core_segment(worths, k)
        both = [int(p != k) for p in range(3)]
        ways: list[tuple[list[int], Fraction]] = [(both, pair)]
        if way is None:
            ways.append(([0, 0, 0], Fraction(0)))
        else:
            ways.append(([int(p == i) for p in range(3)], way[1]))
            ways.append(([int(p == j) for p in range(3)], pair - way[0]))
        escapes.append(ways)
    low = [([int(p == i) for p in range(3)], worths[1 << i]) for i in range(3)]
    for choice in product(*escapes):
        lines = [*low, *choice]
        tops, bottom = common_denominator([*(least for _, least in lines), worths.total])
        found = corners([[1, 1, 1]], tops[-1:], [row for row, _ in lines], tops[:-1])
        if any(worths.largest_excess([v / bottom for v in x])[0] > 0 for x in found):
            return False
    return True
